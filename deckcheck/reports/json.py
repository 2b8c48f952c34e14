"""``json``: the whole run as one object of the schema ``deckcheck/report/1``."""

import json
from collections.abc import Iterator
from typing import Any

from deckcheck.model import Finding, Points, Report, Terms
from deckcheck.reports import Setting, Tally

NAME = "json"
SCHEMA = "deckcheck/report/1"


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """One JSON object, its summary whatever decks are shown."""
    decks = [deck_object(report) for report in reports]
    whole: dict[str, Any] = {
        "schema": SCHEMA,
        "tool": {"name": "deckcheck", "version": setting.version},
        "data": {"snapshot": setting.snapshot, "digest": setting.digest},
        "summary": {"decks": tally.decks} | dict(tally.counts),
        "decks": decks,
    }
    yield json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def deck_object(report: Report) -> dict[str, Any]:
    """A deck as the schema says it: absent scalars are null, absent lists empty."""
    return {
        "path": report.path,
        "name": report.name,
        "codec": report.codec,
        "verdict": report.verdict,
        **terms_object(report.terms),
        "sizes": report.sizes,
        "points": report.points and points_object(report.points),
        "findings": [finding_object(finding) for finding in report.findings],
        "known": report.known,
    }


def terms_object(terms: Terms) -> dict[str, Any]:
    """What a deck is judged by."""
    banlist = terms.banlist
    return {
        "format": terms.format.name,
        "ruleset": terms.ruleset.name,
        "on": terms.on,
        "banlist": banlist
        and {"region": banlist.region, "effective": banlist.effective, "path": banlist.path},
    }


def points_object(points: Points) -> dict[str, Any]:
    """The points of a deck, and of its cards."""
    return {
        "total": points.total,
        "cap": points.cap,
        "cards": [
            {**card.card._asdict(), "copies": card.copies, "points": card.points}
            for card in points.cards
        ],
    }


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding as the schema says it."""
    said = finding._asdict()
    del said["subject"]
    return {
        **said,
        "card": finding.card and finding.card._asdict(),
        "members": [member._asdict() for member in finding.members],
    }
