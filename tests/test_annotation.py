"""Names as comments: what is written, what is recognised, and that nothing else changes."""

import os
import re
import sqlite3
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.cards import LANGUAGES
from deckcheck.codecs import ydk
from deckcheck.decks.annotation import CardNames, Style, annotate, remove, stale, unknown
from deckcheck.index import open_index
from deckcheck.text import decode

# Blue-Eyes White Dragon and another artwork of it; two cards, one of which is called like the other
# with #2 behind; a card of Rush Duel, a skill
DRAGON, ARTWORK, JAR, JAR_2 = "89631139", "89631146", "33508719", "79106360"
RUSH, SKILL = "160301001", "300203001"


@pytest.fixture(scope="module")
def names() -> Iterator[CardNames]:
    """Names in English."""
    db = open_index()
    yield CardNames(db, "en")
    db.close()


def both(text: str, names: CardNames) -> tuple[str, str]:
    """The text with names above and behind; without them it is as it was."""
    above, behind = (annotate(text, names, style).text for style in Style)
    assert remove(above, names) == remove(behind, names) == text
    assert annotate(above, names, Style.behind).text == behind
    assert annotate(behind, names, Style.above).text == above
    return above, behind


@pytest.mark.parametrize(
    ("text", "above", "behind"),
    [
        (f"#main\n{DRAGON}\n{ARTWORK}\n", f"#main\n# Blue-Eyes White Dragon\n{DRAGON}\n{ARTWORK}\n",
         f"#main\n{DRAGON} # Blue-Eyes White Dragon\n{ARTWORK} # Blue-Eyes White Dragon\n"),
        (f"{JAR}\n{JAR_2}", f"# Morphing Jar\n{JAR}\n# Morphing Jar #2\n{JAR_2}",
         f"{JAR} # Morphing Jar\n{JAR_2} # Morphing Jar #2"),
        (f"{JAR}\n\n{JAR}\n", f"# Morphing Jar\n{JAR}\n\n# Morphing Jar\n{JAR}\n",
         f"{JAR} # Morphing Jar\n\n{JAR} # Morphing Jar\n"),
        (f"{JAR}\n!side\n{JAR}\n", f"# Morphing Jar\n{JAR}\n!side\n# Morphing Jar\n{JAR}\n",
         f"{JAR} # Morphing Jar\n!side\n{JAR} # Morphing Jar\n"),
        (f"#main\n# my words\n{JAR}", f"#main\n# my words\n# Morphing Jar\n{JAR}",
         f"#main\n# my words\n{JAR} # Morphing Jar"),
        (f"{JAR} # my words\n", f"# Morphing Jar\n{JAR} # my words\n",
         f"{JAR} # Morphing Jar # my words\n"),
        (f"{JAR}#3\n", f"# Morphing Jar\n{JAR}#3\n", f"{JAR} # Morphing Jar#3\n"),
        (f"  {JAR} \t\n", f"# Morphing Jar\n  {JAR} \t\n", f"  {JAR} # Morphing Jar \t\n"),
        (f"000{JAR}\n{JAR}", f"# Morphing Jar\n000{JAR}\n{JAR}",
         f"000{JAR} # Morphing Jar\n{JAR} # Morphing Jar"),
        (f"# deckcheck: format=goat\n{JAR}\n", f"# deckcheck: format=goat\n# Morphing Jar\n{JAR}\n",
         f"# deckcheck: format=goat\n{JAR} # Morphing Jar\n"),
        (f"{JAR} # deckcheck: format=goat", f"# Morphing Jar\n{JAR} # deckcheck: format=goat",
         f"{JAR} # Morphing Jar # deckcheck: format=goat"),
        (f"{RUSH}\n{SKILL}", f"# Sevens Road Magician\n{RUSH}\n# Dinosaur Kingdom\n{SKILL}",
         f"{RUSH} # Sevens Road Magician\n{SKILL} # Dinosaur Kingdom"),
        ("101999999\n0\n-1\n3x Sangan\n#Sangan\n# Sangan\n!side", *[
            "101999999\n0\n-1\n3x Sangan\n#Sangan\n# Sangan\n!side"] * 2),
        ("", "", ""),
    ],
)  # fmt: skip
def test_names_stand_above_all_copies_or_behind_each(
    text: str, above: str, behind: str, names: CardNames
) -> None:
    assert both(text, names) == (above, behind)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (f"#main\r\n{JAR}\r\n", "\r\n"),
        (f"#main\n{JAR}\r\n", "\n"),
        (f"#main\r\n{JAR}\n", "\r\n"),
        (f"#main\r{JAR}\n", "\r"),
        (f"#main\r{JAR}", "\r"),
        (f"{JAR}\r\n#extra", "\r\n"),
        (f"{JAR}\r#extra\n", "\n"),
        (f"{JAR}\r#extra\r", "\n"),
        (JAR, "\n"),
    ],
)
def test_a_line_above_ends_such_that_a_simulator_reads_what_it_read(
    text: str, end: str, names: CardNames
) -> None:
    above, _ = both(text, names)
    assert above == text.replace(JAR, f"# Morphing Jar{end}{JAR}")
    assert _simulated(above) == _simulated(text)


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        (f"# Sangan\n{JAR}\n", ""),
        (f"# クリッター\n{JAR}\n", ""),
        (f"# Sangan\n# Kuriboh\n{JAR}\n", ""),
        (f"{JAR} # Sangan\n", ""),
        (f"{JAR}  # Sangan # Kuriboh\n", ""),
        (f"{JAR} # Morphing Jar #2\n", ""),
        (f"# Frog the Jam\n{JAR}\n", ""),
        (f"# sangan\n{JAR}\n", "# sangan\n"),
        (f"# Sangan!\n{JAR}\n", "# Sangan!\n"),
        (f"#Sangan\n{JAR}\n", "#Sangan\n"),
        (f"#  Sangan\n{JAR}\n", "#  Sangan\n"),
        (f"# Sangan\n\n{JAR}\n", "# Sangan\n\n"),
        (f"# Sangan\n# mine\n{JAR}\n", "# Sangan\n# mine\n"),
        (f"# BEWD\n{JAR}\n", "# BEWD\n"),
        (f"# ash\n{JAR}\n", "# ash\n"),
    ],
)
def test_a_comment_that_is_a_name_is_replaced_as_stale_and_any_other_stays(
    text: str, stays: str, db: sqlite3.Connection
) -> None:
    names = CardNames(db, "en", stale=True)
    assert stale(text, names) == []
    assert annotate(text, names, Style.above).text == f"{stays}# Morphing Jar\n{JAR}\n"
    assert annotate(text, names, Style.behind).text == f"{stays}{JAR} # Morphing Jar\n"
    assert remove(text, names) == f"{stays}{JAR}\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"#main\n# Fusion\n{JAR}\n", [2]),
        (f"# 融合\n{JAR}\n", [1]),
        (f"# 7\n{JAR}\n{JAR}\n", [1]),
        (f"# Sangan\n{JAR}\n", [1]),
        (f"{JAR} # Sangan\n", []),
    ],
)
def test_the_name_of_another_card_may_be_a_heading_and_stays(
    text: str, lines: list[int], names: CardNames
) -> None:
    assert remove(text, names) == text
    for style in Style:
        annotated = annotate(text, names, style).text
        assert remove(annotated, names) == text
        assert annotate(annotated, names, style).text == annotated
    assert stale(text, names) == lines


@pytest.mark.parametrize("own", ["Morphing Jar", "メタモルポット", "Morphing Jar\n# Morphing Jar"])
def test_a_name_of_the_card_in_any_language_is_an_annotation(own: str, names: CardNames) -> None:
    assert remove(f"# {own}\n{JAR}\n", names) == f"{JAR}\n"


def test_what_stands_at_an_unknown_id_stays(names: CardNames) -> None:
    text = f"# Sangan\n101999999 # Kuriboh\n{JAR}\n0101999999\n0\n"
    assert remove(text, names) == text
    assert unknown(text, names) == {"101999999": [2], "0101999999": [4], "0": [5]}


@pytest.mark.parametrize("behind", [" # " + "x" * 230])
def test_a_comment_may_leave_no_room_for_a_name_behind_the_id(
    behind: str, names: CardNames
) -> None:
    text = f"#main\n{JAR}{behind}\n"
    assert annotate(text, names, Style.behind) == (text, (2,))
    assert annotate(text, names, Style.above) == (f"#main\n# Morphing Jar\n{JAR}{behind}\n", ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_every_card_is_recognised(
    language: str, names: CardNames, db: sqlite3.Connection
) -> None:
    query = "SELECT p.passcode, name FROM name JOIN passcode p USING (card) WHERE lang = ?"
    written = dict(db.execute(query, [language]))
    assert len(written) > 1_000
    cards = names.of(written)
    for code, name in written.items():
        assert names.is_of(name, cards[code])
        assert name == name.strip() == "".join(name.splitlines())
        # with its sign a name is read whole by simulators that read 255 bytes at once
        assert len(name.encode()) < 240
    some = list(written)[::1_000]
    found = {code: card.name for code, card in CardNames(db, language).of(some).items()}
    assert found == {code: written[code] for code in some}


def _simulated(text: str) -> list[str]:
    """What simulators see: ids at the beginning of lines, the side deck, and nothing else."""
    return re.findall(r"(?:\A|(?<=\n))(?:[0-9]+|!)", text)


def _said(text: str) -> list[tuple[object, ...]]:
    deck = ydk.parse(text)
    return [(entry.section, entry.readings) for entry in deck.entries] + [
        (problem.section, problem.message) for problem in deck.problems
    ]


_WORDS = st.sampled_from(
    [DRAGON, ARTWORK, JAR, JAR_2, RUSH, "00" + JAR, "101999999", "0", "7", "12 34", "#main",
     "#extra", "!side", "Sangan", "Morphing Jar", "Morphing Jar #2", "Kuriboh", "2", "#", "#2",
     "# ", "# Morphing Jar", " # Sangan", "# my words", "#Sangan", " ", "\t", "\ufeff", "\u3000",
     "\udc83\\", "クリッター", "$1$", "<<<<<<<", "\x0c", "\u2028"]
)  # fmt: skip
_ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r", ""])
_LINES = st.one_of(
    st.sampled_from([DRAGON, ARTWORK, JAR, JAR_2, "# Morphing Jar", "# mine", "#main", "!side"]),
    st.lists(_WORDS, max_size=5).map("".join),
)
_TEXTS = st.lists(st.tuples(_LINES, _ENDS).map("".join), max_size=12).map("".join)


@settings(max_examples=400)
@given(text=_TEXTS | st.text("0123456789# \n\rJarMophing!", max_size=60))
def test_any_text_keeps_all_that_is_no_annotation(text: str, names: CardNames) -> None:
    bare = remove(text, names)
    assert remove(bare, names) == bare
    assert _said(bare) == _said(text)
    for style in Style:
        made, no_room = annotate(text, names, style)
        assert annotate(made, names, style) == (made, no_room)
        assert annotate(bare, names, style).text == made
        assert remove(made, names) == bare
        assert _said(made) == _said(text)
    assert _simulated(annotate(bare, names, Style.above).text) == _simulated(bare)


def test_real_decks_read_the_same_and_are_given_back(db: sqlite3.Connection) -> None:
    folder = os.environ.get("DECKCHECK_CORPUS")
    if not folder:
        pytest.skip("DECKCHECK_CORPUS is not set to the folder with open.tar.xz")
    names, japanese = CardNames(db, "en"), CardNames(db, "ja")
    read = 0
    with tarfile.open(Path(folder, "open.tar.xz")) as tar:
        for file in filter(None, map(tar.extractfile, tar)):
            text = decode(file.read())
            for style in Style:
                made = annotate(text, names, style).text
                assert annotate(made, names, style).text == made
                if not read % 10:
                    other = annotate(text, japanese, style).text
                    assert annotate(other, names, style).text == made
                assert remove(made, names) == text
                assert _said(made) == _said(text)
            read += 1
    assert read > 5_000
