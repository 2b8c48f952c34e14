"""What is wrong or doubtful in the file of a limit list, or a folder of them, all of it at once."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from deckcheck.banlists.lflist import is_lflist, read_lflist, resolve_lflist
from deckcheck.banlists.listcards import ListedCard, Resolver
from deckcheck.banlists.yamllist import LimitText, read_list, resolve
from deckcheck.cards import CardIndex, game_of
from deckcheck.errors import DataError
from deckcheck.model import Card
from deckcheck.passcodes import parse_passcode


def lint(index: CardIndex, path: str, text: str) -> list[str]:
    """The remarks on a list's text, each with file and line, in the order of its parts.

    Unknown and ambiguous cards, cards that stand in a part twice, comments that name another card
    or none, ids that are not the card's passcode, limited members of a name group where the
    base may be meant, and a list without entries. Points are a card's own, whatever it counts as.
    """
    try:
        if is_lflist(text):
            return _of_lflist(index, path, text)
        listed = read_list(text, path)
    except DataError as error:
        return [str(error)]
    of = Resolver(index, path, every_comment_names=True)
    limiting = _limiting_parts(listed)
    others = [[card for card, _ in listed.points], [*(listed.whitelist or ())]]
    found = [remark for part in limiting for remark in _of_part(index, of, part, limits=True)]
    found += [remark for part in others for remark in _of_part(index, of, part, limits=False)]
    if not any((*limiting, *others)):
        found.append(f"{path}:1: the list is empty")
    return found


def lint_folder(db: sqlite3.Connection, folder: Path, read: Callable[[str], str]) -> list[str]:
    """The remarks on all YAML lists below a folder: on each, and on how it follows the one before.

    A list lies in the folder of its region, its name being its first day. One that has less than
    two thirds of the entries of the one before, and one that says the same as an earlier one, are
    doubtful unless they have a note.
    """
    found: list[str] = []
    paths = sorted((*folder.rglob("*.yaml"), *folder.rglob("*.yml")))
    for parent, files in groupby(paths, key=lambda path: path.parent):
        index = CardIndex(db, game=game_of(parent.resolve().name))
        earlier: list[tuple[str, _Says]] = []
        for path in files:
            text = read(str(path))
            remarks = lint(index, str(path), text)
            found += remarks
            says = None if is_lflist(text) else _says(index, str(path), text)
            if says is None:
                continue
            if not says.has_note:
                found += (f"{path}:1: {remark}" for remark in _of_sequence(says, earlier))
            earlier.append((path.name, says))
    return found


class _Says(NamedTuple):
    """What a list says, by what and card, and whether it has a note."""

    entries: dict[tuple[str, int], object]
    has_note: bool


def _says(index: CardIndex, path: str, text: str) -> _Says | None:
    """What a list says; None for one that cannot be read, or that never takes effect by date."""
    try:
        listed = read_list(text, path)
        content = resolve(listed, index)
    except DataError:
        return None
    if listed.about.optional:
        return None
    entries: dict[tuple[str, int], object] = {
        ("limit", card): limit.allowed for card, limit in content.limits.items()
    }
    entries |= {("points", card): points for card, points in content.points.items()}
    entries |= {("skill", card): limit for card, limit in content.skills.items()}
    entries |= {(group.name, card): group.allowed for group in content.groups
                for card in group.cards}  # fmt: skip
    entries |= {("pool", card): True for card in content.whitelist or ()}
    return _Says(entries, bool(listed.about.notes))


def _of_sequence(says: _Says, earlier: list[tuple[str, _Says]]) -> Iterator[str]:
    if earlier:
        name, before = earlier[-1]
        if loses_a_third(len(before.entries), len(says.entries)):
            yield (
                f"{len(says.entries)} entries, more than a third fewer than the "
                f"{len(before.entries)} of {name}, and no note that says why"
            )
    same = [name for name, before in earlier if before.entries == says.entries]
    if same:
        yield f"says the same as {same[-1]}, and no note says so"


def loses_a_third(before: int, after: int) -> bool:
    """Whether a list has lost more than a third of the entries of the one before it."""
    return after * 3 < before * 2


def _of_lflist(index: CardIndex, path: str, text: str) -> list[str]:
    file = read_lflist(text, path)
    found = [*file.doubts]
    for listed in file.lists:
        found += resolve_lflist(index, listed, path).doubts
    return [f"{path}:{line}: {message}" for line, message in sorted(found)]


def _limiting_parts(listed: LimitText) -> list[list[ListedCard]]:
    return [
        [card for card, _ in listed.limits],
        *([*group.cards] for group in listed.groups),
        [*listed.skill_only],
    ]


def _of_part(
    index: CardIndex, of: Resolver, entries: Iterable[ListedCard], *, limits: bool
) -> Iterator[str]:
    seen: dict[int, int] = {}
    for entry in entries:
        try:
            card = of.card(entry)
        except DataError as error:
            yield str(error)
            continue
        if card.key in seen:
            yield str(of.error(entry, f"{card.name} stands on line {seen[card.key]} already"))
        seen.setdefault(card.key, entry.line)
        code = parse_passcode(entry.reference)
        if code is not None and card.passcode is not None and code != card.passcode:
            message = f"{code} is another id of {card.name}; its passcode is {card.passcode}"
            yield str(of.error(entry, message))
        if limits:
            yield from (str(of.error(entry, message)) for message in _of_member(index, card))


def _of_member(index: CardIndex, card: Card) -> Iterator[str]:
    for key in card.name_groups:
        if key != card.key:
            base = index.card(key).name
            yield (
                f"{card.name} counts as {base}; this entry limits it alone, one on {base} the "
                "whole name group"
            )
