"""The proof as people are told it, held against the solver that it comes from."""

from __future__ import annotations

from itertools import chain

import pytest

from parlour.games.mystery import Hypothesis, generate, solve
from parlour.games.mystery.proof import Proof, prove
from parlour.language.facts import Killing

SHAPES: tuple[dict[str, int | str], ...] = (
    {"players": 4},
    {"players": 6},
    {"players": 6, "difficulty": "hard"},
    {"players": 7, "victims": 2},
    {"players": 7, "murderers": 2},
    {"players": 3},
)
SEEDS = range(12)


def proved(seed: int, shape: dict[str, int | str]) -> tuple[Proof, tuple[Hypothesis, ...]]:
    solution = solve(generate(seed, **shape))  # pyright: ignore[reportArgumentType] - as keywords
    proof = prove(solution.evidence)
    assert proof
    assert proof.truth == solution.truth
    return proof, tuple(solution.evidence.hypotheses())


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_step_is_entailed_and_the_last_leaves_the_truth_alone(shape: dict[str, int | str]):
    for seed in SEEDS:
        proof, possible = proved(seed, shape)
        for step in proof.steps:
            gone = [each for each in possible if each not in step.left]
            assert gone, "a step that refutes nothing is none"
            for hypothesis in gone:
                liars = set(chain.from_iterable(hypothesis))
                killed = {
                    Killing(who=who, victim=victim)
                    for victim, killers in zip(proof.victims, hypothesis, strict=True)
                    for who in killers
                }
                assert killed.issuperset(step.clash.killings)
                assert liars.isdisjoint(step.clash.sources), "only the word of the innocent counts"
            for cleared in step.cleared:
                case = proof.victims.index(cleared.victim)
                assert all(cleared.who not in each[case] for each in step.left)
                assert any(cleared.who in each[case] for each in possible)
            possible = step.left
        assert possible == (proof.truth,)


def test_where_one_did_it_every_step_clears_one_of_the_others_as_long_as_anything_does():
    for seed in SEEDS:
        proof, possible = proved(seed, {"players": 6})
        assert [len(step.cleared) for step in proof.steps] == [1] * 5
        assert len(possible) == 6
        assert all(step.ground != "lie" for step in proof.steps)


def test_a_lie_rests_on_a_murderer_and_on_somebody_innocent_and_none_is_told_twice():
    caught = 0
    for seed in SEEDS:
        proof, _ = proved(seed, {"players": 6})
        guilty = set(chain.from_iterable(proof.truth))
        told = [tuple(each for each in clash.statements if each.source in guilty) for clash in proof.lies]
        assert all(told)
        assert len(set(told)) == len(told)
        assert all(set(clash.sources) - guilty for clash in proof.lies)
        caught += len(proof.lies)
    assert caught > len(SEEDS)


def test_what_leaves_more_than_one_answer_open_is_not_proved():
    said = solve(generate(7, players=6)).evidence
    assert prove(said.told_by(())) is None


def test_far_too_many_answers_are_not_told_one_by_one():
    assert prove(solve(generate(3, players=8, victims=4, difficulty="easy")).evidence) is None
