"""``deckcheck search``: cards found by words of their names, by what they are, and where legal."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from deckcheck.cards import OFFICIAL, SKILL, CardIndex
from deckcheck.catalog import NAME_KINDS
from deckcheck.catalog.find import nearest
from deckcheck.catalog.search import Choose, Filters, Hit, Hits, other_games, search
from deckcheck.cli import note, warn, write, write_lines
from deckcheck.cli.lookups import listed
from deckcheck.cli.options import Lang, checked_game, json_text, open_data
from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.model import Card, Terms
from deckcheck.text import quote

app = typer.Typer(add_completion=False)

_PASSCODE_DIGITS = 9
_ELSEWHERE = 3
"""Cards of another game that a miss names."""
_FEW = 20
_EVERY = 2**31
_OUTPUTS = ("table", "ids", "json")
_OCG_TCG = "ocg-tcg"


@app.command(name="search")
def search_(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS...", show_default=False,
                       help="Words or parts of words; a name of the card has them all. They may "
                            "be left out where an option says which cards."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="monster, spell, trap, token; or xyz, "
                                                      "quick-play, 'ritual spell'.")
    ] = None,
    attribute: Annotated[str | None, typer.Option(metavar="NAME", help="dark, light, ...")] = None,
    level: Annotated[
        int | None, typer.Option(metavar="N", help="Level, rank or Link rating.")
    ] = None,
    race: Annotated[str | None, typer.Option(metavar="NAME", help="dragon, 'sea serpent'.")] = None,
    legal_in: Annotated[
        str | None, typer.Option(metavar="FORMAT[@DAY]", show_default=False,
                                 help="Only cards of which this way of playing allows a copy.")
    ] = None,
    not_in: Annotated[
        list[str] | None, typer.Option(metavar="DECK", show_default=False,
                                       help="Only cards that this deck has not; may be repeated.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Show so many cards.",
                                 show_default=f"{_FEW}, of ids all")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose cards: ocg-tcg, rush, skill.",
                                 show_default="ocg-tcg, or that of --legal-in")
    ] = None,
    lang: Lang = "en",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="NAME", help=f"{', '.join(_OUTPUTS)}.")
    ] = "table",
) -> None:  # fmt: skip
    """Find cards by words, or parts of words, of a name in any language.

    deckcheck search blue-eyes dragon --kind fusion

    deckcheck search --kind trap --legal-in edison --not-in my.ydk -o ids
    """
    if output not in _OUTPUTS:
        raise UnknownNameError("output", output, _OUTPUTS)
    asked = " ".join(words or ()).split()
    filters = Filters(kind, attribute, level, race)
    if not (asked or legal_in or not_in or any(value is not None for value in filters)):
        raise DeckcheckError("no words to search for are given, and no option says which cards")
    terms = None if legal_in is None else _terms(legal_in)
    index = CardIndex(open_data(), lang, _game(game, terms))
    most = limit or (_EVERY if output == "ids" else _FEW)
    choose = _choose(index, terms, not_in or ())
    found = search(index, asked, filters, most, choose)
    if not found.hits:
        last = [f"--legal-in {legal_in}"] if legal_in else []
        last += [f"--not-in {deck}" for deck in not_in or ()]
        raise DeckcheckError(_miss(index, asked, filters, " ".join(last)))
    if output == "json":
        write([json_text(_object(found))])
    elif output == "ids":
        write(_ids(found))
    else:
        write_lines(_lines(found))


def _terms(asked: str) -> Terms:
    """What decks of the format are judged by on its day."""
    from deckcheck import formats
    from deckcheck.cli.checkers import Checkers, Options
    from deckcheck.cli.configs import Configs
    from deckcheck.model import DeckList

    checkers = Checkers(Options(formats.Choice(asked)), Configs(None))
    return checkers.of(None).deck("", DeckList("", None, ()))[1]


def _game(asked: str | None, terms: Terms | None) -> str:
    """The game whose cards are searched; DeckcheckError if the format is of another."""
    game = None if asked is None else checked_game(asked)
    if terms and game not in (None, SKILL, terms.format.game):
        raise DeckcheckError(f"{terms.format.name} is of {terms.format.game}, not of {game}")
    return game or (terms.format.game if terms else _OCG_TCG)


def _choose(index: CardIndex, terms: Terms | None, not_in: Sequence[str]) -> Choose | None:
    """What takes the cards that the format allows and the decks have not; None for all."""
    if not (terms or not_in):
        return None
    from deckcheck.decks.allowed import allowed

    held = {key for deck in not_in for key in _cards_of(index, deck)}

    def choose(cards: Sequence[Card]) -> set[int]:
        found = allowed(cards, terms) if terms else {card.key for card in cards}
        return found - held

    return choose


def _cards_of(index: CardIndex, deck: str) -> set[int]:
    """The keys of the cards in a deck."""
    from deckcheck.cli.inputs import read_deck
    from deckcheck.near import NearNames
    from deckcheck.resolve import resolve

    _, listed = read_deck(deck, None)
    found = resolve(index, NearNames(index, languages=0), listed)
    return {copy.card.key for copy in found.copies if copy.card}


def _miss(index: CardIndex, words: list[str], filters: Filters, last: str) -> str:
    """Why nothing was found, and what comes near; the ``last`` options look at what is found."""
    text = quote(" ".join(words))
    asked = [f"--{name} {value}" for name, value in filters._asdict().items() if value is not None]
    passing = search(index, words, filters, 1).total if last else 0
    if passing:
        some = "1 card is found" if passing == 1 else f"{passing} cards are found"
        return f"{some}, none of them with {last}"
    if not words:
        return f"no card is there with {' '.join(asked)}"
    if asked:
        unfiltered = search(index, words, Filters(), 1).total
        if unfiltered:
            some = "1 card has" if unfiltered == 1 else f"{unfiltered} cards have"
            return f"{some} {text} in a name, none of them with {' '.join(asked)}"
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


def _ids(found: Hits) -> Iterator[str]:
    """The passcodes, a line each; what has none, and what is left out, is said."""
    for hit in found.hits:
        if hit.card.passcode is not None:
            yield f"{hit.card.passcode}\n"
    without = [hit.card for hit in found.hits if hit.card.passcode is None]
    if without:
        warn(f"without a passcode, and left out: {listed(without)}")
    if found.total > len(found.hits):
        note(f"{found.total - len(found.hits)} more; all without --limit")


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
