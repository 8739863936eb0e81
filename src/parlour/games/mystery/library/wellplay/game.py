"""Games of the authors as scripts, with everything that is wrong with them flagged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from parlour.errors import ScriptError
from parlour.games.mystery.library.shelf import Language
from parlour.games.mystery.library.wellplay.files import (
    CharacterFolder,
    CsvTable,
    WellplayGame,
    find,
    gather,
    read,
    seat,
)
from parlour.games.mystery.library.wellplay.questions import PlacedQuestion, questions
from parlour.games.mystery.library.wellplay.texts import (
    Register,
    bare,
    clean,
    is_chinese,
    mentions,
    split_goals,
)
from parlour.games.mystery.script import Category, Character, Script, Victim

MURDERERS_DIFFER = "murderers-differ-by-language"


Imported = tuple[Script, tuple[str, ...]]
"""A script, and each repair and doubt in a sentence without spoilers."""


def import_folder(folder: Path | str, language: Language | None = None) -> list[Imported]:
    """Returns the scripts of a folder in the authors' layout, each with a report of its repairs.

    Translations of one story are linked where both are there: they agree in all their counts.

    Raises:
        ScriptError: if there is no game, or a file of one cannot be read.
    """
    imported = [import_game(path) for path in find(Path(folder))]
    linked = [_link(entry, [script for script, _ in imported]) for entry in imported]
    wanted = [entry for entry in linked if language in (None, entry[0].language)]
    if not wanted:
        raise ScriptError(f"holds no game in the language {language!r}", file=str(folder))
    return wanted


def _link(imported: Imported, scripts: Sequence[Script]) -> Imported:
    """Returns a script under the story of its English translation, flagged if they name other murderers."""
    script, notes = imported
    alike = [other for other in scripts if _shape(other) == _shape(script)]
    others = [other for other in alike if other.language != script.language]
    if len(others) != 1 or len(alike) != len(others) + 1:
        return imported
    story = script.story if script.language == "en" else others[0].story
    differ = [
        len(a.murderers) != len(b.murderers) for a, b in zip(script.victims, others[0].victims, strict=True)
    ]
    flags = (*script.flags, *([MURDERERS_DIFFER] if any(differ) else []))
    return script.model_copy(update={"story": story, "flags": flags}), notes


def _shape(script: Script) -> tuple[int, ...]:
    rows = (script.rows(category) for category in Category)
    return len(script.characters), len(script.victims), *rows


NAMES_DIFFER = "names-differ"
UNSURE_NAMES = "unsure-names"
NOBODY = "victim-killed-by-nobody"
LITERAL_BREAKS = "literal-line-breaks"
NO_QUESTIONS = "no-questions"
UNCLAIMED = "unclaimed-questions"
UNCLEAR_MURDERERS = "unclear-murderers"
GATHERED_DIFFERS = "gathered-file-differs"
WARNING = {
    "en": "Imported from WellPlay, whose stories hold violence and abuse.",
    "zh": "导入自 WellPlay，其故事含有暴力与虐待内容。",
}


def import_game(path: Path) -> Imported:
    """Returns the script of one game's folder, and the report of its repairs.

    Raises:
        ScriptError: if a file cannot be read or the game is no playable script.
    """
    game = read(path)
    seats = seat(game)
    victims = gather({folder.name: folder.part for folder in seats})
    people = _register(seats, victims)
    placed = questions({folder.name: folder.table for folder in seats if folder.table}, victims, people)
    faults = [*_faults(game, seats, victims, people), *_doubts(placed, people)]
    named = [victim.model_copy(update={"aliases": people.aliases(victim.name)}) for victim in victims]
    script = _script(game, seats, named, people, placed, faults)
    notes = (*(note for _, note in faults), *(note for entry in placed for note in entry.notes))
    return script, notes


def _script(
    game: WellplayGame,
    seats: Sequence[CharacterFolder],
    victims: Sequence[Victim],
    people: Register,
    placed: Sequence[PlacedQuestion],
    faults: Sequence[tuple[str, str]],
) -> Script:
    language = "zh" if is_chinese("".join(text for folder in seats for text in folder.part.script)) else "en"
    try:
        return Script(
            title=bare(game.info.script_name.strip() or game.path.name),
            language=language,
            warning=WARNING[language],
            characters=tuple(_character(folder, people) for folder in seats),
            victims=tuple(victims),
            questions=tuple(entry.question for entry in placed),
            flags=tuple(dict.fromkeys(flag for flag, _ in faults)),
        )
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ScriptError(first["msg"], file=str(game.path), field=place) from error


def _character(seated: CharacterFolder, people: Register) -> Character:
    part = seated.part
    goals = [split_goals(text) for text in part.acts_goal]
    acts = tuple(text for text in map(clean, part.script) if text)
    secrets = [*map(clean, part.secrets), *(item for hidden, _ in goals for item in hidden)]
    return Character(
        name=seated.name,
        aliases=people.aliases(seated.name),
        acts=acts,
        secrets=tuple(filter(None, secrets)),
        objectives=tuple(item for _, objectives in goals for item in objectives),
    )


def _register(seats: Sequence[CharacterFolder], victims: Sequence[Victim]) -> Register:
    """Returns all names, and those that the texts spell in another way."""
    people = Register()
    for folder in seats:
        people.enter(folder.name, folder.aliases)
    for victim in victims:
        people.enter(victim.name, victim.aliases)
    for folder in seats:
        people.respelt.update(dict.fromkeys(folder.respelt, folder.name))
    for mention in Counter(mentions(_texts(seats))):
        people.recognise(mention)
    return people


def _texts(seats: Sequence[CharacterFolder]) -> Iterator[str]:
    for folder in seats:
        yield from map(clean, (*folder.part.script, *folder.part.acts_goal))
        for _, row in folder.table.rows if folder.table else ():
            yield from row


def _faults(
    game: WellplayGame, seats: Sequence[CharacterFolder], victims: Sequence[Victim], people: Register
) -> Iterator[tuple[str, str]]:
    """Yields the faults of the whole: the flag and a sentence."""
    for name, person in people.respelt.items():
        yield NAMES_DIFFER, f"{name!r} is taken for {person!r}"
    for victim in victims:
        if not victim.murderers:
            yield NOBODY, "a victim was killed by nobody at the table; the case is not scored"
    if any("\\" in text for folder in seats for text in (*folder.part.script, *folder.part.acts_goal)):
        yield LITERAL_BREAKS, "line breaks that were spelt out are line breaks now"
    for folder in seats:
        if any(folder.part.kill_flags) != bool(folder.part.is_murderer):
            yield UNCLEAR_MURDERERS, "somebody is a murderer by one field and none by another"
        if not folder.table:
            yield NO_QUESTIONS, f"{folder.name!r} has no file of questions in final_result"
    own = [folder.table for folder in seats if folder.table]
    for name, table in game.tables.items():
        if not any(table is other for other in own):
            yield UNCLAIMED, f"{name}.csv is like no character's name; its questions are not asked"
    if game.gathered and own and _rows(game.gathered) != sum(map(_rows, own), Counter[tuple[str, ...]]()):
        yield GATHERED_DIFFERS, "the gathered questions are not the characters' own; the latter count"


def _rows(table: CsvTable) -> Counter[tuple[str, ...]]:
    return Counter(row for _, row in table.rows)


def _doubts(placed: Sequence[PlacedQuestion], people: Register) -> Iterator[tuple[str, str]]:
    for mention in dict.fromkeys(mentions(entry.question.text for entry in placed)):
        if not people.recognise(mention) and (person := people.doubt(mention)):
            yield UNSURE_NAMES, f"{mention!r} may be {person!r}"
