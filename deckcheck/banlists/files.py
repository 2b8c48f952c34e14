"""Limit lists in files, YAML or lflist.conf, told apart by their content."""

from collections.abc import Callable

from deckcheck.banlists.lflist import doubts_of, is_lflist, pick, read_lflist, resolve_lflist
from deckcheck.banlists.yamllist import read_file
from deckcheck.cards import CardIndex
from deckcheck.errors import DataError
from deckcheck.model import LimitList


def read_limit_file(
    index: CardIndex, path: str, text: str, name: str | None, warn: Callable[[str], None]
) -> LimitList:
    """The limit list in a text; ``name`` picks one of several in an lflist.conf.

    What a simulator may read otherwise goes to ``warn``, with path and line. DataError for what is
    wrong in it.
    """
    if not is_lflist(text):
        if name is not None:
            raise DataError(f"{path}: a YAML list is one list; #{name} names none in it")
        return read_file(index, path, text)
    file = read_lflist(text, path)
    listed = pick(file, path, name)
    found = resolve_lflist(index, listed, path)
    for line, message in sorted((*doubts_of(file, listed), *found.doubts)):
        warn(f"{path}:{line}: {message}")
    return found.limits
