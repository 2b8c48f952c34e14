"""``deckcheck new``: a deck file without cards, to be filled by ``add`` or by hand."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck import codecs, formats
from deckcheck.cli import warn, write
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs
from deckcheck.cli.writing import write_file
from deckcheck.codecs import Codec
from deckcheck.codecs.directives import directives
from deckcheck.decks.written import Way, written
from deckcheck.errors import DeckcheckError, DirectiveError
from deckcheck.model import Deck, DeckList, Directive
from deckcheck.reports.words import printable
from deckcheck.text import quote

app = typer.Typer(add_completion=False)


@app.command()
def new(
    file: Annotated[
        str, typer.Argument(metavar="FILE", show_default=False,
                            help="The file to write; its suffix says by which codec.")
    ],
    format_: Annotated[
        str | None, typer.Option("--format", "-f", metavar="NAME[@DAY]", show_default=False,
                                 help="Way of playing that the deck asks to be judged by.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="TEXT", show_default=False, help="Name of the deck.")
    ] = None,
    codec: Annotated[
        str | None, typer.Option(metavar="NAME", show_default="what the suffix says",
                                 help=f"Write by this codec: {', '.join(codecs.CODECS)}.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
) -> None:  # fmt: skip
    """Begin a deck file: sections without cards, and what it asks to be judged by.

    deckcheck new my.ydk

    deckcheck new goat.yaml --format goat --name "Chaos Turbo"
    """
    target = codecs.codec(codec or _codec_of(file))
    asked = () if format_ is None else directives("format", format_.strip(), 1, ())
    if name and not name.isprintable():
        raise DeckcheckError(f"{quote(name)} is no name of a deck, which is text on one line")
    listed = DeckList(target.NAME, name or None, (), directives=asked)
    listed = listed._replace(directives=_by_own_name(file, listed))
    text, left_out = _text(target, listed)
    if left_out:
        warn(f"{file}: left out, for {target.NAME} cannot hold it: {', '.join(left_out)}")
    write_file(file, text.encode(), force=force)
    write([f"{printable(file)}: begun as {target.NAME}, without cards\n"])


def _codec_of(file: str) -> str:
    """The codec of the file's suffix; DeckcheckError where it has none."""
    suffix = Path(file).suffix.casefold()
    if suffix not in codecs.SUFFIXES:
        raise DeckcheckError(
            f"{file}: no codec has the suffix {quote(suffix)}; name a file with one of "
            f"{', '.join(codecs.SUFFIXES)}, or the codec with --codec"
        )
    return codecs.SUFFIXES[suffix]


def _by_own_name(file: str, listed: DeckList) -> tuple[Directive, ...]:
    """What the deck asks for, the format by its name rather than by another one that it has.

    DeckcheckError if it would ask for what it cannot be judged by.
    """
    checker = Checkers(Options(formats.Choice(None)), Configs(None)).of(file)
    try:
        _, terms = checker.deck(file, listed)
    except DirectiveError as error:
        raise DeckcheckError(f"--format: {error.reason}") from error
    return tuple(
        directive._replace(value=terms.format.name) if directive.key == "format" else directive
        for directive in listed.directives
    )


def _text(target: Codec, listed: DeckList) -> tuple[str, tuple[str, ...]]:
    """The text of the deck, and what of it the codec cannot hold.

    DeckcheckError for a name that would not be read again.
    """
    deck = Deck(target.NAME, listed.name, (), (), {})
    way = Way(target.HOLDS, with_ids=False, canonical=False, name_of=lambda card: card.name)
    made, left_out = written(listed, deck, way)
    text = target.dump(made)
    if target.parse(text).name != made.name:
        raise DeckcheckError(f"{target.NAME} cannot hold the name {quote(str(made.name))}")
    return text, left_out
