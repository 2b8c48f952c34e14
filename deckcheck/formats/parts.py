"""The parts of a format: plain values, which the index can keep, each with where it comes from.

``reading`` reads them from YAML, ``format_of`` makes a format of them.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any

from deckcheck.model import BanlistSource, Format, LimitGroup, PoolSource, SizeRange

Part = tuple[Any, str]
"""A plain value, and the name of the format or the file that says it."""

Parts = dict[str, Part]


def format_of(name: str, parts: Mapping[str, Part]) -> Format:
    """The format that has these parts."""
    value = {key: part for key, (part, _) in parts.items()}
    banlist, pool = value["banlist"], value["pool"]
    return Format(
        name,
        value.get("title") or name,
        tuple(value.get("aliases", ())),
        value["game"],
        value.get("day"),
        value.get("since"),
        BanlistSource(
            tuple(banlist["regions"]),
            banlist["day"],
            banlist["forbidden_as"],
            banlist["none_before"],
        ),
        value["ruleset"],
        None
        if pool is None
        else PoolSource(
            tuple(pool["regions"]),
            pool["every"],
            pool["whitelist"],
            _by_key(pool["added"]),
            _by_key(pool["removed"]),
        ),
        {
            section: tuple(SizeRange(*size) for size in sizes)
            for section, sizes in value.get("sizes", {}).items()
        },
        value.get("copies"),
        _by_key(value.get("limits", {})),
        tuple(
            LimitGroup(group, allowed, frozenset(cards), parts["groups"][1])
            for group, (allowed, cards) in value.get("groups", {}).items()
        ),
        _by_key(value.get("points", {})),
        value.get("cap"),
        tuple(value.get("barred", ())),
        tuple(value.get("note", ())),
        tuple(value.get("source", ())),
        value.get("confidence"),
        {key: origin for key, (_, origin) in parts.items()},
    )


def _by_key(values: Mapping[Any, Any]) -> dict[int, Any]:
    """JSON has text for keys."""
    return {int(key): value for key, value in values.items()}


def load_whitelist(db: sqlite3.Connection, name: str) -> frozenset[int]:
    """The card pool of that name: one of its own, or that of a region's newest list; or empty."""
    query = (
        "SELECT card FROM pool WHERE name = :name UNION ALL SELECT card FROM list_whitelist "
        "WHERE list = (SELECT key FROM limit_list WHERE region = :name ORDER BY day DESC LIMIT 1)"
    )
    return frozenset(card for (card,) in db.execute(query, {"name": name}))
