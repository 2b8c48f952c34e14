"""``deckcheck odds``: the exact chances of opening hands."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import typer

from deckcheck import formats
from deckcheck.baseline import entry_of, part
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
from deckcheck.decks.hands import Identity, identities
from deckcheck.decks.odds import COPIES, Ask, AskOdds, Odds, odds
from deckcheck.decks.wants import Source, Want, cards_of, parse_want
from deckcheck.errors import DeckcheckError
from deckcheck.model import Copy, Deck, Entry, Problem
from deckcheck.reports.words import printable
from deckcheck.rules import run, section_size
from deckcheck.text import some

app = typer.Typer(add_completion=False)

_MOST_NAMES = 8
"""Cards of a set that are shown by name; a kind may have half the deck."""
_NO_LINE = 0
"""Where a copy stands that the deck does not have yet."""
_HUNDREDTH = Fraction(1, 10_000)


class _Answer(NamedTuple):
    """What is said of the wants of a deck. ``cards``: for each want, those of its set."""

    found: Found
    main: Sequence[Copy | Problem]
    hand: int
    any_of: bool
    wants: list[Want]
    cards: list[dict[Identity, Copy]]
    odds: Odds

    def copies(self, card: Identity) -> int:
        """Copies of the card that hands are drawn from."""
        return identities(self.main).count(card)


@app.command("odds")
def command(
    deck: DeckArgument,
    want: Annotated[
        list[str], typer.Option("--want", "-w", metavar="WANT", show_default=False,
                                help='What the hand is to have: "2+ of {Sangan, 14558127}", '
                                     '"1-2 of @tag", "at most 1 of traps". Repeat it for more.')
    ],
    any_of: Annotated[
        bool, typer.Option("--any", help="One of the wants is enough; else all have to be met.")
    ] = False,
    hand_: HandSize = None,
    going: Going = None,
    format_: judged.Format = None,
    codec: inputs.Codec = None,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
    lang: judged.Lang = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Say how likely an opening hand has what is wanted, exactly.

    A want is an amount (2+, 2, 1-2, at most 2), the word of, and a set: a card
    by name or passcode, @tag for a set named under tags: in a YAML deck, a kind
    (monsters, field spells), or several in braces. Only the main deck counts.

    deckcheck odds my.ydk --want "1+ of {Ash Blossom, Infinite Impermanence}" --hand 5

    deckcheck odds my.yaml -w "1+ of @starters" -w "at most 1 of traps" --going second
    """
    as_json, wants = is_json(output), list(map(parse_want, want))
    choice = formats.Choice(format_)
    found = find_deck(deck, choice, lang=lang, codec=codec, max_bytes=max_bytes)
    size = hand_size(found, hand_, going)
    answer = _answer(found, wants, size, any_of=any_of)
    write([json_text(_object(answer))] if as_json else _table(answer))


def _answer(found: Found, wants: list[Want], hand: int, *, any_of: bool) -> _Answer:
    """The answer; DeckcheckError, with the deck's path, for a want that has no cards in it."""

    def find(entries: tuple[Entry, ...]) -> Deck:
        return found.find(found.listed._replace(entries=entries, problems=()))

    main = drawn_from(found, hand)
    source = Source(found.deck, found.terms, main, found.listed.tags, find)
    try:
        cards = [cards_of(want, source) for want in wants]
    except DeckcheckError as error:
        raise DeckcheckError(f"{found.path}: {error}") from error
    asks = [Ask(want.amount, tuple(held)) for want, held in zip(wants, cards, strict=True)]
    copies = {key: copy for held in cards for key, copy in held.items()}

    def may_add(card: Identity) -> bool:
        return _may_have(found, copies[card])

    chances = odds(identities(main), asks, hand, any_of=any_of, may_add=may_add)
    return _Answer(found, main, hand, any_of, wants, cards, chances)


def _may_have(found: Found, copy: Copy) -> bool:
    """Whether one more copy in the main deck, in place of another card, breaks no further rule."""
    index = found.checker.cards(found.terms.format.game)
    groups = copy.card.name_groups if copy.card else ()
    more = found.deck._replace(
        copies=(*found.deck.copies, copy._replace(section="main", line=_NO_LINE)),
        bases={**found.deck.bases, **{key: index.card(key) for key in groups}},
    )
    before, after = (
        [finding for finding in run(deck, found.terms, found.checker.chosen)
         if finding.severity == "error" and finding.rule != section_size.ID]
        for deck in (found.deck, more)
    )  # fmt: skip
    return not part(after, map(entry_of, before)).new


# --- for people -------------------------------------------------------------------------------


def _table(answer: _Answer) -> Iterator[str]:
    together = "any" if answer.any_of else "all"
    yield title(answer.found)
    yield f"  main {len(answer.main)}, hand {answer.hand}, {answer.odds.hands:,} hands\n\n"
    yield "want   chance\n"
    for number, (want, cards, chance) in enumerate(_by_want(answer), 1):
        yield wrapped(f"{number:>4}  {_percent(chance.alone)}  ", printable(want.text))
        held = f": {_held(answer, cards)}" if cards else ""
        yield wrapped(" " * 15, f"{chance.held} in the main deck{held}")
    whole = answer.odds.together
    yield f" {together}  {_percent(whole)}  exactly {whole}\n"
    yield "\nEach alone, if the deck had so many cards of its set\n"
    yield f"want{''.join(f'{copies:>9}' for copies in COPIES)}\n"
    for number, chance in enumerate(answer.odds.asks, 1):
        yield f"{number:>4}{''.join(f'  {_percent(one)}' for one in chance.by_copies)}\n"
    yield "\nWith one more copy of a card of its set, in place of one that no want asks for\n"
    yield from _one_more(answer, together)


def _one_more(answer: _Answer, together: str) -> Iterator[str]:
    """For each want, what one more copy of the card that helps most makes of the chances."""
    yield f"want    alone    change      {together}    change\n"
    for number, (_, cards, chance) in enumerate(_by_want(answer), 1):
        one = chance.one_more
        if not one:
            why = "no card of its set may have one more copy"
            if not answer.odds.rest:
                why = "each card of the deck is in a set"
            yield f"{number:>4}  {why}\n"
            continue
        alone = f"{_percent(one.alone)}  {_change(one.alone - chance.alone)}"
        whole = f"{_percent(one.together)}  {_change(one.together - answer.odds.together)}"
        yield wrapped(f"{number:>4}  {alone}  {whole}  ", _name(cards[one.card]))


def _by_want(answer: _Answer) -> Iterator[tuple[Want, Mapping[Identity, Copy], AskOdds]]:
    return zip(answer.wants, answer.cards, answer.odds.asks, strict=True)


def _held(answer: _Answer, cards: Mapping[Identity, Copy]) -> str:
    """The cards of a set, each with its copies in the main deck."""
    named = [f"{answer.copies(key)} {_name(copy)}" for key, copy in cards.items()]
    return some(named, _MOST_NAMES)


def _name(copy: Copy) -> str:
    return printable(copy.card.name if copy.card else copy.written)


def _percent(chance: Fraction) -> str:
    """The chance in hundredths of a percent, and seven columns; never 0 or 100 for what is not."""
    if 0 < chance < _HUNDREDTH:
        return "<0.01%".rjust(7)
    if 1 - _HUNDREDTH < chance < 1:
        return ">99.99%"
    return f"{round(chance * 10_000) / 100:.2f}%".rjust(7)


def _change(change: Fraction) -> str:
    return f"{round(change * 10_000) / 100:+.2f}".rjust(8)


# --- for programs -----------------------------------------------------------------------------


def _object(answer: _Answer) -> dict[str, Any]:
    return {
        "path": answer.found.path,
        "name": answer.found.deck.name,
        "codec": answer.found.deck.codec,
        "main": len(answer.main),
        "hand": answer.hand,
        "hands": answer.odds.hands,
        "joined_by": "any" if answer.any_of else "all",
        "chance": _chance(answer.odds.together),
        "wants": [_want_object(answer, *one) for one in _by_want(answer)],
    }


def _want_object(
    answer: _Answer, want: Want, cards: Mapping[Identity, Copy], chance: AskOdds
) -> dict[str, Any]:
    one = chance.one_more
    return {
        "want": want.text,
        "least": want.amount.least,
        "most": want.amount.most,
        "cards": [{**_card(copy), "copies": answer.copies(key)} for key, copy in cards.items()],
        "copies": chance.held,
        "chance": _chance(chance.alone),
        "by_copies": [
            {"copies": copies, "chance": _chance(alone)}
            for copies, alone in enumerate(chance.by_copies)
        ],
        "one_more": one
        and {
            "card": _card(cards[one.card]),
            "chance": _chance(one.alone),
            "together": _chance(one.together),
        },
    }


def _card(copy: Copy) -> dict[str, Any]:
    return {**card_object(copy.card), "written": copy.written}


def _chance(chance: Fraction) -> dict[str, Any]:
    """The chance exactly, as ``numerator/denominator``, and as the nearest number."""
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "value": float(chance)}
