"""A section holds more or fewer cards than the ruleset allows.

Sizes are as written in the file: unknown cards count, and so does a line that looks like a
passcode and is none. Some rulesets let a size pass with a warning: where a side deck of exactly 15
was asked, a single duel still needed none. Skill cards count in no size where a ruleset has them.

Example: in the deck

    main: [3 Kuriboh, 3 Sangan]

``deckcheck check - -f tcg@2026-06-01`` finds

    error: Main Deck: 6 of at least 40 cards (Master Rule (April 2020))

Example: in the deck

    main: [3 Kuriboh]

``deckcheck check - -f ocg@2005-01-01`` finds

    warning: Side Deck: 0 cards; an empty one does for a single duel, a tournament deck needs
    exactly 15 (New Expert Rules)
"""

from collections.abc import Iterator

from deckcheck.findings import section_size
from deckcheck.model import SECTIONS, Deck, Finding, Section, SectionRule, Terms

ID = "section-size"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each section whose size is wrong or doubtful."""
    for section in SECTIONS:
        size = section_size(deck, terms, section)
        finding = _judge(section, terms.ruleset.sections[section], size)
        if finding:
            message = f"{finding.message} ({terms.ruleset.title})"
            source = terms.ruleset.sections[section].put_by or terms.ruleset.sources[0]
            yield finding._replace(message=message, source=source)


def _judge(section: Section, rule: SectionRule, size: int) -> Finding | None:
    for doubt in rule.doubtful:
        if size in doubt.sizes:
            cards = f"{size} card" if size == 1 else f"{size} cards"
            message = f"{rule.name}: {cards}; {doubt.why}"
            return Finding(
                ID, "warning", message, sections=(section,), copies=size, subject=section
            )
    if any(size in sizes for sizes in rule.sizes):
        return None
    bound = _nearest(rule, size)
    message = f"{rule.name}: {size} of {_asked(rule, size, bound)} cards"
    if not any(sizes.most is None or sizes.most for sizes in rule.sizes):
        message = f"{rule.name}: {size} {'card' if size == 1 else 'cards'}, there is none"
    return Finding(ID, "error", message, sections=(section,), copies=size, allowed=bound,
                   subject=f"{section} {'few' if size < bound else 'many'}")  # fmt: skip


def _nearest(rule: SectionRule, size: int) -> int:
    """The allowed size that is nearest."""
    bounds = [b for sizes in rule.sizes for b in (sizes.least, sizes.most) if b is not None]
    return min(bounds, key=lambda bound: abs(bound - size))


def _asked(rule: SectionRule, size: int, bound: int) -> str:
    if all(sizes.least == sizes.most for sizes in rule.sizes):
        return f"exactly {' or '.join(map(str, rule.sizes))}"
    return f"at least {bound}" if size < bound else f"at most {bound}"
