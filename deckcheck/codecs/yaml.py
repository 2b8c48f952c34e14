"""YAML decks, written by hand, with names in any language.

A mapping with ``main``, ``extra`` and ``side``, each a list that may be left out or empty, and
``name``, ``format`` and ``on``; a comment may ask for the latter two as in a YDK. An item of a list
is one of

- ``3 Blue-Eyes White Dragon``, ``3x …`` or ``… x3``: copies and a name or passcode
- ``Ash Blossom & Joyous Spring: 3``: the same as a mapping
- ``89631139`` or ``Sangan``: one copy
- ``{card: 雷击, copies: 2}``: the same at length
- ``Number 39: Utopia``: a name with a colon, which YAML would have in quotes

``tags`` names sets of cards for ``odds``: ``tags: {starters: [Sangan, 14558127]}``, whose items are
those of a section; how many copies an item says counts for nothing there.

Scalars are read as text: ``05370235`` is that passcode, ``no`` a name. Whether ``7 Colored Fish``
is a name or seven copies, only the cards can tell: both readings are kept, the name first.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from unicodedata import normalize

from deckcheck.codecs.directives import directives, parse_directives
from deckcheck.codecs.held import EVERYTHING, check_sections
from deckcheck.codecs.unpacked import MOST_CARDS, bounded
from deckcheck.errors import ParseError, UnheldError
from deckcheck.model import SECTIONS, DeckList, Directive, Entry, Reading, Section
from deckcheck.names import LONGEST
from deckcheck.passcodes import parse_passcode
from deckcheck.text import lines, quote

if TYPE_CHECKING:
    from deckcheck.yamltext import Comment, Node

NAME = "yaml"
SUFFIXES = (".yaml", ".yml")
HOLDS = EVERYTHING._replace(tags=True)

_KEYS = ("name", "format", "on", *SECTIONS, "tags")
_TAG = re.compile(r"[^\s@{},\"'](?:[^@{},\"]*[^\s@{},\"])?")
_SECTION_KEY = re.compile(rf"[\s{{]*[\"']?({'|'.join(SECTIONS)})[\"']?\s*:")
_BLOCK_ITEM = re.compile(r"\s*(?:-\s++(?![\[{])|card:)")
_NUMBER_OF_NAME = re.compile(r"#[0-9０-９]+")
# a line on which an item goes on, with a comment behind
_CONTINUED = re.compile(r"\s*[^\s#\-\[\]{}:][^\[\]{}:#]*\s#")
_COMMENT_BEHIND = re.compile(r"\s+#(?![0-9０-９]).*")
_PLAIN = re.compile(r"[^\W_](?:[^:#\s]| (?! ))*(?<! )")
_COPIES = re.compile(r"x? ?([0-9]+) ?x?", re.IGNORECASE)
_NAME_AND_COPIES = re.compile(r"(?P<card>.+): *(?P<copies>x? ?[0-9]+ ?x?)", re.IGNORECASE)
_COUNTED = (
    re.compile(r"(?P<copies>[0-9]+) (?P<card>.+)"),
    re.compile(r"(?P<copies>[0-9]+) ?[x×] (?P<card>.+)", re.IGNORECASE),
    re.compile(r"(?P<card>.+?) [x×] ?(?P<copies>[0-9]+)", re.IGNORECASE),
)


def recognises(text: str) -> bool:
    """Whether a line of the text begins with the key of a section."""
    return any(map(_SECTION_KEY.match, lines(text)))


def has_main(text: str) -> bool:
    """Whether the text is a YAML deck with a main section, or one that is broken."""
    from deckcheck.yamltext import read

    try:
        root = read(text).value
    except ParseError:
        return any(re.match(r"\{?\s*[\"']?main[\"']?\s*:", line) for line in lines(text))
    return isinstance(root, dict) and "main" in root


def parse(text: str) -> DeckList:
    """The deck list of a YAML text; ParseError, with its line, for anything out of shape."""
    from deckcheck.yamltext import read_with_comments

    root, comments = read_with_comments(text)
    written = lines(text)
    for comment in comments:
        if _NUMBER_OF_NAME.match(comment.text) and _CONTINUED.match(written[comment.line - 1]):
            raise ParseError(comment.line, f"put a name with {quote(comment.text)} in it in quotes")
    block = [bool(_BLOCK_ITEM.match(line)) for line in written]
    signs = {c.line: c.text for c in comments if block[c.line - 1]}
    keys = root.mapping("a deck", _KEYS)
    if not any(section in keys for section in SECTIONS):
        raise ParseError(root.line, "no deck: none of main, extra, side is there")
    entries = [
        entry
        for section in SECTIONS
        if section in keys
        for item in keys[section].items(section)
        for entry in _entries(section, item, signs)
    ]
    name = keys["name"].text("name") if "name" in keys else None
    asked = _directives(comments, keys)
    lines_asked = {directive.line for directive in asked}
    remarks = [c for c in comments
               if c.line not in lines_asked and not _NUMBER_OF_NAME.match(c.text)]  # fmt: skip
    return DeckList(
        NAME, name or None, bounded(entries, root.line), directives=asked, comments=len(remarks),
        tags=_tags(keys["tags"], signs) if "tags" in keys else {},
    )  # fmt: skip


def dump(deck: DeckList) -> str:
    """The deck as YAML, a card a line; a passcode has its name behind it, where one is known."""
    check_sections(deck)
    head = [("name", deck.name), *((d.key, d.value) for d in deck.directives)]
    written = [f"{key}: {_scalar(value)}\n" for key, value in head if value]
    for section in SECTIONS:
        items = [_item(entry) for entry in deck.entries if entry.section == section]
        written += [f"{section}:\n", *items] if items else [f"{section}: []\n"]
    written += ["tags:\n"] if deck.tags else []
    for tag, entries in deck.tags.items():
        items = [f"  {_item(entry)}" for entry in entries]
        written += [f"  {_scalar(tag)}:\n", *items] if items else [f"  {_scalar(tag)}: []\n"]
    return "".join(written)


def _item(entry: Entry) -> str:
    first, *others = entry.readings
    known = parse_passcode(first.text) is not None
    behind = f"  # {others[0].text}" if others and known else ""
    if first.copies == 1 and (known or _is_read_as(first.text, entry.readings)):
        return f"  - {_scalar(first.text)}{behind}\n"
    return f"  - {_scalar(first.text)}: {first.copies}{behind}\n"


def _is_read_as(text: str, readings: tuple[Reading, ...]) -> bool:
    try:
        return _readings(text, 1) == readings
    except ParseError:
        return False


def _scalar(text: str) -> str:
    """The text as a YAML scalar, in quotes where it needs them."""
    if _PLAIN.fullmatch(text) and text.isprintable() and text != "null":
        return text
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise UnheldError(1, f"{quote(text)} is no text that YAML can hold")
    return '"' + "".join(map(_in_quotes, text)) + '"'


def _in_quotes(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"


def _directives(comments: "Iterable[Comment]", keys: "dict[str, Node]") -> tuple[Directive, ...]:
    found: list[Directive] = []
    for key in ("format", "on"):
        if key in keys and not keys[key].is_nothing:
            node = keys[key]
            found += directives(key, node.text(key), node.line, found)
    for comment in comments:
        found += parse_directives(comment.text, comment.line, found)
    return tuple(found)


def _tags(node: "Node", signs: Mapping[int, str]) -> dict[str, tuple[Entry, ...]]:
    """The entries of each tag; two names that differ in case alone would be one for people."""
    tags: dict[str, tuple[Entry, ...]] = {}
    for name, cards in node.mapping("tags").items():
        if not _TAG.fullmatch(name):
            what = "a tag is a word or some, without @, braces, commas and quotes"
            raise ParseError(cards.key_line, f"{what}, not {quote(name)}")
        if name.casefold() in map(str.casefold, tags):
            raise ParseError(cards.key_line, f"duplicate tag {quote(name)}")
        entries = [entry for item in cards.items(f"the tag {name}")
                   for entry in _entries(None, item, signs)]  # fmt: skip
        tags[name] = bounded(entries, cards.key_line)
    return tags


def _entries(section: Section | None, item: "Node", comments: Mapping[int, str]) -> list[Entry]:
    where = section or "a tag"
    if isinstance(item.value, str):
        readings = _readings(item.value, item.line)
        if item.plain and item.value.strip():
            readings = _with_number(item, comments.get(item.line, ""), readings)
        return [Entry(section, item.line, readings)]
    pairs = item.mapping(f"an item of {where}")
    if "card" in pairs:
        item.mapping(f"an item of {where}", ("card", "copies"))
        copies = _copies(pairs["copies"]) if "copies" in pairs else 1
        card = pairs["card"]
        name = _card(card.text("card"), item.line)
        plain = (Reading(1, name),)
        readings = _with_number(card, comments.get(card.line, ""), plain) if card.plain else plain
        return [Entry(section, item.line, tuple(r._replace(copies=copies) for r in readings))]
    if not pairs:
        raise ParseError(item.line, f"an item of {where} names no card")
    return [Entry(section, value.key_line, _pair(key, value)) for key, value in pairs.items()]


def _pair(key: str, value: "Node") -> tuple[Reading, ...]:
    """``Sangan: 3``; else a name with a colon in it, ``Number 39: Utopia``, or ``3: Sangan``."""
    text = value.text("copies")
    if _COPIES.fullmatch(normalize("NFKC", text).strip()) or not text.strip():
        return (Reading(_copies(value), _card(key, value.key_line)),)
    if _is_count(key):
        return (Reading(int(key), text),)
    return _readings(f"{key}: {text}", value.key_line)


def _with_number(item: "Node", comment: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """The readings of an item whose name may go on in the comment: ``Morphing Jar #2``.

    YAML takes `` #2`` for a comment. So does this, for any comment that does not begin with a
    number, and behind a passcode. Else the comment, but for one of its own, belongs to the item;
    only ``#2`` alone may be a mere remark, where no card is called so.
    """
    text = str(item.value)
    if not _NUMBER_OF_NAME.match(comment) or _is_passcode(text):
        return readings
    said = _COMMENT_BEHIND.sub("", comment).strip()
    joined = normalize("NFKC", f"{text} {said}".replace("×", "x"))
    match = _NAME_AND_COPIES.fullmatch(joined)
    if match:
        copies = _number(match["copies"].strip("xX "), item.line)
        return (Reading(copies, match["card"]),)
    named = _readings(joined, item.line)
    return (*named, *readings) if _NUMBER_OF_NAME.fullmatch(said) else named


def _is_passcode(text: str) -> bool:
    return parse_passcode(text.split()[-1]) is not None


def _readings(text: str, line: int) -> tuple[Reading, ...]:
    plain = " ".join(normalize("NFKC", _card(" ".join(text.split()), line)).split())
    if plain.isdigit():
        return (Reading(1, plain),)
    matches = [match for pattern in _COUNTED if (match := pattern.fullmatch(plain))]
    counts = [match for match in matches if _is_count(match["copies"])]
    if matches and not counts:
        _number(matches[0]["copies"], line)
    whole = Reading(1, text.strip())
    return (whole, *(Reading(int(match["copies"]), match["card"]) for match in counts))


def _card(text: str, line: int) -> str:
    if not text.strip():
        raise ParseError(line, "an item names no card")
    if len(text) > LONGEST:
        raise ParseError(line, f"an item of {len(text):,} letters is no card")
    return text.strip()


def _copies(node: "Node") -> int:
    text = node.text("copies")
    match = _COPIES.fullmatch(normalize("NFKC", text).strip())
    if not match:
        raise ParseError(node.line, f"copies must be a whole number, not {text!r}")
    return _number(match[1], node.line)


def _number(digits: str, line: int) -> int:
    if not _is_count(digits):
        raise ParseError(line, f"{digits[:20]} copies; a line holds 1 to {MOST_CARDS}")
    return int(digits)


def _is_count(digits: str) -> bool:
    if not (digits.isascii() and digits.isdigit()):
        return False
    return len(digits) <= len(str(MOST_CARDS)) and 1 <= int(digits) <= MOST_CARDS
