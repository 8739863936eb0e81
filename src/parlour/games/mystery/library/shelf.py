"""The available scripts: those that ship with the package and those in the user's data folder."""

from __future__ import annotations

import difflib
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path

from parlour.errors import ScriptError, UnknownScript
from parlour.games.mystery.library.form import load, save
from parlour.games.mystery.script import Script, slug

Language = Literal["en", "zh"]
SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, kw_only=True)
class ShelfEntry:
    """One script on the shelf, as a list shows it."""

    script: Script
    path: Path
    ships: bool


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """All playable scripts, and the errors of files that are none."""

    entries: tuple[ShelfEntry, ...]
    broken: tuple[ScriptError, ...] = ()


def flags(script: Script) -> dict[str, int]:
    """Returns the known faults of a script, with their number: once for each player who is asked."""
    counts = Counter(script.flags)
    for question in script.questions:
        for flag in question.flags:
            counts[flag] += len(question.asked_of) or len(script.characters)
    return dict(sorted(counts.items()))


def folder() -> Path:
    """Returns the folder of imported scripts: `PARLOUR_SCRIPTS`, or the user's data folder."""
    if chosen := os.environ.get("PARLOUR_SCRIPTS"):
        return Path(chosen)
    return user_data_path("parlour", appauthor=False) / "scripts"


def shelf() -> Shelf:
    """Returns everything on the shelf; a clash of ids gives the later script a `-2`, shipped ones first."""
    entries: list[ShelfEntry] = []
    broken: list[ScriptError] = []
    for path, ships in _paths():
        try:
            script = load(path)
        except ScriptError as error:
            broken.append(error)
            continue
        ids = {entry.script.id for entry in entries}
        named = script.model_copy(update={"id": _free(script.id, ids)})
        entries.append(ShelfEntry(script=named, path=path, ships=ships))
    return Shelf(entries=tuple(entries), broken=tuple(broken))


def find(name: str, language: Language | None = None) -> Script:
    """Returns a script by its id, by its story (then the language picks the translation) or by its file.

    Raises:
        UnknownScript: if there is none; it names the nearest ids.
        ScriptError: if the file is not in the form.
    """
    if name.endswith(SUFFIXES):
        return load(name)
    scripts = [entry.script for entry in shelf().entries]
    named = [script for script in scripts if script.id in (name, slug(name))]
    stories = {script.story for script in named} or {name, slug(name)}
    translations = [script for script in scripts if script.story in stories]
    candidates = [*named, *sorted(translations, key=lambda script: script.language)]
    for script in candidates:
        if language in (None, script.language):
            return script
    if candidates:
        there = ", ".join(sorted({script.language for script in candidates}))
        raise UnknownScript(f"the script {name!r} is not there in {language!r}, but in {there}")
    ids = [script.id for script in scripts]
    near = difflib.get_close_matches(slug(name), ids, n=3, cutoff=0.4) or ids
    raise UnknownScript(f"there is no script {name!r}; there is {', '.join(near) or 'none at all'}")


def add(script: Script) -> Script:
    """Stores a script in the user's folder, in the place of an earlier import of the same one."""
    entries = shelf().entries
    earlier = [entry for entry in entries if _is_same(entry, script)]
    ids = {entry.script.id for entry in entries if entry not in earlier}
    saved = script.model_copy(update={"id": _free(script.id, ids)})
    path = earlier[0].path if earlier else folder() / f"{saved.id}.yaml"
    save(saved, path)
    return saved


def _is_same(entry: ShelfEntry, script: Script) -> bool:
    stored = entry.script
    same = (stored.title, stored.language, stored.players) == (script.title, script.language, script.players)
    return same and not entry.ships


def _paths() -> Iterator[tuple[Path, bool]]:
    shipped = Path(str(files("parlour.games.mystery.library") / "shipped"))
    for place, ships in ((shipped, True), (folder(), False)):
        if place.is_dir():
            for path in sorted(place.iterdir()):
                if path.suffix in SUFFIXES:
                    yield path, ships


def _free(wanted: str, ids: set[str]) -> str:
    if wanted not in ids:
        return wanted
    number = next(n for n in range(2, len(ids) + 3) if f"{wanted}-{n}" not in ids)
    return f"{wanted}-{number}"
