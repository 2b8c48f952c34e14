"""What the outputs for machines share: where findings stand, safe text, and fingerprints."""

import re
from collections import Counter
from pathlib import PurePath
from urllib.parse import quote, unquote

from deckcheck.model import Finding, Report
from deckcheck.text import is_link

STDIN = "-"
_STDIN_URI = "stdin:"
_IN_LINKS = ":/=+!"

UNSAFE = (
    r"[\x00-\x1f\x7f-\x9f"  # controls, line ends among them; XML can hold few of them
    r"\u2028\u2029"  # line ends to some readers
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # these turn the direction of what follows
    r"\ud800-\udfff\ufffe\uffff]"  # no characters: bytes of file names that are no UTF-8
)
"""An expression for what is escaped; not compiled, since few starts of the program need it."""


def safe(text: str) -> str:
    """The text on one line, such that every format can hold it and no terminal acts on it.

    Less is escaped than in ``words.printable``, so that the names of files stay what they are.
    """
    return re.sub(UNSAFE, lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def file_of(path: str) -> str | None:
    """The file of a report, with forward slashes and without ``./``; None for stdin and links."""
    return None if path == STDIN or is_link(path) else PurePath(path).as_posix()


def uri(path: str) -> str:
    """What a report is about as a URI: relative for a relative path, else ``file://``.

    A link is one itself, and standard input is ``stdin:``.
    """
    if is_link(path):
        return quote(unquote(path.lstrip(" <")), safe=_IN_LINKS, errors="replace")
    if path == STDIN:
        return _STDIN_URI
    file = PurePath(path)
    return file.as_uri() if file.is_absolute() else quote(file.as_posix(), errors="surrogateescape")


def first_line(finding: Finding) -> int:
    """The line to point at: that of the first copy, 1 where the finding has none."""
    return min(finding.lines, default=1)


def subject(finding: Finding) -> str:
    """What a finding is about, whatever the wording: its card, or what else its rule names."""
    card = finding.card
    if card:
        return f"{card.passcode or card.konami_id or card.name} {finding.subject}".strip()
    return finding.subject


def fingerprint(report: Report, finding: Finding, seen: Counter[str]) -> str:
    """What tells the finding from all others, and stays the same when the deck is edited.

    It is made of the file, the rule and what the finding is about, so neither lines nor copies
    are in it. ``seen`` counts those that are alike in a run.
    """
    from hashlib import sha256

    key = "\0".join((file_of(report.path) or report.path, finding.rule, subject(finding)))
    seen[key] += 1
    return sha256(f"{key}\0{seen[key]}".encode("utf-8", "surrogatepass")).hexdigest()
