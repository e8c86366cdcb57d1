"""A host that says what it likes, byte by byte."""

import socket
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress

import msgspec

Says = Callable[[str], Iterable[bytes]]
"""What is sent to whoever asks for a path, as long as they listen."""


def document(value: object, status: int = 200, kind: str = "application/json") -> list[bytes]:
    """An answer in one piece; bytes are sent as they are."""
    body = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return [f"HTTP/1.1 {status} So\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body]


class Hostile:
    """Listens at a port of its own."""

    def __init__(self) -> None:
        self.says: Says = lambda _: []
        self.sent = 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._lines = [self._door]
        self._work = [threading.Thread(target=self._lets_in)]
        self._work[0].start()

    def sends(self, *pieces: bytes) -> None:
        """From now on, whatever it is asked."""
        self.says = lambda _: pieces

    def answers(self, value: object, status: int = 200, kind: str = "application/json") -> None:
        """The same, in a document."""
        self.sends(*document(value, status, kind))

    def _lets_in(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._door.accept()
                self._lines.append(line)
                self._work.append(threading.Thread(target=self._serves, args=(line,)))
                self._work[-1].start()

    def _serves(self, line: socket.socket) -> None:
        with line, suppress(OSError, ValueError):
            while True:
                self._answers(line)

    def _answers(self, line: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            part = line.recv(65536)
            if not part:
                raise ValueError("hung up")
            head += part
        said, _, body = head.partition(b"\r\n\r\n")
        length = next((int(one[15:]) for one in said.lower().split(b"\r\n") if one.startswith(b"content-length:")), 0)
        while len(body) < length and (part := line.recv(65536)):
            body += part
        whole = False
        for piece in self.says(said.split()[1].decode()):
            line.sendall(piece)
            self.sent += len(piece)
            whole = b"content-length" in piece
        if not whole:
            raise ValueError("without a length only the end of the line is an end")

    def close(self) -> None:
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for work in self._work:
            work.join()
        self._door.close()


@contextmanager
def hostile() -> Generator[Hostile]:
    host = Hostile()
    try:
        yield host
    finally:
        host.close()
