"""A whole match: a person questions the reader's characters in its own words, and finds out who did it."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass, field

import pytest
from rich.console import Console

from parlour.arena import HUMAN, Record, Setup, listener
from parlour.cli.person import Person
from parlour.core import Event, event_kinds
from parlour.evaluation import verdicts
from parlour.games.mystery import MysterySetup, Team, generate
from parlour.language.facts import Accusation, DeathTime, Fact, Presence, Suspicion, read
from parlour.language.hearing import split_reading
from parlour.language.wording import GamePhrases, words
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.people import Watcher
from tests.arena.playing import play, played_again, recorded

SEED = 7
LANGUAGES: tuple[Language, ...] = ("en", "zh")
HELLO = {"en": "Good evening, I am {me}.", "zh": "大家好，我是{me}。"}
QUESTIONS = {
    "en": (
        "where were you when {victim} died?",
        "tell me what you know about {other}",
        "who do you think did it?",
    ),
    "zh": ("{victim}死的时候你在哪儿？", "你对{other}了解多少？", "你觉得是谁干的？"),
}


@dataclass
class Typist(io.StringIO):
    """Standard input of somebody who reads the screen and types what it asks for."""

    setup: Setup
    shown: io.StringIO
    talk: Watcher
    questions: list[str]
    chosen: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        super().__init__()

    def readline(self, size: int | None = -1, /) -> str:
        return f"{self._line()}\n"

    def _line(self) -> str:
        lines = self.shown.getvalue().removesuffix("> ").splitlines()
        phrases = {**words(self.setup.language), **GamePhrases("mystery", self.setup.language).all}
        for key in ("your_introduce", "whom_ask", "your_ask", "your_vote", "readings"):
            if lines[-1].removeprefix("> ").startswith(phrases[key].split("{")[0].rstrip()):
                return self._answer(key, lines)
        return ""

    def _answer(self, key: str, lines: list[str]) -> str:
        match key:
            case "your_introduce":
                return HELLO[self.setup.language].format(me=self.me)
            case "whom_ask":
                return str(1 + len(self.questions) % 4)
            case "your_vote":
                return self.suspected
            case "readings":
                self.chosen.append(lines[-1])
                return "" if "[" in lines[-1] else "1"
            case _:
                return self.questions.pop(0)

    @property
    def me(self) -> str:
        return MysterySetup.of(self.setup.game).script.players[0]

    @property
    def names(self) -> tuple[str, ...]:
        script = MysterySetup.of(self.setup.game).script
        return (*script.players, *(victim.name for victim in script.victims))

    @property
    def public(self) -> tuple[Fact, ...]:
        return read(
            MysterySetup.of(self.setup.game).script.synopsis, self.setup.language, names=self.names
        ).facts

    @property
    def events(self) -> list[Event]:
        return [each for each in self.talk.items if isinstance(each, Event)]

    @property
    def replies(self) -> list[Event]:
        return [each for each in self.events if each.kind is event_kinds.REPLIED and each.to == self.me]

    @property
    def suspected(self) -> str:
        facts = [
            fact
            for each in self.replies
            for fact in read(each.text, self.setup.language, speaker=each.actor, reader=self.me).facts
        ]
        named = Counter(each.whom for each in facts if isinstance(each, Accusation | Suspicion))
        return named.most_common(1)[0][0]


def sat_down(language: Language, seed: int = SEED) -> Typist:
    """Somebody in the first seat of a generated mystery; all others are the reader's."""
    script = generate(seed, players=5, lang=language)
    setup = laid(MysterySetup(script=script, answers=False), model="reader", context=1_000_000)
    first, *others = setup.seats
    setup = setup.model_copy(
        update={"seats": (first.model_copy(update={"method": HUMAN, "model": ""}), *others)}
    )
    about = {"victim": script.victims[0].name, "other": script.players[1], "me": script.players[0]}
    asked = [each.format(**about) for each in QUESTIONS[language]]
    return Typist(setup=setup, shown=io.StringIO(), talk=Watcher(), questions=asked)


def played(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> Record:
    setup = typist.setup
    monkeypatch.setattr("sys.stdin", typist)
    person = Person(
        console=Console(file=typist.shown, width=400),
        game="mystery",
        language=setup.language,
        listener=listener(setup, typist.me),
    )
    return recorded(setup, play(setup, people={typist.me: person}, observer=typist.talk))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_is_answered_and_wins_by_asking_in_its_own_words(
    language: Language, monkeypatch: pytest.MonkeyPatch
):
    typist = sat_down(language)
    wanted = [*typist.questions]
    record = played(typist, monkeypatch)
    assert [each.winner for each in verdicts(record)] == [Team.CIVILIAN]
    (victim,) = MysterySetup.of(record.setup.game).script.victims
    assert (typist.suspected,) == victim.murderers
    mine = [each.text for each in typist.events if each.kind is event_kinds.ASKED and each.actor == typist.me]
    assert [split_reading(text, language)[0] for text in mine] == wanted
    assert played_again(record).is_identical
    assert [each.to for each in typist.replies] == [typist.me] * 3
    where, about, who = (each.text for each in typist.replies)
    told = [
        read(each.text, language, speaker=each.actor, reader=typist.me, names=typist.names).facts
        for each in typist.replies
    ]
    assert all(told)
    slot = next(f.slot for f in typist.public if isinstance(f, DeathTime))
    assert isinstance(told[0][0], Presence), where
    assert told[0][0].slot == slot
    assert MysterySetup.of(typist.setup.game).script.players[1] in about
    assert isinstance(
        read(who, language, speaker="?", reader=typist.me, names=(*typist.names, "?")).facts[0],
        Accusation | Suspicion,
    )


@pytest.mark.parametrize("other", ["random", "fixed"])
def test_words_go_as_they_are_where_others_than_the_reader_listen(other: str):
    typist = sat_down("en")
    seats = typist.setup.seats
    model = "" if other == "random" else other
    mixed = (*seats[:-1], seats[-1].model_copy(update={"model": model}))
    assert listener(typist.setup, typist.me)
    assert listener(typist.setup.model_copy(update={"seats": mixed}), typist.me) is None
