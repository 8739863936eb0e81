"""Tables as JSON lines: a row per line, in UTF-8, readable by anything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from parlour.core import plain_json
from parlour.errors import ArchiveError
from parlour.store import spell
from parlour.store.archive.files import Place, Rows

MOST_LINE = 16 << 20
"""Bytes of a row: a setup with a long script has some hundred thousand."""


class JsonLines:
    """Writes a table.

    Args:
        path: its file.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")

    def write(self, row: Mapping[str, object]) -> None:
        """Writes a row."""
        self._file.write(f"{spell(row)}\n")

    def close(self) -> None:
        """Writes what is left."""
        self._file.close()


def read_lines(place: Place, file: str) -> Rows:
    """The rows of a table, one at a time.

    Raises:
        ArchiveError: naming the line that cannot be read.
    """
    with place.open(file) as opened:
        for number, line in enumerate(iter(lambda: opened.readline(MOST_LINE + 1), b""), 1):
            if len(line) > MOST_LINE:
                raise ArchiveError(f"{place.name(file)}:{number}: the line has more than {MOST_LINE:,} bytes")
            try:
                row = plain_json(line)
            except ValueError as error:
                cut = "" if line.endswith(b"\n") else ": the file ends in the middle of it"
                raise ArchiveError(f"{place.name(file)}:{number}: the line is no JSON{cut}") from error
            if not isinstance(row, dict):
                raise ArchiveError(f"{place.name(file)}:{number}: the line is no row of a table")
            yield number, cast("dict[str, object]", row)
