"""What other programs and people write into YDK files: an example of each, and how it is read."""

from pathlib import Path
from typing import NamedTuple

import pytest

from deckcheck import codecs
from deckcheck.codecs import ydk
from judging import only, report

FOLDER = Path(__file__).parent.parent / "decks" / "ydk-oddities"
A, B, C, X = "85639257", "53153481", "17535588", "44508094"


class Reading(NamedTuple):
    """The passcodes of each section, the lines that are problems, and the codec's words for it."""

    main: str
    extra: str = ""
    side: str = ""
    problems: tuple[int, ...] = ()
    documented: str = ""


READINGS = {
    "rows-of-a-mobile-program": Reading(f"{A} {B}", X, C, documented="``#pickup``, ``#case``"),
    "rows-of-a-sync-service": Reading(A, documented="``#mycard deck sync``"),
    "cards-to-show": Reading(f"{A} {B}", X, C, documented="``$57281778$``"),
    "lists-of-a-builder": Reading(f"{A} {A}", X, documented="``#core``, ``#variants``"),
    "hash-side": Reading(A, X, C, documented="``#side`` for ``!side``"),
    "sections-twice": Reading(f"{A} {B}", X, f"{C} {B}", documented="sections that come twice"),
    "no-extra-section": Reading(
        f"{A} {X} {B} {X}", documented="Extra Deck monsters under ``#main``"),
    "git-conflict": Reading(f"{A} {B}", problems=(2, 4, 6), documented="``<<<<<<<``"),
    "none-for-an-id": Reading(f"{A} {B}", problems=(3, 4), documented="``none``"),
    "names-behind": Reading(f"{A} {B}", X, documented="names\n  behind ``#``"),
    "names-for-ids": Reading(A, problems=(3, 4, 5), documented="a name in place of a passcode"),
    "json-in-a-comment": Reading(A, documented="JSON behind ``#``"),
    "zeros-in-front": Reading("5370235 5370235", documented="leading zeros"),
    "a-letter-two-in-one-and-0": Reading(f"{A} 0", problems=(3, 4), documented="Id 0"),
    "byte-order-mark-and-mixed-line-ends": Reading(
        f"{A} {B} {C}", X, documented="byte order mark"),
    "comments-in-an-older-encoding": Reading(A, documented="older encoding"),
    "no-section-at-all": Reading(f"{A} {B}", documented="before the first of them"),
    "Joey's #1 deck [v2] & friends!": Reading(A, documented="file's name"),
}  # fmt: skip


def test_every_example_has_its_reading() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(READINGS)


@pytest.mark.parametrize("name", READINGS)
def test_the_reading(name: str) -> None:
    deck = codecs.parse((FOLDER / f"{name}.ydk").read_bytes(), suffix=".ydk")
    expected = READINGS[name]
    found = {"main": "", "extra": "", "side": ""}
    for entry in deck.entries:
        assert entry.section
        code = str(int(entry.readings[0].text))
        found[entry.section] = f"{found[entry.section]} {code}".strip()
    assert (found["main"], found["extra"], found["side"]) == expected[:3]
    assert tuple(problem.line for problem in deck.problems) == expected.problems


@pytest.mark.parametrize("name", READINGS)
def test_the_codec_documents_it(name: str) -> None:
    assert READINGS[name].documented
    assert READINGS[name].documented in (ydk.__doc__ or "")


def test_a_conflict_is_named_as_one() -> None:
    found = report((FOLDER / "git-conflict.ydk").read_bytes())
    messages = [finding.message for finding in only(found, "parse")]
    assert messages[0] == (
        "'<<<<<<< HEAD' is the mark of a git conflict; settle it first (counts nothing)"
    )
    assert len(messages) == 3


def test_monsters_of_a_program_without_extra_deck_are_told_where_they_belong() -> None:
    found = report((FOLDER / "no-extra-section.ydk").read_bytes())
    (placement,) = only(found, "placement")
    assert placement.message == (
        "Stardust Dragon: 2 copies in the Main Deck, belongs in the Extra Deck or Side Deck"
    )
    assert placement.lines == (4, 6)
    assert found.sizes == {"main": 4, "extra": 0, "side": 0}
