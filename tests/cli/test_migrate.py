"""``deckcheck migrate`` as a user runs it, on decks of every codec."""

import os
import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from deckcheck import codecs
from deckcheck.cards import CardIndex
from deckcheck.cli import app
from deckcheck.codecs import omega, ydke
from deckcheck.decks import migration
from deckcheck.errors import DeckcheckError, ParseError
from deckcheck.model import DeckList, Entry, Reading, Section

# Armored Bitron and Sky Striker Ace - Azalea before their passcodes were known; an id of
# Amazement Precious Park that has been replaced
BITRON, NEW_BITRON = "100200175", "29374928"
AZALEA, NEW_AZALEA = "100200228", "98462037"
PARK, NEW_PARK = "33773628", "33773528"
SAYS_BITRON = f"{BITRON} -> {NEW_BITRON} Armored Bitron"
# ids that stay: of an artwork, Goat's of Jirai Gumo, one from before errata, an unofficial one, and
# one of a card without a passcode
STAY = ("89631146", "504700190", "511006012", "810000089", "100350262")


def run(*arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None) -> tuple[
    int, bytes, list[str]
]:  # fmt: skip
    """Run ``deckcheck migrate``; exit code, stdout, lines on stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "migrate", *map(str, arguments)],
        input=stdin, capture_output=True, cwd=cwd, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr.decode().splitlines()


def listed(codec: str, cards: list[tuple[Section | None, str]]) -> DeckList:
    """A deck of these ids."""
    entries = [Entry(section, 1, (Reading(1, card, "passcode"),)) for section, card in cards]
    return DeckList(codec, None, tuple(entries))


def link(*cards: str) -> str:
    """A link to a deck with the first card in main, and the others aside."""
    sections: list[Section] = ["main", *["side" for _ in cards[1:]]]  # type: ignore[list-item]
    return ydke.dump(listed("ydke", [*zip(sections, cards, strict=True)])).strip()


def code(main: str, side: str) -> str:
    """A code of Omega."""
    return omega.dump(listed("omega", [(None, main), ("side", side)]))


def in_every_deck(text: str) -> tuple[str, str]:
    """The text with the old ids, and with the new ones."""
    old = text.replace("BITRON", BITRON).replace("AZALEA", AZALEA).replace("PARK", PARK)
    new = text.replace("BITRON", NEW_BITRON).replace("AZALEA", NEW_AZALEA)
    return old, new.replace("PARK", NEW_PARK)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ydk", f"#main\n# {BITRON} Armored Bitron\nBITRON # {BITRON}\nBITRON\n{STAY[0]}\n"),
        ("a.ydk", "# Armored Bitron\r\nBITRON\r# Armored Bitron\n  BITRON#x\n#extra\nAZALEA"),
        ("a.ydk", "#main\n12 3\n<<<<<<<\nPARK\nSangan\n# deckcheck: format=ocg\n"),
        ("a.yaml", f"main:\n  - BITRON: 3  # {BITRON}\n  - PARK\n# {BITRON}\n  - 'BITRON'\n"),
        ("a.yaml", "main: [BITRON, 2x BITRON, {card: PARK, copies: 2}]\nextra: [AZALEA]\n"),
        ("a.yml", f"name: {BITRON}\nmain:\n- {{card: BITRON}}\n- 3 Sangan\n"),
        ("a.txt", f"Deck name: x{BITRON}\nMain Deck (3)\n3 BITRON\nBITRON (Bitron)\n３ BITRON\n"),
        ("a.txt", f"// {BITRON}\nBITRON x2\n2x PARK\n1 Nobody's Card {BITRON}\n"),
        ("a.json", '{"name": "' + BITRON + '", "main": [BITRON, "BITRON", {"id": PARK,\n"count":'
                   ' 2}],\n "extra": [{"name": "x", "id": "AZALEA"}]}'),
        ("a.json", '{"main": [{"image": "' + BITRON + '.jpg", "id": BITRON}, {"image": "' + BITRON +
                   '.jpg", "id": BITRON}], "side": {"PARK": 2}}'),
        ("a.json", f'{{"deck": {{"main": [\n{{\n"code": BITRON\n}}]}}, "x": {BITRON}}}'),
    ],
)  # fmt: skip
def test_only_the_digits_of_old_ids_change(name: str, text: str, tmp_path: Path) -> None:
    old, new = in_every_deck(text)
    (tmp_path / name).write_bytes(old.encode())
    exit_code, out, err = run(name, cwd=tmp_path)
    assert (exit_code, err) == (0, [])
    assert (tmp_path / name).read_bytes() == new.encode()
    *replaced, last = out.decode().splitlines()
    assert all(line.startswith(f"{name}:") for line in replaced)
    ids = "1 id" if len(replaced) == 1 else f"{len(replaced)} ids"
    assert last == f"{ids} in 1 file replaced, 0 files unchanged"
    assert run(name, cwd=tmp_path)[:2] == (0, b"0 ids in 0 files replaced, 1 file unchanged\n")


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.ydk", f"#main\n{BITRON}\n\n{BITRON}\n", (2, 4)),
        ("a.json", f'{{"main": [\n{{\n"id": {BITRON}}}\n]}}', (3,)),
    ],
)
def test_what_is_said_of_each_id(
    name: str, text: str, lines: tuple[int, ...], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    expected = [f"{name}:{line}: {SAYS_BITRON}" for line in lines]
    exit_code, out, err = run(name, "--check", cwd=tmp_path)
    assert (exit_code, err, out.decode().splitlines()[:-1]) == (1, [], expected)
    assert (tmp_path / name).read_text() == text
    assert run(name, "--lang", "ja", cwd=tmp_path)[1].startswith(
        f"{expected[0].removesuffix('Armored Bitron')}アーマード・ビットロン".encode()
    )
    assert run(name, "--check", cwd=tmp_path)[0] == 0


@pytest.mark.parametrize("stays", STAY)
def test_other_ids_stay(stays: str) -> None:
    text = f"#main\n{stays}\n101999999\n".encode()
    assert run("-", stdin=text) == (0, text, [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\xef\xbb\xbf#main\r\n%s\r\n", None),
        ("\ufeff#main\r\n%s # é".encode("utf-16-le"), "utf-16-le"),
        ("#main\n%s\n".encode("utf-16-be"), "utf-16-be"),
        (b"# \x83\x5c\x83\x8a\n#main\n0000000%s\n", None),
    ],
)
def test_every_other_byte_stays(old: bytes, new: str | None, tmp_path: Path) -> None:
    def made(passcode: str) -> bytes:
        return old.replace("%s".encode(new or "ascii"), passcode.encode(new or "ascii"))

    padded = NEW_BITRON.zfill(9) if b"0000" in old else NEW_BITRON
    path = tmp_path / "a.ydk"
    path.write_bytes(made(BITRON))
    assert run(path)[0] == 0
    assert path.read_bytes() == made(padded)
    exit_code, out, err = run("-", stdin=made(BITRON))
    assert (exit_code, out) == (0, made(padded))
    assert err in ([f"-:2: {SAYS_BITRON}"], [f"-:3: {SAYS_BITRON}"])


@pytest.mark.parametrize(
    "text",
    [
        "%s", "%s\n", "\r\n <%s>\r\n", "My deck: %s, do you like it?\n", "%s\n\n%s\n",
        "%sName of it\n", "(https://x.example/#%s)",
    ],
)  # fmt: skip
def test_a_link_is_written_anew_wherever_it_stands(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.ydke"
    old, new = link("89631139", BITRON, PARK), link("89631139", NEW_BITRON, NEW_PARK)
    for ways in (
        (old, new),
        (quote(old, safe=""), quote(new, safe="")), (quote(old, safe="!"), quote(new, safe="!")),
        (old.replace("ydke", "YDKE"), new.replace("ydke", "YDKE")),
    ):  # fmt: skip
        if "Name" in text and not ways[0].endswith("!"):
            continue
        path.write_text(text.replace("%s", ways[0]), newline="")
        exit_code, out, err = run("a.ydke", cwd=tmp_path)
        assert (exit_code, err) == (0, [])
        assert f": {SAYS_BITRON}\n" in out.decode()
        assert path.read_bytes().decode() == text.replace("%s", ways[1])


def test_a_link_as_an_argument() -> None:
    old, new = link("89631139", BITRON), link("89631139", NEW_BITRON)
    assert run(old) == (0, f"{new}\n".encode(), [f"{old}:1: {SAYS_BITRON}"])
    assert run(new) == (0, f"{new}\n".encode(), [])
    assert run(old, "--check")[:2] == (
        1, f"{old}:1: {SAYS_BITRON}\n1 id in 1 file would be replaced, 0 files unchanged\n".encode()
    )  # fmt: skip


def test_an_unusual_link_is_refused(tmp_path: Path) -> None:
    # the bits of its last letter that say nothing are not all zero
    text = link("89631139", BITRON)
    at = text.index("=") - 1
    letters = f"{ascii_uppercase}{ascii_lowercase}0123456789+/"
    text = f"{text[:at]}{letters[letters.index(text[at]) + 1]}{text[at + 1 :]}"
    (tmp_path / "a.ydke").write_text(text)
    exit_code, out, (error,) = run("a.ydke", cwd=tmp_path)
    assert (exit_code, out) == (2, b"0 ids in 0 files replaced, 0 files unchanged\n")
    assert "'deckcheck convert --canonical --to ydke' writes it anew" in error
    assert (tmp_path / "a.ydke").read_text() == text


def test_a_link_in_percent_code_stays_in_it(tmp_path: Path) -> None:
    for code in (str, str.lower):
        old, new = (quote(link("89631139", one), safe="") for one in (BITRON, NEW_BITRON))
        plain = old.replace("%3D", code("%3D")).replace("%21", code("%21"))
        (tmp_path / "a.ydke").write_text(f"see {plain}, my deck")
        assert run("a.ydke", cwd=tmp_path)[0] == 0
        text = (tmp_path / "a.ydke").read_text()
        assert text == f"see {new}, my deck".replace("%3D", code("%3D")).replace("%21", code("%21"))


def test_a_code_of_omega(tmp_path: Path) -> None:
    (tmp_path / "a.omega").write_text(f" \n{code(BITRON, PARK)}\n")
    exit_code, out, _ = run("a.omega", cwd=tmp_path)
    assert (exit_code, out.decode().splitlines()[0]) == (0, f"a.omega:2: {SAYS_BITRON}")
    assert (tmp_path / "a.omega").read_text() == f" \n{code(NEW_BITRON, NEW_PARK)}\n"


def test_an_id_that_cannot_be_replaced_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    twice = f'{{"main": {{"{BITRON}": 1,\n"{PARK}": 1, "{NEW_PARK}": 2}}}}'
    (tmp_path / "a.json").write_text(twice)
    escaped = f'main:\n- "\\x31{BITRON[1:]}"\n'
    (tmp_path / "b.yaml").write_text(escaped)
    (tmp_path / "c.ydk").write_text(BITRON)
    exit_code, out, err = run("missing.ydk", "a.json", "b.yaml", "c.ydk", cwd=tmp_path)
    assert exit_code == 2
    assert err[1:] == [
        f"deckcheck: error: a.json: line 2: {PARK} cannot be replaced by {NEW_PARK} without "
        "another change; the file is left as it is",
        f"deckcheck: error: b.yaml: line 2: {BITRON} cannot be replaced by {NEW_BITRON} without "
        "another change; the file is left as it is",
    ]
    assert (tmp_path / "a.json").read_text() == twice
    assert (tmp_path / "b.yaml").read_text() == escaped
    assert (tmp_path / "c.ydk").read_text() == NEW_BITRON
    assert out.decode().splitlines() == [
        f"c.ydk:1: {SAYS_BITRON}", "1 id in 1 file replaced, 0 files unchanged",
    ]  # fmt: skip


def test_a_folder_a_link_in_it_and_the_mode(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(BITRON)
    (tmp_path / "a.ydk").chmod(0o640)
    (tmp_path / "b.ydk").symlink_to("a.ydk")
    (tmp_path / "c.yaml").write_text(f"main: [{BITRON}]\n")
    (tmp_path / "d.ydk").write_text("main: [x]\n")
    (tmp_path / "notes.txt").write_text(BITRON)
    exit_code, out, (error,) = run(".", cwd=tmp_path)
    assert (exit_code, "d.ydk:1: a yaml deck, not ydk" in error) == (2, True)
    assert out.decode().splitlines()[-1] == "2 ids in 2 files replaced, 0 files unchanged"
    assert (tmp_path / "b.ydk").is_symlink()
    assert (tmp_path / "a.ydk").read_text() == NEW_BITRON
    assert (tmp_path / "a.ydk").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "notes.txt").read_text() == BITRON


@pytest.mark.parametrize(
    ("option", "message"),
    [(("--codec", "ydx"), "unknown codec 'ydx'"), (("--lang", "xx"), "unknown language 'xx'")],
)
def test_wrong_options(option: tuple[str, str], message: str) -> None:
    exit_code, out, (error,) = run("-", *option, stdin=BITRON.encode())
    assert (exit_code, out, message in error) == (2, b"", True)


def test_the_codec_that_is_named_counts(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(f"# x\n{BITRON}\n")
    assert run("notes.txt", "--codec", "ydk", cwd=tmp_path)[0] == 0
    assert (tmp_path / "notes.txt").read_text() == f"# x\n{NEW_BITRON}\n"


def test_a_deck_that_is_read_otherwise_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.ydk").write_text(BITRON)
    monkeypatch.setattr(migration._Reader, "read", lambda *_: None)
    done = CliRunner().invoke(app, ["migrate", str(tmp_path / "a.ydk")])
    assert (done.exit_code, "the file is left as it is" in done.stderr) == (2, True)
    assert (tmp_path / "a.ydk").read_text() == BITRON


def test_a_text_that_would_be_read_for_ever_is_refused(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "_MOST_LETTERS", 10_000)
    with pytest.raises(DeckcheckError, match="too large for its many old ids"):
        migration.migrate(f"{BITRON}\n" * 50, codecs.codec("ydk").parse, CardIndex(db))


def test_real_decks(db: sqlite3.Connection) -> None:
    folder = os.environ.get("DECKCHECK_CORPUS")
    if not folder:
        pytest.skip("DECKCHECK_CORPUS is not set to the folder with open.tar.xz and other.tar.xz")
    cards = CardIndex(db)
    replaced = refused = 0
    for archive in ("open", "other"):
        with tarfile.open(Path(folder, f"{archive}.tar.xz")) as tar:
            for member in tar:
                file = tar.extractfile(member)
                text = file.read().decode("utf-8", "surrogateescape") if file else ""
                suffix = Path(member.name).suffix

                def parse(new: str, suffix: str = suffix) -> DeckList:
                    return codecs.parse(new.encode("utf-8", "surrogateescape"), suffix=suffix)

                try:
                    made = migration.migrate(text, parse, cards)
                except ParseError:
                    refused += 1
                    continue
                changed = [pair for pair in zip(text.splitlines(), made.text.splitlines(),
                                                strict=True) if pair[0] != pair[1]]  # fmt: skip
                assert len(changed) == len(made.replaced)
                assert migration.migrate(made.text, parse, cards) == (made.text, ())
                replaced += len(made.replaced)
    assert replaced > 100
    assert refused < 50
