"""Deck-building and legality checks for the Yu-Gi-Oh! card game.

What is in ``__all__`` is the library, documented in ``deckcheck.library`` and ``deckcheck.model``;
it is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckcheck.errors import DeckcheckError
    from deckcheck.library import check, check_many, load_deck, load_format, resolve_deck
    from deckcheck.model import Card, Copy, Deck, DeckList, Finding, Format, Report

__version__ = "0.1.0"

__all__ = [
    "Card", "Copy", "Deck", "DeckList", "DeckcheckError", "Finding", "Format", "Report",
    "__version__", "check", "check_many", "load_deck", "load_format", "resolve_deck",
]  # fmt: skip

_HOMES = {
    "deckcheck.library": ("check", "check_many", "load_deck", "load_format", "resolve_deck"),
    "deckcheck.model": ("Card", "Copy", "Deck", "DeckList", "Finding", "Format", "Report"),
    "deckcheck.errors": ("DeckcheckError",),
}


def __getattr__(name: str) -> Any:
    """The part of the library of that name."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
