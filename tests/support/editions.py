"""An owner's edition, made from the one that ships."""

from importlib import import_module
from typing import Any

from core.kernel.setup import resources


def edition_of(game: str) -> Any:
    return import_module(f"core.games.{game}.data.edition")


def text_of(game: str) -> str:
    return resources.read(edition_of(game).PACKAGE, "edition.toml").decode()
