"""Turns published facts about historic formats into the project's YAML files."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

WHITELISTS = {"Goat": "goat", "Edison": "edison", "HAT": "hat"}
"""Historic formats whose whole card pool is known, and the region that has it."""

ALIASES = {
    "Goat": ("april 2005",),
    "Edison": ("march 2010",),
    "HAT": ("april 2014",),
    "Troop Dup (Trooper)": ("Trooper",),
}

LISTS = {"DracoPal": "tcg-adjusted@2016-02-08"}
"""Formats with a list that was not in force by date alone."""

SIDE_DECKS = ("2008-08-13", "2009-10-21")
"""The days of a ruleset that asked for no side deck or 15 cards at sanctioned events, between which
historic formats are played today with any side deck up to 15."""

_LATER_RULES = "master-rule-1"

SOURCES = {
    "Format Library site source": "Format Library (danielmcnelis/formatlibrary), table of formats",
    "tables/goat": "ProjectIgnis/LFLists, GOAT.lflist.conf (whitelist)",
    "tables/formats/2010-03-01-edison": "ProjectIgnis/LFLists, Edison.lflist.conf (whitelist)",
    "tables/formats/2014-04-01-hat": "ProjectIgnis/LFLists, HAT.lflist.conf (whitelist)",
}
"""How sources whose names begin so are cited."""

_COMPUTED = "pool cut-off from Format Library; the list is the one in force that day"
_FIRST_LIST = "pool cut-off from Format Library; the list is the first known, of some days later"


def historic_formats(facts: Path) -> Iterator[tuple[str, list[str]]]:
    """The name of each historic format, and the lines of its file."""
    found = yaml.load(facts.read_text(encoding="utf-8"), yaml.BaseLoader)
    for fact in found["format_library"]:
        name, other = _names(fact["name"])
        spaced = fact["name"].partition(" (")[0]
        aliases = (fact["name"], spaced, *other, *ALIASES.get(fact["name"], ()))
        yield name, [*_lines(fact, name, dict.fromkeys(aliases))]


def _names(title: str) -> tuple[str, tuple[str, ...]]:
    """What commands call it, and the other name in brackets."""
    match = re.fullmatch(r"(.+?) \((.+)\)", title)
    plain, other = (match[1], (match[2],)) if match else (title, ())
    return plain.casefold().replace(" ", "-"), tuple(o for o in other if o.casefold() != plain)


def _lines(fact: Mapping[str, Any], name: str, aliases: Mapping[str, None]) -> Iterator[str]:
    day = fact["pool_cutoff"]
    region = fact["region"]
    yield f"title: {_quoted(fact['name'] + ' Format')}"
    yield f"aliases: [{', '.join(_quoted(a) for a in aliases if a.casefold() != name)}]"
    yield "game: ocg-tcg"
    yield f"# the last day whose releases are in the pool ({fact['event']})"
    yield f"day: {day}"
    yield f"banlist: {LISTS.get(fact['name'], '{}@{}'.format(region, fact['list_effective']))}"
    later = SIDE_DECKS[0] <= day <= SIDE_DECKS[1]
    yield f"ruleset: {_LATER_RULES if later else region}"
    if fact["name"] in WHITELISTS:
        yield f"pool: {{whitelist: {WHITELISTS[fact['name']]}}}"
    else:
        yield f"pool: {region}"
    yield from _texts("note", _notes(fact, later=later))
    yield from _texts("source", [_source(source) for source in fact["sources"]])
    confidence = _FIRST_LIST if fact["list_effective"] > day else _COMPUTED
    yield f"confidence: {_quoted(confidence)}"


def _source(text: str) -> str:
    return next((cited for begin, cited in SOURCES.items() if text.startswith(begin)), text)


def _notes(fact: Mapping[str, Any], *, later: bool) -> list[str]:
    notes = [fact["pool"]] if "pool" in fact else []
    notes += [f"another cut-off: {day}" for day in fact.get("cutoff_alt", ())]
    notes += fact.get("notes", ())
    if later:
        notes.append("played with a side deck of 0 to 15 today, whatever the rules of its day")
    return notes


def _texts(key: str, texts: list[str]) -> Iterator[str]:
    if texts:
        yield f"{key}:"
        yield from (f"  - {_quoted(text)}" for text in texts)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
