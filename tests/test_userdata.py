"""Where a user's own card data is: where the platform keeps the data of a user's."""

import sys

import pytest
from platformdirs import user_data_path

from deckcheck.userdata import user_index_file


@pytest.mark.parametrize("named", [None, "", "/srv/data"])
def test_the_folder_is_the_platforms_own(
    named: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DECKCHECK_DATA_DIR", raising=False)
    if named is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", named)
    assert user_index_file().parent == user_data_path("deckcheck", appauthor=False)


@pytest.mark.skipif(sys.platform != "linux", reason="the XDG specification is of Linux")
def test_a_relative_folder_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DECKCHECK_DATA_DIR", raising=False)
    monkeypatch.setenv("HOME", "/home/yugi")
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert str(user_index_file().parent) == "/home/yugi/.local/share/deckcheck"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked")
def test_no_start_pays_for_the_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DECKCHECK_DATA_DIR", raising=False)
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert user_index_file().name == "index.sqlite"
