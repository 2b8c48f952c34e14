"""Which files have changed in a git repository, as git itself says."""

import os
import subprocess
from contextlib import suppress

from deckcheck.errors import DeckcheckError


class Changes:
    """What has changed since a revision, in the repository of each file that is asked for."""

    def __init__(self, revision: str) -> None:
        self._revision = revision
        self._tops: dict[str, str] = {}
        self._above: dict[str, str | None] = {}
        self._changed: dict[str, set[str]] = {}

    def has(self, path: str) -> bool:
        """Whether a file differs from where the current branch left the revision.

        One that is not committed, or not even known to git, does; one that git ignores does not.
        DeckcheckError where there is no git, no repository, or no such revision in it.
        """
        folder = os.path.realpath(os.path.dirname(path) or ".")  # noqa: PTH120 - as it is written
        here = os.path.join(folder, os.path.basename(path))  # noqa: PTH118, PTH119 - as above
        target = os.path.realpath(path)
        return self._has(folder, here) or (target != here and self._has_target(target))

    def _has_target(self, target: str) -> bool:
        """Whether what a link leads to has changed, or may have, where git does not know it."""
        try:
            return self._has(os.path.dirname(target), target)  # noqa: PTH120 - a path of text
        except DeckcheckError:
            return True

    def _has(self, folder: str, path: str) -> bool:
        if folder not in self._tops:
            top = _folder(_git(folder, "rev-parse", "--show-toplevel"))
            self._tops[folder] = top
            if top not in self._above:
                above = _git(top, "rev-parse", "--show-superproject-working-tree")
                self._above[top] = _folder(above) if above.strip() else None
        top_folder = self._tops[folder]
        above_it = self._above[top_folder]
        if above_it:
            # of a submodule that has changed in any way, every deck may have
            return self._has(above_it, top_folder)
        if top_folder not in self._changed:
            self._changed[top_folder] = _changed(top_folder, self._revision)
        return path in self._changed[top_folder]


def _folder(said: bytes) -> str:
    """The real path of a folder that git names."""
    return os.path.realpath(os.fsdecode(said.rstrip(b"\n")))


def _changed(top: str, revision: str) -> set[str]:
    """The paths of changed files in the repository at a folder."""
    what = f"{revision}^{{commit}}"
    try:
        commit = _git(top, "rev-parse", "--verify", "--end-of-options", what).strip()
    except DeckcheckError as error:
        raise DeckcheckError(
            f"--changed-since: git knows no revision {revision!r} in {top}"
        ) from error
    base = commit
    with suppress(DeckcheckError):  # branches without a common commit
        base = _git(top, "merge-base", os.fsdecode(commit), "HEAD").strip()
    diff = ("diff", "--name-only", "--no-renames", "--no-relative", "--diff-filter=d", "-z")
    changed = _git(top, *diff, os.fsdecode(base))
    others = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
    names = filter(None, (changed + others).split(b"\0"))
    folder = os.path.realpath(top)
    return {os.path.join(folder, os.fsdecode(name)) for name in names}  # noqa: PTH118


def _environment() -> dict[str, str]:
    """The environment without what a hook of git says of its own repository."""
    of_hooks = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
    return {name: value for name, value in os.environ.items() if name not in of_hooks}


def _git(folder: str, *arguments: str) -> bytes:
    """What git prints in a folder; DeckcheckError where it fails."""
    try:
        done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, check=False)
    except OSError as error:
        raise DeckcheckError(f"--changed-since needs git: {error.strerror}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise DeckcheckError(f"--changed-since: {said or 'git failed'}")
    return done.stdout
