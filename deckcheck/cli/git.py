"""Which files have changed in a git repository, as git itself says."""

import os
import subprocess

from deckcheck.errors import DeckcheckError


def changed_since(revision: str) -> set[str]:
    """The real paths of files that differ from where the current branch left the revision.

    Those that are not committed, or not even known to git, are among them; ignored ones are not.
    DeckcheckError where there is no git, no repository, or no such revision.
    """
    top = os.fsdecode(_git("rev-parse", "--show-toplevel").rstrip(b"\n"))
    commit = os.fsdecode(
        _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}",
             otherwise=f"--changed-since: git knows no revision {revision!r}").strip()
    )  # fmt: skip
    base = os.fsdecode(_git("merge-base", commit, "HEAD", otherwise="").strip()) or commit
    changed = _git("-C", top, "diff", "--name-only", "--no-renames", "--diff-filter=d", "-z", base)
    others = _git("-C", top, "ls-files", "--others", "--exclude-standard", "-z")
    names = filter(None, (changed + others).split(b"\0"))
    return {os.path.realpath(os.path.join(top, os.fsdecode(name))) for name in names}  # noqa: PTH118


def _git(*arguments: str, otherwise: str | None = None) -> bytes:
    """What git prints; where it fails, DeckcheckError, or nothing where ``otherwise`` is empty."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError as error:
        raise DeckcheckError(f"--changed-since needs git: {error.strerror}") from error
    if done.returncode == 0:
        return done.stdout
    if otherwise == "":
        return b""
    said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
    raise DeckcheckError(otherwise or f"--changed-since: {said or 'git failed'}")
