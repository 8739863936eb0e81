"""The characters of a game with their files, and the victims, which each file names from its viewpoint."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.errors import ScriptError
from parlour.games.mystery.library.wellplay.files import CharacterFile, CsvTable, WellplayGame
from parlour.games.mystery.library.wellplay.texts import bare, bracket_names
from parlour.games.mystery.script import Victim

_NEAR = 0.6
"""The least similarity of a name and a file's name; there are few, so less will do than in running text."""


@dataclass(frozen=True, kw_only=True)
class CharacterFolder:
    """One character with its files."""

    name: str
    aliases: tuple[str, ...]
    part: CharacterFile
    table: CsvTable | None
    respelt: tuple[str, ...] = ()


def seat(game: WellplayGame) -> tuple[CharacterFolder, ...]:
    """Returns the characters in the order of `script_info.json`, then those that it forgets.

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
            CharacterFolder(name=short, aliases=bracket_names(name), part=part, table=table, respelt=respelt)
        )
    return tuple(seats)


def _files(
    name: str,
    names: Collection[str],
    parts: dict[str, CharacterFile],
    tables: dict[str, CsvTable],
    path: Path,
) -> tuple[str, str]:
    """Takes a character's files from those that are left, and returns their names."""
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
    """Returns the file of that name, else the most similar unassigned one; empty if none is similar."""
    if name in files:
        return name
    free = [file for file in files if file not in names]
    return next(iter(difflib.get_close_matches(name, free, n=1, cutoff=_NEAR)), "")


_SHARED = 2
"""The number of viewpoints that must share a word ("Madam") for it to be a victim's name and no kinship."""


@dataclass(kw_only=True)
class _Case:
    """One victim while the files are read."""

    place: int
    whole: Counter[str] = field(default_factory=Counter[str])
    inner: Counter[str] = field(default_factory=Counter[str])
    outer: Counter[str] = field(default_factory=Counter[str])
    murderers: list[str] = field(default_factory=list[str])

    def bears(self, names: Iterable[str]) -> bool:
        return any(name in self.whole or name in self.inner for name in names)

    def add(self, written: str) -> None:
        inner = bracket_names(written)
        self.inner.update(inner)
        (self.outer if inner else self.whole).update([bare(written)])

    @property
    def name(self) -> str:
        return (self.whole or self.inner).most_common(1)[0][0]


def gather(parts: Mapping[str, CharacterFile]) -> tuple[Victim, ...]:
    """Returns the victims with all their names and murderers.

    Args:
        parts: the characters' files by the characters' names, in seat order.
    """
    cases: list[_Case] = []
    for player, part in parts.items():
        for case, written, did_it in zip(
            _match_cases(part.victims, cases), part.victims, part.killed, strict=True
        ):
            case.add(written)
            if did_it:
                case.murderers.append(player)
    return tuple(_victim(case, cases) for case in cases)


def _match_cases(written: Sequence[str], cases: list[_Case]) -> Iterator[_Case]:
    """Yields the case of each name: by the brackets, by the word before, by its place; else a new one."""
    free = list(cases)
    for place, name in enumerate(written):
        inner = bracket_names(name)
        case = (
            _first(case for case in free if case.bears(inner or (bare(name),)))
            or _first(case for case in free if case.bears((bare(name),)))
            or _first(case for case in free if inner and case.place == place)
        )
        if case is None:
            case = _Case(place=place)
            cases.append(case)
        else:
            free.remove(case)
        yield case


def _first(cases: Iterator[_Case]) -> _Case | None:
    return next(cases, None)


def _victim(case: _Case, cases: Sequence[_Case]) -> Victim:
    others = {
        name for other in cases if other is not case for name in (*other.whole, *other.inner, *other.outer)
    }
    words = (word for word, count in case.outer.items() if count >= _SHARED or case.bears((word,)))
    names = dict.fromkeys((*case.whole, *case.inner, *words))
    aliases = tuple(name for name in names if name != case.name and name not in others)
    return Victim(name=case.name, aliases=aliases, murderers=tuple(case.murderers))
