"""Pasted lists, as people write them and sites show them.

A line at a time, bullets (``-``, ``*``) and spaces around it dropped:

- a heading: ``Main Deck``, ``Extra Deck (15)``, ``== Side ==``, ``主卡组``, ``副卡组`` and what
  else the module ``headings`` knows. ``Monsters``, ``Spells``, ``Traps`` keep the section they are
  in. Cards below no heading of a section are main or extra deck by their kind. How many cards a
  heading announces is held against what stands below it.
- copies of a card: ``3 Name``, ``3x Name``, ``Name x3``, ``Name (3)``, ``3 12345678``,
  ``12345678 (Name)``, a name or passcode alone, once for each copy; ``snake_case_name 3``. A
  passcode with a name behind it is that card, and doubtful where they are two.
- ``Deck name: …`` above all cards, or a line alone above the first heading (which is said);
  ``# deckcheck: format=NAME on=DAY``; other lines that begin with ``#`` or ``//`` are comments, and
  lines of ``===`` or ``---`` say nothing.

The whole line is tried as a name before a number is taken for copies (``7 Colored Fish``), and a
name with what stands behind it in brackets before the name without. Only the cards can tell: all
readings are kept. Any other line that ends in a colon, and links and deck codes, are problems that
count nothing.
"""

import re
from collections.abc import Iterator

from deckcheck.codecs.directives import directive_line, parse_directives
from deckcheck.codecs.headings import heading
from deckcheck.codecs.held import EVERYTHING
from deckcheck.codecs.namings import DIGITS, named
from deckcheck.codecs.unpacked import MOST_CARDS, bounded
from deckcheck.errors import ParseError
from deckcheck.model import (
    SECTIONS,
    DeckList,
    Directive,
    Doubt,
    Entry,
    Heading,
    Problem,
    Reading,
    Section,
)
from deckcheck.names import LONGEST
from deckcheck.passcodes import FEWEST_DIGITS
from deckcheck.text import lines, quote, undecoded_line

NAME = "text"
SUFFIXES = (".txt",)
HOLDS = EVERYTHING

_HEADING_OF: dict[Section, str] = {
    "main": "Main Deck", "extra": "Extra Deck", "side": "Side Deck",
}  # fmt: skip
_UNDERLINE = re.compile(r"[-=_*~#+]{3,}")
_BULLET = re.compile(r"[-*•·‣–—]\s+")
_DECK_NAME = re.compile(
    r"(?:deck ?name|name|deck(?!\s*[:：]\s*[0-9]))\s*[:：]\s*(?P<name>\S.*)", re.IGNORECASE
)
_CODE = re.compile(r"(?=\S*[0-9+/])(?=\S*[A-Z])(?=\S*[a-z])[A-Za-z0-9+/!_-]{24,}={0,2}!*")
_TIMES = "[xX×ｘＸ*]"
_ID_AND_COPIES = re.compile(
    rf"(?P<card>{DIGITS}{{{FEWEST_DIGITS},10}})(?:\s+|\s*[:=-]\s*)"
    rf"{_TIMES}?\s?(?P<copies>{DIGITS}{{1,3}})\s?{_TIMES}?"
)
_SEVERAL_IDS = re.compile(
    rf"{DIGITS}{{{FEWEST_DIGITS},10}}(?:[\s,;]+{DIGITS}{{{FEWEST_DIGITS},10}})+"
)
_SNAKE_CASE = re.compile(r"(?P<card>[a-z0-9]+(?:_[a-z0-9]+)+)(?:\s+(?P<copies>[0-9]+)(?:\s.*)?)?")
_TIMES_NAME = re.compile(rf"(?P<copies>{DIGITS}+)\s?(?:{_TIMES}\s+|×\s*)(?P<card>\S.*)")
_NAME_IN_BRACKETS = re.compile(
    rf"(?P<card>\S.*?)\s*[(（\[]{_TIMES}?\s?(?P<copies>{DIGITS}{{1,3}})\s?{_TIMES}?[)）\]]"
)
_NOTE_AND_COPIES = re.compile(
    rf"(?P<card>\S[^(（\[]*?)\s*[(（\[][^)）\]]*[)）\]]\s*"
    rf"(?:{_TIMES}\s?)?(?P<copies>{DIGITS}{{1,3}})(?:\s?{_TIMES})?(?:\s+[A-Za-z]{{1,3}})?"
)
_NUMBER_NAME = re.compile(rf"(?P<copies>{DIGITS}+)\s+(?P<card>\S.*)")
_NAME_TIMES = re.compile(
    rf"(?P<card>\S.*?)(?:\s+|\s*(?=[(（\[×]))[(（\[]?{_TIMES}\s?(?P<copies>{DIGITS}+)[)）\]]?"
)


_COUNT_IN_NOTE = re.compile(r"(?<![\w-])([0-9]{1,2})x?(?![\w-])")
_SECTION_IN_NOTE = re.compile(r"\b(?:main|extra|side)\b", re.IGNORECASE)


def recognises(text: str) -> bool:
    """Whether a line has something to say; any text may be a list of names."""
    return any(line.strip() for line in lines(text))


def parse(text: str) -> DeckList:
    """The deck list of a text; ParseError for a code of another program, and for no line at all."""
    listed = _Lines()
    for number, raw in enumerate(lines(text), start=1):
        line = raw.strip().strip("\ufeff").strip()
        if line:
            listed.read(number, line)
    if not (listed.entries or listed.headings):
        code = next((problem for problem in listed.problems if not problem.section), None)
        raise ParseError(code.line, code.message) if code else ParseError(1, "no card is listed")
    return DeckList(
        NAME, listed.name, bounded(listed.entries, 1), tuple(listed.problems),
        tuple(listed.directives), tuple(listed.headings), listed.comments,
        tuple(listed.doubts),
    )  # fmt: skip


def dump(deck: DeckList) -> str:
    """The deck as a list with headings; a passcode has its name behind it, where one is known."""
    written = [f"Deck name: {deck.name}\n"] if deck.name else []
    written += [f"{line}\n" for line in directive_line(deck.directives)]
    for section in (None, *SECTIONS):
        entries = [entry for entry in deck.entries if entry.section == section]
        if not entries:
            continue
        cards = sum(entry.readings[0].copies for entry in entries)
        written += ["\n"] if written else []
        written += [f"{_HEADING_OF[section]} ({cards})\n"] if section else []
        written += [_line(entry) for entry in entries]
    return "".join(written if deck.entries else [*written, "Main Deck (0)\n"])


def _line(entry: Entry) -> str:
    first, *others = entry.readings
    if others and readings_of(first.text) == entry.readings:
        return f"{first.text}\n"
    behind = f" ({others[0].text})" if others and first.text.isdigit() else ""
    return f"{first.copies}x {first.text}{behind}\n"


class _Lines:
    """What the lines of a text have said so far."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self.directives: list[Directive] = []
        self.headings: list[Heading] = []
        self.comments = 0
        self.doubts: list[Doubt] = []
        self._section: Section | None = None

    def read(self, number: int, line: str) -> None:
        """Take in a line that is not empty; ParseError for a directive that cannot be read."""
        found = heading(line)
        if found:
            self._take_title()
            if found.section:
                self._section = found.section
            begins = found.section is not None
            self.headings.append(Heading(number, found.words, self._section, begins, found.cards))
        elif line.startswith(("#", "//")) or _UNDERLINE.fullmatch(line):
            if _UNDERLINE.fullmatch(line):
                self._end_heading(number)
            asked = parse_directives(line, number, self.directives)
            self.directives += asked
            self.comments += not asked and not _UNDERLINE.fullmatch(line)
        elif not (self.entries or _is_code(line)) and (match := _DECK_NAME.fullmatch(line)):
            self.name = match["name"]
        else:
            self._read_card(number, _BULLET.sub("", line, count=1) if _BULLET.match(line) else line)

    def _end_heading(self, number: int) -> None:
        """What stands below is no longer what a heading above announced."""
        if self.headings:
            self.headings.append(Heading(number, "", self._section, True, None))

    def _take_title(self) -> None:
        """A line alone above the first heading is a title, if no count says that it is a card."""
        if self.name is None and not self.headings and len(self.entries) == 1:
            (entry,) = self.entries
            if len(entry.readings) == 1 and not entry.readings[0].text.isdigit():
                self.name = entry.readings[0].text
                self.entries.clear()
                what = f"{quote(self.name)} is taken for the deck's name, not for a card"
                self.doubts.append(Doubt(entry.line, what, self.name))

    def _read_card(self, number: int, line: str) -> None:
        if _is_code(line):
            what = f"unsupported deck code or link {quote(line)}; a ydke:// link is read"
            self.problems.append(Problem(number, what))
        elif _is_lead(line):
            self._end_heading(number)
            self.problems.append(Problem(number, f"{quote(line)} is no heading that is known here"))
        elif undecoded_line(line):
            what = f"{quote(line)} is not UTF-8 text; save the file as UTF-8"
            self.problems.append(Problem(number, what, self._section or "main"))
        elif len(line) > LONGEST:
            what = f"a line of {len(line):,} letters is no card"
            self.problems.append(Problem(number, what, self._section or "main"))
        else:
            readings = readings_of(line)
            if readings:
                self.entries.append(Entry(self._section, number, readings))
                self.doubts += _dropped(number, line, readings)
            else:
                what = f"{quote(line)}: a line holds 1 to {MOST_CARDS:,} copies of one card"
                self.problems.append(Problem(number, what, self._section or "main"))


def _dropped(number: int, line: str, readings: tuple[Reading, ...]) -> Iterator[Doubt]:
    """A doubt where what stands behind a name may be a count, a card or a section."""
    shortest = min((reading.text for reading in readings), key=len)
    note = line.rpartition(shortest)[2] if shortest in line else ""
    counts = {reading.copies for reading in readings}
    numbers = {int(found) for found in _COUNT_IN_NOTE.findall(note)} - counts
    if numbers or _SECTION_IN_NOTE.search(note):
        yield Doubt(number, f"{quote(note.strip())} behind {quote(shortest)} is left out", note)


def _is_code(line: str) -> bool:
    """Whether the line is one word, a link or what unpacks to something."""
    scheme, mark, rest = line.partition("://")
    is_link = mark and rest and scheme[-1:].isalnum() and scheme[-8:].isascii()
    return len(line.split(maxsplit=1)) == 1 and bool(is_link or _CODE.fullmatch(line))


def _is_lead(line: str) -> bool:
    """Whether the line leads to what stands below it, as ``Win condition:`` does."""
    return line.rstrip("*_ ").endswith((":", "：")) and not line[0].isdigit()


def readings_of(line: str) -> tuple[Reading, ...]:
    """The ways to read a line, likeliest first; none if it asks for too many copies."""
    return tuple(dict.fromkeys(_ways(line)))


def _ways(line: str) -> Iterator[Reading]:
    if _SEVERAL_IDS.fullmatch(line):
        return
    if match := _ID_AND_COPIES.fullmatch(line) or _SNAKE_CASE.fullmatch(line):
        yield from _counted(match["copies"] or "1", match["card"].replace("_", " "))
    elif (match := _TIMES_NAME.fullmatch(line)) or (
        match := _NAME_IN_BRACKETS.fullmatch(line) or _NOTE_AND_COPIES.fullmatch(line)
    ):
        yield from _counted(match["copies"], match["card"])
    elif match := _NAME_TIMES.fullmatch(line):
        counted = tuple(_counted(match["copies"], match["card"]))
        yield from (Reading(1, line), *counted) if counted else ()
    else:
        match = _NUMBER_NAME.fullmatch(line)
        is_count = match and len(match["copies"]) < FEWEST_DIGITS
        counted = tuple(_counted(match["copies"], match["card"])) if match and is_count else ()
        if counted or not is_count:
            # a number before a name may be of the name, and before a name with an id is none
            yield from (reading for reading in named(1, line)
                        if not (counted and reading.text.isdigit()))  # fmt: skip
            yield from counted


def _counted(digits: str, card: str) -> Iterator[Reading]:
    if len(digits) <= len(str(MOST_CARDS)) and 1 <= int(digits) <= MOST_CARDS:
        yield from named(int(digits), card)
