"""``deckcheck convert``: decks written in another file format."""

import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import codecs
from deckcheck.cards import GAMES
from deckcheck.cli import complain, inputs, warn, write
from deckcheck.cli.bar import with_bar
from deckcheck.cli.configs import Configs
from deckcheck.cli.options import Lang, checked_game, open_data
from deckcheck.cli.sources import named_format
from deckcheck.cli.writing import UnwrittenError, write_file
from deckcheck.codecs import Codec
from deckcheck.decks.written import Way, Written, asked_for, written
from deckcheck.errors import DeckcheckError, ParseError, UnheldError
from deckcheck.model import Deck, DeckList
from deckcheck.resolve import Resolver
from deckcheck.rules.ambiguous_name import doubts
from deckcheck.text import quote

app = typer.Typer(add_completion=False)

_HALF_A_LETTER = re.compile("[\ud800-\udfff]")


@app.command()
def convert(
    decks: Annotated[
        list[str],
        typer.Argument(metavar="DECKS...", show_default=False,
                       help="Files, folders, patterns, ydke:// links, or - for standard input."),
    ],
    to: Annotated[
        str | None, typer.Option(metavar="CODEC", show_default="what the suffix of --output says",
                                 help=f"Write by this codec: {', '.join(codecs.CODECS)}.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", show_default="standard output",
                                 help="Write one deck to this file.")
    ] = None,
    out_dir: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Write every deck below this folder.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")] = False,
    canonical: Annotated[
        bool, typer.Option("--canonical", help="Write each card by its passcode, not by the id of "
                                               "another artwork or an older one.")
    ] = False,
    codec: inputs.Codec = None,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"Whose cards: {', '.join(GAMES)}.",
                                 show_default="the game of the deck's format")
    ] = None,
    lang: Lang = "en",
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
) -> None:  # fmt: skip
    """Write decks in another file format; what that cannot hold is said.

    deckcheck convert my.ydk --to ydke

    deckcheck convert decks/ --to yaml --out-dir yaml-decks
    """
    target = codecs.codec(to or _codec_of(output))
    if codec is not None:
        codecs.codec(codec)
    if output is not None and out_dir is not None:
        raise DeckcheckError("either --output or --out-dir, not both")
    if "" in (output, out_dir):
        raise DeckcheckError("--output and --out-dir need the name of a file or folder")
    converter = _Converter(open_data(), lang, game and checked_game(game), target, canonical)
    run = _Run(converter, codec)
    found = list(inputs.find(decks, run.fail, max_bytes, Configs(None).takes, by_path=True))
    if out_dir is None:
        if len(found) > 1 or any(one.within is not None for one in found):
            raise DeckcheckError("--out-dir FOLDER takes the decks of a folder, or more than one")
        run.one(found, output, force=force)
    else:
        run.many(found, out_dir, force=force)
    raise typer.Exit(2 if run.failed else 0)


def _codec_of(output: str | None) -> str:
    """The codec that the suffix of a file to be written says; DeckcheckError for none."""
    suffix = Path(output or "").suffix.casefold()
    if suffix not in codecs.SUFFIXES:
        raise DeckcheckError(
            f"name the codec to write by with --to: {', '.join(codecs.CODECS)}; of a file with one "
            "of their suffixes --output is enough"
        )
    return codecs.SUFFIXES[suffix]


class _Converter:
    """Decks by one codec, and what is said of each.

    Without a game, they are of the game of the format that they are judged by.
    """

    def __init__(
        self, db: sqlite3.Connection, lang: str, game: str | None, target: Codec, canonical: bool
    ) -> None:
        self._db = db
        self._resolver = Resolver(db, lang)
        self._game = game
        self._canonical = canonical
        self._configs = Configs(None)
        self.target = target

    def text(self, found: inputs.Input, codec: str | None) -> tuple[str, list[str]]:
        """The deck written anew, and remarks on it.

        DeckcheckError, with path and line, where it cannot be read or something would be lost.
        """
        try:
            data = found.read()
            if not data.strip():
                raise ParseError(1, "there is nothing in it to convert")
            listed = codecs.parse(data, suffix=found.suffix, name=codec)
            game = self._game or self._game_of(found.file, listed)
            deck = self._resolver.deck(listed, game)
            name_of = self._resolver.index(game).own_name
            way = Way(self.target.HOLDS, self.target.NAME == "json", self._canonical, name_of)
            made = written(listed, deck, way)
            text, left_out = self._text(made, deck, game)
        except (ParseError, UnheldError) as error:
            raise DeckcheckError(f"{found.path}:{error.line}: {error.reason}") from error
        return text, [*_remarks(deck, left_out)]

    def _text(self, made: Written, deck: Deck, game: str) -> tuple[str, tuple[str, ...]]:
        """The text that is read as the same deck, and what had to be left out of it.

        A name or a directive that the text would be misread by is left out. UnheldError where not
        even the cards are read as they were.
        """
        listed, left_out = made
        for _ in range(3):
            text = self.target.dump(listed)
            if _HALF_A_LETTER.search(text):
                raise UnheldError(1, "holds what is no UTF-8; save the file as UTF-8 first")
            again = self._read(text)
            if listed.name and (again is None or again.name != listed.name):
                left_out = (*left_out, f"the deck's name {quote(listed.name)}")
                listed = listed._replace(name=None)
            elif listed.directives and not _asks_the_same(again, listed):
                left_out = (*left_out, f"that it asks for {asked_for(listed.directives)}")
                listed = listed._replace(directives=())
            else:
                break
        if not again or again.problems or again.name != listed.name:
            raise UnheldError(1, f"{self.target.NAME} cannot hold this deck")
        other = _content(self._resolver.deck(again, game), self.target)
        amiss = _content(deck, self.target) - other or other - _content(deck, self.target)
        if amiss:
            lines = [copy.line for copy in deck.copies if copy.identity == next(iter(amiss))[1]]
            what = f"{self.target.NAME} would read this card otherwise; give its passcode"
            raise UnheldError(min(lines, default=1), what)
        return text, left_out

    def _read(self, text: str) -> DeckList | None:
        try:
            return codecs.parse(text.encode(), name=self.target.NAME)
        except ParseError:
            return None

    def _game_of(self, path: str | None, listed: DeckList) -> str:
        """The game of the format that the deck asks for, else of what it is judged by.

        What a deck asks for and is no format says nothing. DeckcheckError for a wrong config.
        """
        with suppress(DeckcheckError):
            return named_format(self._db, None, path, listed.directives, self._configs).game
        return named_format(self._db, None, path, (), self._configs).game


def _content(deck: Deck, target: Codec) -> Counter[tuple[str, object]]:
    """Copies by section, as far as the codec knows it, and card."""
    sections = target.HOLDS.sections
    return Counter(
        (
            copy.section if sections or copy.section == "side" else "",
            copy.identity,
        )
        for copy in deck.copies
    )


def _asks_the_same(again: DeckList | None, listed: DeckList) -> bool:
    """Whether what was written asks for the same format and day."""
    return again is not None and [d[:2] for d in again.directives] == [
        d[:2] for d in listed.directives
    ]


def _remarks(deck: Deck, left_out: tuple[str, ...]) -> Iterator[str]:
    for doubt in doubts(deck):
        yield f"{min(doubt.lines, default=1)}: {doubt.message}"
    if left_out:
        yield f" left out: {', '.join(left_out)}"


class _Run:
    """One run of the command, and whether something in it could not be done."""

    def __init__(self, converter: _Converter, codec: str | None) -> None:
        self._converter = converter
        self._codec = codec
        self.failed = False

    def fail(self, message: str) -> None:
        """Say what could not be done; the run goes on."""
        self.failed = True
        complain(message)

    def one(self, found: list[inputs.Input], output: str | None, *, force: bool) -> None:
        """Write the one deck to a file, or to standard output."""
        for deck in found:
            text = self._text(deck)
            if text is None:
                return
            if output in (None, "-"):
                write([text])
            else:
                self._write(str(output), text, force=force)

    def many(self, found: list[inputs.Input], folder: str, *, force: bool) -> None:
        """Write each deck to the place below the folder that it has below its own."""
        made: dict[str, str] = {}
        sources = {os.path.realpath(deck.path) for deck in found if deck.file}
        number = 0
        for deck in with_bar(found, "convert", beside_output=True):
            path = os.path.join(folder, _below(deck, self._converter.target))  # noqa: PTH118
            if path in made:
                self.fail(f"{deck.path}: {path} has {made[path]} in it already; nothing is written")
                continue
            if os.path.realpath(path) in sources - {os.path.realpath(deck.path)}:
                self.fail(f"{deck.path}: {path} is itself one of the decks; nothing is written")
                continue
            text = self._text(deck)
            if text is not None:
                made[path] = deck.path
                number += self._write(path, text, force=force, with_folder=True)
        write([f"{number} {'deck' if number == 1 else 'decks'} written to {folder}\n"])

    def _text(self, deck: inputs.Input) -> str | None:
        try:
            text, remarks = self._converter.text(deck, self._codec)
        except DeckcheckError as error:
            self.fail(str(error))
            return None
        for remark in remarks:
            warn(f"{deck.path}:{remark}")
        return text

    def _write(self, path: str, text: str, *, force: bool, with_folder: bool = False) -> bool:
        try:
            if with_folder:
                os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
            write_file(path, text.encode(), force=force)
        except UnwrittenError as error:
            self.fail(str(error))
            return False
        except OSError as error:
            self.fail(f"{path}: cannot be written: {error.strerror}")
            return False
        return True


def _below(deck: inputs.Input, target: Codec) -> str:
    """The path of the written deck below the folder of all."""
    suffix = target.SUFFIXES[0]
    if deck.data is not None:
        return f"deck{suffix}"
    if deck.within is None:
        path = os.path.basename(deck.path)  # noqa: PTH119 - as it is written
    else:
        path = os.path.relpath(deck.path, deck.within or ".")
    return os.path.splitext(path)[0] + suffix  # noqa: PTH122 - as it is written
