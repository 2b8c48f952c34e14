"""What stops a job, or the reading of one deck. An illegal deck is no error but a finding."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class DeckcheckError(Exception):
    """The job cannot be done: usage, a missing file, bad data. The text says the way out."""


class LongError(DeckcheckError):
    """One that takes several lines to say, none of which holds what files are called."""


class UnknownNameError(DeckcheckError):
    """A name that the program does not have: of a format, list, ruleset, codec, language."""

    def __init__(self, what: str, name: str, known: "Iterable[str]") -> None:
        from difflib import get_close_matches

        names = sorted(set(known))
        near = get_close_matches(name.casefold(), names, n=3, cutoff=0.5) or names
        lead = "known" if near is names else "did you mean"
        super().__init__(f"unknown {what} {name!r}; {lead}: {', '.join(near)}")


class DataError(DeckcheckError):
    """The program's own data, or a list or format file given to it, is missing or wrong."""


class MissingFileError(DataError):
    """A file that was named is not there."""


class DirectiveError(DeckcheckError):
    """A deck file asks for something that it cannot be judged by; other decks may go on.

    ``reason`` is the text without the path and the line; ``line`` is None for what no line asks.
    """

    def __init__(self, path: str, line: int | None, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")
        self.line = line
        self.reason = reason


class ParseError(DeckcheckError):
    """A text that cannot be read at all, with the 1-based ``line`` and the ``reason``."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.reason = message


class UnheldError(DeckcheckError):
    """A deck has something that a codec cannot hold, with the 1-based ``line`` and ``reason``."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.reason = message
