"""The hearing of the reader's characters: the facts and speech acts in a line, and readings to offer of it.

A speech act is no evidence: only the facts of a speech bear on the roles. An act asks for facts, says whom
they answer, or sets them against each other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import get_args

from parlour.core import GameSetup, Player, Request, request_kinds
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
    sentences,
    understand,
)
from parlour.language.hearing import (
    ANYBODY,
    MOST_OFFERED,
    Chip,
    HeardAct,
    HeardRemark,
    OfferedReadings,
    Offers,
    SpokenAct,
    TalkTable,
    as_confirmed,
    chip,
    follow,
    hear,
    lacks,
    nearest,
    offers,
    say_meaning,
    split_reading,
)
from parlour.language.hearing import sentences as typed_sentences
from parlour.language.wording.rulebook import sentences as game_sentences
from parlour.reader.phrases import KIT, SentenceFrame, TableNames, compile_frame, words

ASKS = "ask_"
"""The prefix of the names of questions."""
REPLIES = frozenset(
    {"trust_nobody", "keeps_role", "told_role", "no_view", "dropped", "answered_too", "slept"}
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
_ABOUT = {"ask_opinion": "ask_view", "ask_trust": "ask_view", "ask_why": "ask_why", "ask_vote": "ask_vote"}
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


_PUT = get_args(Question)


@dataclass(frozen=True, kw_only=True)
class PersonListener:
    """Hears what one person types as the reader will."""

    table: TalkTable
    asks: bool = False

    @property
    def offers(self) -> Offers:
        """The sentences that fit the open question and are understood."""
        return offers(self.table, asks=self.asks)

    def hears(self, text: str, *, most: int, stated: Sequence[str] = ()) -> OfferedReadings:
        """Returns the readings of a text; of several sentences those of each.

        Of a sentence before the last one, what is lit is shown, or else its likeliest reading.
        """
        whole = self._hear(text, self.table, most=most, stated=stated)
        parts = typed_sentences(text, self.table.language)
        if whole.is_plain or len(parts) == 1:
            return whole
        options, table, is_heard = dict[str, Chip](), self.table, whole.is_heard_bare
        for number, part in enumerate(parts, 1):
            readings = self._hear(part, table, most=most, is_last=number == len(parts))
            lit = [option for option in readings.chips if option.is_lit]
            for option in readings.chips if number == len(parts) else lit or readings.chips[:1]:
                if option.is_lit or option.text not in options:
                    options[option.text] = option
            is_heard, table = is_heard or readings.is_heard_bare, follow(part, table)
        return replace(whole, chips=tuple(options.values()), is_heard_bare=is_heard)

    def _hear(
        self, text: str, table: TalkTable, *, most: int, stated: Sequence[str] = (), is_last: bool = True
    ) -> OfferedReadings:
        """Returns the readings of a text in a context; if the last says nothing, the usual answers."""
        readings = hear(text, table).offered
        # without a look at the question that is open
        got = understand(
            text,
            table.language,
            table.names,
            speaker=table.speaker,
            reader=table.to,
            victims=table.victims,
            hours=table.hours if table.victims else (),
            deaths=table.deaths,
        )
        plain = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
        stands = (*plain.facts, *plain.questions)
        is_clear = not (got.unclear or got.guesses)
        lit = {heard_act.means for reading in readings for heard_act in reading if heard_act.is_sure}
        meanings = got.meanings if is_clear else [meaning for meaning in stands if meaning not in lit]
        all_meanings = {*stands, *(heard_act.means for reading in readings for heard_act in reading)}
        is_plain = bool(stated) or (is_clear and bool(meanings) and all_meanings.issuperset(meanings))
        fitting = (meaning for meaning in meanings if is_plain or not self.asks or isinstance(meaning, _PUT))
        meant = stated or [say_meaning(meaning, self.table) for meaning in fitting]
        is_lit = is_plain or not is_clear  # in unclear words only what the grammar itself reads is found
        chips = [
            Chip(text=sentence, sentences=(sentence,), is_lit=is_lit) for sentence in dict.fromkeys(meant)
        ]
        if not is_plain:
            chips += [self._chip(reading, text) for reading in readings if self._is_more(reading, meanings)]
        bare = hear(text, replace(table, to=None, asked="", asker=None))
        chips = chips[: None if is_plain else MOST_OFFERED] or [*(self._usual(text) if is_last else ())]
        return OfferedReadings(
            typed=text,
            language=table.language,
            chips=tuple(
                replace(option, source=text) for option in chips[: None if is_plain else MOST_OFFERED]
            ),
            most=most,
            is_plain=is_plain,
            is_heard_bare=bool(got.meanings or bare.meanings),
        )

    def _is_more(self, reading: Sequence[HeardAct], meanings: Collection[Fact | Question]) -> bool:
        """Returns true if a reading says more than those meanings, and is a question if one is to be put."""
        is_fitting = not self.asks or any(
            heard_act.is_sure or heard_act.act.is_question for heard_act in reading
        )
        return is_fitting and not all(heard_act.means in meanings for heard_act in reading)

    def _chip(self, reading: Sequence[HeardAct], text: str) -> Chip:
        """Returns a reading to switch on, or the sentence to write if its act lacks something."""
        act = reading[0]
        if act.means is None and not act.is_sure and lacks(act.act, self.table):
            near = nearest(text, self.offers, self.table.language)
            if any(gap in near for gap in self.offers.choices):
                return replace(chip(reading, self.table), sentences=(near,))
        return chip(reading, self.table)

    def _usual(self, text: str) -> Iterator[Chip]:
        near = nearest(text, self.offers, self.table.language)
        answers = [offer.words for offer in self.offers.sentences if offer.is_answer]
        for sentence in list(dict.fromkeys(filter(None, (near, *answers))))[:MOST_OFFERED]:
            yield Chip(text=sentence, sentences=(sentence,))


@dataclass(frozen=True, kw_only=True)
class TalkListener:
    """Hears a person in a game in which players argue in public."""

    table: TalkTable

    def hears(self, said: str, request: Request, to: Player | None) -> OfferedReadings:
        """Returns the readings of a text."""
        stated = tuple(sentences(said))
        stated = stated if all(map(self._is_stated, stated)) else ()
        return self._listener(request, to).hears(said, most=request.words, stated=stated)

    def offers(self, request: Request) -> Offers:
        return self._listener(request, None).offers

    def _listener(self, request: Request, to: Player | None) -> PersonListener:
        asks = request.kind is request_kinds.ASK
        night = max(request.round, 1) if self.table.scope == "roles" else 1
        return PersonListener(table=replace(self.table, to=to, night=night), asks=asks)

    def _is_stated(self, sentence: str) -> bool:
        table = self.table
        if read(sentence, table.language, speaker=table.speaker, names=table.names).facts:
            return True
        return bool(
            hear_acts(sentence, table.speaker, TableNames(language=table.language, players=table.names))
        )


@dataclass(frozen=True, kw_only=True)
class TalkHearing:
    """A game's part `reader.HEARING` where players argue in public: the reader plays at each of its tables.

    Attributes:
        scope: what is spoken of (`TalkTable`).
    """

    scope: str

    def listener(self, setup: GameSetup, person: Player) -> TalkListener:
        """Returns the listener to that person among the reader's characters."""
        table = TalkTable(
            language=setup.language,
            names=setup.players,
            speaker=person,
            scope=self.scope,
            roles=tuple(setup.dealt_roles),
        )
        return TalkListener(table=table)

    def refusal(self, setup: GameSetup) -> str | None:
        """Returns None, since the reader plays every table."""
        del setup
        return None
