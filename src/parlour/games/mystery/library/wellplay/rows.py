"""One row of the authors' questions as a question: repaired where it must be, and flagged, never dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from parlour.games.mystery.library.wellplay.aspects import aspect_of
from parlour.games.mystery.library.wellplay.texts import clean
from parlour.games.mystery.script import LETTERS, Aspect, Letter, Question

REPAIRED_COLUMNS = "repaired-columns"
KEY_IN_E = "key-in-e"
KEY_AS_TEXT = "key-as-text"
REPEATED_KEY = "repeated-key"
TWO_KEYS = "two-keys-single-choice"
NO_TEXT = "no-text"
NO_POINTS = "no-points"
REPEATED_OPTION = "repeated-option"
BLANK_OPTION = "blank-option"

Points = Literal[10, 5, 2]
_POINTS: Mapping[str, Points] = {"a": 10, "b": 5, "c": 2}
_KEY = re.compile(r"[a-e](?:[\s,，、;/]*[a-e])*", re.IGNORECASE)
_FEWEST_OPTIONS, _SUSPECTS = 2, 2


def question(header: Sequence[str], row: Sequence[str], player: str) -> Question:
    """The question of one row.

    Args:
        header: the names of the columns.
        row: the cells; too few or too many are fitted to the header.
        player: the character it is put to.
    """
    flags: list[str] = []
    cells = _fitted(header, row, flags)
    options = [clean(cells.get(letter, "")) for letter in LETTERS]
    key = _key(cells, options, flags)
    options = _trimmed(options, key, flags)
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


def _fitted(header: Sequence[str], row: Sequence[str], flags: list[str]) -> dict[str, str]:
    """Cells by column. What is too much at the end is cut where empty, else it belongs to the question."""
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
    """The keyed letters, sorted; the last column holds them where `truth` is empty."""
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


def _trimmed(options: list[str], key: Sequence[Letter], flags: list[str]) -> list[str]:
    """The options without the empty ones behind the last one or the keyed one."""
    filled = [number for number, option in enumerate(options, 1) if option]
    keyed = [LETTERS.index(letter) + 1 for letter in key]
    kept = options[: max([_FEWEST_OPTIONS, *filled, *keyed])]
    if "" in kept:
        flags.append(BLANK_OPTION)
    if len(set(kept)) < len(kept):
        flags.append(REPEATED_OPTION)
    return kept


def _points(value: str, text: str, options: Sequence[str], flags: list[str]) -> Points:
    if (points := _POINTS.get(value.lower())) is not None:
        return points
    flags.append(NO_POINTS)
    return 10 if aspect_of(text, 5, options) is Aspect.WHO else 5
