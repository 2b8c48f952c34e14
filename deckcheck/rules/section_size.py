"""A section holds more or fewer cards than the ruleset allows.

Sizes are as written in the file: unknown cards count, and so does a line that looks like a
passcode and is none. Some rulesets let a size pass with a warning: where a side deck of exactly 15
was asked, a single duel still needed none.
"""

from collections.abc import Iterator

from deckcheck.model import SECTIONS, Deck, Finding, Section, SectionRule, Terms

ID = "section-size"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each section whose size is wrong or doubtful."""
    for section in SECTIONS:
        rule = terms.ruleset.sections[section]
        size = deck.size(section)
        doubt = next((d for d in rule.doubtful if size in d.sizes), None)
        if doubt:
            message = f"{rule.name}: {_cards(size)}; {doubt.why}"
            yield _finding("warning", message, section, size, _nearest(rule, size), terms)
        elif not any(size in sizes for sizes in rule.sizes):
            bound = _nearest(rule, size)
            message = f"{rule.name}: {size} of {_asked(rule, size)} cards"
            yield _finding("error", message, section, size, bound, terms)


def _finding(
    severity: str, message: str, section: Section, size: int, bound: int, terms: Terms
) -> Finding:
    return Finding(
        ID, "warning" if severity == "warning" else "error",
        f"{message} ({terms.ruleset.title})",
        sections=(section,), copies=size, allowed=bound, source=terms.ruleset.sources[0],
    )  # fmt: skip


def _nearest(rule: SectionRule, size: int) -> int:
    """The allowed size that is nearest."""
    bounds = [b for sizes in rule.sizes for b in (sizes.least, sizes.most) if b is not None]
    return min(bounds, key=lambda bound: abs(bound - size))


def _asked(rule: SectionRule, size: int) -> str:
    if all(sizes.least == sizes.most for sizes in rule.sizes):
        return f"exactly {' or '.join(map(str, rule.sizes))}"
    bound = _nearest(rule, size)
    return f"at least {bound}" if size < bound else f"at most {bound}"


def _cards(size: int) -> str:
    return f"{size} card" if size == 1 else f"{size} cards"
