"""A limit list written as YAML, as ``yamllist`` reads it."""

import json
from collections.abc import Iterable, Iterator

from deckcheck.banlists.content import ListContent
from deckcheck.model import STATUSES, Card


def dump_yaml(content: ListContent) -> str:
    """The list as text: passcodes, names in comments, in the order of names."""
    return "".join(f"{line}\n" for line in _lines(content))


def _lines(content: ListContent) -> Iterator[str]:
    yield f"title: {_quoted(content.title)}"
    if content.sources:
        yield "source:"
        yield from (f"  - {_quoted(source)}" for source in content.sources)
    if content.territories:
        days = ", ".join(f"{name}: {day}" for name, day in content.territories.items())
        yield f"territories: {{{days}}}"
    for status, allowed in STATUSES.items():
        cards = [card for card, limit in content.limits if limit.allowed == allowed]
        yield f"{status}:" + ("" if cards else " []")
        yield from _cards(cards, "  ")
    if content.points:
        yield "points:"
        yield from (f"  {_reference(card)}: {n}  # {card.name}" for card, n in content.points)
    if content.groups:
        yield "groups:"
    for group in content.groups:
        yield from (f"  {group.name}:", f"    allowed: {group.allowed}", "    cards:")
        yield from _cards(group.cards, "      ")
    if content.skills:
        yield "skills:"
        yield from (f"  {_quoted(skill.name)}: {limit}" for skill, limit in content.skills)
    if content.skill_only:
        yield "skill-only:"
        yield from _cards(content.skill_only, "  ")
    if content.whitelist is not None:
        yield "whitelist:"
        yield from _cards(content.whitelist, "  ")


def _cards(cards: Iterable[Card], indent: str) -> Iterator[str]:
    return (f"{indent}- {_reference(card)}  # {card.name}" for card in cards)


def _reference(card: Card) -> str:
    return str(card.passcode) if card.passcode is not None else _quoted(card.name)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
