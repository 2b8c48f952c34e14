"""``deckcheck migrate``: official passcodes in place of ids that are out of date."""

from functools import partial
from typing import Annotated

import typer

from deckcheck import codecs
from deckcheck.cards import CardIndex
from deckcheck.cli import inputs
from deckcheck.cli.configs import Configs
from deckcheck.cli.in_place import Check, Document, Edit, Run, files
from deckcheck.cli.options import Lang, open_data
from deckcheck.decks import migration

app = typer.Typer(add_completion=False)


@app.command()
def migrate(
    decks: Annotated[
        list[str],
        typer.Argument(metavar="DECKS...", show_default=False,
                       help="Files, folders, patterns, ydke:// links, or - for standard input."),
    ],
    check: Check = False,
    codec: inputs.Codec = None,
    lang: Lang = "en",
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
) -> None:  # fmt: skip
    """Replace ids from before a card's passcode was known, or since replaced, by the passcode.

    Only those ids change in a file. Ids of other artworks stay, and so do
    those that simulators give to cards with an older text or to unofficial
    ones. A deck that would be read otherwise afterwards is not written.

    deckcheck migrate my.ydk

    deckcheck migrate decks/ --check
    """
    if codec is not None:
        codecs.codec(codec)
    cards = CardIndex(open_data(), lang)
    run = Run(check=check)
    run.over(
        inputs.find(decks, run.fail, max_bytes, Configs(None).takes), codec, partial(_edit, cards)
    )
    ids = f"{run.said} {'id' if run.said == 1 else 'ids'}"
    done = "would be replaced" if check else "replaced"
    run.summary(f"{ids} in {files(run.changed)} {done}, {files(run.unchanged)} unchanged")
    raise typer.Exit(run.code)


def _edit(cards: CardIndex, document: Document) -> Edit:
    """The text with official passcodes; DeckcheckError where it cannot be."""
    done = migration.migrate(document.text, document.parse, cards)
    path = document.found.path
    said = (f"{path}:{r.line}: {r.old} -> {r.passcode} {r.name}" for r in done.replaced)
    return Edit(done.text, tuple(said))
