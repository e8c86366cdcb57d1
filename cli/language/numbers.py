"""Large numbers as the reader's language writes them."""

from typing import Final

from core.kernel.language.words import Shown

THIN: Final = "\u202f"


def number(lang: str, value: float, places: int = 0) -> str:
    """`12,345.6` or `12 345,6`."""
    text = f"{value:,.{places}f}"
    return text if lang == "en" else text.translate({ord(","): THIN, ord("."): ","})


def counted(lang: str, value: float, places: int = 0) -> Shown:
    """Return such a number for a sentence, where it chooses the form of its word (in English a fraction is plural)."""
    whole = int(value) if lang == "fr" or not places else 2
    return Shown(number(lang, value, places), count=whole, lang=lang, written=True)


def share(lang: str, value: float, places: int = 0) -> str:
    """A part of one, per hundred."""
    return f"{number(lang, 100 * value, places)}{'%' if lang == 'en' else THIN + '%'}"


def size(lang: str, value: int) -> str:
    """So many bytes, in the unit that says most."""
    amount, unit = float(value), 0
    while amount >= 1000 and unit < len(_UNITS[lang]) - 1:  # noqa: PLR2004 - kilo
        amount, unit = amount / 1000, unit + 1
    return f"{number(lang, amount, 1 if unit else 0)} {_UNITS[lang][unit]}"


_UNITS: Final = {"en": ("bytes", "kB", "MB", "GB", "TB"), "fr": ("octets", "ko", "Mo", "Go", "To")}
