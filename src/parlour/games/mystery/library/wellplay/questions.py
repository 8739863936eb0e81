"""All questions of a game: rows repaired and flagged one by one, never dropped, then compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.core import Player
from parlour.games.mystery.library.wellplay.files import CsvTable
from parlour.games.mystery.library.wellplay.texts import Register, clean
from parlour.games.mystery.script import LETTERS, Aspect, Letter, Points, Question, Victim

REPAIRED_COLUMNS = "repaired-columns"
KEY_IN_E = "key-in-e"
KEY_AS_TEXT = "key-as-text"
REPEATED_KEY = "repeated-key"
TWO_KEYS = "two-keys-single-choice"
NO_TEXT = "no-text"
NO_POINTS = "no-points"
REPEATED_OPTION = "repeated-option"
BLANK_OPTION = "blank-option"
BORROWED = "text-from-others"
_SENTENCES: Mapping[str, str] = {
    Question.CONTRADICTS: "its key names none of those whom the game itself calls murderers; kept as it is",
    BORROWED: "it takes the words in which the same question is put to others",
    REPAIRED_COLUMNS: "its cells were too many or too few, and are fitted to the columns",
    KEY_IN_E: "its key stood in the column of the fifth option",
    KEY_AS_TEXT: "its key was an option in words",
    REPEATED_KEY: "its key had a letter twice",
    TWO_KEYS: "it has one choice and two keys, and lets one choose two",
    NO_TEXT: "it has no words",
    NO_POINTS: "what it is worth is not said, and follows from its words",
    REPEATED_OPTION: "two of its options say the same, and either counts",
    BLANK_OPTION: "one of its options is blank",
    Question.NO_KEY: "it has no key, and is not scored",
}
_KILLING = re.compile(r"kill|murder|杀|死", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class PlacedQuestion:
    """A question with its place in the files."""

    question: Question
    place: str

    @property
    def notes(self) -> tuple[str, ...]:
        """Its flags, each in a sentence without spoilers."""
        return tuple(f"{self.place}: {_SENTENCES.get(flag, flag)} ({flag})" for flag in self.question.flags)

    def with_flag(self, flag: str, **changes: object) -> PlacedQuestion:
        """Returns the same with one flag more and some fields changed."""
        update = {**changes, "flags": (*self.question.flags, flag)}
        return replace(self, question=self.question.model_copy(update=update))


def questions(
    tables: Mapping[Player, CsvTable], victims: Sequence[Victim], people: Register
) -> tuple[PlacedQuestion, ...]:
    """Returns the questions of all tables, one for each row."""
    placed = [
        PlacedQuestion(question=question(table.header, row, player), place=f"{player}.csv:{line}")
        for player, table in tables.items()
        for line, row in table.rows
    ]
    completed = [_with_text(entry, placed, people) for entry in placed]
    murderers = {victim.name: set(victim.murderers) for victim in victims}
    return tuple(_check_key(entry, murderers, people) for entry in completed)


def _with_text(placed: PlacedQuestion, others: Sequence[PlacedQuestion], people: Register) -> PlacedQuestion:
    """Gives a question without text that of the same question put to others, if it is about one victim."""
    mine = placed.question
    if NO_TEXT not in mine.flags:
        return placed
    texts = Counter(
        other.question.text
        for other in others
        if other.question.text and (other.question.options, other.question.key) == (mine.options, mine.key)
    )
    if len({people.within(text) or text for text in texts}) != 1:
        return placed
    text = texts.most_common(1)[0][0]
    aspect = next(other.question.aspect for other in others if other.question.text == text)
    return placed.with_flag(BORROWED, text=text, aspect=aspect)


def _check_key(placed: PlacedQuestion, murderers: Mapping[str, set[str]], people: Register) -> PlacedQuestion:
    """Flags a question on a murderer whose key is none of the murderers."""
    mine = placed.question
    if mine.aspect not in (Aspect.WHO, Aspect.SUSPECT) or not _KILLING.search(mine.text):
        return placed
    truth = murderers.get(people.within(mine.text) or "")
    options = dict(zip(mine.letters, mine.options, strict=True))
    keyed = {people.recognise(options[letter]) for letter in mine.key}
    return placed.with_flag(Question.CONTRADICTS) if truth and keyed and not keyed & truth else placed


_POINTS: Mapping[str, Points] = {"a": 10, "b": 5, "c": 2}
_KEY = re.compile(r"[a-e](?:[\s,，、;/]*[a-e])*", re.IGNORECASE)
_FEWEST_OPTIONS, _SUSPECTS = 2, 2


def question(header: Sequence[str], row: Sequence[str], player: str) -> Question:
    """Returns the question of one row."""
    flags: list[str] = []
    cells = _fit_cells(header, row, flags)
    options = [clean(cells.get(letter, "")) for letter in LETTERS]
    key = _key(cells, options, flags)
    options = _trim_options(options, key, flags)
    text = clean(cells["question"])
    points = _points(cells.get("value", ""), text, options, flags)
    aspect = aspect_of(text, points, options)
    is_several = cells.get("type", "").lower() == "b" or aspect is Aspect.SUSPECT
    if len(key) > 1 and not is_several:
        flags.append(TWO_KEYS)
    if not text:
        flags.append(NO_TEXT)
    choose = max(_SUSPECTS if is_several else 1, len(key))
    return Question(
        asked_of=(player,),
        aspect=aspect,
        points=points,
        text=text,
        options=tuple(options),
        key=key,
        choose=min(choose, len(options)),
        flags=tuple(flags),
    )


def _fit_cells(header: Sequence[str], row: Sequence[str], flags: list[str]) -> dict[str, str]:
    """Returns cells by column. Surplus cells are cut if empty, else they belong to the question."""
    cells = list(row)
    if len(cells) != len(header):
        flags.append(REPAIRED_COLUMNS)
    while len(cells) > len(header) and not cells[-1]:
        cells.pop()
    if (more := len(cells) - len(header)) > 0:
        start = list(header).index("question")
        cells[start : start + more + 1] = [", ".join(cells[start : start + more + 1])]
    cells += [""] * (len(header) - len(cells))
    return {"question": "", **dict(zip(header, cells, strict=True))}


def _key(cells: dict[str, str], options: list[str], flags: list[str]) -> tuple[Letter, ...]:
    """Returns the keyed letters, sorted; the last column has them if `truth` is empty."""
    truth = cells.get("truth", "")
    if not truth and _KEY.fullmatch(options[-1]):
        flags.append(KEY_IN_E)
        truth, options[-1] = options[-1], ""
    if not _KEY.fullmatch(truth):
        if truth and truth in options:
            flags.append(KEY_AS_TEXT)
            return (LETTERS[options.index(truth)],)
        flags.append(Question.NO_KEY)
        return ()
    written = re.findall(r"[a-e]", truth.lower())
    if len(set(written)) != len(written):
        flags.append(REPEATED_KEY)
    return tuple(letter for letter in LETTERS if letter in written)


def _trim_options(options: list[str], key: Sequence[Letter], flags: list[str]) -> list[str]:
    """Returns the options without the empty ones behind the last one or the keyed one."""
    filled = [number for number, option in enumerate(options, 1) if option]
    keyed = [LETTERS.index(letter) + 1 for letter in key]
    trimmed = options[: max([_FEWEST_OPTIONS, *filled, *keyed])]
    if "" in trimmed:
        flags.append(BLANK_OPTION)
    if len(set(trimmed)) < len(trimmed):
        flags.append(REPEATED_OPTION)
    return trimmed


def _points(value: str, text: str, options: Sequence[str], flags: list[str]) -> Points:
    if (points := _POINTS.get(value.lower())) is not None:
        return points
    flags.append(NO_POINTS)
    return 10 if aspect_of(text, 5, options) is Aspect.WHO else 5


_WORDINGS: tuple[tuple[Aspect, str], ...] = (
    (Aspect.SUSPECT, r"most suspect|suspect(?:ed)? (?:the )?most|最怀疑"),
    (
        Aspect.RELATIONSHIP,
        r"\bis the victim|\b(?:perpetrator|killer|murderer) the victim|relationship|关系|被害人",
    ),
    (Aspect.WHERE, r"\bwhere\b|哪里|哪儿|何处|什么地方"),
    (Aspect.WHEN, r"\bwhen\b|\bwhat time\b|何时|什么时候|什么时间|几点"),
    (Aspect.WHY, r"\bmotiv|\bwhy\b|动机|为什么|为何"),
    (Aspect.HOW, r"\bhow (?:did|was|were|do|does|is)\b|怎么|如何|怎样"),
    (Aspect.WHO, r"\bwho(?:m|se)?\b|谁"),
)
_DENIED = re.compile(r"non-?existent|does not exist|not exist|不存在", re.IGNORECASE)


def aspect_of(text: str, points: int, options: Sequence[str]) -> Aspect:
    """Returns the aspect of one question."""
    if points == 2:
        return _of_relations(text, options)
    for aspect, wording in _WORDINGS:
        if re.search(wording, text, re.IGNORECASE):
            return aspect
    return Aspect.WHO if points == 10 else Aspect.OTHER


def _of_relations(text: str, options: Sequence[str]) -> Aspect:
    if _DENIED.search(text):
        return Aspect.THREE_RELATIONSHIPS
    double = sum(" and " in option for option in options)
    return Aspect.TWO_RELATIONSHIPS if double * 2 > len(options) else Aspect.ONE_RELATIONSHIP
