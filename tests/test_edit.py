"""Cards put into decks of every codec, taken out, moved and sorted, and that all else stays."""

import json
import os
import re
import sqlite3
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import codecs, formats
from deckcheck.cards import CardIndex
from deckcheck.decks.allowed import allowed
from deckcheck.decks.annotation import CardNames
from deckcheck.decks.editing import EDITORS, Read, arrange, move, put, take
from deckcheck.decks.editing.naming import as_held, language_of, wanted
from deckcheck.decks.editing.order import Key, by_id, by_kind, by_name, levels, order_of
from deckcheck.decks.editing.page import Page, Wanted, items, opened
from deckcheck.errors import DeckcheckError, ParseError
from deckcheck.index import open_index
from deckcheck.model import SECTIONS, Copy, Day, Deck, DeckList, Entry, Reading, Section
from deckcheck.near import NearNames
from deckcheck.resolve import resolve
from deckcheck.rules import run
from deckcheck.text import decode
from deckcheck.text import lines as text_lines

# a monster and another artwork of it; a spell, a trap; a name that may be misread; monsters of the
# Extra Deck
DRAGON, ARTWORK = 89631139, 89631146
RAIGEKI, TRAP_HOLE, KURIBOH = 12580477, 4206964, 40640057
JAR_2, UTOPIA, STARDUST = 79106360, 84013237, 44508094


class Table:
    """A deck's text on which cards are put and from which they are taken."""

    def __init__(self, text: str, suffix: str, read: Read, cards: CardIndex) -> None:
        self.suffix = suffix
        self.read = read
        self.cards = cards
        self.page = read(text)

    @property
    def text(self) -> str:
        """The text as it is by now."""
        return self.page.text

    def put(self, card: int | str, copies: int = 1, section: Section | None = None) -> "Table":
        """So many copies more, where the card belongs or in a section."""
        if isinstance(card, int):
            found, code = self.cards.by_passcodes([card])[card].card, card
        else:
            (found,), code = self.cards.by_name(card), None
        natural: Section = "extra" if found.section == "extra" else "main"
        new = wanted(self.cards, self.cards, found, code)
        self.page = put(self.page, section or natural, new, copies, self.read)
        return self

    def take(self, written: int | str, copies: int = 1, to: Section | None = None) -> "Table":
        """So many copies fewer of the last entry that is written so, or in another section."""
        at = [at for at, held in enumerate(self.page.held) if held.written == str(written)][-1]
        if to:
            return self.move(at, copies, to)
        self.page = take(self.page, at, copies, self.read)
        return self

    def move(self, at: int, copies: int, to: Section) -> "Table":
        """So many copies of an entry in another section."""
        held = self.page.held[at]
        new = partial(as_held, self.cards, self.cards, held)
        self.page = move(self.page, at, copies, to, new, self.read)
        return self

    def sort(self, key: Key = by_name) -> "Table":
        """Each section in another order."""
        self.page = arrange(self.page, order_of(self.page, key), self.read)
        return self


Lay = Callable[..., Table]
"""Lays a text of a codec on a table."""


@pytest.fixture(scope="module")
def lay() -> Iterator[Lay]:
    """What lays texts on a table."""
    db = open_index()
    cards = CardIndex(db, "en", with_skills=True)
    near = NearNames(cards, languages=0)
    names = CardNames(db, "en")

    def lay(text: str, suffix: str = ".ydk") -> Table:
        def parse(changed: str) -> DeckList:
            return codecs.parse(changed.encode("utf-8", "surrogateescape"), suffix=suffix)

        read = partial(
            opened, parse=parse, resolve=partial(resolve, cards, near), is_name=names.is_of
        )
        return Table(text, suffix, read, cards)

    yield lay
    db.close()


def test_every_codec_has_an_editor() -> None:
    assert EDITORS.keys() == codecs.CODECS.keys()


# --- YDK --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "card", "copies", "section", "after"),
    [
        ("#main\n1\n#extra\n!side\n", RAIGEKI, 2, None,
         f"#main\n1\n{RAIGEKI}\n{RAIGEKI}\n#extra\n!side\n"),
        # behind the last copy, of whatever artwork
        (f"#main\n{ARTWORK} # a\n1\n", DRAGON, 1, None, f"#main\n{ARTWORK} # a\n{DRAGON}\n1\n"),
        (f"#main\n{DRAGON}\n1\n", ARTWORK, 1, None, f"#main\n{DRAGON}\n{ARTWORK}\n1\n"),
        # before rows of other programs, blank lines and comments
        ("#main\n1\n\n# end\n$1$\n#extra\n", RAIGEKI, 1, None,
         f"#main\n1\n{RAIGEKI}\n\n# end\n$1$\n#extra\n"),
        ("#main\n#extra\n!side\n#pickup\n#1080001\n", RAIGEKI, 1, "side",
         f"#main\n#extra\n!side\n{RAIGEKI}\n#pickup\n#1080001\n"),
        # a section that is not there: in its order, before rows of other programs
        ("#created by x\n1\n", UTOPIA, 1, None, f"#created by x\n1\n#extra\n{UTOPIA}\n"),
        ("#extra\n!side\n", RAIGEKI, 1, None, f"#main\n{RAIGEKI}\n#extra\n!side\n"),
        ("#main\n1\n!side\n2\n", UTOPIA, 1, None, f"#main\n1\n#extra\n{UTOPIA}\n!side\n2\n"),
        ("#main\n1\n#pickup\n", RAIGEKI, 1, "side", f"#main\n1\n!side\n{RAIGEKI}\n#pickup\n"),
        ("# nothing\n", RAIGEKI, 1, "side", f"# nothing\n!side\n{RAIGEKI}\n"),
        # sections in another order, or twice
        ("!side\n1\n#main\n2\n!side\n3\n#main", RAIGEKI, 1, None,
         f"!side\n1\n#main\n2\n{RAIGEKI}\n!side\n3\n#main"),
        # ends of lines as they are
        ("#main\r\n1\r\n#extra\r\n", RAIGEKI, 1, None, f"#main\r\n1\r\n{RAIGEKI}\r\n#extra\r\n"),
        ("#main\r\n1", RAIGEKI, 2, None, f"#main\r\n1\r\n{RAIGEKI}\r\n{RAIGEKI}"),
        ("1", RAIGEKI, 1, None, f"1\n{RAIGEKI}"),
        ("#main\n1\r#extra\n", RAIGEKI, 1, None, f"#main\n1\r{RAIGEKI}\r#extra\n"),
        # lines that cannot be read count as cards of their section
        ("#main\n1\n12x\n\n", RAIGEKI, 1, None, f"#main\n1\n12x\n{RAIGEKI}\n\n"),
        # names, where most cards have theirs
        (f"#main\n# Kuriboh\n{KURIBOH}\n", RAIGEKI, 2, None,
         f"#main\n# Kuriboh\n{KURIBOH}\n# Raigeki\n{RAIGEKI}\n{RAIGEKI}\n"),
        (f"#main\n# Kuriboh\n{KURIBOH}\n", KURIBOH, 1, None,
         f"#main\n# Kuriboh\n{KURIBOH}\n{KURIBOH}\n"),
        (f"#main\n{KURIBOH} # Kuriboh # x\n#extra\n", RAIGEKI, 1, None,
         f"#main\n{KURIBOH} # Kuriboh # x\n{RAIGEKI} # Raigeki\n#extra\n"),
        (f"#main\n{JAR_2} # Morphing Jar #2\n", JAR_2, 1, None,
         f"#main\n{JAR_2} # Morphing Jar #2\n{JAR_2} # Morphing Jar #2\n"),
        (f"#main\n# Kuriboh\n{KURIBOH}\n{TRAP_HOLE}\n{DRAGON}\n", RAIGEKI, 1, None,
         f"#main\n# Kuriboh\n{KURIBOH}\n{TRAP_HOLE}\n{DRAGON}\n{RAIGEKI}\n"),
        # ids that are out of date become the passcode; others that say more stay
        ("#main\n", 100200175, 1, None, "#main\n29374928\n"),
        ("#main\n", 504700190, 1, None, "#main\n504700190\n"),
    ],
)  # fmt: skip
def test_a_card_is_put_into_a_ydk(
    lay: Lay, before: str, card: int, copies: int, section: Section | None, after: str
) -> None:
    assert lay(before, ".ydk").put(card, copies, section).text == after


@pytest.mark.parametrize(
    ("before", "written", "copies", "after"),
    [
        ("#main\n1\n2\n1\n", 1, 1, "#main\n1\n2\n"),
        # the comment behind a card goes with it, one's own above stays
        (f"#main\n# own\n{KURIBOH} # own\n2\n", KURIBOH, 1, "#main\n# own\n2\n"),
        # a name goes with the last of the copies below it
        (f"# x\n# Kuriboh\n{KURIBOH}\n{KURIBOH}\n2\n", KURIBOH, 1,
         f"# x\n# Kuriboh\n{KURIBOH}\n2\n"),
        (f"# x\n# Kuriboh\n{KURIBOH}\n2\n", KURIBOH, 1, "# x\n2\n"),
        (f"# Kuriboh\n# クリボー\n{KURIBOH}\n2\n", KURIBOH, 1, "2\n"),
        # the name of another card is a comment
        (f"# Raigeki\n{KURIBOH}\n2\n", KURIBOH, 1, "# Raigeki\n2\n"),
        # the text ends as it did
        ("#main\r\n1\r\n2", 2, 1, "#main\r\n1"),
        ("#main\r\n1\r\n2", 1, 1, "#main\r\n2"),
        ("1", 1, 1, ""),
    ],
)  # fmt: skip
def test_a_card_is_taken_out_of_a_ydk(
    lay: Lay, before: str, written: int, copies: int, after: str
) -> None:
    assert lay(before).take(written, copies).text == after


@pytest.mark.parametrize(
    ("before", "written", "to", "after"),
    [
        (f"#main\n1\n  0{ARTWORK}\t# mine\n#extra\n!side\n2\n#x\n", ARTWORK, "side",
         f"#main\n1\n#extra\n!side\n2\n  0{ARTWORK}\t# mine\n#x\n"),
        (f"#main\n1\n!side\n{DRAGON}\n2\n{ARTWORK}", ARTWORK, "main",
         f"#main\n1\n{ARTWORK}\n!side\n{DRAGON}\n2"),
        (f"#main\n# Kuriboh\n{KURIBOH}\n#extra\n!side", KURIBOH, "side",
         f"#main\n#extra\n!side\n# Kuriboh\n{KURIBOH}"),
        (f"#main\n# Kuriboh\n{KURIBOH}\n#extra\n!side\n{KURIBOH}", KURIBOH, "main",
         f"#main\n# Kuriboh\n{KURIBOH}\n{KURIBOH}\n#extra\n!side"),
        (f"#main\n# Raigeki\n{RAIGEKI}\n# Kuriboh\n{KURIBOH}\n{KURIBOH}\n", KURIBOH, "side",
         f"#main\n# Raigeki\n{RAIGEKI}\n# Kuriboh\n{KURIBOH}\n!side\n# Kuriboh\n{KURIBOH}\n"),
        ("#main\n99999999 # who\n!side\n", 99999999, "side", "#main\n!side\n99999999 # who\n"),
    ],
)  # fmt: skip
def test_a_card_is_moved_in_a_ydk(
    lay: Lay, before: str, written: int, to: Section, after: str
) -> None:
    assert lay(before).take(written, 1, to).text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"#main\n{RAIGEKI}\n{KURIBOH} # k\n{RAIGEKI}\n{ARTWORK}\n#extra\n{UTOPIA}\n{STARDUST}\n",
         f"#main\n{ARTWORK}\n{KURIBOH} # k\n{RAIGEKI}\n{RAIGEKI}\n#extra\n{STARDUST}\n{UTOPIA}\n"),
        # comments above a card go with it; other lines stay at the top or come to the end
        (f"#main\n# top\n\n# r\n{RAIGEKI}\n\n# k\n# k\n{KURIBOH}\n# end\n!side\n2\n1\n",
         f"#main\n# top\n\n# k\n# k\n{KURIBOH}\n# r\n{RAIGEKI}\n\n# end\n!side\n2\n1\n"),
        (f"# said of all\n{RAIGEKI}\n# k\n{KURIBOH}\n$1$\n",
         f"# said of all\n# k\n{KURIBOH}\n{RAIGEKI}\n$1$\n"),
        (f"# Raigeki\n{RAIGEKI}\n{KURIBOH}", f"{KURIBOH}\n# Raigeki\n{RAIGEKI}"),
        (f"#main\n# deckcheck: format=goat\n{RAIGEKI}\r\n99999999\r{KURIBOH}",
         f"#main\n# deckcheck: format=goat\n{KURIBOH}\r\n{RAIGEKI}\r99999999"),
        (f"#main\n{RAIGEKI}\n12x\n{KURIBOH}\n", f"#main\n{KURIBOH}\n{RAIGEKI}\n12x\n"),
    ],
)  # fmt: skip
def test_a_ydk_is_sorted_by_kind(lay: Lay, db: sqlite3.Connection, before: str, after: str) -> None:
    def key(table: Table) -> Key:
        keys = {held.card.key for held in table.page.held if held.card}
        return by_kind(levels(CardIndex(db), keys))

    table = lay(before)
    assert table.sort(key(table)).text == after
    assert table.sort(key(table)).text == after


def test_the_orders(lay: Lay, db: sqlite3.Connection) -> None:
    main = [TRAP_HOLE, RAIGEKI, 53129443, KURIBOH, 26202165, 46986414]
    # Link, Xyz 4, Xyz 1, Synchro 8, Fusion
    extra = [1861629, UTOPIA, 64269221, STARDUST, 23995346]
    text = "".join(f"{card}\n" for card in ["#main", *main, "#extra", *extra])

    def order(key: Key) -> list[str]:
        names = [held.card.name for held in lay(text).sort(key).page.held if held.card]
        return [" ".join(name.split()[:2]) for name in names]

    keys = {held.card.key for held in lay(text).page.held if held.card}
    by = by_kind(levels(CardIndex(db), keys))
    monsters = ["Dark Magician", "Sangan", "Kuriboh"]
    assert order(by)[:6] == [*monsters, "Dark Hole", "Raigeki", "Trap Hole"]
    assert order(by)[6:9] == ["Blue-Eyes Ultimate", "Stardust Dragon", "Number 39:"]
    assert order(by)[-1] == "Decode Talker"
    assert order(by_name)[:6] == sorted([*monsters, "Dark Hole", "Raigeki", "Trap Hole"])
    by_number = [held.written for held in lay(text).sort(by_id).page.held]
    assert by_number[:6] == [str(card) for card in sorted(main)]


# --- what holds for any YDK -------------------------------------------------------------------

_CARDS = st.sampled_from([DRAGON, ARTWORK, RAIGEKI, TRAP_HOLE, KURIBOH, JAR_2, UTOPIA, STARDUST])
_IDS = _CARDS.map(str) | st.sampled_from(["99999999", "0", "00012580477", "100200175"])
_COMMENTS = st.sampled_from(
    ["# Kuriboh", "# Raigeki", "# own", "#created by x", "#pickup", "##1", "$1$", "", "  ", "\t#",
     "# Morphing Jar #2", "# クリボー", "12 3", "none", "#main deck"]
)  # fmt: skip
_BEHIND = st.sampled_from(["", "", "", " # own", "# Kuriboh", " # Kuriboh", " # Raigeki # x", "  "])
_HEADERS = st.sampled_from(["#main", "#extra", "!side", "#side", "#Main # x", "#extra "])
_ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])


@st.composite
def ydks(draw: st.DrawFn) -> str:
    """A YDK text as people and programs may leave one behind."""
    ends = draw(st.sampled_from([st.just("\n"), st.just("\r\n"), _ENDS]))
    id_lines = st.tuples(_IDS, _BEHIND).map("".join)
    lines = draw(st.lists(id_lines | id_lines | _COMMENTS | _HEADERS, max_size=25))
    text = "".join(line + draw(ends) for line in lines)
    return text if draw(st.booleans()) else text.rstrip("\r\n")


def there(page: Page, section: Section) -> bool:
    """Whether a section has a card or a header."""
    marks = {"main": ("#main",), "extra": ("#extra",), "side": ("#side", "!side")}[section]
    headers = (line.strip().casefold() for line in page.text.replace("\r", "\n").split("\n"))
    return bool(items(page, section)) or any(
        line.partition(" ")[0] in marks and "deck" not in line for line in headers
    )


@given(ydks(), _CARDS, st.integers(1, 3), st.sampled_from(SECTIONS))
def test_put_and_taken_out_again_a_card_leaves_nothing_behind(
    lay: Lay, text: str, card: int, copies: int, section: Section
) -> None:
    table = lay(text)
    before = table.page
    after = table.put(card, copies, section).page
    added = Counter(after.text.split()) - Counter(text.split())
    assert not Counter(text.split()) - Counter(after.text.split())
    assert added[str(card)] == copies
    for one in SECTIONS:
        more = Counter(items(after, one)) - Counter(items(before, one))
        assert sum(more.values()) == (copies if one == section else 0)
        assert not Counter(items(before, one)) - Counter(items(after, one))
    for _ in range(copies):
        at = [at for at, held in enumerate(table.page.held)
              if held.section == section and held.card
              and held.card.key == table.cards.by_passcodes([card])[card].card.key]  # fmt: skip
        table.page = take(table.page, at[-1], 1, table.read)
    if there(before, section):
        assert table.text == text


@given(ydks(), st.data())
def test_taken_out_a_card_leaves_all_other_bytes(lay: Lay, text: str, data: st.DataObject) -> None:
    table = lay(text)
    if not table.page.held:
        return
    at = data.draw(st.integers(0, len(table.page.held) - 1))
    place = table.page.held[at].line - 1
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n|$)", text)
    new = take(table.page, at, 1, table.read).text
    # the line alone, or with so many lines of names above it
    ways = ["".join(lines[:first] + lines[place + 1 :]) for first in range(place, -1, -1)]
    if not re.search(r"[\r\n]\Z", lines[place]):
        ways = [re.sub(r"(\r\n|\r|\n)\Z", "", way) for way in ways]
    assert new in ways
    above = lines[place - ways.index(new) : place]
    assert all(line.startswith("# ") for line in above)


@given(ydks(), st.sampled_from([by_name, by_id]))
def test_sorted_a_text_has_the_same_lines(lay: Lay, text: str, key: Key) -> None:
    table = lay(text)
    before = table.page
    try:
        once = table.sort(key).text
    except DeckcheckError:
        # a lone CR before an LF would be one end of a line, where it was two
        assert re.search(r"\r(?!\n)", text)
        return

    def lines(text: str) -> Counter[str]:
        return Counter(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))

    assert lines(once) == lines(text)
    assert len(once) == len(text)
    for section in SECTIONS:
        assert Counter(items(table.page, section)) == Counter(items(before, section))
    assert table.sort(key).text == once


@given(ydks(), st.data())
def test_moved_there_and_back_a_card_is_the_same(lay: Lay, text: str, data: st.DataObject) -> None:
    table = lay(text)
    if not table.page.held:
        return
    at = data.draw(st.integers(0, len(table.page.held) - 1))
    held = table.page.held[at]
    to = data.draw(st.sampled_from([s for s in SECTIONS if s != held.section]))
    before = table.page
    line = text_lines(text)[held.line - 1]
    page = table.move(at, 1, to).page
    for one in SECTIONS:
        change = {held.section: -1, to: 1}.get(one, 0)
        assert len(items(page, one)) == len(items(before, one)) + change
    there = [at for at, one in enumerate(page.held)
             if one.section == to and text_lines(page.text)[one.line - 1] == line]  # fmt: skip
    assert there
    back = table.move(there[-1], 1, held.section).page
    for one in SECTIONS:
        assert Counter(items(back, one)) == Counter(items(before, one))
    # its name goes where another copy stands already
    own = [
        line
        for line in text_lines(text)
        if line and not (held.card and line[:1] == "#" and before.is_name(line[2:], held.card))
    ]
    assert Counter(text_lines(back.text)) >= Counter(own)


def test_real_decks(lay: Lay) -> None:
    folder = os.environ.get("DECKCHECK_CORPUS")
    if not folder:
        pytest.skip("DECKCHECK_CORPUS is not set to the folder with open.tar.xz and other.tar.xz")
    edited = 0
    for archive in ("open", "other"):
        with tarfile.open(Path(folder, f"{archive}.tar.xz")) as tar:
            for member in [m for m in tar if m.name.endswith(".ydk")][::10]:
                file = tar.extractfile(member)
                text = decode(file.read() if file else b"")
                try:
                    table = lay(text)
                except ParseError:
                    continue
                before = table.page
                table.put(JAR_2, 2).take(JAR_2).take(JAR_2)
                assert table.text == text or not there(before, "main"), member.name
                once = table.sort().text
                assert table.sort().text == once
                edited += 1
    assert edited > 100


# --- lists, YAML, JSON ------------------------------------------------------------------------

JAR2, N39 = "Morphing Jar #2", "Number 39: Utopia"


@pytest.mark.parametrize(
    ("before", "card", "copies", "section", "after"),
    [
        # another number, however it is written
        ("2 Sangan\n", "Sangan", 1, None, "3 Sangan\n"),
        ("- 2x Sangan\r\n", "Sangan", 1, None, "- 3x Sangan\r\n"),
        ("Sangan x2 \n", "Sangan", 1, None, "Sangan x3 \n"),
        ("２ クリッター\n", "Sangan", 1, None, "3 クリッター\n"),
        ("2 7 Colored Fish\n", "7 Colored Fish", 5, None, "7 7 Colored Fish\n"),
        (f"2 {KURIBOH} (Kuriboh)\n", KURIBOH, 1, None, f"3 {KURIBOH} (Kuriboh)\n"),
        # or one where there was none, as other lines have it
        ("Raigeki\n2 Sangan\n", "Raigeki", 1, None, "2 Raigeki\n2 Sangan\n"),
        ("* Raigeki\n* Sangan x2", "Raigeki", 2, None, "* Raigeki x3\n* Sangan x2"),
        ("Raigeki\nSangan\n", "Raigeki", 2, None, "3x Raigeki\nSangan\n"),
        # a line for each copy, where others have one
        ("Raigeki\nRaigeki\nSangan\n", "Raigeki", 1, None, "Raigeki\nRaigeki\nRaigeki\nSangan\n"),
        ("Raigeki\nRaigeki\n", "Sangan", 2, None, "Raigeki\nRaigeki\nSangan\nSangan\n"),
        # a new line like the others
        ("3x Sangan\n", "Raigeki", 2, None, "3x Sangan\n2x Raigeki\n"),
        ("- Sangan x3\n- Raigeki\n", JAR2, 1, None, f"- Sangan x3\n- Raigeki\n- {JAR2}\n"),
        (f"3 {KURIBOH}\n", RAIGEKI, 2, None, f"3 {KURIBOH}\n2 {RAIGEKI}\n"),
        (f"3 {KURIBOH} (Kuriboh)", RAIGEKI, 2, None,
         f"3 {KURIBOH} (Kuriboh)\n2 {RAIGEKI} (Raigeki)"),
        ("2 Kuriboh [common]\n", "Raigeki", 2, None, "2 Kuriboh [common]\n2x Raigeki\n"),
        ("1 Sangan\n", ARTWORK, 2, None, f"1 Sangan\n2x {ARTWORK}\n"),
        # what the headings announce, where they were right
        ("Main Deck (2)\n2 Sangan\nSide (9)\n1 Raigeki\n", "Sangan", 1, None,
         "Main Deck (3)\n3 Sangan\nSide (9)\n1 Raigeki\n"),
        ("Main Deck: 3\nMonsters (2)\n2 Sangan\n\nSpells (1)\n1 Raigeki\n", "Kuriboh", 1, None,
         "Main Deck: 4\nMonsters (3)\n2 Sangan\n1 Kuriboh\n\nSpells (1)\n1 Raigeki\n"),
        ("Main Deck (2)\n2 Sangan\n", "Sangan", 1, "side",
         "Main Deck (2)\n2 Sangan\n\nSide Deck (1)\n1 Sangan\n"),
        ("== 主卡组 (2) ==\n2 Sangan", STARDUST, 1, None,
         "== 主卡组 (2) ==\n2 Sangan\n\n== 额外卡组 (1) ==\n1 Stardust Dragon"),
        ("Main\n2 Sangan\n# x\n\nSide\n---\n", "Raigeki", 2, "side",
         "Main\n2 Sangan\n# x\n\nSide\n---\n2 Raigeki\n"),
        ("Main\n2 Sangan\n\nSide\n1 Raigeki\n", STARDUST, 1, None,
         "Main\n2 Sangan\n\nExtra\n1 Stardust Dragon\n\nSide\n1 Raigeki\n"),
        ("Side\n1 Raigeki\n", "Sangan", 1, None, "Main\n1 Sangan\n\nSide\n1 Raigeki\n"),
        # no headings: main and extra are what the cards are
        ("2 Sangan\n", STARDUST, 1, None, "2 Sangan\n1 Stardust Dragon\n"),
        ("2 Sangan\n", "Raigeki", 1, "side", "2 Sangan\n\nSide Deck\n1 Raigeki\n"),
    ],
)  # fmt: skip
def test_a_card_is_put_into_a_list(
    lay: Lay, before: str, card: int | str, copies: int, section: Section | None, after: str
) -> None:
    assert lay(before, ".txt").put(card, copies, section).text == after


@pytest.mark.parametrize(
    ("before", "written", "copies", "to", "after"),
    [
        ("3 Sangan # x\n1 Raigeki\n", "Sangan", 2, None, "1 Sangan # x\n1 Raigeki\n"),
        ("Main (4)\n3 Sangan\n1 Raigeki", "Raigeki", 1, None, "Main (3)\n3 Sangan"),
        ("# mine\n3 Sangan\n", "Sangan", 3, None, "# mine\nMain Deck (0)\n"),
        ("3 Sangan", "Sangan", 3, None, "Main Deck (0)"),
        # what may be a number of copies, in what is said of the card, goes with it
        ("1 Sangan # my 2 of\n1 Raigeki\n", "Sangan", 1, None, "1 Raigeki\n"),
        ("Main\n1 Raigeki\n3 Sangan # signed\nSide\n1 Sangan\n", "Sangan", 1, "main",
         "Main\n1 Raigeki\n4 Sangan # signed\nSide\n"),
        ("Main\n1 Raigeki\n3 Sangan # 4 sale\nSide\n1 Kuriboh\n", "Sangan", 3, "side",
         "Main\n1 Raigeki\nSide\n1 Kuriboh\n3 Sangan # 4 sale\n"),
        ("Main (4)\n3 Sangan\n1 Raigeki\n", "Sangan", 1, "side",
         "Main (3)\n2 Sangan\n1 Raigeki\n\nSide (1)\n1 Sangan\n"),
        ("Main\n1 三眼怪\n1 Raigeki\nSide\n2 Kuriboh\n", "三眼怪", 1, "side",
         "Main\n1 Raigeki\nSide\n2 Kuriboh\n1 三眼怪\n"),
        (f"Main\n2 {ARTWORK}\n1 Raigeki\n1 Sangan\nSide\n", ARTWORK, 1, "side",
         f"Main\n1 {ARTWORK}\n1 Raigeki\n1 Sangan\nSide\n1 {ARTWORK}\n"),
        ("Main\n1 Nobody\n1 Raigeki\nSide\n", "Nobody", 1, "side",
         "Main\n1 Raigeki\nSide\n1 Nobody\n"),
    ],
)  # fmt: skip
def test_a_card_is_taken_out_of_a_list(
    lay: Lay, before: str, written: str, copies: int, to: Section | None, after: str
) -> None:
    assert lay(before, ".txt").take(written, copies, to).text == after


def test_a_list_is_sorted_below_each_heading(lay: Lay) -> None:
    text = "# all\nMain\n// s\n2 Sangan\n1 Raigeki\n\nTraps\n1 Trap Hole\n1 Magic Cylinder # x\n"
    assert lay(text, ".txt").sort().text == (
        "# all\nMain\n1 Raigeki\n// s\n2 Sangan\n\nTraps\n1 Magic Cylinder # x\n1 Trap Hole\n"
    )


@pytest.mark.parametrize(
    ("before", "card", "copies", "section", "after"),
    [
        ("main:\n  - 2 Sangan  # s\n", "Sangan", 1, None, "main:\n  - 3 Sangan  # s\n"),
        ("main:\n- Sangan: 2\n", "Sangan", 1, None, "main:\n- Sangan: 3\n"),
        ("main:\n- Sangan\n", "Sangan", 1, None, "main:\n- Sangan: 2\n"),
        ("main:\n- {card: 三眼怪, copies: 2}\n", "Sangan", 1, None,
         "main:\n- {card: 三眼怪, copies: 3}\n"),
        ("main:\n-\n  card: Sangan\n  copies: 2 # x\n", "Sangan", 1, None,
         "main:\n-\n  card: Sangan\n  copies: 3 # x\n"),
        ("main:\n- Morphing Jar #2: 2\n", JAR2, 1, None, "main:\n- Morphing Jar #2: 3\n"),
        ("main: [2 Sangan, Raigeki] # x\n", "Raigeki", 1, None,
         "main: [2 Sangan, Raigeki: 2] # x\n"),
        # new items like the others
        ("main:\n  - 2 Sangan  # s\n\n  # end\nside: []\n", "Raigeki", 3, None,
         "main:\n  - 2 Sangan  # s\n  - 3 Raigeki\n\n  # end\nside: []\n"),
        ("main:\r\n-   Sangan: 2\r\n", "Raigeki", 3, None,
         "main:\r\n-   Sangan: 2\r\n-   Raigeki: 3\r\n"),
        ("main:\n- 2 Sangan\n", N39, 3, "main", f'main:\n- 2 Sangan\n- "3 {N39}"\n'),
        ("main:\n- 2 Sangan\n", JAR2, 1, "main", f'main:\n- 2 Sangan\n- "1 {JAR2}"\n'),
        ("main:\n- Sangan: 2\n", N39, 3, "main", f'main:\n- Sangan: 2\n- "{N39}": 3\n'),
        ("main:\n- {card: Sangan, copies: 2}", JAR2, 3, None,
         f'main:\n- {{card: Sangan, copies: 2}}\n- {{card: "{JAR2}", copies: 3}}'),
        (f"main:\n- {KURIBOH}: 2  # Kuriboh\n- {TRAP_HOLE}", RAIGEKI, 2, None,
         f"main:\n- {KURIBOH}: 2  # Kuriboh\n- {TRAP_HOLE}\n- {RAIGEKI}: 2  # Raigeki"),
        ("main:\n- Sangan: 2\n", ARTWORK, 1, None, f"main:\n- Sangan: 2\n- {ARTWORK}\n"),
        ("main: [Sangan, 2x Kuriboh]\n", "Raigeki", 2, None,
         "main: [Sangan, 2x Kuriboh, 2x Raigeki]\n"),
        ("main: [\n  Sangan,  # s\n  Kuriboh  # k\n]\n", "Raigeki", 1, None,
         "main: [\n  Sangan,  # s\n  Kuriboh,  # k\n  Raigeki\n]\n"),
        ("main: [\n  Sangan,  # s\n  Kuriboh] # k\n", "Raigeki", 1, None,
         "main: [\n  Sangan,  # s\n  Kuriboh, Raigeki] # k\n"),
        ("main: [Sangan]\n", N39, 1, "main", f'main: [Sangan, "{N39}"]\n'),
        # sections that are empty, or not there
        ("main:\n- Sangan\nextra: []  # none\n", N39, 1, None,
         f'main:\n- Sangan\nextra:  # none\n- "{N39}"\n'),
        ("main:\n- Sangan\nextra:\nside:\n", STARDUST, 1, None,
         "main:\n- Sangan\nextra:\n- Stardust Dragon\nside:\n"),
        ("main: [Sangan]\nextra: []\n", STARDUST, 1, None,
         "main: [Sangan]\nextra: [Stardust Dragon]\n"),
        ("name: x\nmain:\n  - Sangan\n# end\ntags: {a: [Sangan]}\n", "Raigeki", 1, "side",
         "name: x\nmain:\n  - Sangan\nside:\n  - Raigeki\n# end\ntags: {a: [Sangan]}\n"),
        ("side:\n- Sangan", "Raigeki", 1, None, "main:\n- Raigeki\nside:\n- Sangan"),
        ("{main: [Sangan], side: []}\n", STARDUST, 1, None,
         "{main: [Sangan], extra: [Stardust Dragon], side: []}\n"),
        ('{"main": ["Sangan"]}\n', "Raigeki", 1, "side",
         '{"main": ["Sangan"], "side": ["Raigeki"]}\n'),
        ("{side: [], name: x}\n", "Sangan", 1, None, "{main: [Sangan], side: [], name: x}\n"),
        ("main: []\nextra: []\n", "Raigeki", 2, None, "main:\n  - Raigeki: 2\nextra: []\n"),
        ("main: [😀 nobody, Sangan]\n", "Raigeki", 1, None, "main: [😀 nobody, Sangan, Raigeki]\n"),
    ],
)  # fmt: skip
def test_a_card_is_put_into_a_yaml(
    lay: Lay, before: str, card: int | str, copies: int, section: Section | None, after: str
) -> None:
    assert lay(before, ".yaml").put(card, copies, section).text == after


@pytest.mark.parametrize(
    ("before", "written", "copies", "to", "after"),
    [
        ("main:\n- 3 Sangan # x\n- Raigeki\n", "Sangan", 2, None,
         "main:\n- 1 Sangan # x\n- Raigeki\n"),
        ("main:\n# own\n- 3 Sangan # x\n\n- Raigeki\n", "Sangan", 3, None,
         "main:\n# own\n\n- Raigeki\n"),
        ("main:\n-\n  card: Sangan\n  copies: 2\n# y\n- Raigeki\n", "Sangan", 2, None,
         "main:\n# y\n- Raigeki\n"),
        ("main: # x\n  - Sangan\nside:\n  - Raigeki", "Raigeki", 1, None,
         "main: # x\n  - Sangan\nside: []"),
        ("main: # x\n  - Sangan\nside:\n  - Raigeki", "Sangan", 1, None,
         "main: [] # x\nside:\n  - Raigeki"),
        ("main:\n- Sangan: 1\n  Kuriboh: 2\n- Raigeki\n", "Kuriboh", 2, None,
         "main:\n- Sangan: 1\n- Raigeki\n"),
        ("main: [Sangan, 2 Kuriboh, Raigeki]\n", "Kuriboh", 2, None, "main: [Sangan, Raigeki]\n"),
        ("main: [Sangan, Raigeki]\n", "Raigeki", 1, None, "main: [Sangan]\n"),
        ("main: [Sangan]\nside: [Raigeki,]\n", "Raigeki", 1, None, "main: [Sangan]\nside: []\n"),
        ("main: [\n  Sangan,  # s\n  Raigeki,  # r\n]\n", "Raigeki", 1, None,
         "main: [\n  Sangan,  # s\n]\n"),
        # comments of other cards stay with these
        ("main: [Sangan, # s\n  Kuriboh, # k\n  Raigeki] # r\n", "Raigeki", 1, None,
         "main: [Sangan, # s\n  Kuriboh, # k\n  ] # r\n"),
        ("main: [\n  Sangan, # s\n  # of Kuriboh\n  Kuriboh\n]\n", "Sangan", 1, None,
         "main: [\n  # of Kuriboh\n  Kuriboh\n]\n"),
        # what is said of a card goes with it, and stays if it cannot
        ("main:\n  - 2 Sangan  # signed\n  - Raigeki\nside: []\n", "Sangan", 2, "side",
         "main:\n  - Raigeki\nside:\n  - 2 Sangan  # signed\n"),
        ("main:\n  - 2 Sangan  # signed\n  - Raigeki\n", "Sangan", 1, "side",
         "main:\n  - 1 Sangan  # signed\n  - Raigeki\nside:\n  - Sangan\n"),
        ("main:\n  - Sangan  # signed\n  - Raigeki\nside: [Kuriboh]\n", "Sangan", 1, "side",
         "main:\n  # signed\n  - Raigeki\nside: [Kuriboh, Sangan]\n"),
        ("main: [\n  Sangan,  # signed\n  Raigeki\n]\nside: [Kuriboh]\n", "Sangan", 1, "side",
         "main: [\n    # signed\n  Raigeki\n]\nside: [Kuriboh, Sangan]\n"),
        ("main:\n  - 3 Sangan # x\n  - 2 Raigeki\n", "Raigeki", 1, "side",
         "main:\n  - 3 Sangan # x\n  - 1 Raigeki\nside:\n  - 1 Raigeki\n"),
    ],
)  # fmt: skip
def test_a_card_is_taken_out_of_a_yaml(
    lay: Lay, before: str, written: str, copies: int, to: Section | None, after: str
) -> None:
    assert lay(before, ".yaml").take(written, copies, to).text == after


@pytest.mark.parametrize(
    ("item", "new"),
    [
        ("- 'Dark Hole'", "- 'Jinzo #7'"),
        ("- '2 Dark Hole'", "- '2 Jinzo #7'"),
        ('- "Dark Hole": 2', '- "Jinzo #7": 2'),
        ("- {card: 'Dark Hole', copies: 2}", "- {card: 'Jinzo #7', copies: 2}"),
        ("- Dark Hole: 2", '- "Jinzo #7": 2'),
        ("- Dark Hole", '- "Jinzo #7"'),
        ("- 2x Dark Hole", '- "2x Jinzo #7"'),
    ],
)
def test_a_name_is_in_quotes_as_others_are(lay: Lay, item: str, new: str) -> None:
    copies = 2 if "2" in item else 1
    table = lay(f"main:\n{item}\n", ".yaml").put("Jinzo #7", copies)
    assert table.text == f"main:\n{item}\n{new}\n"


def test_a_yaml_in_brackets_is_sorted_with_its_comments(lay: Lay) -> None:
    text = "main: [Sangan, # s\n  Raigeki,\n  Kuriboh] # k\n"
    after = "main: [Kuriboh, # k\n  Raigeki,\n  Sangan] # s\n"
    assert lay(text, ".yaml").sort().text == after
    with pytest.raises(DeckcheckError, match="cannot be sorted without another change"):
        lay("main: [Sangan, Raigeki, # s\n  Kuriboh, # k\n]\n", ".yaml").sort()
    with pytest.raises(DeckcheckError, match="comments stand between cards in brackets"):
        lay("main: [\n  # s\n  Sangan,\n  # k\n  Kuriboh,\n]\n", ".yaml").sort()


def test_a_yaml_is_sorted(lay: Lay) -> None:
    text = (
        "main:\n  # s\n  - 3 Sangan # x\n\n  -\n    card: Raigeki\n    copies: 2\n  - Kuriboh: 1\n"
        "side: [Raigeki, 2 Kuriboh,  # k\n  Sangan]\nextra:\n"
    )
    after = (
        "main:\n  - Kuriboh: 1\n  -\n    card: Raigeki\n    copies: 2\n  # s\n  - 3 Sangan # x\n\n"
        "side: [2 Kuriboh, Raigeki,  # k\n  Sangan]\nextra:\n"
    )
    table = lay(text, ".yaml")
    assert table.sort().text == after
    assert table.sort().text == after


@pytest.mark.parametrize(
    ("before", "card", "copies", "section", "after"),
    [
        # another number of copies, where there is one
        ('{"main": [{"id": 40640057, "level": 2, "count": 2}]}', KURIBOH, 1, None,
         '{"main": [{"id": 40640057, "level": 2, "count": 3}]}'),
        ('{"main": {"Kuriboh": 2, "Sangan": 2}}', "Sangan", 1, None,
         '{"main": {"Kuriboh": 2, "Sangan": 3}}'),
        # else a member more, of which only what says the card is like the others
        ('{"main": [40640057, 26202165], "x": 1.50}', KURIBOH, 2, None,
         '{"main": [40640057, 40640057, 40640057, 26202165], "x": 1.50}'),
        ('{"main":["40640057"]}', RAIGEKI, 1, None, '{"main":["40640057", "12580477"]}'),
        ('{"main": ["Sangan"]}', N39, 2, "main", f'{{"main": ["Sangan", "{N39}", "{N39}"]}}'),
        ('{"main": [\n\t{"id": 40640057, "name": "Kuriboh", "rarity": "UR", "count": 2}\n]}',
         RAIGEKI, 3, None,
         '{"main": [\n\t{"id": 40640057, "name": "Kuriboh", "rarity": "UR", "count": 2},\n'
         '\t{"id": 12580477, "name": "Raigeki", "count": 3}\n]}'),
        ('{"main": [{"card": {"name": "Sangan", "type": "x"}, "amount": 2}]}', "Raigeki", 3, None,
         '{"main": [{"card": {"name": "Sangan", "type": "x"}, "amount": 2}, '
         '{"card": {"name": "Raigeki"}, "amount": 3}]}'),
        ('{"main": {"Kuriboh" : 2}}', "Sangan", 1, None, '{"main": {"Kuriboh" : 2, "Sangan" : 1}}'),
        ('{"m": {"ids": [4007]}, "e": {"ids": []}, "s": {"ids": []}}', RAIGEKI, 2, None,
         '{"m": {"ids": [4007, 4343, 4343]}, "e": {"ids": []}, "s": {"ids": []}}'),
        ('{"m": {"ids": [4007]}, "e": {"ids": []}, "s": {"ids": []}}', RAIGEKI, 1, "side",
         '{"m": {"ids": [4007]}, "e": {"ids": []}, "s": {"ids": [4343]}}'),
        ("[40640057]", STARDUST, 1, None, "[40640057, 44508094]"),
        # sections that are empty, or not there
        ('{"main": [1], "side": []}', RAIGEKI, 2, "side",
         '{"main": [1], "side": [12580477, 12580477]}'),
        ('{"mainDeck": ["Sangan"], "x": []}', STARDUST, 1, None,
         '{"mainDeck": ["Sangan"], "extraDeck": ["Stardust Dragon"], "x": []}'),
        ('{\n  "side": [\n    40640057\n  ]\n}\n', RAIGEKI, 1, None,
         '{\n  "main": [\n    12580477\n  ],\n  "side": [\n    40640057\n  ]\n}\n'),
        ('{"main":[{"id":40640057,"meta":{"e":[1],"extra":[]}}],"extra":[]}', STARDUST, 1, None,
         '{"main":[{"id":40640057,"meta":{"e":[1],"extra":[]}}],"extra":[{"id":44508094}]}'),
        ('{"main": null, "name": "x"}', RAIGEKI, 2, None,
         '{"main": [{"id": 12580477, "name": "Raigeki", "count": 2}], "name": "x"}'),
    ],
)  # fmt: skip
def test_a_card_is_put_into_a_json(
    lay: Lay, before: str, card: int | str, copies: int, section: Section | None, after: str
) -> None:
    assert lay(before, ".json").put(card, copies, section).text == after


@pytest.mark.parametrize(
    ("before", "written", "copies", "to", "after"),
    [
        ('{"main": [{"id": 40640057, "count": 3, "level": 3}]}', KURIBOH, 1, None,
         '{"main": [{"id": 40640057, "count": 2, "level": 3}]}'),
        ('{"main": [40640057, 12580477]}', RAIGEKI, 1, None, '{"main": [40640057]}'),
        ('{"main": [40640057, 12580477]}', KURIBOH, 1, None, '{"main": [12580477]}'),
        ('{"main": [\n  40640057,\n  12580477\n]}', RAIGEKI, 1, None, '{"main": [\n  40640057\n]}'),
        ('{"main": {"Kuriboh": 2}, "side": {}}', "Kuriboh", 2, None, '{"main": {}, "side": {}}'),
        ('{"main": [{"name": "Kuriboh", "count": 2}], "side": []}', "Kuriboh", 1, "side",
         '{"main": [{"name": "Kuriboh", "count": 1}], "side": [{"name": "Kuriboh", "count": 1}]}'),
        ('{"main": [{"id": 40640057, "x": "UR", "count": 1}], "side": [{"id": 1}]}', KURIBOH,
         1, "side", '{"main": [], "side": [{"id": 1}, {"id": 40640057, "x": "UR", "count": 1}]}'),
        ('{"cards": [{"id": 40640057, "x": 0, "section": "main"}, {"id": 1, "section": "main"}]}',
         KURIBOH, 1, "side", '{"cards": [{"id": 1, "section": "main"}, '
         '{"id": 40640057, "x": 0, "section": "side"}]}'),
        ('{"main": [40640057, 40640057], "side": [99999999]}', KURIBOH, 1, "side",
         '{"main": [40640057], "side": [99999999, 40640057]}'),
    ],
)  # fmt: skip
def test_a_card_is_taken_out_of_a_json(
    lay: Lay, before: str, written: str, copies: int, to: Section | None, after: str
) -> None:
    assert lay(before, ".json").take(written, copies, to).text == after


def test_a_json_is_sorted(lay: Lay) -> None:
    text = '{"main": [26202165,\n {"id": 12580477}, 40640057], "side": {"Sangan":1, "Kuriboh": 2}}'
    assert lay(text, ".json").sort().text == (
        '{"main": [40640057,\n {"id": 12580477}, 26202165], "side": {"Kuriboh": 2, "Sangan":1}}'
    )


@pytest.mark.parametrize(
    ("text", "suffix", "card", "section", "message"),
    [
        ('{"m": {"ids": [4007], "r": [1]}, "e": {"ids": []}, "s": {"ids": []}}', ".json", RAIGEKI,
         "main", "another list stands beside the ids"),
        ("[40640057]", ".json", RAIGEKI, "side", "no place for cards in side"),
        ("[40640057]", ".json", RAIGEKI, "extra", "without another change"),
    ],
)  # fmt: skip
def test_what_cannot_be_put_anywhere(
    lay: Lay, text: str, suffix: str, card: int | str, section: Section, message: str
) -> None:
    table = lay(text, suffix)
    with pytest.raises(DeckcheckError, match=message):
        table.put(card, 1, section)
    assert table.text == text


@pytest.mark.parametrize(("text", "suffix"), [("#main\n", ".ydk"), ("ydke://!!!", ".ydke")])
def test_a_card_without_a_passcode_is_held_by_name_alone(lay: Lay, text: str, suffix: str) -> None:
    table = lay(text, suffix)
    (card,) = table.cards.by_name("Sangan")
    nameless = Wanted(card, None, False, "Sangan")
    with pytest.raises(DeckcheckError, match="Sangan has no passcode"):
        put(table.page, "main", nameless, 1, table.read)
    listed = lay("main: [40640057, 12580477]\n", ".yaml")
    assert put(listed.page, "main", nameless, 1, listed.read).text == (
        "main: [40640057, 12580477, Sangan]\n"
    )


def test_what_cannot_be_taken_out(lay: Lay) -> None:
    table = lay('{"main": [{"id": 40640057, "count": "\\u0032"}]}', ".json")
    with pytest.raises(DeckcheckError, match="line 1: 40640057 cannot be taken out"):
        table.take(KURIBOH, 1)
    assert table.take(KURIBOH, 2).text == '{"main": []}'


# --- links and codes --------------------------------------------------------------------------


def coded(name: str, cards: dict[Section, list[int]]) -> str:
    """The code of a deck."""
    entries = [Entry(None if name == "omega" and section != "side" else section, 1,
                     (Reading(1, str(card), "passcode"),))
               for section, held in cards.items() for card in held]  # fmt: skip
    return codecs.codec(name).dump(DeckList(name, None, tuple(entries))).strip()


@pytest.mark.parametrize("around", ["{}", "{}\n", "My deck: <{}>, do you like it?\n{}\n", "%"])
def test_links_and_codes_are_packed_anew(lay: Lay, around: str) -> None:
    from urllib.parse import quote

    for name in ("ydke", "omega"):
        if name == "omega" and around not in ("{}", "{}\n"):
            continue

        def text(cards: dict[Section, list[int]], name: str = name) -> str:
            code = coded(name, cards)
            return quote(code, safe="") if around == "%" else around.replace("{}", code)

        table = lay(text({"main": [KURIBOH, RAIGEKI], "extra": [], "side": []}), f".{name}")
        table.put(KURIBOH, 2).put(UTOPIA).put(RAIGEKI, 1, "side")
        main = [KURIBOH, KURIBOH, KURIBOH, RAIGEKI]
        assert table.text == text({"main": main, "extra": [UTOPIA], "side": [RAIGEKI]})
        table.take(KURIBOH, 1).take(KURIBOH, 1, "side").sort(by_id)
        after: dict[Section, list[int]] = {
            "main": [RAIGEKI, KURIBOH], "extra": [UTOPIA], "side": [RAIGEKI, KURIBOH],
        }  # fmt: skip
        assert table.text == text(after)


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "language"),
    [
        ([], None), (["nobody"], None), (["Sangan", "Kuriboh"], "en"), (["三眼怪", "Sangan"], "en"),
        (["三眼怪", "雷击", "Sangan"], "zh-CN"), (["クリボー"], "ja"), (["x" * 1000], None),
    ],
)  # fmt: skip
def test_the_language_of_names(
    db: sqlite3.Connection, names: list[str], language: str | None
) -> None:
    assert language_of(CardIndex(db), names) == language


# --- what a way of playing allows -------------------------------------------------------------

_ABOUT_CARDS = ("not-a-deck-card", "limit", "limit-group", "point-cap", "card-pool", "card-kind")


@pytest.mark.parametrize(
    ("format_", "day"),
    [("tcg", "2026-06-01"), ("goat", "2005-08-20"), ("genesys", "2025-10-01"),
     ("speed", "2022-09-10"), ("ocg", "2005-01-01"), ("traditional", "2026-06-01")],
)  # fmt: skip
def test_a_card_is_allowed_where_no_rule_finds_fault_with_a_copy(
    db: sqlite3.Connection, format_: str, day: str
) -> None:
    terms = formats.terms_on(db, formats.load_format(db, format_), Day(day), None)
    index = CardIndex(db, "en", with_skills=True)
    keys = [key for (key,) in db.execute("SELECT key FROM card WHERE game = 'ocg-tcg'")][::37]
    limited = terms.banlist.limits if terms.banlist else {}
    cards = [index.card(key) for key in {*keys, *list(limited)[:100]}]
    found = allowed(cards, terms)
    assert 0 < len(found) < len(cards)
    for card in cards:
        section: Section = "extra" if card.section == "extra" else "main"
        bases = {key: index.card(key) for key in card.name_groups}
        deck = Deck("", None, (Copy(section, 1, 1, card.name, card),), (), bases)
        faults = [f for f in run(deck, terms) if f.severity == "error" and f.rule in _ABOUT_CARDS]
        assert (card.key in found) == (not faults), card.name


# --- what is said of cards, in every codec ------------------------------------------------------

_NAMED = ["Sangan", "Raigeki", "Kuriboh", "Dark Hole", "Mystical Elf", "Jinzo", "Nobody"]


@st.composite
def noted_decks(draw: st.DrawFn) -> tuple[str, str]:
    """A deck with a suffix, in which a note is on the line of each card, or above it."""
    names = draw(st.lists(st.sampled_from(_NAMED), min_size=1, max_size=6, unique=True))
    cut = draw(st.integers(0, len(names)))
    form = draw(st.sampled_from([".txt", ".yaml", "json", *["lines", "rows"] * 3]))
    copies = {name: draw(st.integers(1, 3)) for name in names}

    def cards(part: list[str], lead: str, sep: str, sign: str) -> str:
        last = part[-1] if part else None
        above = {name: draw(st.booleans()) and lead.lstrip() == "- " for name in part}
        return "".join(
            (f"{lead[:-2]}# of {name}\n" if above[name] else "")
            + f"{lead}{copies[name]} {name}{sep if name != last else sign}"
            + draw(st.sampled_from([f"  # about {name}"] * 2 + [""])) + "\n"
            for name in part
        )  # fmt: skip

    main, side = names[:cut], names[cut:]
    if form == ".txt":
        return f"Main\n{cards(main, '', '', '')}Side\n{cards(side, '', '', '')}", form
    if form == ".yaml":
        parts = [f"{key}:\n{cards(part, '  - ', '', '')}" if part else f"{key}: []\n"
                 for key, part in (("main", main), ("side", side))]  # fmt: skip
        return "".join(parts), form
    if form == "json":
        rows = [[f'{{"name": "{name}", "note": "about {name}", "count": {copies[name]}}}'
                 for name in part] for part in (main, side)]  # fmt: skip
        return f'{{"main": [{", ".join(rows[0])}], "side": [{", ".join(rows[1])}]}}', ".json"
    close = "\n]" if form == "lines" else "]"
    sign = draw(st.sampled_from(["", ","])) if form == "lines" else "]"
    parts = [
        (f"{key}: [\n{cards(part, '  ', ',', sign)}" + (close[1:] if form == "lines" else ""))
        if part else f"{key}: []"
        for key, part in (("main", main), ("side", side))
    ]  # fmt: skip
    return "\n".join([*parts, ""]), ".yaml"


@settings(max_examples=400)
@given(noted_decks(), st.data())
def test_what_is_said_of_a_card_stays_with_it(
    lay: Lay, deck: tuple[str, str], data: st.DataObject
) -> None:
    text, suffix = deck
    table = lay(text, suffix)
    held = table.page.held
    at = data.draw(st.integers(0, len(held) - 1))
    changed = held[at].written
    some = data.draw(st.sampled_from([1, held[at].copies]))
    what = data.draw(st.sampled_from(["put", "take", "take", "move", "sort"]))
    if what == "put":
        table.put(data.draw(st.sampled_from(_NAMED[:-1])), some, held[at].section)
    elif what == "take":
        table.page = take(table.page, at, some, table.read)
    elif what == "move":
        table.move(at, some, "side" if held[at].section == "main" else "main")
    else:
        table.sort()
    notes = re.findall(r"(?:# |\")((?:about|of) [A-Z][a-z]+(?: [A-Z][a-z]+)?)", text)
    for note in notes:
        name = note.partition(" ")[2]
        if what == "take" and name == changed and note.startswith("about"):
            continue
        assert note in table.text
        lines = text_lines(table.text)
        (place,) = [at for at, line in enumerate(lines) if note in line]
        if note.startswith("about") and name != changed:
            assert re.search(rf"[0-9] {name}\b|\"{name}\"", lines[place])
        elif note.startswith("of") and what == "sort":
            assert re.search(rf"[0-9] {name}\b", lines[place + 1])


def test_a_link_without_cards_is_filled_where_it_stands(lay: Lay) -> None:
    table = lay("Wow!! my deck!!!\nydke://!!! and that!!!\n", ".ydke").put(KURIBOH, 2)
    link = coded("ydke", {"main": [KURIBOH, KURIBOH], "extra": [], "side": []})
    assert table.text == f"Wow!! my deck!!!\n{link} and that!!!\n"
    assert table.take(KURIBOH).take(KURIBOH).text == "Wow!! my deck!!!\nydke://!!! and that!!!\n"


# --- what else is said of cards in JSON ---------------------------------------------------------

SAID = (
    '{"main": [\n'
    '  {"id": 14558127, "count": 2, "note": "main engine, must remain", "desc": "Main Phase"},\n'
    '  {"id": 12580477, "count": 2, "priority": 2, "nickname": "Raggy", "set_name": "MRD"},\n'
    '  {"id": 55144522, "count": 1, "rank": "domain", "level": 1}\n'
    '], "extra": [], "side": []}'
)


def test_what_json_says_of_a_card_goes_with_it(lay: Lay) -> None:
    for at, card in enumerate((14558127, 12580477, 55144522)):
        table = lay(SAID, ".json")
        before = json.loads(SAID)["main"]
        table.move(at, table.page.held[at].copies, "side")
        after = json.loads(table.text)
        assert after["side"] == [before[at]]
        assert after["main"] == [one for one in before if one["id"] != card]


def test_what_json_says_of_a_card_is_said_of_no_other(lay: Lay) -> None:
    for section in SECTIONS[::2]:
        after = json.loads(lay(SAID, ".json").put("Sangan", 3, section).text)
        (new,) = [one for one in after[section] if one["id"] == 26202165]
        assert new == {"id": 26202165, "count": 3}


def test_only_the_section_of_a_card_is_another_one(lay: Lay) -> None:
    text = (
        '{"deck": [{"id": 14558127, "count": 2, "section": "main", "note": "must remain", "p": 5},'
        ' {"id": 12580477, "count": 1, "section": "main", "note": "x"}]}'
    )
    after = json.loads(lay(text, ".json").move(0, 2, "side").text)["deck"]
    assert after[-1] == {"id": 14558127, "count": 2, "section": "side", "note": "must remain",
                         "p": 5}  # fmt: skip


def test_what_json_says_is_not_lost_where_it_cannot_be_said(lay: Lay) -> None:
    text = '{"main": [{"id": 26202165, "count": 2, "note": "x"}], "side": {"Sangan": 1}}'
    with pytest.raises(DeckcheckError, match="without another change"):
        lay(text, ".json").move(0, 2, "side")


def test_a_json_keeps_its_line_ends(lay: Lay) -> None:
    text = '{\r\n  "main": [\r\n    {"id": 12580477, "count": 1}\r\n  ],\r\n  "side": []\r\n}\r\n'
    after = lay(text, ".json").put("Sangan", 1, "side").text
    assert after.count("\n") == after.count("\r\n") == 8


def test_a_card_that_json_is_doubtful_about_may_go(lay: Lay) -> None:
    text = (
        '{\n  "main": [\n    {\n      "id": 12580477,\n      "count": 2,\n      "maxCopies": 3\n'
        '    },\n    {\n      "id": 26202165,\n      "count": 2\n    }\n  ],\n  "side": []\n}\n'
    )
    assert json.loads(lay(text, ".json").take(RAIGEKI, 2).text)["main"] == [
        {"id": 26202165, "count": 2}
    ]
    assert json.loads(lay(text, ".json").take(RAIGEKI, 2, "side").text)["side"] == [
        {"id": 12580477, "count": 2, "maxCopies": 3}
    ]


# --- comments of cards that come to others of their kind ----------------------------------------


@pytest.mark.parametrize(
    ("before", "copies", "after"),
    [
        # lists in brackets take no comment: it stays
        ("main:\n  - Sangan: 2  # ash\n  - Raigeki\nside: [Sangan, Polymerization]\n", 2,
         "main:\n  # ash\n  - Raigeki\nside: [Sangan: 3, Polymerization]\n"),
        # lines take it, beside the copies that are there
        ("main:\n  - Sangan: 2  # ash\n  - Raigeki\nside:\n- Sangan\n", 2,
         "main:\n  - Raigeki\nside:\n- Sangan\n- Sangan: 2  # ash\n"),
        ("main:\n  - card: Sangan  # why\n    copies: 2     # ash\n  - Raigeki\nside:\n- Jinzo\n",
         2,
         "main:\n  - Raigeki\nside:\n- Jinzo\n- card: Sangan  # why\n  copies: 2     # ash\n"),
        # behind a text in quotes with a sign in it
        ('main: [\n  "Morphing Jar #2",  # deck-out\n  Raigeki,\n]\nside: [Jinzo]\n',
         1,
         'main: [\n    # deck-out\n  Raigeki,\n]\nside: [Jinzo, "Morphing Jar #2"]\n'),
    ],
)  # fmt: skip
def test_a_comment_is_never_lost_by_a_move(lay: Lay, before: str, copies: int, after: str) -> None:
    assert lay(before, ".yaml").move(0, copies, "side").text == after


def test_a_note_in_a_list_is_never_lost_by_a_move(lay: Lay) -> None:
    for line in ("2 26202165 (MRD-069)", "26202165 (Sangan) (1st edition)", "1 Sangan  # signed"):
        for other in ("1 Sangan", "1 Jinzo"):
            table = lay(f"Main\n{line}\n1 Raigeki\nSide\n{other}\n", ".txt")
            table.move(0, table.page.held[0].copies, "side")
            assert table.text == f"Main\n1 Raigeki\nSide\n{other}\n{line}\n"


def test_a_comment_behind_a_name_with_a_sign_stays_with_it(lay: Lay) -> None:
    text = 'side: [\n  Raigeki,\n  "Morphing Jar #2",  # note on MJ\n]\n'
    assert lay(text, ".yaml").put("Sangan", 2, "side").text == (
        'side: [\n  Raigeki,\n  "Morphing Jar #2",  # note on MJ\n  Sangan: 2,\n]\n'
    )


@pytest.mark.parametrize(
    ("suffix", "before", "copies", "after"),
    [
        (".txt", "Main Deck\n3x Blue-Eyes White Dragon (89631146)\n1x Sangan\n", 3,
         "Main Deck\n1x Sangan\n\nSide Deck\n3x Blue-Eyes White Dragon (89631146)\n"),
        (".txt", "Main Deck\n3 Raigeki (12580477)\n1 Sangan\nSide Deck\n1 Jinzo\n", 3,
         "Main Deck\n1 Sangan\nSide Deck\n1 Jinzo\n3 Raigeki (12580477)\n"),
        # as the card is written, whatever the others are
        (".yaml", "main:\n  - 3 Raigeki\n  - 40640057\n  - 89631139\nside:\n  - 2 Sangan\n", 3,
         "main:\n  - 40640057\n  - 89631139\nside:\n  - 2 Sangan\n  - 3 Raigeki\n"),
        (".yaml", "main: [\n  Raigeki: 2, # kept\n  Kuriboh]\nside: []\n", 2,
         "main: [\n   # kept\n  Kuriboh]\nside: [Raigeki: 2]\n"),
        (".yaml",
         "main:\n  - card: Raigeki # kept\n    copies: 2 # two\n  - Jinzo\nside: [Sangan]\n", 2,
         "main:\n  # kept\n  # two\n  - Jinzo\nside: [Sangan, Raigeki: 2]\n"),
        (".json",
         '{"main":[{"id":12580477,"print":{"section":"main"},"section":"main"},1],"side":[]}', 1,
         '{"main":[1],"side":[{"id":12580477,"print":{"section":"main"},"section":"side"}]}'),
        (".json", '{"m":[12580477],"e":[],"s":[]}', 1, '{"m":[],"e":[],"s":[12580477]}'),
        (".json", '{"cards":[{"id":12580477,"section":"main"}]}', 1,
         '{"cards":[{"id":12580477,"section":"side"}]}'),
    ],
)  # fmt: skip
def test_a_card_stays_as_it_is_written_when_it_is_moved(
    lay: Lay, suffix: str, before: str, copies: int, after: str
) -> None:
    assert lay(before, suffix).move(0, copies, "side").text == after


def test_an_empty_object_of_copies_is_filled_as_one(lay: Lay) -> None:
    text = '{"main":{"Raigeki":3,"Kuriboh":2},"side":{}}'
    assert lay(text, ".json").put("Sangan", 2, "side").text == text.replace("{}", '{"Sangan":2}')
