"""Rulesets: the numbers for building a deck, one YAML file each in this folder.

``read_ruleset`` reads such a file; the index keeps what it gives, and ``load_ruleset`` and
``in_force`` take it from there.
"""

import sqlite3
from typing import TYPE_CHECKING, Any

from deckcheck.bodies import load_body
from deckcheck.errors import DeckcheckError, ParseError
from deckcheck.model import (
    SECTIONS,
    Day,
    DoubtfulSize,
    Ruleset,
    Section,
    SectionRule,
    SizeRange,
)

if TYPE_CHECKING:
    from deckcheck.yamltext import Node

KIND = "ruleset"
_RULES_OF = "ocg"
_KEYS = (
    "title", "aliases", "since", "sections", "copies", "counted", "stands-in", "siding",
    "source", "confidence", "note",
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
    return in_force(db, _RULES_OF, day).copies


def load_ruleset(db: sqlite3.Connection, name: str) -> Ruleset:
    """The ruleset of that name or alias, in any case; UnknownNameError if there is none."""
    body = load_body(db, KIND, name)
    for key in ("aliases", "siding", "sources"):
        body[key] = tuple(body[key])
    body["counted"] = tuple(map(tuple, body["counted"]))
    body["sections"] = {section: _section_rule(*rule) for section, rule in body["sections"].items()}
    return Ruleset(**body)


def _section_rule(name: str, sizes: Any, doubtful: Any) -> SectionRule:
    return SectionRule(
        name,
        tuple(SizeRange(*size) for size in sizes),
        tuple(DoubtfulSize(SizeRange(*size), why) for size, why in doubtful),
    )


# --- in YAML ----------------------------------------------------------------------------------


def read_ruleset(name: str, text: str) -> Ruleset:
    """The ruleset in a YAML text; ParseError, with its line, for anything out of shape."""
    from deckcheck.yamltext import read

    keys = read(text).required("a ruleset", _KEYS, ("aliases", "note"))
    since = keys["since"].mapping("since")
    parts = keys["sections"].required("sections", SECTIONS, ())
    stands_in = keys["stands-in"].required("stands-in", ("main", "extra"), ())
    return Ruleset(
        name=name,
        title=keys["title"].text("title"),
        aliases=keys["aliases"].texts("aliases") if "aliases" in keys else (),
        since={region: node.day("since") for region, node in since.items()},
        sections={section: _read_section(parts[section]) for section in SECTIONS},
        copies=_number(keys["copies"], keys["copies"].text("copies")),
        counted=tuple(_read_sections(item) for item in keys["counted"].items("counted")),
        stands_in={section: _read_sections(node) for section, node in stands_in.items()},
        siding=_read_sections(keys["siding"]),
        sources=_some(keys["source"]),
        confidence=keys["confidence"].text("confidence"),
        note=keys["note"].text("note") if "note" in keys else None,
    )


def _read_section(node: "Node") -> SectionRule:
    keys = node.required("a section", ("name", "sizes", "doubtful"), ("doubtful",))
    doubtful = keys["doubtful"].mapping("doubtful") if "doubtful" in keys else {}
    _some(keys["sizes"])
    return SectionRule(
        keys["name"].text("name"),
        tuple(_read_sizes(item, item.text("sizes")) for item in keys["sizes"].items("sizes")),
        tuple(
            DoubtfulSize(_read_sizes(why, sizes), why.text("a reason"))
            for sizes, why in doubtful.items()
        ),
    )


def _read_sizes(node: "Node", text: str) -> SizeRange:
    """``40-60``, ``15``, or ``40+`` for no maximum."""
    if text.endswith("+"):
        return SizeRange(_number(node, text[:-1]), None)
    least, _, most = text.partition("-")
    sizes = SizeRange(_number(node, least), _number(node, most or least))
    if sizes.most is not None and sizes.least > sizes.most:
        raise ParseError(node.line, f"{text!r}: the least is more than the most")
    return sizes


def _number(node: "Node", text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ParseError(node.line, f"{text!r} is no number of cards")
    return int(text)


def _read_sections(node: "Node") -> tuple[Section, ...]:
    names = _some(node)
    found = tuple(section for section in SECTIONS if section in names)
    if len(found) != len(names):
        raise ParseError(node.line, f"sections are {', '.join(SECTIONS)}, not {', '.join(names)}")
    return found


def _some(node: "Node") -> tuple[str, ...]:
    texts = node.texts("a list")
    if not texts:
        raise ParseError(node.line, "at least one is needed")
    return texts
