"""Several games at once: a game's folder, a language's, or the whole collection in both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parlour.errors import ScriptError
from parlour.games.mystery.library.shelf import Language
from parlour.games.mystery.library.wellplay.files import find
from parlour.games.mystery.library.wellplay.game import Report, import_game
from parlour.games.mystery.script import Category, Script

MURDERERS_DIFFER = "murderers-differ-by-language"

Imported = tuple[Script, Report]


def import_folder(folder: Path | str, language: Language | None = None) -> list[Imported]:
    """The scripts of a folder in the authors' layout, each with a report of its repairs.

    Translations of one story are linked where both are there: they agree in all their counts.

    Args:
        folder: one game, the games of a language, or all of them.
        language: only the games in that language.

    Raises:
        ScriptError: if there is no game, or a file of one cannot be read.
    """
    imported = [import_game(path) for path in find(Path(folder))]
    linked = [_linked(each, [script for script, _ in imported]) for each in imported]
    wanted = [each for each in linked if language in (None, each[0].language)]
    if not wanted:
        raise ScriptError(f"holds no game in the language {language!r}", file=str(folder))
    return wanted


def _linked(imported: Imported, scripts: Sequence[Script]) -> Imported:
    """A script under the story of its English translation, flagged where they name other murderers."""
    script, report = imported
    alike = [other for other in scripts if _shape(other) == _shape(script)]
    others = [other for other in alike if other.language != script.language]
    if len(others) != 1 or len(alike) != len(others) + 1:
        return imported
    story = script.story if script.language == "en" else others[0].story
    differ = [
        len(a.murderers) != len(b.murderers) for a, b in zip(script.victims, others[0].victims, strict=True)
    ]
    flags = (*script.flags, *([MURDERERS_DIFFER] if any(differ) else []))
    return script.model_copy(update={"story": story, "flags": flags}), report


def _shape(script: Script) -> tuple[int, ...]:
    rows = (script.rows(category) for category in Category)
    return len(script.characters), len(script.victims), *rows
