"""Turns published facts about limit lists into the project's YAML files.

A list comes as JSON keyed by Konami id. Files are written whole, one for each region and day.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from deckcheck.model import STATUSES

Row = Mapping[str, str]
Cards = Mapping[str, Row]

TERRITORIES = {"Americas": "amer", "Europe/EMEA+OC": "emea"}
GROUPS = {"L1": "limited-1", "L2": "limited-2", "L3": "limited-3"}

NOTES = {
    ("ocg", "2015-07-01"): ("the same cards as the list of 2015-04-01: nothing changed",),
    ("ocg-cn", "2022-04-01"): (
        "suspect: the same cards as the list of 2023-04-01, so perhaps of that day; "
        "far shorter than the lists from 2023-10 on",
    ),
    ("ocg-cn", "2022-07-01"): (
        "suspect: the same cards as the list of 2023-07-01, so perhaps of that day; "
        "far shorter than the lists from 2023-10 on",
    ),
    ("ocg-cn", "2023-04-01"): ("the suspect list of 2022-04-01 has the same cards",),
    ("ocg-cn", "2023-07-01"): ("the suspect list of 2022-07-01 has the same cards",),
}
"""What a reader of a list has to know, by region and day."""

_EARLY_TEXTS = "Chinese beginners' texts of 2003 and 2004, which print the list with nicknames"
_BY_MONTH = ("month-dated list: day set to 1", "month only")


def list_lines(listed: Mapping[str, Any], cards: Cards, remarks: Mapping[str, str]) -> list[str]:
    """The lines of a list's YAML file. ``remarks`` by Konami id stand behind names in comments."""
    return [
        *_head(listed),
        *_statuses(listed, cards, remarks),
        *_points(listed, cards),
        *_groups(listed, cards),
        *_pool(listed, cards),
    ]


def pool_lines(listed: Mapping[str, Any], cards: Cards) -> list[str]:
    """The lines of a card pool's YAML file, its list aside."""
    return [*_head(listed), *_pool(listed, cards)]


def read_json(path: Path) -> dict[str, Any]:
    """A list as published."""
    listed: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return listed


def _head(listed: Mapping[str, Any]) -> Iterator[str]:
    region = str(listed["region"])
    for suffix in (f" ({region.upper()})", f" ({region})"):
        listed = {**listed, "name": str(listed["name"]).removesuffix(suffix)}
    yield f"title: {_scalar(listed['name'].replace(' in seed 001', ''))}"
    sources = [_EARLY_TEXTS if s.startswith("seed ") else s for s in listed["source"]]
    yield from _texts("source", sources)
    if listed.get("optional"):
        yield "optional: true"
    if territories := listed.get("effective_by_territory"):
        days = ", ".join(f"{TERRITORIES[name]}: {day}" for name, day in territories.items())
        yield f"territories: {{{days}}}"
    if precision := _precision(listed):
        yield f"date-precision: {precision}"
    for key in ("scope", "until", "confidence"):
        if listed.get(key):
            yield f"{key}: {_scalar(listed[key])}"
    if notes := _notes(listed):
        yield from _texts("note", notes)
    if unresolved := [*listed.get("unresolved", []), *listed.get("non_card_forbidden", [])]:
        yield from _texts("unresolved", unresolved)


def _precision(listed: Mapping[str, Any]) -> str | None:
    if len(str(listed["effective"])) == len("2001"):
        return "year"
    texts = [*listed.get("notes", []), *listed["source"]]
    return "month" if any(sign in text for text in texts for sign in _BY_MONTH) else None


def _notes(listed: Mapping[str, Any]) -> list[str]:
    notes = [*listed.get("notes", [])]
    if listed.get("nominal", listed["effective"]) != listed["effective"]:
        notes.append(f"published under the date {listed['nominal']}")
    notes += NOTES.get((listed["region"], listed["effective"]), ())
    if codes := listed.get("unresolved_codes"):
        notes.append(f"{len(codes)} codes of the source are no card of this game")
    return notes


def _statuses(listed: Mapping[str, Any], cards: Cards, remarks: Mapping[str, str]) -> Iterator[str]:
    if not (listed["limits"] or listed.get("limit_groups") or not listed.get("points")):
        return
    for status, allowed in STATUSES.items():
        held = [key for key, count in listed["limits"].items() if count == allowed]
        yield f"{status}:" + ("" if held else " []")
        for key in sorted(held, key=lambda key: _sort_key(cards[key])):
            remark = f" | {remarks[key]}" if key in remarks else ""
            yield f"  - {_entry(cards[key])}{remark}"


def _points(listed: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    if not listed.get("points"):
        return
    yield "points:"
    for key in sorted(listed["points"], key=lambda key: _sort_key(cards[key])):
        card = cards[key]
        yield f"  {_reference(card)}: {listed['points'][key]}  # {card['name_en']}"


def _groups(listed: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    if groups := listed.get("limit_groups"):
        yield "groups:"
        for name, group in groups.items():
            yield f"  {GROUPS[name]}:"
            yield f"    allowed: {group['cap']}"
            yield "    cards:"
            yield from _list(group["cards"], cards, "      ")
    if skills := listed.get("skills"):
        yield "skills:"
        for name, limit in skills.items():
            yield f"  {json.dumps(name, ensure_ascii=False)}: {GROUPS.get(limit, limit)}"
    if skill_only := listed.get("skill_only"):
        yield "skill-only:"
        yield from _list(skill_only, cards, "  ")


def _pool(listed: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    if "whitelist" in listed:
        yield "whitelist:"
        yield from _list(listed["whitelist"], cards, "  ")


def _list(keys: Iterable[object], cards: Cards, indent: str) -> Iterator[str]:
    for card in sorted((cards[str(key)] for key in keys), key=_sort_key):
        yield f"{indent}- {_entry(card)}"


def _entry(card: Row) -> str:
    return f"{_reference(card)}  # {card['name_en']}"


def _reference(card: Row) -> str:
    return card["passcode"] or json.dumps(card["name_en"], ensure_ascii=False)


def _sort_key(card: Row) -> tuple[str, str]:
    return card["name_en"].casefold(), card["key"]


def _texts(key: str, texts: list[Any]) -> Iterator[str]:
    if len(texts) == 1:
        yield f"{key}: {_scalar(texts[0])}"
        return
    yield f"{key}:"
    yield from (f"  - {_scalar(text)}" for text in texts)


def _scalar(text: object) -> str:
    """The text as a YAML scalar: quoted, as JSON quotes, unless it is plainly plain."""
    plain = str(text)
    if plain.replace(" ", "").replace("-", "").isalnum() and plain[0].isalpha():
        return plain
    return plain if plain.replace("-", "").isdigit() else json.dumps(plain, ensure_ascii=False)
