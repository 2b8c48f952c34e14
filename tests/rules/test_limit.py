"""Forbidden, limited and semi-limited cards."""

from pathlib import Path

import pytest

from decktext import times, ydk
from judging import only, report, rules_of

ONE_FOR_ONE, CALLED_BY_THE_GRAVE, LONEFIRE_BLOSSOM = 2295440, 24224830, 48686504
POT_OF_GREED = 55144522
ORCUST_HARP_HORROR = 57835716


@pytest.mark.parametrize(
    ("card", "allowed"), [(ONE_FOR_ONE, 1), (CALLED_BY_THE_GRAVE, 2), (LONEFIRE_BLOSSOM, 3)]
)
def test_ocg_on_new_year_2023(card: int, allowed: int) -> None:
    assert report(ydk(times(allowed, card)), "ocg", "2023-01-01").verdict == "legal"
    found = report(ydk(times(allowed + 1, card)), "ocg", "2023-01-01")
    (finding,) = found.findings
    assert finding.rule == ("limit" if allowed < 3 else "copy-limit")
    assert (finding.copies, finding.allowed) == (allowed + 1, allowed)


@pytest.mark.parametrize(("day", "verdict"), [("2025-04-06", "illegal"), ("2025-04-07", "legal")])
def test_the_list_changes_overnight(day: str, verdict: str) -> None:
    assert report(ydk(times(2, 61901281)), "tcg", day).verdict == verdict


def test_the_message_says_since_when() -> None:
    found = report(ydk(times(2, POT_OF_GREED)), "ocg", "2026-07-02")
    (finding,) = found.findings
    assert finding.message == (
        "Pot of Greed: 2 copies, 0 allowed (Forbidden since 2006-03-01, ocg 2026-07-01)"
    )
    assert finding.source


def test_where_the_list_allows_fewer_only_limit_speaks() -> None:
    assert rules_of(report(ydk(times(4, POT_OF_GREED)))) == ["limit"]


def test_an_entry_limits_every_artwork_and_old_id(tmp_path: Path) -> None:
    listed = tmp_path / "list.yaml"
    listed.write_text("limited:\n  - 36996508  # another artwork of Dark Magician\n")
    found = report(ydk([46986414, 36996508]), banlist=str(listed))
    (finding,) = found.findings
    assert (finding.rule, finding.copies, finding.allowed) == ("limit", 2, 1)
    assert finding.message.endswith(f"(Limited, {listed})")


def test_the_message_names_the_members_that_count(tmp_path: Path) -> None:
    listed = tmp_path / "list.yaml"
    listed.write_text("limited: [Harpie Lady]\n")
    (finding,) = report(ydk([76812113, 27927359]), banlist=str(listed)).findings
    assert finding.message == (
        f"Harpie Lady: 2 copies, 1 allowed (Limited, {listed}; 1x Harpie Lady 2 counts as "
        "Harpie Lady)"
    )
    (finding,) = report(ydk([54415063, 27927359]), banlist=str(listed)).findings
    assert "1x Harpie Lady 3, 1x Harpie Lady 2 count as Harpie Lady" in finding.message
    assert [(m.name, m.copies) for m in finding.members] == [
        ("Harpie Lady 3", 1), ("Harpie Lady 2", 1),
    ]  # fmt: skip


def test_an_entry_on_the_base_limits_the_group_and_one_on_a_member_that_member(
    tmp_path: Path,
) -> None:
    listed = tmp_path / "list.yaml"
    listed.write_text("semi-limited: [Harpie Lady]\n")
    (finding,) = report(ydk([27927359, 54415063, 80316585]), banlist=str(listed)).findings
    assert (finding.rule, finding.copies, finding.allowed) == ("limit", 3, 2)
    listed.write_text("limited: [Harpie Lady 2]\n")
    assert report(ydk([27927359, 54415063, 80316585]), banlist=str(listed)).verdict == "legal"
    (finding,) = report(ydk(times(2, 27927359)), banlist=str(listed)).findings
    assert finding.card is not None
    assert (finding.card.name, finding.copies, finding.allowed) == ("Harpie Lady 2", 2, 1)


def test_base_and_member_limited_alike_are_said_once(tmp_path: Path) -> None:
    listed = tmp_path / "list.yaml"
    listed.write_text("limited: [Harpie Lady, Harpie Lady 2]\n")
    assert rules_of(report(ydk(times(2, 27927359)), banlist=str(listed))) == ["limit"]


def test_member_and_group_are_both_said_where_both_are_exceeded(tmp_path: Path) -> None:
    listed = tmp_path / "list.yaml"
    listed.write_text("limited: [Harpie Lady 2]\n")
    found = report(ydk([*times(2, 27927359), *times(2, 76812113)]), banlist=str(listed))
    assert rules_of(found) == ["copy-limit", "limit"]


def test_without_a_list_nothing_is_limited() -> None:
    found = report(ydk(times(3, POT_OF_GREED)), banlist="none")
    assert (found.verdict, found.terms.banlist) == ("legal", None)


def test_an_optional_list_is_in_force_only_when_named() -> None:
    chaos_emperor = 82301904
    deck = ydk(times(1, chaos_emperor))
    by_day = report(deck, "tcg", "2004-08-02")
    assert by_day.terms.banlist is not None
    assert by_day.terms.banlist.effective == "2004-04-19"
    named = report(deck, "tcg", "2004-08-02", banlist="tcg@2004-08-01")
    assert named.terms.banlist is not None
    assert named.terms.banlist.effective == "2004-08-01"
    assert [f.allowed for f in only(by_day, "limit")] == []
    assert [f.allowed for f in only(named, "limit")] == [0]
