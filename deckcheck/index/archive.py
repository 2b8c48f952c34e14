"""The text sources inside the index that was compiled from them.

An index without a checkout can so be compiled anew, with new cards and lists, and be verified.
"""

import bz2
import json
import sqlite3
from collections.abc import Mapping
from pathlib import PurePosixPath

from deckcheck.errors import DataError


def packed(texts: Mapping[str, bytes]) -> bytes:
    """The texts by their paths, as the index keeps them."""
    whole = {name: content.decode("utf-8") for name, content in texts.items()}
    return bz2.compress(json.dumps(whole, ensure_ascii=False).encode("utf-8"))


def archived(db: sqlite3.Connection) -> dict[str, bytes]:
    """The texts that the index was compiled from, by their paths.

    DataError where they cannot be read.
    """
    try:
        (content,) = db.execute("SELECT texts FROM archive").fetchone()
        whole = json.loads(bz2.decompress(content))
    except (sqlite3.DatabaseError, TypeError, ValueError, OSError, EOFError) as error:
        raise DataError(f"the text sources in the card index are damaged ({error})") from error
    for name in whole:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name:
            raise DataError(f"the card index holds a text source outside its folder: {name!r}")
    return {name: text.encode("utf-8") for name, text in whole.items()}
