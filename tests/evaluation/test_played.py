"""Real matches, from the deal to the score."""

import asyncio

import pytest

from parlour.agents.memory import LazyRanking
from parlour.arena import Record, Setup, open_match
from parlour.evaluation import Column, MatchScore, estimate, score_match, verdicts, vote_accuracy, win_rate
from parlour.games.mystery import Category, MysterySetup, Team, generate
from parlour.games.mystery.answers import accuracy, grade_answers, overall
from parlour.llm import Ledger, MatchModels
from parlour.store import MemoryLog
from tests.arena.mysteries import laid, mystery
from tests.arena.people import Sitter
from tests.arena.playing import play, recorded

READ = laid(
    MysterySetup(script=generate(4, players=4), rounds=1, evaluations=2), model="reader", context=32768
)


def ledgered(setup: Setup) -> tuple[Record, Ledger]:
    """A match through the real door, and what the door's ledger says of it."""
    log = MemoryLog()

    async def scenario() -> Ledger:
        async with MatchModels(log=log) as models:
            await open_match(setup, log, models, LazyRanking(setup.embedding)).play()
            return models.ledger

    ledger = asyncio.run(scenario())
    return recorded(setup, log), ledger


@pytest.fixture(scope="module")
def read() -> tuple[Record, Ledger]:
    return ledgered(READ)


@pytest.fixture(scope="module")
def score(read: tuple[Record, Ledger]) -> MatchScore:
    return score_match(read[0])


def test_a_score_spends_what_the_ledger_says(read: tuple[Record, Ledger], score: MatchScore):
    total = read[1].total
    answering = [call.completion.usage for call in read[0].calls if call.key.purpose == "answer"]
    assert score.play.calls + score.answering.calls == total.calls > 0
    assert score.play.output_tokens + score.answering.output_tokens == total.usage.output_tokens > 0
    assert score.answering.calls == len(answering)
    assert score.answering.input_tokens == sum(usage.input_tokens for usage in answering)
    assert estimate([score], "evaluation.calls").value == len(answering) / 2


def test_metrics_of_one_match_are_its_own_scores(read: tuple[Record, Ledger], score: MatchScore):
    answers = grade_answers(read[0])
    civilians = [answer for answer in answers if answer.team is Team.CIVILIAN]
    known = {
        "overall": overall(answers),
        **{category.value: accuracy(answers, category) for category in Category},
        "win_rate": win_rate(verdicts(read[0]), "civilian"),
        "vote_accuracy": vote_accuracy(read[0]),
    }
    for name, expected in known.items():
        told = estimate([score], name)
        assert (told.value, told.n) == (pytest.approx(expected.value), expected.n)
    assert estimate([score], "overall", Column.CIVILIANS).value == pytest.approx(overall(civilians).value)


def test_nothing_that_was_merely_found_or_typed_is_a_call():
    """Retrieval and people leave replies on record, for replays; no model was called for them."""
    setup = laid(mystery(rounds=1), method="human")
    people = {name: Sitter() for name in MysterySetup.of(setup.game).script.players}
    score = score_match(recorded(setup, play(setup, people=people)))
    assert (score.play.calls, score.answering.calls) == (0, 0)
    assert score.actions > 0
    assert estimate([score], "overall").faults is None
