"""Generated mysteries played through by the reader: without faults or leaks, and better than by chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import pytest

from parlour.agents import AgentContext
from parlour.arena import Record, Seat
from parlour.core import Action, Event, Request, event_kinds, request_kinds
from parlour.evaluation import verdicts, win_rate
from parlour.games.mystery import MysterySetup, generate
from parlour.games.mystery.answers import accuracy, grade_answers
from parlour.language.facts import read
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.games.mystery.reader.tables import LANGUAGES

each_language = pytest.mark.parametrize("language", LANGUAGES)
SEEDS = range(1, 9)
"""Where one in five is found by chance, six of eight are about once in 800 times."""


@cache
def match(seed: int, language: Language, *, method: str = "player-star", victims: int = 1) -> Record:
    script = generate(seed, players=6, victims=victims, lang=language)
    model = "" if method == "random" else "reader"
    setup = laid(MysterySetup(script=script), model=model, method=method, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


def matches(method: str = "player-star") -> list[Record]:
    """Half of them in either language."""
    return [match(seed, LANGUAGES[seed % 2], method=method) for seed in SEEDS]


def test_the_civilians_win_far_more_often_than_by_chance():
    won = {
        method: win_rate([each for record in matches(method) for each in verdicts(record)], "civilian")
        for method in ("player-star", "random")
    }
    assert (won["player-star"].value or 0) >= 0.75
    assert (won["random"].value or 0) <= 0.4


def test_most_of_the_questions_after_the_verdict_are_answered_rightly():
    told = [each for record in matches() for each in grade_answers(record)]
    assert (accuracy(told).value or 0) > 0.8


@each_language
def test_a_plain_choice_of_whom_to_question_goes_to_whom_the_table_asked_least(language: Language):
    """Everybody hears each answer: five who ask the same suspect in turn learn no more than the first did."""
    record = match(1, language, method="o-cot:ask=best", victims=2)
    asked, suspected = Counter[tuple[str, str]](), 0
    for each in record.events:
        if each.kind is event_kinds.ASKED:
            told = each.to or "", each.case or ""
            others = [(name, told[1]) for name in record.setup.players if name != each.actor]
            assert asked[told] == min(asked[other] for other in others)
            suspected += others[0] != told
            asked[told] += 1
    assert suspected, "whom they ask of equals is not who sits first"


@dataclass
class Unhelpful:
    """A person who replies and has nothing to say."""

    asked: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    async def observe(self, event: Event) -> None: ...

    async def act(self, request: Request, context: AgentContext) -> Action:
        if request.kind is request_kinds.REPLY:
            self.asked.append((request.partner or "", request.text))
            return Action(speech="I have no idea, really.")
        return Action(chosen=request.options[:1] if request.least else ())


def test_no_question_that_a_person_has_replied_to_is_put_to_it_again():
    for seed in (1, 3):
        game, person = MysterySetup(script=generate(seed, players=4), questions=3, rounds=2), Unhelpful()
        setup = laid(game, model="reader", method="plain", seed=seed, context=1_000_000)
        (me, *others), names = setup.seats, (*game.players, *game.victims)
        seats = (Seat(player=me.player, method="human"), *others)
        play(setup.model_copy(update={"seats": seats}), people={me.player: person})
        questions = [
            read(text, "en", speaker=by, reader=me.player, names=names).questions for by, text in person.asked
        ]
        assert len({*questions}) == len(questions) > 4
