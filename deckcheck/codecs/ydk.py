"""YDK, the deck file of YGOPro, EDOPro and most sites.

Grammar, a line at a time, spaces around it dropped:

- ``#main``, ``#extra``, ``!side`` (also ``#side``) begin a section, in any case, in any order,
  more than once if need be; a comment may follow. Passcodes before the first of them are main deck.
- A passcode is digits, leading zeros allowed, up to 32 bits; a comment may follow (``123 # x``).
  Id 0 is read like any other.
- Any other line that starts with ``#`` is a comment; ``# deckcheck: format=NAME on=DAY`` is one
  that says how the deck is to be judged. Blank lines say nothing.
- A line that starts with a digit or a sign and is no passcode is a problem that counts as one
  card of its section. Any other line is a problem that counts nothing.

What other programs and people write into it, and how it is read:

- ``#created by …``, ``#source:``, ``#tags=``, ``##id``, ``###user``, ``#mycard deck sync``, names
  behind ``#`` with or without digits, JSON behind ``#``: comments, which never add cards; in
  whatever older encoding. Only who made the file is none that is said to be lost.
- ``#side deck``, ``#Main:``: comments, to every program; that they look like headers is said
- ``#pickup``, ``#case``, ``#protector`` and the like with ``#1080001`` below: comments
- ``#spare``, ``#representative``, ``#core``, ``#variants``: comments, they end no section; a row
  ``$57281778$`` below them names a card to show, and is none of the deck
- ``#side`` for ``!side``, sections that come twice or in another order: as they say
- Extra Deck monsters under ``#main``, where a program knows no ``#extra``: main deck, as written
- ``<<<<<<<``, ``=======``, ``>>>>>>>``, the marks of a merge that git could not make: problems that
  count nothing; the cards between them count, those of both sides
- ``none`` or a name in place of a passcode: a problem; with a number before it, it counts as a card
- a byte order mark, line ends of three kinds, also mixed; the file's name may be any and says
  nothing
"""

import re

from deckcheck.codecs import ids
from deckcheck.codecs.directives import directive_line, parse_directives
from deckcheck.codecs.held import PASSCODES, check_sections
from deckcheck.model import DeckList, Directive, Doubt, Entry, Problem, Section
from deckcheck.passcodes import FEWEST_DIGITS, parse_passcode
from deckcheck.text import lines, quote

NAME = "ydk"
SUFFIXES = (".ydk",)
HOLDS = PASSCODES._replace(directives=True)

_HEADERS: dict[str, Section] = {
    "#main": "main", "#extra": "extra", "!side": "side", "#side": "side",
}  # fmt: skip
_HEADER = re.compile(r"([#!][a-z]+)\s*(?:#.*)?", re.IGNORECASE)
_HEADER_OF: dict[Section, str] = {"main": "#main", "extra": "#extra", "side": "!side"}
_LONGEST_HEADER = 30
_AUTHOR = re.compile(r"\W*#\s*created by", re.IGNORECASE)
_MERGE_MARK = re.compile(r"(<{7}|={7}|>{7}|\|{7})(\s.*)?")
_SHOWN_CARD = re.compile(r"\$[0-9]+\$")
_LONG_NUMBER = re.compile(rf"[0-9]{{{FEWEST_DIGITS},}}+\s*+(?:#.*)?")
_NUMBER = re.compile(r"([0-9]++)\s*+(?:#.*)?")


def recognises(text: str) -> bool:
    """Whether a line is a section header, or all of them are long numbers and comments."""
    said = [line for line in map(_stripped, lines(text)) if line]
    return any(map(_header, said)) or all(
        line.startswith("#") or _LONG_NUMBER.fullmatch(line) for line in said
    )


def parse(text: str) -> DeckList:
    """The deck list of a YDK text. Bad lines are problems; ParseError for a bad directive only."""
    section: Section = "main"
    entries: list[Entry] = []
    problems: list[Problem] = []
    directives: list[Directive] = []
    doubts: list[Doubt] = []
    comments = 0
    for number, raw in enumerate(lines(text), start=1):
        line = _stripped(raw)
        if "#" in line:
            asked = parse_directives(line, number, directives)
            directives += asked
            comments += not (asked or _header(line) or _AUTHOR.match(line))
        if header := _header(line):
            section = _HEADERS[header]
        elif not line:
            continue
        elif line.startswith("#"):
            doubts += _doubts(line, number)
        elif _SHOWN_CARD.fullmatch(line):
            comments += 1
        elif (match := _NUMBER.fullmatch(line)) and parse_passcode(match[1]) is not None:
            entries.append(ids.entry(section, number, match[1]))
        else:
            problems.append(_problem(line, number, section))
    return DeckList(
        NAME, None, tuple(entries), tuple(problems), tuple(directives),
        comments=comments, doubts=tuple(doubts),
    )  # fmt: skip


def dump(deck: DeckList) -> str:
    """The YDK text of the deck; UnheldError for a card without a passcode."""
    check_sections(deck)
    written = [f"{line}\n" for line in directive_line(deck.directives)]
    for section, header in _HEADER_OF.items():
        written.append(f"{header}\n")
        written += (f"{passcode}\n" for passcode in ids.passcodes(deck, section))
    return "".join(written)


def _doubts(line: str, number: int) -> list[Doubt]:
    """A comment that looks like a header, which no program takes it for."""
    letters = "".join(filter(str.isalpha, line[:_LONGEST_HEADER].casefold()))
    section = _HEADERS.get("#" + letters.removesuffix("deck").removesuffix("board"))
    if len(line) > _LONGEST_HEADER or not section:
        return []
    shown, header = quote(line), _HEADER_OF[section]
    return [Doubt(number, f"{shown} is a comment, and begins no section; {header} does", line)]


def _header(line: str) -> str:
    """The header that the line is, in lower case and without its comment; empty if it is none."""
    match = _HEADER.fullmatch(line)
    word = match[1].casefold() if match else ""
    return word if word in _HEADERS else ""


def _stripped(line: str) -> str:
    return line.strip().strip("\ufeff").strip()


def _problem(line: str, number: int, section: Section) -> Problem:
    shown = quote(line)
    if _MERGE_MARK.fullmatch(line):
        return Problem(number, f"{shown} is the mark of a git conflict; settle it first")
    if line[0] == "!":
        return Problem(number, f"{shown} is no section; those are #main, #extra and !side")
    if not (line[0] in "+-" or line[0].isdigit()):
        return Problem(number, f"{shown} is no passcode, section header or # comment")
    if _NUMBER.fullmatch(line):
        why = "is over 32 bits, no passcode; are two run together?"
    else:
        why = "is not a passcode; write digits only, one card a line"
    return Problem(number, f"{shown} {why}", section)
