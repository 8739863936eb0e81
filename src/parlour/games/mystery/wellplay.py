"""WellPlay's twelve games as the papers count them, and the repair of keys that contradict their own story.

WellPlay's keys are never changed: a score over all rows is by the keys as they came, as the papers' are.
Beside it stand the score without flagged rows, the score by repaired keys, and the most that a player can
reach who has understood everything (`answers.ceiling`).

A patch is YAML: the digest of a row, and of each of its options that is right. Both are found by their text,
so that the order of options does not matter; a row that its authors have changed is no longer found. What
ships covers the games that we have read; `PARLOUR_REPAIRS` names a file for more of them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from pydantic import TypeAdapter

from parlour.core.language import read_yaml
from parlour.errors import ScriptError
from parlour.evaluation import KeyState
from parlour.games.mystery.script import Category, Question, Script
from parlour.llm import Language

_ROWS = TypeAdapter(list[tuple[str, list[str], int, int, int, int, int, int, int]])


@dataclass(frozen=True, kw_only=True)
class StoryFacts:
    """One game of Zhu et al. 2025, table 1."""

    name: str
    ids: tuple[str, ...]
    players: int
    victims: int
    questions: Mapping[Category, int]
    tokens: Mapping[Language, int]


@cache
def stories() -> Mapping[str, StoryFacts]:
    """Returns the twelve games by name, in the order of the papers."""
    text = files("parlour.games.mystery").joinpath("wellplay.yaml").read_text("utf-8")
    rows = _ROWS.validate_python(read_yaml(text))
    return {
        name: StoryFacts(
            name=name,
            ids=tuple(ids),
            players=players,
            victims=victims,
            questions=dict(zip(Category, counts, strict=True)),
            tokens={"zh": chinese, "en": english},
        )
        for name, ids, players, victims, *counts, chinese, english in rows
    }


def published_name(script: str) -> str | None:
    """Returns the published name of an imported script; None if it is no game of WellPlay."""
    return next((name for name, facts in stories().items() if script in facts.ids), None)


def is_wellplays(script: Script) -> bool:
    """Returns true if a script is one of WellPlay's: by its id and its table, since titles may recur."""
    facts = stories().get(published_name(script.id) or "")
    return facts is not None and (len(script.players), len(script.victims)) == (facts.players, facts.victims)


Patch = Mapping[str, tuple[str, ...]]
"""The digests of a row's right options, by the row's digest."""
REPAIRS = "PARLOUR_REPAIRS"
SHIPPED = "wellplay-keys.yaml"
_FORM = TypeAdapter(dict[str, tuple[str, ...]])
_LENGTH = 16
_BETWEEN = "\x1f"


def digest(*texts: str) -> str:
    """Returns a digest of some texts in their order, in 16 characters."""
    return hashlib.sha256(_BETWEEN.join(texts).encode()).hexdigest()[:_LENGTH]


def row_digest(question: Question) -> str:
    """Returns a question's digest, independent of the order of its options."""
    keyed = (question.options[question.letters.index(letter)] for letter in question.key)
    return digest(*sorted(question.asked_of), question.text, *sorted(question.options), "key", *sorted(keyed))


def repair_key(question: Question) -> Question | None:
    """Returns the question with its key repaired; None if no patch has it."""
    right = _patch(os.environ.get(REPAIRS, "")).get(row_digest(question), ())
    key = tuple(
        letter
        for letter, option in zip(question.letters, question.options, strict=True)
        if digest(option) in right
    )
    flags = tuple(flag for flag in question.flags if flag != Question.CONTRADICTS)
    return question.model_copy(update={"key": key, "flags": flags}) if key else None


def key_state(question: Question) -> KeyState:
    """Returns whether a key agrees with its story, or is repaired, or is just wrong."""
    if Question.CONTRADICTS not in question.flags:
        return "sound"
    return "repaired" if repair_key(question) else "wrong"


def patch_lines(patch: Patch) -> Iterator[str]:
    """Yields the lines of a patch."""
    for row, right in patch.items():
        options = ", ".join(f"'{option}'" for option in right)
        yield f"'{row}': [{options}]"


@lru_cache(maxsize=8)
def _patch(path: str) -> Patch:
    shipped = files("parlour.games.mystery").joinpath(SHIPPED).read_text("utf-8")
    try:
        own = Path(path).read_text(encoding="utf-8") if path else ""
    except OSError as error:
        raise ScriptError(f"cannot be read: {error.strerror}", file=path) from error
    return {**_read(shipped, SHIPPED), **_read(own, path)}


def _read(text: str, path: str) -> Patch:
    try:
        return _FORM.validate_python(read_yaml(text) or {})
    except ValueError as error:  # of the YAML or of its form
        raise ScriptError(
            "is no patch: a digest of a row, and a list of digests of options", file=path
        ) from error
