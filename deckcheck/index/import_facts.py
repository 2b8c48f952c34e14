"""Turns a folder of published facts into the text sources of this project.

``python -m deckcheck.index.import_facts FACTS`` rewrites ``deckcheck/data/*.tsv``,
``deckcheck/data/names/*.tsv`` and ``banlists/*/*.yaml``. FACTS holds ``cards/*.tsv`` and
``banlists/REGION/DATE.json``, limit lists keyed by Konami id. Only facts are taken: ids, names,
kinds, dates, limits; no card text.
"""

import csv
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from deckcheck.cards import LANGUAGES
from deckcheck.index.sources import (
    AMBIGUOUS_NAME_COLUMNS,
    BANLISTS,
    CARD_COLUMNS,
    DATA,
    GROUP_COLUMNS,
    NAME_COLUMNS,
    OTHER_NAME_COLUMNS,
    PASSCODE_COLUMNS,
    REGIONS,
)
from deckcheck.model import STATUSES

Row = Mapping[str, str]

OTHER_CARDS = ("treated-as", "same-name")
"""Kinds of other passcodes that are cards of their own, not other ids of a card."""

_OUTSIDE_THE_GAME = re.compile(r" \((Anime|Manga|VG|DM|TF[0-9])\)$")

TERRITORIES = {"Americas": "amer", "Europe/EMEA+OC": "emea"}


def main(arguments: list[str]) -> None:
    """Convert the facts in the one folder that the arguments name."""
    (folder,) = arguments
    facts = Path(folder)
    cards = list(_rows(facts / "cards" / "cards.tsv"))
    _write_table(DATA / "cards.tsv", CARD_COLUMNS, map(_card, cards))
    names = list(_rows(facts / "cards" / "names.tsv"))
    for language in LANGUAGES:
        lines = ((n["key"], n["name"], "~" * (n["unofficial"] == "1")) for n in names
                 if n["lang"] == language)  # fmt: skip
        _write_table(DATA / "names" / f"{language}.tsv", NAME_COLUMNS, lines)
    other_ids = (row for row in _rows(facts / "cards" / "artworks.tsv")
                 if row["kind"] not in OTHER_CARDS)  # fmt: skip
    _write_table(
        DATA / "other_passcodes.tsv", PASSCODE_COLUMNS,
        ((r["passcode"], r["canonical"], _id_kind(r), r["name"], r["src"]) for r in other_ids),
    )  # fmt: skip
    _write_table(
        DATA / "name_groups.tsv", GROUP_COLUMNS,
        (_name_group(row) for row in _rows(facts / "cards" / "treated_as.tsv")),
    )  # fmt: skip
    for name, columns in (
        ("other_names", OTHER_NAME_COLUMNS),
        ("ambiguous_names", AMBIGUOUS_NAME_COLUMNS),
    ):
        found = _rows(facts / "cards" / f"{name}.tsv")
        table = (tuple(row[column] for column in columns) for row in found)
        _write_table(DATA / f"{name}.tsv", columns, table)
    by_konami_id = {card["konami_id"]: card for card in cards if card["konami_id"]}
    for region in REGIONS:
        for path in sorted((facts / "banlists" / region).glob("*.json")):
            listed = json.loads(path.read_text(encoding="utf-8"))
            target = BANLISTS / region / f"{path.stem}.yaml"
            target.parent.mkdir(parents=True, exist_ok=True)
            text = "".join(f"{line}\n" for line in _banlist(listed, by_konami_id))
            target.write_text(text, encoding="utf-8", newline="\n")


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def _write_table(path: Path, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in (columns, *rows):
            file.write("\t".join(row) + "\n")


def _card(card: Row) -> tuple[str, ...]:
    released = {region: _release(card, region) for region in REGIONS}
    return tuple({**card, **released}[column] for column in CARD_COLUMNS)


def _release(card: Row, region: str) -> str:
    """The day with the marks of its doubts, else whether the card is out at all."""
    day = card[f"{region}_date"]
    if not day:
        return "yes" if card[f"in_{region}"] == "1" else "no"
    return day + "".join(mark for mark in "~?" if mark in card[f"{region}_src"])


def _id_kind(row: Row) -> str:
    """The kind of another id; those of versions outside the card game are told by their names."""
    return "unofficial" if _OUTSIDE_THE_GAME.search(row["name"]) else row["kind"]


def _name_group(row: Row) -> tuple[str, ...]:
    kind = "also-treated-as" if row["also"] == "1" else row["kind"]
    return row["passcode"], row["name_en"], kind, row["target_passcode"], row["target_name"]


def _banlist(listed: Mapping[str, Any], cards: Mapping[str, Row]) -> Iterator[str]:
    """The lines of a list's YAML file; the order of cards is that of their names."""
    region = listed["region"]
    yield f"title: {_scalar(listed['name'].removesuffix(f' ({region.upper()})'))}"
    yield from _texts("source", listed["source"])
    if listed.get("optional"):
        yield "optional: true"
    if territories := listed.get("effective_by_territory"):
        days = ", ".join(f"{TERRITORIES[name]}: {day}" for name, day in territories.items())
        yield f"territories: {{{days}}}"
    if confidence := listed.get("confidence"):
        yield f"confidence: {_scalar(confidence)}"
    notes = [*listed.get("notes", [])]
    if listed.get("nominal", listed["effective"]) != listed["effective"]:
        notes.append(f"published under the date {listed['nominal']}")
    if notes:
        yield from _texts("note", notes)
    for status, allowed in STATUSES.items():
        held = [cards[key] for key, count in listed["limits"].items() if count == allowed]
        yield f"{status}:" + ("" if held else " []")
        for card in sorted(held, key=lambda card: (card["name_en"].casefold(), card["key"])):
            yield f"  - {card['passcode'] or _scalar(card['name_en'])}  # {card['name_en']}"


def _texts(key: str, texts: list[str]) -> Iterator[str]:
    if len(texts) == 1:
        yield f"{key}: {_scalar(texts[0])}"
        return
    yield f"{key}:"
    yield from (f"  - {_scalar(text)}" for text in texts)


def _scalar(text: str) -> str:
    """The text as a YAML scalar: quoted, as JSON quotes, unless it is plainly plain."""
    plain = text.replace(" ", "").replace("-", "").isalnum() and text[0].isalpha()
    return text if plain else json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    main(sys.argv[1:])
