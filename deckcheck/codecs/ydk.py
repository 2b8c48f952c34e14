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
"""

import re

from deckcheck.codecs.directives import parse_directives
from deckcheck.model import DeckList, Directive, Entry, Problem, Reading, Section
from deckcheck.passcodes import parse_passcode
from deckcheck.text import lines, quote

NAME = "ydk"
SUFFIXES = (".ydk",)

_HEADERS: dict[str, Section] = {
    "#main": "main", "#extra": "extra", "!side": "side", "#side": "side",
}  # fmt: skip
_HEADER = re.compile(r"([#!][a-z]+)\s*(?:#.*)?", re.IGNORECASE)
_NUMBER = re.compile(r"([0-9]++)\s*+(?:#.*)?")


def recognises(text: str) -> bool:
    """Whether a line is a section header or a passcode, or all of them are comments."""
    said = [line for line in map(_stripped, lines(text)) if line]
    return any(_header(line) or _NUMBER.fullmatch(line) for line in said) or all(
        line.startswith("#") for line in said
    )


def parse(text: str) -> DeckList:
    """The deck list of a YDK text. Bad lines are problems; ParseError for a bad directive only."""
    section: Section = "main"
    entries: list[Entry] = []
    problems: list[Problem] = []
    directives: list[Directive] = []
    for number, raw in enumerate(lines(text), start=1):
        line = _stripped(raw)
        if "#" in line:
            directives += parse_directives(line, number, directives)
        if header := _header(line):
            section = _HEADERS[header]
        elif not line or line.startswith("#"):
            continue
        elif (match := _NUMBER.fullmatch(line)) and parse_passcode(match[1]) is not None:
            entries.append(Entry(section, number, (Reading(1, match[1]),)))
        else:
            problems.append(_problem(line, number, section))
    return DeckList(NAME, None, tuple(entries), tuple(problems), tuple(directives))


def _header(line: str) -> str:
    """The header that the line is, in lower case and without its comment; empty if it is none."""
    match = _HEADER.fullmatch(line)
    word = match[1].casefold() if match else ""
    return word if word in _HEADERS else ""


def _stripped(line: str) -> str:
    return line.strip().strip("\ufeff").strip()


def _problem(line: str, number: int, section: Section) -> Problem:
    shown = quote(line)
    if line[0] == "!":
        return Problem(number, f"{shown} is no section; those are #main, #extra and !side")
    if not (line[0] in "+-" or line[0].isdigit()):
        return Problem(number, f"{shown} is no passcode, section header or # comment")
    if _NUMBER.fullmatch(line):
        why = "is over 32 bits, no passcode; are two run together?"
    else:
        why = "is not a passcode; write digits only, one card a line"
    return Problem(number, f"{shown} {why}", section)
