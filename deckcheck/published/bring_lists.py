"""Brings lists from other text sources, with the cards that they name and these do not have."""

from collections.abc import Mapping

from deckcheck.banlists.yamllist import LimitText, read_list
from deckcheck.cards import LANGUAGES, game_of
from deckcheck.index.sources import (
    CARD_COLUMNS,
    NAME_COLUMNS,
    PREFIXES,
    Row,
    Sources,
    rows,
    table_text,
)
from deckcheck.published.list_names import renamed

_NAME = CARD_COLUMNS.index("name_en")
_KONAMI_ID = CARD_COLUMNS.index("konami_id")


def bring_lists(texts: Sources, others: Sources, lists: Mapping[str, bytes]) -> None:
    """Write lists, by their paths, into the text sources; ``others`` are where they are from."""
    named: dict[str, set[str]] = {}
    for path, content in lists.items():
        region = path.split("/")[1]
        listed = read_list(content.decode("utf-8"), path)
        named.setdefault(PREFIXES[game_of(region)], set()).update(_references(listed))
    for prefix, references in named.items():
        _bring_cards(texts, others, prefix, references)
    for path, content in lists.items():
        prefix = PREFIXES[game_of(path.split("/")[1])]
        table = rows(texts.data / f"{prefix}cards.tsv", CARD_COLUMNS)
        names = {row.fields[0]: row.fields[_NAME] for row in table}
        texts.write({path: renamed(content.decode("utf-8"), names).encode("utf-8")})


def _references(listed: LimitText) -> set[str]:
    cards = [card for card, _ in (*listed.limits, *listed.points)]
    cards += [card for group in listed.groups for card in group.cards]
    cards += [*listed.skill_only, *(listed.whitelist or ())]
    return {card.reference.lstrip("0") for card in cards}


def _bring_cards(texts: Sources, others: Sources, prefix: str, references: set[str]) -> None:
    """Add the cards with these passcodes or names that are not there."""
    table = f"{prefix}cards.tsv"
    ours = [*rows(texts.data / table, CARD_COLUMNS)]
    known = {field for row in ours for field in (row.fields[0], row.fields[_NAME])}
    konami_ids = {row.fields[_KONAMI_ID] for row in ours} - {""}
    new = [
        row
        for row in rows(others.data / table, CARD_COLUMNS)
        if {row.fields[0], row.fields[_NAME]} & (references - known)
        and row.fields[_KONAMI_ID] not in konami_ids
    ]
    if not new:
        return
    keys = {row.fields[0] for row in new}
    folder = f"deckcheck/data/{prefix}"
    written = {f"{folder}cards.tsv": table_text(CARD_COLUMNS, _fields([*ours, *new]))}
    for language in LANGUAGES:
        name = f"{prefix}names/{language}.tsv"
        if (texts.data / name).is_file() and (others.data / name).is_file():
            theirs = rows(others.data / name, NAME_COLUMNS)
            added = [row for row in theirs if row.fields[0] in keys]
            both = [*rows(texts.data / name, NAME_COLUMNS), *added]
            written[f"deckcheck/data/{name}"] = table_text(NAME_COLUMNS, _fields(both))
    texts.write(written)


def _fields(found: list[Row]) -> list[list[str]]:
    return [row.fields for row in found]
