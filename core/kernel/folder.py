"""A game's folder: what lies in it under the name that it has in every game."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from core.kernel.language.words import Words, load_words
from core.kernel.setup import resources


class Folder(Struct, frozen=True):
    """What lies in a game's folder under the name that it has in every game; read when it is needed."""

    package: str

    def words(self, lang: str) -> Words:
        """The sentences of a language."""
        return load_words(f"{self.package}.data", lang)

    def rule_texts(self) -> Mapping[str, Any]:
        """The rules, the readings and the options in words."""
        return resources.toml(f"{self.package}.data", "rules.toml")

    def late(self, file: str, name: str = "") -> Any:
        """A function of a file; mostly it has the name of the file."""
        return resources.late(f"{self.package}.{file}", name or file.rpartition(".")[2])
