"""Somebody on the way, who passes everything on and keeps a copy."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress


class Relay:
    """Listens at a port of its own, and passes on to another one."""

    def __init__(self, port: int) -> None:
        self.asked = bytearray()  # what came from who asks
        self.answered = bytearray()
        self._to = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = [self._door]
        self._at_work = [threading.Thread(target=self._lets_in)]
        self._at_work[0].start()
        self.port = int(self._door.getsockname()[1])

    def _lets_in(self) -> None:
        with suppress(OSError):
            while True:
                inward, _ = self._door.accept()
                outward = socket.create_connection(("127.0.0.1", self._to))
                self._lines += (inward, outward)
                for line in ((inward, outward, self.asked), (outward, inward, self.answered)):
                    self._at_work.append(threading.Thread(target=self._passes_on, args=line))
                    self._at_work[-1].start()

    def _passes_on(self, here: socket.socket, there: socket.socket, heard: bytearray) -> None:
        with suppress(OSError):
            while part := here.recv(65536):
                heard += part
                there.sendall(part)
            there.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Nobody is let in any more, and all hang up."""
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for one in self._at_work:
            one.join()
        for line in self._lines:
            line.close()


@contextmanager
def relayed(port: int) -> Generator[Relay]:
    """For as long as somebody asks."""
    relay = Relay(port)
    try:
        yield relay
    finally:
        relay.close()
