"""The hearing of the reader's characters: the facts and speech acts in a line.

A speech act is no evidence: only the facts of a speech bear on the roles. An act asks for facts, says whom
they answer, or sets them against each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from parlour.language.facts import (
    Chooser,
    Fact,
    Language,
    Name,
    Question,
    WhatCheck,
    WhatRole,
    WhomSuspected,
    WhomTrusted,
    WhoseVote,
    Word,
    WordKind,
    entries,
    read,
    say,
    understand,
)
from parlour.language.hearing import (
    ANYBODY,
    HeardRemark,
    SpokenAct,
    TalkTable,
    as_confirmed,
    hear,
    split_reading,
)
from parlour.language.wording.rulebook import sentences as game_sentences
from parlour.reader.phrases import KIT, SentenceFrame, TableNames, compile_frame, words

ASKS = "ask_"
"""The prefix of the names of questions."""
REPLIES = frozenset(
    {"trust_nobody", "keeps_role", "told_role", "no_view", "dropped", "trust_lost", "never_trusted"}
    | {"answered_too", "slept"}
)
"""Acts that answer a player."""
_GAP = re.compile(r"\{\w+\}")
_REASON = frozenset({"{by}", "{about}"})
_ADDRESS = re.compile("[,，:：]")
_QUESTIONS: Mapping[type[Question], str] = {
    WhomSuspected: "ask_suspect",
    WhomTrusted: "ask_trust",
    WhoseVote: "ask_vote",
    WhatRole: "ask_role",
    WhatCheck: "ask_night",
}
_STOPS = ".!?。！？"


@dataclass(frozen=True, kw_only=True)
class SpeechAct:
    """A speech act: the function of a sentence.

    Attributes:
        kind: a row of `acts.*.yaml` or of a game's own; `answer` for a fact that is told as an answer.
        to: the player it asks or answers; empty for none.
        about: the player it mentions; empty for none.
        second: the player beside that one; empty for none.
    """

    kind: str
    by: Name
    to: Name = ""
    about: Name = ""
    second: Name = ""

    @property
    def is_question(self) -> bool:
        return self.kind.startswith(ASKS)

    @property
    def is_answer(self) -> bool:
        return self.kind == "answer" or self.kind in REPLIES


def wordings(language: Language, package: str = KIT) -> Mapping[str, tuple[str, ...]]:
    """Returns the wordings of every act: those of all games, overridden by a game's own."""
    return {kind: tuple(rows) for kind, rows in words("acts", language, package).items()}


def reasons(language: Language, package: str) -> tuple[str, ...]:
    """Returns the reasons that a game's players give, if these have several wordings."""
    phrases: Iterable[str | list[str]] = words("phrases", language, package).values()
    several = (row for rows in phrases if not isinstance(rows, str) for row in rows)
    return tuple(row.replace("{by}", "{second}") for row in several if _REASON.issuperset(_GAP.findall(row)))


def word_act(act: SpeechAct, language: Language, rng: Chooser, package: str = KIT) -> str:
    """Returns an act in one of its wordings."""
    rows: list[str] = words("acts", language, package)[act.kind]
    return rng.choice(rows).format(to=act.to, about=act.about, second=act.second)


@lru_cache(maxsize=4096)
def hear_acts(text: str, by: Name, table: TableNames, package: str = KIT) -> tuple[SpeechAct, ...]:
    """Returns the acts in a speech: answers that state a fact, questions of the grammar, then all others.

    A question about a player's own views or role is put to that player, whoever else hears it.
    """
    reading = read(text, table.language, speaker=by, names=table.players)
    answers = (SpeechAct(kind="answer", by=by, to=name) for name in reading.answers)
    questions = (act for question in reading.questions if (act := _put_to_its_subject(question, by)))
    return (*answers, *questions, *_acts(reading.ignored, by, table, package))


def _put_to_its_subject(question: Question, by: Name) -> SpeechAct | None:
    kind, to = _QUESTIONS.get(type(question)), getattr(question, "by", getattr(question, "who", by))
    return SpeechAct(kind=kind, by=by, to=to) if kind and to != by else None


def _acts(sentences: tuple[str, ...], by: Name, table: TableNames, package: str) -> Iterator[SpeechAct]:
    for sentence in sentences:
        act = _act(sentence.rstrip(_STOPS), by, table, package)
        yield from (act,) if act else _put_to(sentence, by, table)


def _act(body: str, by: Name, table: TableNames, package: str) -> SpeechAct | None:
    small = body[:1].lower() + body[1:]
    for anchor, row, kind in _rows(table.language, package):
        if anchor in small:
            pattern = compile_frame(row, table)
            if match := pattern.fullmatch(body) or pattern.fullmatch(small):
                return SpeechAct(kind=kind, by=by, **match.groupdict())
    return None


def _put_to(sentence: str, by: Name, table: TableNames) -> Iterator[SpeechAct]:
    if not sentence.endswith(("?", "？")):
        return
    for name in table.players:
        if sentence.startswith(name):
            rest = _ADDRESS.split(sentence.removeprefix(name))[-1].strip()
            reading = read(rest, table.language, speaker=by, reader=name, names=table.players)
            kinds = (_QUESTIONS.get(type(question)) for question in reading.questions)
            yield from (SpeechAct(kind=kind, by=by, to=name) for kind in kinds if kind)


@cache
def _rows(language: Language, package: str) -> tuple[tuple[str, str, str], ...]:
    """Returns per wording its longest fixed part, the wording without its stop, and the act."""
    by_kind = {**wordings(language, package), "because": reasons(language, package)}
    return tuple(
        (max(_GAP.split(bare), key=len), bare, kind)
        for kind, rows in by_kind.items()
        for bare in ((row[:1].lower() + row[1:]).rstrip(_STOPS) for row in rows)
    )


_ASKED = {
    "ask_opinion": "ask_suspect",
    "ask_trust": "ask_trust",
    "ask_vote": "ask_vote",
    "ask_role": "ask_role",
    "ask_killed": "ask_role",
    "ask_check": "ask_night",
}
_ABOUT = {
    "ask_opinion": "ask_view",
    "ask_trust": "ask_view",
    "ask_why": "ask_why",
    "ask_why_trust": "ask_why_trust",
    "ask_vote": "ask_vote",
}
"""Typed questions as the characters' acts; below, those that are about a player."""
OMISSIONS = ("left_out", "other_news")
"""The kinds of lines on what is left out: remarks, and what else happened."""


@lru_cache(maxsize=8192)
def lines(text: str, table: TableNames, package: str) -> tuple[SentenceFrame, ...]:
    """Returns the lines of a text that are frames of a game's talk.

    The first frame that fits counts. What is said comes first, so that no speech passes for an event.
    """
    return tuple(frame for line in text.splitlines() if (frame := _frame(line, table, package)))


@lru_cache(maxsize=4096)
def facts(text: str, by: Name, table: TableNames, package: str = KIT, scope: str = "") -> tuple[Fact, ...]:
    """Returns the facts of a speech; one without a sentence of the grammar is read as typed text."""
    text = as_confirmed(text, table.language)
    plain = read(text, table.language, speaker=by, names=table.players).facts
    if plain:
        return plain
    got = understand(text, table.language, table.players, speaker=by)
    typed = tuple(meaning for meaning in got.meanings if isinstance(meaning, Fact) and not got.guesses)
    if typed or not scope or hear_acts(text, by, table, package):
        return typed
    return tuple(
        meaning for meaning in _hear_typed(text, by, table, scope).meanings if isinstance(meaning, Fact)
    )


def typed_acts(text: str, by: Name, table: TableNames, package: str, scope: str) -> tuple[SpeechAct, ...]:
    """Returns the acts of a speech, with those of typed or confirmed words that only hearing finds.

    Words without a confirmed reading are heard if the grammar reads no act or fact in them.
    """
    words, confirmed = split_reading(text, table.language)
    wording = words if confirmed is None else confirmed
    acts = hear_acts(wording, by, table, package)
    if not scope:
        return acts
    reading = read(wording, table.language, speaker=by, names=table.players)
    if confirmed is None and (acts or reading.facts):
        return acts
    unread = [wording] if confirmed is None else reading.ignored
    candidates = (
        heard_act.act for part in unread for heard_act in _hear_typed(part, by, table, scope).certain
    )
    return tuple(
        dict.fromkeys([*acts, *(act for candidate in candidates if (act := _as_act(candidate, by)))])
    )


def _as_act(act: SpokenAct, by: Name) -> SpeechAct | None:
    """Returns a typed question as an act; None if it has no addressee or characters do not know it."""
    to, about = act["whom"], act["about"]
    kind = _ABOUT.get(act.kind) if about else _ASKED.get(act.kind)
    if kind is None or not isinstance(to, str) or to in (ANYBODY, by):
        return None
    return SpeechAct(kind=kind, by=by, to=to, about=about if isinstance(about, str) else "")


@lru_cache(maxsize=4096)
def _hear_typed(text: str, by: Name, table: TableNames, scope: str) -> HeardRemark:
    return hear(text, TalkTable(language=table.language, names=table.players, speaker=by, scope=scope))


def role_named(text: str, language: Language) -> Word:
    """Returns the role that some words mean, such as `the seer`."""
    return _roles(language)[text]


@lru_cache(maxsize=512)
def dealt(kind: str, text: str, table: TableNames, package: str) -> SentenceFrame | None:
    """Returns the frame of a text that deals a thing of some kind to its reader."""
    for line in game_sentences(_game(package), table.language, dealt=True):
        if line.kind == kind and (match := compile_frame(line.text, table).search(text)):
            return SentenceFrame(kind=line.name, fields=match.groupdict())
    return None


@cache
def _talk(language: Language, package: str) -> Mapping[str, str]:
    """Returns the frames of events by name; speech stands first, methods' notes last.

    Between them stands what a prompt says of the talk that it leaves out.
    """
    happens = sorted(game_sentences(_game(package), language), key=lambda line: "{text}" not in line.text)
    frames = words("frames", language, package)
    omitted = {kind: frames[kind] for kind in OMISSIONS}
    return {**{line.name: line.text for line in happens}, **omitted, **frames.get("notes", {})}


def _game(package: str) -> str:
    return package.removesuffix(".reader")


def _frame(line: str, table: TableNames, package: str) -> SentenceFrame | None:
    for kind, row in _talk(table.language, package).items():
        if match := compile_frame(row, table).fullmatch(line):
            return SentenceFrame(kind=kind, fields=match.groupdict())
    return None


@cache
def _roles(language: Language) -> Mapping[str, Word]:
    return {say(WordKind.ROLE, role, language): role for role in entries(WordKind.ROLE)}
