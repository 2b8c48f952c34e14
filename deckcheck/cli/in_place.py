"""What commands that edit deck files where they are have in common.

Each file is read, edited as text and written again; the others go on where one cannot be.
"""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated, NamedTuple

import typer

from deckcheck import codecs
from deckcheck.cli import complain, write, write_bytes
from deckcheck.cli.inputs import Input, NotThereError
from deckcheck.cli.textdiff import show
from deckcheck.cli.writing import UnwrittenError, replace_file
from deckcheck.errors import DeckcheckError, DirectiveError, LongError, ParseError
from deckcheck.model import DeckList
from deckcheck.reports.words import printable
from deckcheck.text import decode

Check = Annotated[
    bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")
]

_MARKS = {"utf-8": BOM_UTF8, "utf-16-le": BOM_UTF16_LE, "utf-16-be": BOM_UTF16_BE}


class Document(NamedTuple):
    """A deck file as text. ``mark``: its byte order marks, empty for none; ``codec``: one named."""

    found: Input
    codec: str | None
    data: bytes
    mark: bytes
    encoding: str
    text: str

    @property
    def texts_begin(self) -> str:
        """The byte order marks as text, for diffs of UTF-8, which have them."""
        return self.mark.decode() if self.encoding == "utf-8" else ""

    def encoded(self, text: str) -> bytes:
        """The bytes of another text, as those of the file are made."""
        errors = "surrogateescape" if self.encoding == "utf-8" else "strict"
        return self.mark + text.encode(self.encoding, errors)

    def parse(self, text: str) -> DeckList:
        """The deck list that the file with another text would have; ParseError if none."""
        return codecs.parse(self.encoded(text), suffix=self.found.suffix, name=self.codec)


class Edit(NamedTuple):
    """The new text of a file, and what is to be said, or a diff to be shown, once it is there."""

    text: str
    said: tuple[str, ...] = ()
    diff: tuple[str, ...] = ()


class Run:
    """One run of a command: how many files have changed, and whether something went wrong."""

    def __init__(self, *, check: bool) -> None:
        """``check``: nothing is written, and what would change is said."""
        self._check = check
        self._aside = False
        self.failed = False
        self.changed = 0
        self.unchanged = 0
        self.said = 0

    @property
    def code(self) -> int:
        """The exit code of the run."""
        return 2 if self.failed else int(self._check and self.changed > 0)

    def fail(self, *lines: str) -> None:
        """Say what could not be done; the run goes on."""
        self.failed = True
        complain(*lines)

    def over(
        self, found: Iterable[Input], codec: str | None, edit: Callable[[Document], Edit]
    ) -> None:
        """Edit each file; DeckcheckError from ``edit`` leaves one as it is, and is said."""
        every = list(found)
        self._aside = not self._check and any(one.data is not None for one in every)
        for one in every:
            try:
                document = _opened(one, codec)
                edited = edit(document)
            except ParseError as error:
                self.fail(f"{one.path}:{error.line}: {error.reason}")
            except (NotThereError, DirectiveError) as error:
                self.fail(str(error))
            except LongError as error:
                self.fail(*(f"{one.path}: {line}" for line in str(error).split("\n")))
            except DeckcheckError as error:
                self.fail(f"{one.path}: {error}")
            else:
                self._put(document, edited)

    def summary(self, text: str) -> None:
        """Say the last line, unless the output is a deck."""
        if not self._aside:
            write([f"{text}\n"])

    def _put(self, document: Document, edited: Edit) -> None:
        found, data = document.found, document.encoded(edited.text)
        changed = data != document.data
        if len(data) > found.most_bytes:
            self.fail(f"{found.path}: would be larger than {found.most_bytes:,} bytes")
            return
        if found.data is not None and not self._check:
            write_bytes(data if found.path == "-" else data + b"\n")
        elif changed and not self._check:
            try:
                replace_file(found.path, data, was=document.data)
            except UnwrittenError as error:
                self.fail(str(error))
                return
        self.changed += changed
        self.unchanged += not changed
        self.said += len(edited.said)
        self._say(printable(line) + "\n" for line in edited.said)
        show(edited.diff)

    def _say(self, lines: Iterable[str]) -> None:
        if not self._aside:
            write(lines)
            return
        with suppress(OSError):
            typer.echo("".join(lines), err=True, nl=False)


def files(count: int) -> str:
    """So many files, in words."""
    return f"{count} {'file' if count == 1 else 'files'}"


def _opened(found: Input, codec: str | None) -> Document:
    """The file as text; DeckcheckError for what cannot be read, or not be written as it was."""
    data = found.read()
    text = decode(data)
    for encoding, mark in _MARKS.items():
        document = Document(found, codec, data, b"", encoding, text)
        plain = document.encoded(text)
        before = data.removesuffix(plain)
        if data == before + plain and not before.replace(mark, b""):
            return document._replace(mark=before)
    raise DeckcheckError("its encoding cannot be told for sure; save it as UTF-8")
