"""What is wrong or doubtful in the file of a limit list, all of it at once."""

from collections.abc import Iterable, Iterator

from deckcheck.banlists.lflist import is_lflist, read_lflist, resolve_lflist
from deckcheck.banlists.listcards import ListedCard, Resolver
from deckcheck.banlists.yamllist import LimitText, read_list
from deckcheck.cards import CardIndex
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
