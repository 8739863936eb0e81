"""The authors' folders on disk: the games, their characters with their files, and their victims."""

from __future__ import annotations

import codecs
import contextlib
import csv
import difflib
import io
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from parlour.core import plain_json
from parlour.errors import ScriptError
from parlour.games.mystery.library.wellplay.texts import bare, bracket_names
from parlour.games.mystery.script import Victim

INFO = "script_info.json"
GATHERED = frozenset({"fsa", "gm"})
"""Files with all questions once more, for the omniscient reader; they do not always agree."""
COLUMNS = ("value", "type", "question", "a", "b", "c", "d", "e", "truth")
DEEPEST = 4


def _as_list(value: object) -> object:
    if value is None or value == "":
        return []
    return cast(object, value) if isinstance(value, list) else [value]


Texts = Annotated[list[str], BeforeValidator(_as_list)]


class Info(BaseModel):
    """The content of `script_info.json`."""

    model_config = ConfigDict(extra="ignore")
    script_name: str = ""
    character_name: Texts = []


class CharacterFile(BaseModel):
    """The content of `<character>.json`."""

    model_config = ConfigDict(extra="ignore")
    script: Texts
    acts_goal: Texts = []
    secrets: Texts = []
    victims: Texts = []
    kill_by_me: Annotated[list[int], BeforeValidator(_as_list)] = []
    is_murderer: int = 0

    @property
    def kill_flags(self) -> list[bool]:
        """A flag per victim that this character killed; the only one, if a murderer's file is silent."""
        flags = [bool(did_it) for did_it in self.kill_by_me[: len(self.victims)]]
        if len(self.victims) == 1 and not flags:
            return [bool(self.is_murderer)]
        return flags + [False] * (len(self.victims) - len(flags))


@dataclass(frozen=True, kw_only=True)
class CsvTable:
    """One CSV file: its header and its rows, each with its line; blank rows are left out."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class WellplayGame:
    """One game's folder as it lies on disk, nothing repaired yet."""

    path: Path
    info: Info
    parts: dict[str, CharacterFile]
    tables: dict[str, CsvTable]
    gathered: CsvTable | None


def find(root: Path) -> list[Path]:
    """Returns the games in a folder: the folder itself, a language's games, or all of them.

    Raises:
        ScriptError: if there is none.
    """
    if not root.is_dir():
        raise ScriptError("there is no such folder", file=str(root))
    infos = [path for depth in range(DEEPEST) for path in root.glob("*/" * depth + INFO)]
    folders = [info.parent for info in infos if info.is_file()]
    games = {folder.parent if folder.name == "json" else folder for folder in folders}
    if not games:
        raise ScriptError(
            f"holds no game: looked for json/{INFO} in it and the folders in it", file=str(root)
        )
    return sorted(games)


def read(game: Path) -> WellplayGame:
    """Reads all files of one game.

    Raises:
        ScriptError: if a file cannot be read or lacks what a script needs.
    """
    folder = game / "json" if (game / "json").is_dir() else game
    parts = {
        path.stem: _model(path, CharacterFile) for path in sorted(folder.glob("*.json")) if path.name != INFO
    }
    if not parts:
        raise ScriptError("holds no characters: looked for <character>.json", file=str(folder))
    tables = {path.stem: _table(path) for path in sorted((game / "final_result").glob("*.csv"))}
    gathered = [tables.pop(name) for name in list(tables) if name.lower() in GATHERED]
    info = _model(folder / INFO, Info)
    return WellplayGame(path=game, info=info, parts=parts, tables=tables, gathered=next(iter(gathered), None))


_Form = TypeVar("_Form", Info, CharacterFile)


def _model(path: Path, form: type[_Form]) -> _Form:
    try:
        return form.model_validate(plain_json(_text(path), is_strict=False))
    except json.JSONDecodeError as error:
        raise ScriptError(f"is not JSON: {error.msg}", file=str(path), line=error.lineno) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ScriptError(first["msg"], file=str(path), field=place) from error
    except ValueError as error:
        raise ScriptError(f"cannot be read: {error}", file=str(path)) from error


def _table(path: Path) -> CsvTable:
    """Reads a CSV file; one without a header has the authors' usual columns."""
    text = _text(path)
    separator = max(",;\t", key=text.split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [
            (reader.line_num, tuple(cell.strip() for cell in row))
            for row in reader
            if any(map(str.strip, row))
        ]
    except csv.Error as error:
        raise ScriptError(f"is not CSV: {error}", file=str(path), line=reader.line_num) from error
    header = tuple(cell.lower() for cell in rows[0][1]) if rows else COLUMNS
    if "question" not in header:
        return CsvTable(header=COLUMNS, rows=tuple(rows))
    return CsvTable(header=header, rows=tuple(rows[1:]))


def _text(path: Path) -> str:
    """Reads a file's text: UTF-8, or what spreadsheets write instead."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ScriptError(f"cannot be read: {error.strerror}", file=str(path)) from error
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "gb18030"):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode(encoding)
    raise ScriptError("is neither in UTF-8 nor in UTF-16 or GB 18030", file=str(path))


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
    rows = [(name, *_files(name, written, parts, tables, game.path)) for name in written]
    rows += [(name, *_files(name, written, parts, tables, game.path)) for name in list(parts)]
    shared = Counter(bare(name) for name, *_ in rows)
    seats: list[CharacterFolder] = []
    for name, own_part, own_table in rows:
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
            _match_cases(part.victims, cases), part.victims, part.kill_flags, strict=True
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
            next((case for case in free if case.bears(inner or (bare(name),))), None)
            or next((case for case in free if case.bears((bare(name),))), None)
            or next((case for case in free if inner and case.place == place), None)
        )
        if case is None:
            case = _Case(place=place)
            cases.append(case)
        else:
            free.remove(case)
        yield case


def _victim(case: _Case, cases: Sequence[_Case]) -> Victim:
    others = {
        name for other in cases if other is not case for name in (*other.whole, *other.inner, *other.outer)
    }
    words = (word for word, count in case.outer.items() if count >= _SHARED or case.bears((word,)))
    names = dict.fromkeys((*case.whole, *case.inner, *words))
    aliases = tuple(name for name in names if name != case.name and name not in others)
    return Victim(name=case.name, aliases=aliases, murderers=tuple(case.murderers))
