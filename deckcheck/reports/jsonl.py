"""``jsonl``: a deck object of the JSON output a line, as soon as it is judged, then the summary.

The last line has ``schema``, ``tool`` and ``data`` of the JSON output beside its ``summary``; where
it is missing, and was not left out by ``--quiet``, the run did not end.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from deckcheck.model import Report
from deckcheck.reports import Setting, Tally
from deckcheck.reports.json import SCHEMA, deck_object
from deckcheck.reports.where import UNSAFE

NAME = "jsonl"


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """A line for each deck, then one that sums up."""
    for report in reports:
        yield _line(deck_object(report))
    if not setting.quiet:
        yield _line(
            {
                "schema": SCHEMA,
                "tool": {"name": "deckcheck", "version": setting.version},
                "data": {"snapshot": setting.snapshot, "digest": setting.digest},
                "summary": {"decks": tally.decks} | dict(tally.counts),
            }
        )


def _line(value: dict[str, Any]) -> str:
    """The value on one line, all of it, for a reader of lines splits at more than line feeds."""
    text = json.dumps(value, ensure_ascii=False)
    return re.sub(UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"
