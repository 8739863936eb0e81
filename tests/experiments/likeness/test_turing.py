"""Agents told from people of the same table: a shibboleth is found, and nothing where there is none."""

from __future__ import annotations

from random import Random

import pytest

from parlour.experiments.likeness import TuringScore, turing_scores
from parlour.experiments.likeness.talk import GameTalk, game_talk
from parlour.experiments.likeness.turing import FEWEST_TABLES
from tests.experiments.likeness.tables import table

WORDS = ("well", "so", "I", "think", "you", "said", "that", "we", "know", "who", "it", "was", "last", "night")
SPEECHES, LENGTH = 6, 8


def tables(count: int, shibboleth: str = "", seed: int = 1) -> list[GameTalk]:
    """Tables at which all talk alike, but that Ben, who is no person, may have a word of his own."""
    lot = Random(seed)

    def speech(player: str) -> str:
        said = " ".join(lot.choices(WORDS, k=LENGTH))
        return f"{player}: {said} {shibboleth if player == 'Ben' else 'yes'}"

    def game(at: int) -> GameTalk:
        said = [speech(player) for _ in range(SPEECHES) for player in ("Ada", "Ben", "Cy", "Dot")]
        return game_talk(table(said, name=f"porch-{at}", models=("Ben",)))

    return [game(at) for at in range(count)]


def by_what(scores: tuple[TuringScore, ...]) -> dict[str, TuringScore]:
    return {each.seen: each for each in scores}


def test_a_word_of_agents_alone_tells_them_and_the_shuffled_control_does_not():
    found = by_what(turing_scores(tables(20, "indeed")))
    for seen in ("habits and words", "words at equal length"):
        assert found[seen].auc == 1
        assert (found[seen].tables, found[seen].people, found[seen].agents) == (20, 60, 20)
    control = found["speakers shuffled"]
    assert control.auc is not None
    assert control.interval.low is not None
    assert control.interval.high is not None
    assert control.interval.low < 0.5 < control.interval.high


def test_who_speaks_like_the_others_is_not_told_from_them():
    found = by_what(turing_scores(tables(20, "yes")))["words at equal length"]
    assert found.interval.low is not None
    assert found.interval.high is not None
    assert found.interval.low < 0.5 < found.interval.high


def test_equal_length_hides_who_talks_more():
    lot = Random(4)

    def game(at: int) -> GameTalk:
        said: list[str] = []
        for player in ("Ada", "Ben", "Cy", "Dot"):
            said.append(f"{player}: {' '.join(lot.choices(WORDS, k=90 if player == 'Ben' else 30))}")
        return game_talk(table(said, name=f"porch-{at}", models=("Ben",)))

    games = [game(at) for at in range(20)]
    found = by_what(turing_scores(games))
    assert found["habits and words"].auc == 1
    equal = found["words at equal length"].interval
    assert equal.low is not None
    assert equal.low < 0.5


def test_of_too_few_tables_nothing_is_learned_and_that_is_said():
    for each in turing_scores(tables(FEWEST_TABLES - 1, "indeed")):
        assert (each.auc, each.interval.low) == (None, None)
        assert each.note == f"too few: {FEWEST_TABLES - 1} mixed tables of {FEWEST_TABLES}"


@pytest.mark.parametrize("models", [(), ("Ada", "Ben", "Cy", "Dot")])
def test_tables_of_people_alone_or_agents_alone_are_not_asked_about(models: tuple[str, ...]):
    games = [game_talk(table(["Ada: " + "so " * 30, "Ben: " + "so " * 30], models=models))]
    assert turing_scores(games)[0].tables == 0
