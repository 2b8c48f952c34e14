"""Rulesets: the numbers for building a deck, one YAML file each in this folder.

``read_ruleset`` reads such a file; the index keeps what it gives, and ``load_ruleset`` and
``in_force`` take it from there.
"""

import sqlite3
from typing import TYPE_CHECKING, Any

from deckcheck.bodies import load_body, names_of
from deckcheck.days import parse_day
from deckcheck.errors import DeckcheckError, ParseError
from deckcheck.model import (
    SECTIONS,
    Day,
    DoubtfulSize,
    LegendRule,
    OpeningHand,
    Ruleset,
    Section,
    SectionRule,
    SizeRange,
)
from deckcheck.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckcheck.yamltext import Node

KIND = "ruleset"
_RULES_OF = "ocg"
_MOST_DIGITS = 6
_TODAYS = OpeningHand(first=5, second=6)
"""The opening hand of rulesets that say nothing of it: that since 2014, Official Rulebook 9.0."""
_KEYS = (
    "title", "aliases", "since", "sections", "copies", "doubtful-copies", "counted", "stands-in",
    "siding", "opening-hand", "legends", "skills", "advice", "source", "confidence", "note",
)  # fmt: skip
_OPTIONAL = (
    "aliases", "since", "doubtful-copies", "opening-hand", "legends", "skills", "advice", "note",
)  # fmt: skip


def in_force(db: sqlite3.Connection, region: str, day: Day) -> Ruleset:
    """The ruleset of the region that day; DeckcheckError for a day before its first."""
    rows = db.execute(
        "SELECT name, day FROM ruleset_since WHERE region = ? ORDER BY day", [region]
    ).fetchall()
    reached = [name for name, since in rows if since <= day]
    if not reached:
        first = f"begin on {rows[0][1]}" if rows else "are not known here"
        raise DeckcheckError(
            f"deck-building rules of {region} {first}, so none for {day}; name one with --ruleset"
        )
    return load_ruleset(db, reached[-1])


def copies(db: sqlite3.Connection, day: Day) -> int:
    """Copies of a card that no list names, by the ruleset of the day; no region differs."""
    rows = db.execute(
        "SELECT name FROM ruleset_since WHERE region = ? ORDER BY day > ?, day DESC",
        [_RULES_OF, day],
    )
    return load_ruleset(db, rows.fetchone()[0]).copies


def load_ruleset(db: sqlite3.Connection, name: str) -> Ruleset:
    """The ruleset of that name or alias, in any case; UnknownNameError if there is none."""
    body = load_body(db, KIND, name)
    for key in ("aliases", "siding", "advice", "sources"):
        body[key] = tuple(body[key])
    body["counted"] = tuple(map(tuple, body["counted"]))
    body["opening_hand"] = OpeningHand(*body["opening_hand"])
    body["legends"] = tuple(
        LegendRule(since, allowed, each, tuple(sections))
        for since, allowed, each, sections in body["legends"]
    )
    if body["skills"]:
        body["skills"] = SizeRange(*body["skills"])
    if body["doubtful_copies"]:
        sizes, why = body["doubtful_copies"]
        body["doubtful_copies"] = DoubtfulSize(SizeRange(*sizes), why)
    body["sections"] = {section: _section_rule(*rule) for section, rule in body["sections"].items()}
    return Ruleset(**body)


def known(db: sqlite3.Connection) -> list[str]:
    """The names of all rulesets, sorted."""
    return names_of(db, KIND)


def days(db: sqlite3.Connection, region: str) -> list[Day]:
    """The days on which a ruleset of the region takes effect; none for what is no region."""
    rows = db.execute("SELECT day FROM ruleset_since WHERE region = ? ORDER BY day", [region])
    return [Day(day) for (day,) in rows]


def regions(db: sqlite3.Connection) -> list[str]:
    """The regions that have rulesets by day, sorted."""
    rows = db.execute("SELECT DISTINCT region FROM ruleset_since ORDER BY region")
    return [region for (region,) in rows]


def _section_rule(name: str, sizes: Any, doubtful: Any, put_by: str | None) -> SectionRule:
    return SectionRule(
        name,
        tuple(SizeRange(*size) for size in sizes),
        tuple(DoubtfulSize(SizeRange(*size), why) for size, why in doubtful),
        put_by,
    )


# --- in YAML ----------------------------------------------------------------------------------


def read_ruleset(name: str, text: str) -> Ruleset:
    """The ruleset in a YAML text; ParseError, with its line, for anything out of shape."""
    from deckcheck.yamltext import read

    keys = read(text).required("a ruleset", _KEYS, _OPTIONAL)
    since = keys["since"].mapping("since") if "since" in keys else {}
    parts = keys["sections"].required("sections", SECTIONS, ())
    stands_in = keys["stands-in"].required("stands-in", ("main", "extra"), ())
    return Ruleset(
        name=name,
        title=keys["title"].text("title"),
        aliases=keys["aliases"].texts("aliases") if "aliases" in keys else (),
        since={region: node.day("since") for region, node in since.items()},
        sections={section: _read_section(parts[section]) for section in SECTIONS},
        copies=_number(keys["copies"], keys["copies"].text("copies")),
        doubtful_copies=_doubtful_copies(keys),
        counted=tuple(_read_sections(item) for item in keys["counted"].items("counted")),
        stands_in={section: _read_sections(node) for section, node in stands_in.items()},
        siding=_read_sections(keys["siding"]),
        opening_hand=_opening_hand(keys["opening-hand"]) if "opening-hand" in keys else _TODAYS,
        legends=tuple(_read_legends(keys["legends"])) if "legends" in keys else (),
        skills=read_sizes(keys["skills"], keys["skills"].text("skills"))
        if "skills" in keys
        else None,
        advice=keys["advice"].texts("advice") if "advice" in keys else (),
        sources=some(keys["source"]),
        confidence=keys["confidence"].text("confidence"),
        note=keys["note"].text("note") if "note" in keys else None,
    )


def _read_section(node: "Node") -> SectionRule:
    keys = node.required("a section", ("name", "sizes", "doubtful"), ("doubtful",))
    doubtful = keys["doubtful"].mapping("doubtful") if "doubtful" in keys else {}
    some(keys["sizes"])
    return SectionRule(
        keys["name"].text("name"),
        tuple(read_sizes(item, item.text("sizes")) for item in keys["sizes"].items("sizes")),
        tuple(
            DoubtfulSize(read_sizes(why, sizes), why.text("a reason"))
            for sizes, why in doubtful.items()
        ),
    )


def _opening_hand(node: "Node") -> OpeningHand:
    turns = OpeningHand._fields
    sizes = node.required("opening-hand", turns, ())
    return OpeningHand(*(_number(sizes[turn], sizes[turn].text(turn)) for turn in turns))


def _doubtful_copies(keys: "Mapping[str, Node]") -> DoubtfulSize | None:
    if "doubtful-copies" not in keys:
        return None
    doubtful = keys["doubtful-copies"].mapping("doubtful-copies")
    if len(doubtful) != 1:
        raise ParseError(keys["doubtful-copies"].line, "doubtful-copies are one range, with a why")
    ((sizes, why),) = doubtful.items()
    return DoubtfulSize(read_sizes(why, sizes), why.text("a reason"))


def _read_legends(node: "Node") -> "Iterator[LegendRule]":
    """``{sections: […], since: {DAY: {allowed: 1}, DAY: {allowed-of-each-kind: 1}}}``."""
    keys = node.required("legends", ("sections", "since"), ())
    sections = _read_sections(keys["sections"])
    for day, rule in keys["since"].mapping("since").items():
        said = rule.mapping("legends", ("allowed", "allowed-of-each-kind"))
        if len(said) != 1:
            raise ParseError(rule.line, "legends are allowed in all, or allowed-of-each-kind")
        ((name, number),) = said.items()
        allowed = _number(number, number.text(name))
        yield LegendRule(_day(rule, day), allowed, name != "allowed", sections)


def _day(node: "Node", text: str) -> Day:
    try:
        return parse_day(text)
    except DeckcheckError as error:
        raise ParseError(node.key_line, str(error)) from error


def read_sizes(node: "Node", text: str) -> SizeRange:
    """``40-60``, ``15``, or ``40+`` for no maximum."""
    if text.endswith("+"):
        return SizeRange(_number(node, text[:-1]), None)
    least, to, most = text.partition("-")
    sizes = SizeRange(_number(node, least), _number(node, most if to else least))
    if sizes.most is not None and sizes.least > sizes.most:
        raise ParseError(node.line, f"{text!r}: the least is more than the most")
    return sizes


def _number(node: "Node", text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise ParseError(node.line, f"{quote(text)} is no number of cards")
    return int(text)


def _read_sections(node: "Node") -> tuple[Section, ...]:
    names = some(node)
    found = tuple(section for section in SECTIONS if section in names)
    if len(found) != len(names):
        raise ParseError(node.line, f"sections are {', '.join(SECTIONS)}, not {', '.join(names)}")
    return found


def some(node: "Node") -> tuple[str, ...]:
    """The scalars of a list; ParseError if there are none."""
    texts = node.texts("a list")
    if not texts:
        raise ParseError(node.line, "at least one is needed")
    return texts
