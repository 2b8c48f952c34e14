"""Rulesets: the numbers for building a deck, one YAML file each in this folder.

``read_ruleset`` reads such a file; the index keeps what it gives, and ``load_ruleset`` and
``in_force`` take it from there.
"""

import json
import sqlite3
from typing import TYPE_CHECKING, Any

from deckcheck.days import parse_day
from deckcheck.errors import DeckcheckError, ParseError, UnknownNameError
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


def load_ruleset(db: sqlite3.Connection, name: str) -> Ruleset:
    """The ruleset of that name or alias, in any case; UnknownNameError if there is none."""
    row = db.execute(
        "SELECT body FROM ruleset WHERE name = "
        "(SELECT name FROM alias WHERE kind = 'ruleset' AND alias = ?)",
        [name.casefold()],
    ).fetchone()
    if row is None:
        known = db.execute("SELECT alias FROM alias WHERE kind = 'ruleset'")
        raise UnknownNameError("ruleset", name, (alias for (alias,) in known))
    return _from_json(row[0])


def to_json(ruleset: Ruleset) -> str:
    """The ruleset as the index keeps it."""
    return json.dumps(ruleset, ensure_ascii=False)


def _from_json(body: str) -> Ruleset:
    (
        name, title, aliases, since, sections, copies, counted, stands_in, siding, sources,
        confidence, note,
    ) = json.loads(body)  # fmt: skip
    return Ruleset(
        name, title, tuple(aliases), since,
        {section: _section_from_json(*rule) for section, rule in sections.items()},
        copies, tuple(map(tuple, counted)), stands_in, tuple(siding), tuple(sources),
        confidence, note,
    )  # fmt: skip


def _section_from_json(name: str, sizes: Any, doubtful: Any) -> SectionRule:
    return SectionRule(
        name,
        tuple(SizeRange(*size) for size in sizes),
        tuple(DoubtfulSize(SizeRange(*size), why) for size, why in doubtful),
    )


# --- in YAML ----------------------------------------------------------------------------------


def read_ruleset(name: str, text: str) -> Ruleset:
    """The ruleset in a YAML text; ParseError, with its line, for anything out of shape."""
    from deckcheck.yamltext import read

    root = read(text)
    keys = root.mapping("a ruleset", _KEYS)
    missing = [key for key in _KEYS if key not in keys and key not in ("aliases", "note")]
    if missing:
        raise ParseError(root.line, f"a ruleset needs {', '.join(missing)}")
    since = keys["since"].mapping("since")
    parts = keys["sections"].mapping("sections", SECTIONS)
    stands_in = keys["stands-in"].mapping("stands-in", ("main", "extra"))
    return Ruleset(
        name=name,
        title=keys["title"].text("title"),
        aliases=keys["aliases"].texts("aliases") if "aliases" in keys else (),
        since={region: parse_day(node.text("since")) for region, node in since.items()},
        sections={section: _section_rule(parts[section]) for section in SECTIONS},
        copies=_number(keys["copies"], keys["copies"].text("copies")),
        counted=tuple(_sections(item) for item in keys["counted"].items("counted")),
        stands_in={section: _sections(node) for section, node in stands_in.items()},
        siding=_sections(keys["siding"]),
        sources=keys["source"].texts("source"),
        confidence=keys["confidence"].text("confidence"),
        note=keys["note"].text("note") if "note" in keys else None,
    )


def _section_rule(node: "Node") -> SectionRule:
    keys = node.mapping("a section", ("name", "sizes", "doubtful"))
    doubtful = keys["doubtful"].mapping("doubtful") if "doubtful" in keys else {}
    return SectionRule(
        keys["name"].text("name"),
        tuple(_sizes(item, item.text("sizes")) for item in keys["sizes"].items("sizes")),
        tuple(
            DoubtfulSize(_sizes(why, sizes), why.text("a reason"))
            for sizes, why in doubtful.items()
        ),
    )


def _sizes(node: "Node", text: str) -> SizeRange:
    """``40-60``, ``15``, or ``40+`` for no maximum."""
    if text.endswith("+"):
        return SizeRange(_number(node, text[:-1]), None)
    least, _, most = text.partition("-")
    return SizeRange(_number(node, least), _number(node, most or least))


def _number(node: "Node", text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ParseError(node.line, f"{text!r} is no number of cards")
    return int(text)


def _sections(node: "Node") -> tuple[Section, ...]:
    names = node.texts("sections")
    found = tuple(section for section in SECTIONS if section in names)
    if len(found) != len(names):
        raise ParseError(node.line, f"sections are {', '.join(SECTIONS)}, not {', '.join(names)}")
    return found
