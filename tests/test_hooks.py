"""The pre-commit hooks and the GitHub action, tried for real."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml

from decktext import ydk

ROOT = Path(__file__).parent.parent
ILLEGAL = "# deckcheck: format=tcg on=2026-06-01\n" + ydk([55144522])
UNDECIDED = "# deckcheck: format=tcg on=2026-06-01\n" + ydk([101999999])
OLD_ID = "# deckcheck: format=tcg on=2026-06-01\n" + ydk([8805661])


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command, with nothing of the user's own git configuration."""
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
              "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@x.x",
              "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@x.x"}  # fmt: skip
    return subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True,
                          env={**os.environ, **nobody, **environment}, check=False)  # fmt: skip


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that has the hooks as they are in this checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout, which pre-commit installs hooks from")
    copy = tmp_path_factory.mktemp("hooks")
    tracked = run("git", "ls-files", "-z", cwd=ROOT).stdout.split("\0")
    for name in filter(None, tracked):
        if (ROOT / name).is_file() and not name.startswith("tests/"):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", copy)
    for command in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "hooks")):
        assert run("git", *command, cwd=copy).returncode == 0
    return copy


def test_the_manifest_of_the_hooks_is_valid() -> None:
    done = run(sys.executable, "-m", "pre_commit", "validate-manifest", ".pre-commit-hooks.yaml",
               cwd=ROOT)  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


def test_pre_commit_runs_the_hooks(hooks: Path, tmp_path: Path) -> None:
    decks = tmp_path / "decks"
    decks.mkdir()
    commit = run("git", "rev-parse", "HEAD", cwd=hooks).stdout.strip()
    ids = ("deckcheck", "deckcheck-annotate", "deckcheck-migrate")
    config = {"repos": [{"repo": str(hooks), "rev": commit, "hooks": [{"id": i} for i in ids]}]}
    (decks / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    (decks / "illegal.ydk").write_text(ILLEGAL)
    (decks / "undecided.ydk").write_text(UNDECIDED)
    (decks / "readme.md").write_text("no deck")
    run("git", "init", "-q", cwd=decks)
    run("git", "add", "-A", cwd=decks)

    def hook(name: str) -> subprocess.CompletedProcess[str]:
        return run(sys.executable, "-m", "pre_commit", "run", name, "--all-files", "--color",
                   "never", cwd=decks, PRE_COMMIT_HOME=str(tmp_path / "home"))  # fmt: skip

    done = hook("deckcheck")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "illegal.ydk:3: error limit: Pot of Greed: 1 copy, 0 allowed" in done.stdout
    assert "2 decks judged: 0 legal, 1 illegal, 1 undecided" in done.stdout
    (decks / "illegal.ydk").write_text(OLD_ID)
    run("git", "add", "-A", cwd=decks)
    assert hook("deckcheck").returncode == 0
    assert "illegal.ydk" in hook("deckcheck-annotate").stdout
    migrate = hook("deckcheck-migrate")
    assert (migrate.returncode, "8805651" in migrate.stdout) == (1, True)
    (decks / "illegal.ydk").write_text("#main\n")
    (decks / "undecided.ydk").write_text("#main\n")
    run("git", "add", "-A", cwd=decks)
    assert hook("deckcheck-annotate").returncode == hook("deckcheck-migrate").returncode == 0


ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def test_the_action_is_one() -> None:
    done = run(sys.executable, "-m", "check_jsonschema", "--builtin-schema",
               "vendor.github-actions", "action.yml", cwd=ROOT)  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert ACTION["runs"]["steps"][0]["uses"].startswith("actions/setup-python@")


def _step(name: str, inputs: dict[str, str], cwd: Path, **environment: str) -> Any:
    """Run a shell step of the action as GitHub does."""
    step = next(step for step in ACTION["runs"]["steps"] if step.get("name") == name)
    values = {key: str(value["default"]) for key, value in ACTION["inputs"].items()} | inputs
    env = {
        key: values[text.removeprefix("${{ inputs.").removesuffix(" }}")]
        for key, text in step.get("env", {}).items()
    }
    assert step["shell"] == "bash"
    script = cwd / "step.sh"
    script.write_text(step["run"])
    return run("bash", "--noprofile", "--norc", "-eo", "pipefail", script, cwd=cwd,
               GITHUB_ACTION_PATH=str(ROOT), GITHUB_ACTIONS="true", CI="true",
               **env, **environment)  # fmt: skip


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash, which GitHub runs the steps with")
def test_the_steps_of_the_action(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    work = tmp_path / "work"
    (work / "decks").mkdir(parents=True)
    (work / "decks" / "two words.ydk").write_text(ILLEGAL)
    (work / "decks" / "undecided.ydk").write_text(UNDECIDED)
    path = f"{tmp_path / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    installed = _step("Install deckcheck", {}, work, PATH=path)
    assert installed.returncode == 0, installed.stderr
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")

    def check(**inputs: str) -> Any:
        return _step("Check the decks", inputs, work, PATH=path, GITHUB_STEP_SUMMARY=str(summary))

    done = check()
    assert (done.returncode, done.stderr) == (1, "")
    assert "::error file=decks/two words.ydk,line=3," in done.stdout
    assert summary.read_text().startswith("before\n")
    assert "Pot of Greed" in summary.read_text()
    assert check(decks="decks/undecided.ydk", undecided="warn").returncode == 0
    done = check(
        decks="decks/two words.ydk\ndecks/undecided.ydk", args="--ignore limit,unknown-card"
    )
    assert done.returncode == 0, done.stdout
    assert check(format="no-such").returncode == 2
    assert check(decks="nowhere.ydk").returncode == 2
