"""Who sits at the table of a game, and which files are theirs."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from parlour.errors import ScriptError
from parlour.games.mystery.library.wellplay.files import CharacterFile, CsvTable, WellplayGame
from parlour.games.mystery.library.wellplay.names import bare, bracketed

_NEAR = 0.6
"""How alike a name and a file's name must be; there are few, so less will do than in running text."""


@dataclass(frozen=True, kw_only=True)
class CharacterFolder:
    """One character with its files.

    Attributes:
        name: the name that everybody uses, without what stands in brackets behind it.
        aliases: what stood there.
        part: its story.
        table: its questions, where there are any.
        respelt: the names of files that are spelt in another way.
    """

    name: str
    aliases: tuple[str, ...]
    part: CharacterFile
    table: CsvTable | None
    respelt: tuple[str, ...] = ()


def seat(game: WellplayGame) -> tuple[CharacterFolder, ...]:
    """The characters in the order of `script_info.json`, then those that it forgets.

    Raises:
        ScriptError: if a character has no file.
    """
    parts, tables = dict(game.parts), dict(game.tables)
    written = [name.strip() for name in game.info.character_name]
    found = [(name, *_files(name, written, parts, tables, game.path)) for name in written]
    found += [(name, *_files(name, written, parts, tables, game.path)) for name in list(parts)]
    shared = Counter(bare(name) for name, *_ in found)
    seats: list[CharacterFolder] = []
    for name, own_part, own_table in found:
        short = bare(name) if shared[bare(name)] == 1 else name
        part, table = game.parts[own_part], game.tables.get(own_table)
        respelt = tuple(file for file in (own_part, own_table) if file and bare(file) != bare(name))
        seats.append(
            CharacterFolder(name=short, aliases=bracketed(name), part=part, table=table, respelt=respelt)
        )
    return tuple(seats)


def _files(
    name: str,
    names: Collection[str],
    parts: dict[str, CharacterFile],
    tables: dict[str, CsvTable],
    path: Path,
) -> tuple[str, str]:
    """Takes a character's files from those that are left; their names."""
    part = _nearest(name, names, parts)
    if not part:
        raise ScriptError(
            f"has no file for the character {name!r}: looked for json/{name}.json", file=str(path)
        )
    table = _nearest(name, names, tables)
    parts.pop(part)
    tables.pop(table, None)
    return part, table


def _nearest(name: str, names: Collection[str], files: Collection[str]) -> str:
    """The file of that name, else the likest of those that are nobody's by name; empty if none is like it."""
    if name in files:
        return name
    free = [file for file in files if file not in names]
    return next(iter(difflib.get_close_matches(name, free, n=1, cutoff=_NEAR)), "")
