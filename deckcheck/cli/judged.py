"""Options of commands that judge a deck on the way to something else."""

from typing import Annotated, NamedTuple

import typer

from deckcheck import codecs, formats
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs

Format = Annotated[
    str | None, typer.Option("--format", "-f", metavar="NAME[@DAY]",
                             show_default="what the deck asks for, else tcg",
                             help="Way of playing, or a file; a day may follow.")
]  # fmt: skip
On = Annotated[
    str | None, typer.Option(metavar="DAY", help="As on this day, YYYY-MM-DD.",
                             show_default="what the deck or its config asks for, or today")
]  # fmt: skip
Ruleset = Annotated[str | None, typer.Option(metavar="NAME", help="Build by this ruleset instead.")]
Banlist = Annotated[
    str | None, typer.Option(metavar="LIST", help="Instead of the day's: REGION or REGION@DATE, a "
                                                  "YAML file, lflist.conf (FILE#NAME), or none.")
]  # fmt: skip
Points = Annotated[
    int | None, typer.Option(metavar="N", min=0, show_default="the format's",
                             help="Points of a deck at most, in formats with points.")
]  # fmt: skip
Lang = Annotated[
    str | None, typer.Option(metavar="CODE", help="Language of card names.", show_default="en")
]


class JudgingOptions(NamedTuple):
    """What the options say of how decks are read and judged."""

    choice: formats.Choice
    codec: str | None
    lang: str | None

    def checkers(self) -> Checkers:
        """The checkers of these options; DeckcheckError for one that is wrong."""
        if self.codec is not None:
            codecs.codec(self.codec)
        return Checkers(Options(self.choice, lang=self.lang), Configs(None))
