"""Opening hands: what a hand is drawn from, how many cards it has, and samples of it."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from deckcheck.findings import SKILL_KIND
from deckcheck.model import Copy, Deck, Problem, Terms

Identity = int | str
"""What makes copies the same card: its key, or what the deck calls a card that is not known."""

T = TypeVar("T")


class Hand(NamedTuple, Generic[T]):
    """An opening hand, and the cards drawn after it, both in the order they were drawn."""

    cards: tuple[T, ...]
    draws: tuple[T, ...]


def main_deck(deck: Deck, terms: Terms) -> tuple[Copy | Problem, ...]:
    """The cards that a hand may be drawn from, unreadable lines that count as one included.

    They are in the order of the file. Skill cards are none of them where the ruleset has them.
    """
    copies = [copy for copy in deck.copies if copy.section == "main" and not _apart(copy, terms)]
    problems = [problem for problem in deck.problems if problem.section == "main"]
    return tuple(sorted((*copies, *problems), key=lambda card: card.line))


def identities(cards: Iterable[Copy | Problem]) -> list[Identity | None]:
    """What tells each of the cards from others; None for an unreadable line."""
    return [card.identity if isinstance(card, Copy) else None for card in cards]


def sample_hands(
    deck: Sequence[T], *, seed: int, hand: int, draws: int, count: int
) -> Iterator[Hand[T]]:
    """So many hands, each from the top of the whole deck shuffled anew.

    They depend on the seed and the order of the deck alone: not on how many cards are looked at,
    nor on the Python that runs, which promises the same ``random()`` for a seed, and no more.
    """
    source = random.Random(seed)
    for _ in range(count):
        cards = _shuffled(deck, source)
        yield Hand(tuple(cards[:hand]), tuple(cards[hand : hand + draws]))


def _shuffled(deck: Sequence[T], source: random.Random) -> list[T]:
    """The deck in a random order, every order as likely as the others."""
    left = list(deck)
    for place in range(len(left)):
        other = place + int(source.random() * (len(left) - place))
        left[place], left[other] = left[other], left[place]
    return left


def _apart(copy: Copy, terms: Terms) -> bool:
    """Whether the card lies beside the deck."""
    is_skill = copy.card is not None and copy.card.kind == SKILL_KIND
    return is_skill and terms.ruleset.skills is not None
