"""The verdict depends on where in the region the deck is played.

A few lists took effect on different days in the Americas and in Europe. Without ``--territory``
the earliest day counts, and this warning says in which territory the verdict is another one.

Example: in the deck

    extra: [Baronne de Fleur]

``deckcheck check - -f tcg@2024-04-18 --select limit,territory`` finds

    warning: legal in emea, where tcg 2024-01-01 is in force; judged by tcg 2024-04-15, name a
    territory
"""

from collections.abc import Iterator

from deckcheck.model import Finding, Terms, Verdict

ID = "territory"


def compare(here: Terms, verdict: Verdict, there: Terms, other: Verdict) -> Iterator[Finding]:
    """A finding if the verdict by the terms of a territory is another than the one given."""
    if other != verdict and there.banlist and here.banlist:
        yield Finding(
            ID,
            "warning",
            f"{other} in {there.territory}, where {there.banlist.label} is in force; judged by "
            f"{here.banlist.label}, name a territory",
            source=next(iter(here.banlist.sources), None),
            subject=there.territory or "",
        )
