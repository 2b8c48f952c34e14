"""``deckcheck hand``: sample hands of a deck, the same ones for the same seed."""

import random
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from deckcheck import formats
from deckcheck.cli import inputs, judged, write
from deckcheck.cli.onedeck import (
    DeckArgument,
    Found,
    Going,
    HandSize,
    card_object,
    drawn_from,
    find_deck,
    hand_size,
    title,
    wrapped,
)
from deckcheck.cli.options import Output, is_json, json_text
from deckcheck.decks.hands import Hand, sample_hands
from deckcheck.model import Copy, Problem
from deckcheck.reports.words import printable

app = typer.Typer(add_completion=False)

_SEEDS = 2**32
"""Seeds that a run without one chooses from: short enough to be typed again."""


@app.command()
def hand(
    deck: DeckArgument,
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, help="How many hands.")
    ] = 1,
    hand_: HandSize = None,
    going: Going = None,
    draws: Annotated[
        int, typer.Option(metavar="N", min=0, help="Further cards drawn after each hand.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, show_default="a new one, which is shown",
                                 help="Draw the hands of this number again.")
    ] = None,
    format_: judged.Format = None,
    codec: inputs.Codec = None,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
    lang: judged.Lang = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Draw sample hands from the main deck.

    The same seed gives the same hands of the same main deck, on every computer.

    deckcheck hand my.ydk --going second --count 3

    deckcheck hand my.ydk --seed 7 --draws 2 -o json
    """
    as_json = is_json(output)
    choice = formats.Choice(format_)
    found = find_deck(deck, choice, lang=lang, codec=codec, max_bytes=max_bytes)
    size = hand_size(found, hand_, going)
    main = drawn_from(found, size + draws)
    chosen = random.SystemRandom().randrange(_SEEDS) if seed is None else seed
    hands = sample_hands(main, seed=chosen, hand=size, draws=draws, count=count)
    if as_json:
        about = {"path": found.path, "name": found.deck.name, "codec": found.deck.codec,
                 "main": len(main), "hand": size, "draws": draws, "seed": chosen}  # fmt: skip
        write([json_text({**about, "hands": [_object(one) for one in hands]})])
        return
    write(_table(found, f"main {len(main)}, hand {size}, seed {chosen}", hands))


def _table(found: Found, about: str, hands: Iterator[Hand[Copy | Problem]]) -> Iterator[str]:
    yield title(found)
    yield f"  {about}\n"
    for number, one in enumerate(hands, 1):
        yield f"\nHand {number}\n"
        yield from (wrapped("  ", _shown(card)) for card in one.cards)
        if one.draws:
            yield "  then\n"
            yield from (wrapped("    ", _shown(card)) for card in one.draws)


def _shown(card: Copy | Problem) -> str:
    """The name of a card; what is no card as it is written, with its line."""
    if isinstance(card, Copy) and card.card:
        return printable(card.card.name)
    return printable(f"{_written(card)} (line {card.line})")


def _written(card: Copy | Problem) -> str:
    return card.written if isinstance(card, Copy) else card.message


def _object(one: Hand[Copy | Problem]) -> dict[str, Any]:
    return {part: list(map(_card_object, cards)) for part, cards in one._asdict().items()}


def _card_object(card: Copy | Problem) -> dict[str, Any]:
    known = card.card if isinstance(card, Copy) else None
    return {**card_object(known), "written": _written(card), "line": card.line}
