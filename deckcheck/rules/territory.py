"""The verdict depends on where in the region the deck is played.

A few lists took effect on different days in the Americas and in Europe. Without ``--territory``
the earliest day counts, and this warning says in which territory the verdict is another one.
"""

from collections.abc import Iterator

from deckcheck.model import Deck, Finding, Terms

ID = "territory"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each territory where the deck is judged otherwise."""
    if not terms.elsewhere:
        return
    from deckcheck.rules import run, verdict

    here = verdict(run(deck, terms._replace(elsewhere=())))
    for there in terms.elsewhere:
        other = verdict(run(deck, there))
        if other != here and there.banlist and terms.banlist:
            yield Finding(
                ID, "warning",
                f"{other} in {there.territory}, where {there.banlist.label} is in force on "
                f"{terms.on}; judged by {terms.banlist.label}, name a --territory",
                source=next(iter(terms.banlist.sources), None),
            )  # fmt: skip
