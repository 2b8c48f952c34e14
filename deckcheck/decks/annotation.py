"""Names of cards as comments in a YDK text, of which nothing else changes.

An annotation is ``# Name``: the sign, a space, and a name that the card has or had in any language,
spelled exactly so. It stands in lines of its own directly above the line of the card's id, or
behind the id. Any other comment is somebody's own; so is whatever stands at an id that no card is
known by. A name of another card is stale, for somebody has changed the id since, or a heading that
happens to be one: it counts as an annotation only where that is asked for.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import takewhile
from typing import NamedTuple

from deckcheck.cards import GAMES, OFFICIAL, CardIndex
from deckcheck.codecs import ydk
from deckcheck.model import Card
from deckcheck.names import LONGEST, fold
from deckcheck.text import line_starts

_KINDS = (OFFICIAL, "former", "provisional")
"""Names that are or once were a card's own; nicknames are people's words."""

_SIGN = re.compile(r"\s*+# (?=\S)")
_END_OF_NAME = re.compile(r"(?<!\s)\s*+(?:#|\Z)")
_MOST_BYTES = 250
"""A line of so many bytes is read whole; some simulators read 255 at once, the rest as a line."""


class Style(Enum):
    """Where a name stands: in a line above all copies of its card, or behind each id."""

    above = "above"
    behind = "behind"


class CardNames:
    """The names of the cards of all games: the one to write, and those to recognise.

    ``stale``: names of other cards than that of the id are recognised too.
    """

    def __init__(self, db: sqlite3.Connection, language: str, *, stale: bool = False) -> None:
        """UnknownNameError for a language that is none. A card without a name in it has English."""
        self._db = db
        self._stale = stale
        self._indexes = [CardIndex(db, language, game) for game in GAMES]
        self._bearers: dict[str, frozenset[int]] = {}

    def of(self, ids: Iterable[int]) -> dict[int, Card]:
        """The card that has each id, of whatever kind; unknown ids are left out."""
        wanted = list(ids)
        found = (index.by_passcodes(wanted) for index in self._indexes)
        return {code: known.card for some in found for code, known in some.items()}

    def is_of(self, text: str, card: Card) -> bool:
        """Whether the text is exactly a name that annotates the card."""
        bearers = self._of(text)
        return card.key in bearers or (self._stale and bool(bearers))

    def is_stale(self, text: str, card: Card) -> bool:
        """Whether the text is exactly a name of another card, and none of this one."""
        bearers = self._of(text)
        return not self._stale and bool(bearers) and card.key not in bearers

    def _of(self, text: str) -> frozenset[int]:
        """The cards that have or had exactly this name, in any language."""
        if len(text) > LONGEST:
            return frozenset()
        if text not in self._bearers:
            marks = ",".join("?" * len(_KINDS))
            query = f"SELECT card, name FROM lookup WHERE folded = ? AND kind IN ({marks})"
            found = self._db.execute(query, [fold(text), *_KINDS])
            self._bearers[text] = frozenset(card for card, name in found if name == text)
        return self._bearers[text]


class Annotated(NamedTuple):
    """A text with names, and its 1-based lines whose own comments leave ``no_room`` behind the id.

    With those the name would read as another one, or the line would be too long for a simulator.
    """

    text: str
    no_room: tuple[int, ...]


class _Line(NamedTuple):
    """A line with its end; ``digits`` and ``card`` are empty but for an id that a card has."""

    text: str
    digits: str = ""
    card: Card | None = None

    @property
    def name(self) -> str:
        """The name of the card, empty where there is none."""
        return self.card.name if self.card else ""


def annotate(text: str, names: CardNames, style: Style) -> Annotated:
    """The text with the names of its cards, in place of those that it has; twice is once.

    ParseError for a text that is no YDK.
    """
    lines = _bare(text, names)
    written: list[str] = []
    no_room: list[int] = []
    above = ""
    for at, line in enumerate(lines):
        if line.name and style is Style.behind:
            written.append(_with_name(line, names))
            no_room += [len(written)] if written[-1] == line.text else []
        else:
            if line.name not in ("", above):
                written.append(f"# {line.name}{_end_above(lines, at)}")
            written.append(line.text)
        above = line.name
    return Annotated("".join(written), tuple(no_room))


def remove(text: str, names: CardNames) -> str:
    """The text without annotations; ParseError for a text that is no YDK."""
    return "".join(line.text for line in _bare(text, names))


def unknown(text: str, names: CardNames) -> dict[str, list[int]]:
    """The ids of the text that no card is known by, and the 1-based lines of each."""
    ids = _ids(text)
    known = names.of(map(int, ids.values()))
    found: dict[str, list[int]] = {}
    for at, digits in ids.items():
        if int(digits) not in known:
            found.setdefault(digits, []).append(at + 1)
    return found


def stale(text: str, names: CardNames) -> list[int]:
    """The 1-based lines of comments directly above an id that are the name of another card."""
    ids = _ids(text)
    known = names.of(map(int, ids.values()))
    lines = _lines(text)
    found = []
    for at, digits in ids.items():
        card, above = known.get(int(digits)), lines[at - 1].strip() if at else ""
        if card and above.startswith("# ") and names.is_stale(above[2:], card):
            found.append(at)
    return found


def _bare(text: str, names: CardNames) -> list[_Line]:
    """The lines of the text without annotations."""
    ids = _ids(text)
    known = names.of(map(int, ids.values()))
    written: list[_Line] = []
    for at, line in enumerate(_lines(text)):
        digits = ids.get(at, "")
        card = known.get(int(digits)) if digits else None
        if card:
            while written and _is_annotation(written[-1].text, card, names):
                written.pop()
            written.append(_Line(_without_name(line, digits, card, names), digits, card))
        else:
            written.append(_Line(line))
    return written


def _lines(text: str) -> list[str]:
    """The lines of the text with their ends."""
    starts = line_starts(text)
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _ids(text: str) -> dict[int, str]:
    """The digits of the passcode on each line that has one, by the line's place from 0."""
    return {entry.line - 1: entry.readings[0].text for entry in ydk.parse(text).entries}


def _end(line: _Line) -> str:
    return line.text[len(line.text.rstrip("\r\n")) :]


def _end_above(lines: list[_Line], at: int) -> str:
    """The end of a line that is put above another one: that of the line before.

    A lone CR ends no line to a simulator. So it finds as many ids at the beginning of lines as it
    did without the new one.
    """
    if at:
        return _end(lines[at - 1])
    return next((end for end in map(_end, lines) if "\n" in end), "\n")


def _is_annotation(line: str, card: Card, names: CardNames) -> bool:
    comment = line.strip()
    return comment.startswith("# ") and names.is_of(comment[2:], card)


def _with_name(line: _Line, names: CardNames) -> str:
    """The line with the name behind its id; as it is where the name could not be taken out."""
    behind = line.text.index(line.digits) + len(line.digits)
    longer = f"{line.text[:behind]} # {line.name}{line.text[behind:]}"
    is_short = len(longer.encode("utf-8", "surrogateescape")) <= _MOST_BYTES
    if line.card and is_short and _without_name(longer, line.digits, line.card, names) == line.text:
        return longer
    return line.text


def _without_name(line: str, digits: str, card: Card, names: CardNames) -> str:
    """The line without the names that stand directly behind its id."""
    behind = line.index(digits) + len(digits)
    rest = behind
    while end := next(_ends_of_name(line, rest, card, names), 0):
        rest = end
    return line[:behind] + line[rest:]


def _ends_of_name(line: str, start: int, card: Card, names: CardNames) -> Iterator[int]:
    """Where a name ends that is a comment from the start on, or begins one; the longest first."""
    sign = _SIGN.match(line, start)
    if sign:
        begin = sign.end()
        ends = (match.start() for match in _END_OF_NAME.finditer(line, begin))
        for end in reversed([*takewhile(lambda end: end - begin <= LONGEST, ends)]):
            if names.is_of(line[begin:end], card):
                yield end
