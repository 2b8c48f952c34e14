"""More LEGEND cards than Rush Duel allows.

In the main and the extra deck together: one LEGEND card in all until 2022-12-31, from 2023-01-01
one Monster, one Spell and one Trap. The side deck is free.

Example: in the deck

    main: [Blue-Eyes White Dragon, Dark Magician, Monster Reborn]

``deckcheck check - -f rush@2023-01-01`` finds

    error: LEGEND Monsters: 2 copies in main and extra, 1 allowed since 2023-01-01 (1x Blue-Eyes
    White Dragon, 1x Dark Magician)
"""

from collections.abc import Iterator

from deckcheck.findings import about, counted, members, playable
from deckcheck.model import Copy, Deck, Finding, LegendRule, Terms

ID = "legend-limit"

_LEGEND = "legend"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for too many LEGEND cards, in all or of a kind."""
    reached = [rule for rule in terms.ruleset.legends if rule.since <= terms.on]
    if not reached:
        return
    rule = max(reached, key=lambda rule: rule.since)
    legends = [
        copy
        for copy in playable(deck)
        if copy.card and _LEGEND in copy.card.flags and copy.section in rule.sections
    ]
    for what, copies in _groups(rule, legends):
        if len(copies) > rule.allowed:
            held = ", ".join(f"{member.copies}x {member.name}" for member in members(copies))
            message = (
                f"LEGEND {what}: {counted(len(copies))} in main and extra, "
                f"{rule.allowed} allowed since {rule.since} ({held})"
            )
            source = terms.ruleset.sources[0]
            yield about(
                ID, "error", message, copies, allowed=rule.allowed, source=source, subject=what
            )


def _groups(rule: LegendRule, legends: list[Copy]) -> list[tuple[str, list[Copy]]]:
    if not rule.of_each_kind:
        return [("cards", legends)]
    kinds = ("monster", "spell", "trap")
    return [
        (f"{kind.title()}s", [copy for copy in legends if copy.card and copy.card.kind == kind])
        for kind in kinds
    ]
