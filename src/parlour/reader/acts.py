"""Speech acts: what somebody does with a sentence that tells no fact, and how it is heard as it was meant.

An act is evidence of nothing: what bears on who is who are the facts in a speech. An act asks for them, says
whom they answer, or holds them against each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from parlour.language.facts import (
    Language,
    Name,
    Question,
    WhatRole,
    WhomSuspected,
    WhomTrusted,
    WhoseVote,
    read,
)
from parlour.reader.frames import KIT, TableNames, compiled, words

ASKS = "ask_"
"""How the names of questions begin."""
REPLIES = frozenset(
    {"trust_nobody", "keeps_role", "told_role", "no_view", "dropped", "answered_too", "slept"}
)
"""Acts that answer somebody."""
_GAP = re.compile(r"\{\w+\}")
_ADDRESS = re.compile("[,，:：]")
_QUESTIONS: Mapping[type[Question], str] = {
    WhomSuspected: "ask_suspect",
    WhomTrusted: "ask_trust",
    WhoseVote: "ask_vote",
    WhatRole: "ask_role",
}
_STOPS = ".!?。！？"


@dataclass(frozen=True, kw_only=True)
class SpeechAct:
    """What somebody does with a sentence.

    Attributes:
        kind: a row of `acts.*.yaml` or of a game's own; `answer` for a fact that is told as an answer.
        by: who speaks.
        to: whom it asks or answers; empty for nobody.
        about: of whom it speaks; empty for nobody.
        second: who stands beside that one; empty for nobody.
    """

    kind: str
    by: Name
    to: Name = ""
    about: Name = ""
    second: Name = ""

    @property
    def is_question(self) -> bool:
        """Whether it asks somebody something."""
        return self.kind.startswith(ASKS)

    @property
    def is_answer(self) -> bool:
        """Whether it answers somebody."""
        return self.kind == "answer" or self.kind in REPLIES


def wordings(language: Language, package: str = KIT) -> Mapping[str, tuple[str, ...]]:
    """Every act with its wordings: those of all games, and over them a game's own."""
    return {kind: tuple(rows) for kind, rows in words("acts", language, package).items()}


def reasons(language: Language, package: str) -> tuple[str, ...]:
    """The reasons that a game's players give, where these have several wordings."""
    told: Iterable[str | list[str]] = words("phrases", language, package).values()
    several = (row for rows in told if not isinstance(rows, str) for row in rows)
    return tuple(row.replace("{by}", "{second}") for row in several)


def worded(act: SpeechAct, language: Language, rng: Random, package: str = KIT) -> str:
    """An act in one of its wordings."""
    row: str = rng.choice(words("acts", language, package)[act.kind])
    return row.format(to=act.to, about=act.about, second=act.second)


@lru_cache(maxsize=4096)
def heard(text: str, by: Name, table: TableNames, package: str = KIT) -> tuple[SpeechAct, ...]:
    """The acts in a speech, in order; those that tell a fact as an answer come first."""
    told = read(text, table.language, speaker=by, names=table.players)
    answers = (SpeechAct(kind="answer", by=by, to=name) for name in told.answers)
    return (*answers, *_acts(told.ignored, by, table, package))


def _acts(sentences: tuple[str, ...], by: Name, table: TableNames, package: str) -> Iterator[SpeechAct]:
    for sentence in sentences:
        act = _act(sentence.rstrip(_STOPS), by, table, package)
        yield from (act,) if act else _put_to(sentence, by, table)


def _act(body: str, by: Name, table: TableNames, package: str) -> SpeechAct | None:
    """What a sentence without its stop does, whether it stands alone or inside another."""
    small = body[:1].lower() + body[1:]
    for anchor, row, kind in _rows(table.language, package):
        if anchor in small:
            pattern = compiled(row, table)
            if match := pattern.fullmatch(body) or pattern.fullmatch(small):
                return SpeechAct(kind=kind, by=by, **match.groupdict())
    return None


def _put_to(sentence: str, by: Name, table: TableNames) -> Iterator[SpeechAct]:
    """A question of the grammar after the name of whom it is put to."""
    if not sentence.endswith(("?", "？")):
        return
    for name in table.players:
        if sentence.startswith(name):
            rest = _ADDRESS.split(sentence.removeprefix(name))[-1].strip()
            told = read(rest, table.language, speaker=by, reader=name, names=table.players)
            kinds = (_QUESTIONS.get(type(question)) for question in told.questions)
            yield from (SpeechAct(kind=kind, by=by, to=name) for kind in kinds if kind)


@cache
def _rows(language: Language, package: str) -> tuple[tuple[str, str, str], ...]:
    """Each wording without its stop: what it cannot be without, itself, and the act."""
    told = {**wordings(language, package), "because": reasons(language, package)}
    return tuple(
        (max(_GAP.split(bare), key=len), bare, kind)
        for kind, rows in told.items()
        for bare in ((row[:1].lower() + row[1:]).rstrip(_STOPS) for row in rows)
    )
