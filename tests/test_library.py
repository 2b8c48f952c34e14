"""deckcheck from Python."""

import doctest
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import deckcheck
from deckcheck import check, check_many, library, load_deck, load_format, resolve_deck
from deckcheck.errors import MissingFileError, UnknownNameError
from decktext import ydk

ILLEGAL = ydk([55144522]).encode()


def test_the_examples_of_the_documentation() -> None:
    failed, tried = doctest.testmod(library)
    assert failed == 0
    assert tried > 8


def test_a_path_a_link_bytes_and_a_deck_list_are_all_decks(tmp_path: Path) -> None:
    path = tmp_path / "a.ydk"
    path.write_bytes(ILLEGAL)
    listed = load_deck(path)
    for deck in (path, str(path), ILLEGAL, listed):
        report = check(deck, on="2026-06-01")
        assert (report.verdict, report.findings[0].rule) == ("illegal", "limit")
    assert check("ydke://o6lXBQ==!!!", on="2026-06-01").sizes == {"main": 1, "extra": 0, "side": 0}


@pytest.mark.parametrize("link", ["YDKE://o6lXBQ==!!!", "<ydke://o6lXBQ==!!!>",
                                  "ydke%3A%2F%2Fo6lXBQ%3D%3D!!!"])  # fmt: skip
def test_links_are_those_of_the_command(link: str) -> None:
    assert check(link, on="2026-06-01").sizes == {"main": 1, "extra": 0, "side": 0}


def test_what_ends_the_reports_is_an_error_and_what_came_before_is_reported() -> None:
    wrong = b"# deckcheck: format=nonsense\n" + ILLEGAL
    reports = check_many([ILLEGAL, wrong, ILLEGAL])
    assert next(reports).verdict == "illegal"
    with pytest.raises(deckcheck.DeckcheckError, match="deck:1: unknown format 'nonsense'"):
        next(reports)
    assert list(reports) == []


def test_a_deck_that_cannot_be_read_is_a_report(tmp_path: Path) -> None:
    (tmp_path / "large.ydk").write_bytes(b"#" * 1_100_000)
    for deck in (b"\0\0\0", "ydke://o6!!!", tmp_path / "large.ydk"):
        assert check(deck, on="2026-06-01").verdict == "undecided"
    with pytest.raises(MissingFileError, match="No such file"):
        check(tmp_path / "none.ydk")


def test_what_a_deck_asks_for_counts_where_nothing_else_is_asked_for() -> None:
    asked = b"# deckcheck: format=goat\n" + ILLEGAL
    assert check(asked).terms.format.name == "goat"
    assert check(asked, format="ocg", on="2026-06-01").terms.format.name == "ocg"
    assert check(ILLEGAL, on="2026-06-01").terms.format.name == "tcg"


def test_a_format_of_ones_own() -> None:
    own = load_format("tcg")._replace(copies=1)
    report = check(ydk([89631139] * 2).encode(), format=own, on="2026-06-01", select=["copy-limit"])
    assert report.verdict == "illegal"
    assert report.terms.ruleset.copies == 1


def test_wrong_names_are_errors() -> None:
    for wrong in ({"format": "tgc"}, {"ignore": ["x"]}, {"language": "xx"}, {"ruleset": "x"}):
        with pytest.raises(UnknownNameError):
            check(ILLEGAL, **wrong)
    with pytest.raises(deckcheck.DeckcheckError):
        check(ILLEGAL, on="yesterday")
    with pytest.raises(deckcheck.DeckcheckError, match="names no rule"):
        check(ILLEGAL, select=[])
    with pytest.raises(deckcheck.DeckcheckError, match="check takes one"):
        check_many("a.ydk")


def test_many_decks_are_judged_as_they_are_asked_for() -> None:
    asked = []

    def decks() -> Iterator[bytes]:
        for number in range(3):
            asked.append(number)
            yield ILLEGAL

    reports = check_many(decks(), on="2026-06-01", strict=True)
    assert asked == []
    assert next(reports).verdict == "illegal"
    assert asked == [0]
    assert len(list(reports)) == 2


def test_several_threads_at_once() -> None:
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: check(ILLEGAL, on="2026-06-01"), range(40)))
    assert {report.findings for report in found} == {found[0].findings}
    assert {report.verdict for report in found} == {"illegal"}


def test_names_in_a_language() -> None:
    deck = resolve_deck("ydke://o6lXBQ==!!!", language="ja")
    assert [copy.card.name for copy in deck.copies if copy.card] == ["青眼の白龍"]


def test_importing_it_imports_no_command_line() -> None:
    code = (
        "import sys, deckcheck; assert 'deckcheck.library' not in sys.modules;"
        "deckcheck.check(b'#main'); print({'typer', 'click', 'yaml'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True,
                          text=True, check=False)  # fmt: skip
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_all_that_is_promised_is_there() -> None:
    assert set(deckcheck.__all__) <= set(dir(deckcheck))
    for name in deckcheck.__all__:
        assert getattr(deckcheck, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = deckcheck.nothing
