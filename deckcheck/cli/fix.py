"""``deckcheck fix``: the smallest change that makes a deck legal, shown or written."""

from typing import Annotated

import typer

from deckcheck import formats
from deckcheck.cli import inputs, judged, write, write_lines
from deckcheck.cli.in_place import Document, Edit, Run
from deckcheck.cli.mending import fixed_deck
from deckcheck.cli.options import Output, Territory, is_json, json_text
from deckcheck.cli.repairs import Fixed, above_diff, as_object, below_diff
from deckcheck.cli.textdiff import show, shown
from deckcheck.errors import DeckcheckError

app = typer.Typer(add_completion=False)


@app.command()
def fix(
    deck: Annotated[
        str, typer.Argument(metavar="DECK", show_default=False,
                            help="A file; of a ydke:// link, or of - for standard input, the "
                                 "repaired deck goes to standard output with --apply.")
    ],
    apply: Annotated[
        bool, typer.Option("--apply/--dry-run", show_default="--dry-run",
                           help="Write the repaired deck, or only show the repair.")
    ] = False,
    format_: judged.Format = None,
    on: judged.On = None,
    territory: Territory = None,
    ruleset: judged.Ruleset = None,
    banlist: judged.Banlist = None,
    points: judged.Points = None,
    codec: inputs.Codec = None,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
    lang: judged.Lang = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Make a deck legal by the smallest change; exit code 1 if it is illegal then.

    The fewest cards are removed, then the fewest moved to another section,
    then ids that are out of date replaced. No card is added, and what
    cannot be judged stays. Without --apply nothing is written.

    deckcheck fix my.ydk

    deckcheck fix my.ydk -f genesys --on 2026-06-01 --apply
    """
    as_json = is_json(output)
    choice = formats.Choice(format_, on, territory, ruleset, banlist, points)
    checkers = judged.JudgingOptions(choice, codec, lang).checkers()
    found = inputs.the_one(deck, max_bytes)
    is_deck = found.file is None and apply
    if as_json and is_deck:
        raise DeckcheckError("the repaired deck goes to standard output, and so does JSON; "
                             "leave out --apply, or -o json")  # fmt: skip
    done: list[Fixed] = []

    def edit(document: Document) -> Edit:
        fixed = fixed_deck(document, checkers, is_written=apply)
        done.append(fixed)
        # printed beside the deck, where that goes to standard output
        every = (*above_diff(fixed), *shown(fixed.diff), *below_diff(fixed))
        return Edit(fixed.texts[1], tuple(map(str.rstrip, every)) if is_deck else ())

    run = Run(check=not apply)
    run.over([found], codec, edit)
    if run.failed:
        raise typer.Exit(2)
    (fixed,) = done
    if as_json:
        write([json_text(as_object(fixed))])
    elif not is_deck:
        write_lines(above_diff(fixed))
        show(fixed.diff)
        write_lines(below_diff(fixed))
    raise typer.Exit(int(fixed.after.verdict == "illegal"))
