"""lflist.conf, the limit lists of YGOPro, EDOPro and their kin, read and written.

A file holds lists one after another, each from a line ``!NAME`` on. Then, a line at a time:

- ``#`` in the first column begins a comment; so does a line that is no card's.
- ``CODE COUNT COMMENT``: copies allowed, -1 to 3, -1 being forbidden like 0; leading zeros, several
  spaces or a TAB between code and count, and any comment behind are taken.
- ``$whitelist`` makes the list a card pool: what it does not name is not in it.
- ``CODE $genesys N`` is points, below ``$genesys CAP`` or not; and so is ``CODE N`` below a
  ``$genesys`` without a cap or ``$pointcap CAP``.

What one of the engines passes over or reads otherwise is a warning with its line. A line without a
count is an error: one engine would forbid the card.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from deckcheck.banlists.content import ListContent
from deckcheck.cards import CardIndex, Known
from deckcheck.errors import DataError
from deckcheck.model import STATUSES, Card, Limit, LimitList
from deckcheck.passcodes import parse_passcode
from deckcheck.text import lines, quote

_CARD = re.compile(r"(?P<lead>\s*)(?P<code>[0-9]+)(?P<gap>[ \t]*)(?P<rest>.*)")
_COUNT = re.compile(r"(?P<count>-?[0-9]{1,9})(?![0-9])(?P<comment>.*)")
_POINTS = re.compile(r"\$[a-z]+\s+(?P<points>[0-9]{1,9})(?![0-9])(?P<comment>.*)", re.IGNORECASE)
_BEFORE_A_LIST = re.compile(r"#|\$|--|\s*[0-9]+[ \t]")
_ONLY_POINTS = re.compile(r"\$(?:pointcap\b|(?!whitelist)[a-z]+\s*$)", re.IGNORECASE)
_FEWEST, _MOST = -1, 3


class Doubt(NamedTuple):
    """What an engine may read otherwise, and where."""

    line: int
    message: str


class LfLine(NamedTuple):
    """A card line: copies allowed, or points."""

    code: int
    number: int
    line: int


class LfList(NamedTuple):
    """One list of a file. ``counts`` are copies allowed, ``points`` points of each copy."""

    name: str
    line: int
    counts: tuple[LfLine, ...]
    points: tuple[LfLine, ...]
    is_whitelist: bool


class LfFile(NamedTuple):
    """The lists of a file and what is doubtful in it, in the order of the lines."""

    lists: tuple[LfList, ...]
    doubts: tuple[Doubt, ...]


def is_lflist(text: str) -> bool:
    """Whether a line begins a list, and those before it are what simulators pass over."""
    for line in lines(text):
        if line.startswith("!"):
            return True
        if line.strip() and not _BEFORE_A_LIST.match(line):
            return False
    return False


def read_lflist(text: str, path: str) -> LfFile:
    """The lists of a text; DataError, with file and line, for a card line without a count."""
    found: list[LfList] = []
    doubts: list[Doubt] = []
    by_points = by_default = False
    for number, line in enumerate(lines(text), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("!"):
            found.append(LfList(line[1:].strip(), number, (), (), is_whitelist=False))
            by_points = by_default
        elif not found and line.casefold().startswith("$pointcap"):
            by_default = True
        elif not found:
            doubts.append(Doubt(number, "stands before the first list: engines pass it over"))
        elif line.startswith("$"):
            if line.casefold().startswith("$whitelist"):
                found[-1] = found[-1]._replace(is_whitelist=True)
                engines = "YGOPro passes it over: there every card is in the pool"
                if not line.startswith("$whitelist"):
                    engines = "only $whitelist in small letters is known to EDOPro"
                doubts.append(Doubt(number, engines))
            by_points |= bool(_ONLY_POINTS.match(line))
        else:
            found[-1] = _with_card(found[-1], line, number, path, doubts, by_points=by_points)
    return LfFile(tuple(found), tuple(doubts))


def _with_card(
    listed: LfList, line: str, number: int, path: str, doubts: list[Doubt], *, by_points: bool
) -> LfList:
    match = _CARD.fullmatch(line)
    if not match:
        if not line.startswith("--"):
            doubts.append(Doubt(number, "no card line: engines pass it over"))
        return listed
    doubts += _of_spaces(match, number)
    points = _POINTS.match(match["rest"])
    count = _COUNT.match(match["rest"])
    code = parse_passcode(match["code"])
    if code is None:
        raise DataError(f"{path}:{number}: {quote(match['code'])} is over 32 bits, no code")
    if points:
        entry = LfLine(code, int(points["points"]), number)
        return listed._replace(points=(*listed.points, entry))
    if not count or not match["gap"]:
        raise DataError(f"{path}:{number}: no count behind {code}; write 0 to forbid it")
    entry = LfLine(code, int(count["count"]), number)
    if by_points:
        return listed._replace(points=(*listed.points, entry))
    if entry.number == _FEWEST and not listed.is_whitelist:
        doubts.append(Doubt(number, f"count {_FEWEST}: YGOPro passes the line over; write 0"))
    if not _FEWEST <= entry.number <= _MOST:
        doubts.append(Doubt(number, f"count {entry.number} is not {_FEWEST} to {_MOST}"))
    return listed._replace(counts=(*listed.counts, entry))


def _of_spaces(match: re.Match[str], number: int) -> Iterator[Doubt]:
    if match["lead"]:
        yield Doubt(number, "a space before the code: EDOPro passes the line over")
    if "\t" in match["gap"]:
        yield Doubt(number, "a TAB behind the code: engines pass the line over")
    elif len(match["gap"]) > 1:
        yield Doubt(number, "several spaces behind the code: EDOPro passes the line over")


def doubts_of(file: LfFile, listed: LfList) -> list[Doubt]:
    """The doubts about the lines of one list."""
    later = min((other.line for other in file.lists if other.line > listed.line), default=None)
    return [
        doubt
        for doubt in file.doubts
        if doubt.line >= listed.line and (later is None or doubt.line < later)
    ]


def pick(file: LfFile, path: str, name: str | None) -> LfList:
    """The list of that name, or the only one; DataError naming them where that is none."""
    names = ", ".join(repr(listed.name) for listed in file.lists)
    fitting = [
        listed
        for listed in file.lists
        if name is None or listed.name.casefold() == name.casefold().strip()
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting and name is not None:
        where = ", ".join(str(listed.line) for listed in fitting)
        raise DataError(f"{path}: {len(fitting)} lists are called {name!r}, on lines {where}")
    if not file.lists:
        raise DataError(f"{path}: no list; one begins with a line '!NAME'")
    raise DataError(f"{path} has {len(file.lists)} lists; name one as FILE#NAME: {names}")


class Resolved(NamedTuple):
    """A list with its cards, and what is doubtful about them."""

    limits: LimitList
    doubts: tuple[Doubt, ...]


def resolve_lflist(index: CardIndex, listed: LfList, path: str) -> Resolved:
    """The cards of a list. An entry on the passcode counts before one on another id of the card."""
    known = index.by_passcodes(entry.code for entry in (*listed.counts, *listed.points))
    doubts: list[Doubt] = []
    counts = _by_card(listed.counts, known, doubts, "")
    limits = {key: Limit(max(n, 0), None) for key, n in counts.items() if n < _MOST}
    points = _by_card(listed.points, known, doubts, " points")
    pool = frozenset(key for key, number in counts.items() if number >= 0)
    whitelist = pool if listed.is_whitelist else None
    found = LimitList(None, None, path, listed.name, (path,), limits, points, whitelist=whitelist)
    return Resolved(found, tuple(doubts))


def _by_card(
    entries: Iterable[LfLine], known: Mapping[int, Known], doubts: list[Doubt], unit: str
) -> dict[int, int]:
    """The numbers by the keys of cards; what is doubtful goes to ``doubts``."""
    found: dict[int, LfLine] = {}
    for entry in entries:
        if entry.code not in known:
            doubts.append(Doubt(entry.line, f"{entry.code} is no card that is known here"))
            continue
        card = known[entry.code].card
        before = found.get(card.key)
        if before and before.number != entry.number:
            other = f"{before.number} on line {before.line}"
            doubts.append(Doubt(entry.line, f"{card.name}: {entry.number}{unit} here, {other}"))
        if not before or before.code == entry.code or entry.code == card.passcode:
            found[card.key] = entry
    return {key: entry.number for key, entry in found.items()}


def dump_lflist(index: CardIndex, content: ListContent, cap: int) -> str:
    """The list as a text that simulators load: every passcode, and every other artwork's id.

    Engines look a copy's own id up first, so an artwork that is not named might slip through.
    Points are written with their key in every line, below the ``cap`` of a deck. DataError for
    groups and skills, which the form lacks.
    """
    lacking = [
        name for name, part in (("groups", content.groups), ("skills", content.skills)) if part
    ]
    if lacking:
        raise DataError(f"{content.title} has {' and '.join(lacking)}: lflist.conf holds none")
    name = f"{content.effective} {content.region.upper()}" if content.region else content.title
    ids = _artworks(index)

    def lines_of(card: Card, what: object) -> Iterator[str]:
        codes = [*([card.passcode] if card.passcode else []), *ids.get(card.key, ())]
        return (f"{code} {what} --{card.name}" for code in codes)

    pool = None if content.whitelist is None else {card.key for card in content.whitelist}
    texts = [f"!{name}"]
    if pool is not None:
        texts.append("$whitelist")
    if content.points:
        # with a cap, as one has to be in the form whose card lines name the key themselves
        texts.append(f"$genesys {cap}")
    for status, allowed in STATUSES.items():
        texts.append(f"#{status}")
        for card, limit in content.limits:
            if limit.allowed == allowed:
                texts += lines_of(card, allowed if pool is None or card.key in pool else _FEWEST)
    limited = {card.key for card, _ in content.limits}
    for card in content.whitelist or ():
        if card.key not in limited:
            texts += lines_of(card, _MOST)
    for card, points in content.points:
        texts += lines_of(card, f"$genesys {points}")
    return "".join(f"{text}\n" for text in texts)


def without_passcode(content: ListContent) -> list[Card]:
    """The cards of a list that a simulator's file cannot name."""
    named = [card for card, _ in (*content.limits, *content.points)]
    return [card for card in (*named, *(content.whitelist or ())) if card.passcode is None]


def _artworks(index: CardIndex) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    query = "SELECT card, passcode FROM passcode WHERE kind = 'artwork' ORDER BY passcode"
    for card, passcode in index.db.execute(query):
        found.setdefault(card, []).append(passcode)
    return found
