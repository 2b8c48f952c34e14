"""The ``data`` commands, as processes."""

import json
import subprocess
import sys


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck data`` with the arguments."""
    return subprocess.run([sys.executable, "-m", "deckcheck", "data", *arguments],
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip


def test_info_says_what_is_there_and_whose_it_is() -> None:
    found = json.loads(run("info", "-o", "json").stdout)
    assert list(found) == [
        "snapshot", "digest", "cards", "names", "lists", "newest", "parts", "sources", "path",
    ]  # fmt: skip
    assert found["snapshot"] == "2026-08-22"
    assert found["digest"].startswith("sha256:")
    assert found["cards"] == {"ocg-tcg": 14520, "rush": 3147, "skill": 175}
    assert found["lists"] >= 364
    assert found["newest"]["tcg"] >= "2026-05-18"
    assert found["newest"]["speed"] == "2024-07-09"
    assert {"DawnbrandBots/yaml-yugi", "YGOJSON"} <= {s["name"] for s in found["sources"]}
    assert all(all(source.values()) for source in found["sources"])
    table = run("info").stdout
    assert "14,520 ocg-tcg cards" in table
    assert "CC BY-SA 4.0" in table


def test_an_unknown_output_is_exit_2() -> None:
    done = run("info", "-o", "yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown output 'yaml'; known: json, table" in done.stderr


def test_build_compiles_the_index() -> None:
    done = run("build")
    assert (done.returncode, done.stdout[:6]) == (0, "built ")
    assert run("info").returncode == 0
