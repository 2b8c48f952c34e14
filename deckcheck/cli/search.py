"""``deckcheck search``: cards found by words, or parts of words, of their names."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from deckcheck.cards import OFFICIAL, CardIndex
from deckcheck.catalog import NAME_KINDS
from deckcheck.catalog.find import nearest
from deckcheck.catalog.search import Filters, Hit, Hits, other_games, search
from deckcheck.cli import write
from deckcheck.cli.lookups import listed
from deckcheck.cli.options import Game, Lang, Output, checked_game, is_json, json_text, open_data
from deckcheck.errors import DeckcheckError
from deckcheck.reports.words import printable
from deckcheck.text import quote

app = typer.Typer(add_completion=False)

_PASSCODE_DIGITS = 9
_ELSEWHERE = 3
"""Cards of another game that a miss names."""


@app.command(name="search")
def search_(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORDS...", show_default=False,
                       help="Words or parts of words; a name of the card has them all."),
    ],
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="monster, spell, trap, token; or xyz, "
                                                      "quick-play, 'ritual spell'.")
    ] = None,
    attribute: Annotated[str | None, typer.Option(metavar="NAME", help="dark, light, ...")] = None,
    level: Annotated[
        int | None, typer.Option(metavar="N", help="Level, rank or Link rating.")
    ] = None,
    race: Annotated[str | None, typer.Option(metavar="NAME", help="dragon, 'sea serpent'.")] = None,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Show so many cards.")] = 20,
    game: Game = "ocg-tcg",
    lang: Lang = "en",
    output: Output = "table",
) -> None:  # fmt: skip
    """Find cards by words, or parts of words, of a name in any language.

    deckcheck search blue-eyes dragon --kind fusion

    deckcheck search 强欲
    """
    as_json = is_json(output)
    index = CardIndex(open_data(), lang, checked_game(game))
    asked = " ".join(words).split()
    if not asked:
        raise DeckcheckError("no words to search for are given")
    filters = Filters(kind, attribute, level, race)
    found = search(index, asked, filters, limit)
    if not found.hits:
        raise DeckcheckError(_miss(index, asked, filters))
    if as_json:
        write([json_text(_object(found))])
        return
    write(f"{printable(line)}\n" for line in _lines(found))


def _miss(index: CardIndex, words: list[str], filters: Filters) -> str:
    """Why nothing was found, and what comes near."""
    text = quote(" ".join(words))
    if any(value is not None for value in filters):
        unfiltered = search(index, words, Filters(), 1).total
        if unfiltered:
            some = "1 card has" if unfiltered == 1 else f"{unfiltered} cards have"
            names = (f"--{name} {value}" for name, value in filters._asdict().items()
                     if value is not None)  # fmt: skip
            return f"{some} {text} in a name, none of them with {' '.join(names)}"
    miss = f"no name of a card has {text} in it"
    for game in other_games(index, words)[:1]:
        elsewhere = search(CardIndex(index.db, index.language, game), words, Filters(), _ELSEWHERE)
        cards = listed([hit.card for hit in elsewhere.hits])
        return f"{miss}; of {game} there is {cards}: use --game {game}"
    near = nearest(index, " ".join(words))
    return f"{miss}; spelled nearly so: {listed(near)}" if near else miss


def _lines(found: Hits) -> Iterator[str]:
    for hit in found.hits:
        passcode = "-" if hit.card.passcode is None else str(hit.card.passcode)
        by = "" if _is_shown(hit) else f"  ({hit.name}: {_kind(hit)})"
        yield f"{passcode:>{_PASSCODE_DIGITS}}  {hit.card.name}{by}"
    more = found.total - len(found.hits)
    if more:
        yield f"{more} more {'card' if more == 1 else 'cards'}; see all with --limit {found.total}"


def _is_shown(hit: Hit) -> bool:
    return hit.kind == OFFICIAL and hit.name == hit.card.name


def _kind(hit: Hit) -> str:
    doubt = "" if hit.certain else ", not certain"
    return f"{NAME_KINDS.get(hit.kind, hit.kind)}, {hit.language}{doubt}"


def _object(found: Hits) -> dict[str, Any]:
    """The cards, how many there are in all, and the name that each was found by."""
    return {
        "total": found.total,
        "cards": [
            {
                **hit.card.ref._asdict(),
                "kind": hit.card.kind,
                "found_by": {
                    "name": hit.name,
                    "lang": hit.language,
                    "kind": hit.kind,
                    "certain": hit.certain,
                },
            }
            for hit in found.hits
        ],
    }
