"""What is said of a reader's answers without a draw is what the reader answers with many draws."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import sqrt

import pytest

from parlour.lab.calibration import Probe, ProbesAsked, make_probes
from parlour.lab.calibration.reading import patterns
from parlour.llm import LanguageModel
from parlour.reader import Reader, read_limits

DRAWS = 30


@cache
def made() -> Sequence[Probe]:
    return make_probes(ProbesAsked(count=60, languages=("en",), longest=800))


async def named(model: str, probes: Sequence[Probe]) -> Counter[tuple[str, int]]:
    """How often a reader has named whom, by the pattern and their role."""
    found = Counter[tuple[str, int]]()
    for probe in probes:
        for draw in range(DRAWS):
            backend = Reader(name=model, limits=read_limits(model))
            mind = LanguageModel(
                backend=backend, game=probe.game, players=probe.players, draw_seed=f"{probe.name}-{draw}"
            )
            (chosen,) = (await mind.parse(probe.prompt, probe.reply)).action().chosen
            found[probe.pattern, probe.roles.index(chosen)] += 1
    return found


@pytest.mark.parametrize(
    "model",
    [
        "reader:attention=.6,noise=.8",
        "reader:span=500,steps=2,noise=.1",
        "reader:attention=.9,slip=.3,noise=.3",
    ],
)
def test_the_reader_answers_as_often_as_is_said(model: str):
    counted = asyncio.run(named(model, made()))
    for pattern in patterns(made()):
        told = pattern.answers(read_limits(model))
        draws, name = DRAWS * len(pattern.probes), pattern.probes[0].pattern
        for role, share in enumerate(told.mean(axis=0)):
            # Few misreadings stand for all, and a reader without noise takes the first of equals.
            error = sqrt(share * (1 - share) / draws) + 0.02
            assert counted[name, role] / draws == pytest.approx(share, abs=3.5 * error), (name, role)


@pytest.mark.parametrize("model", ["reader", "reader:attention=.3,span=900,slip=.2,steps=1,noise=2"])
def test_the_answers_to_a_probe_are_all_there_are(model: str):
    for pattern in patterns(made()):
        told = pattern.answers(read_limits(model))
        assert told.shape == (len(pattern.probes), 4)
        assert told.sum(axis=1) == pytest.approx(1)
        assert told.min() > 0


def test_with_all_limits_off_the_right_answer_is_all_but_certain():
    for pattern in patterns(made()):
        assert pattern.answers(read_limits("reader"))[:, 0].min() > 0.99


def test_a_sentence_that_the_task_quotes_is_never_missed():
    probe = next(each for each in made() if each.kind == "find")
    (first, *rest) = reversed(probe.prompt.user)
    quoting = replace(first, text=f"{probe.bearing[0]} {first.text}")
    pattern = patterns([replace(probe, prompt=replace(probe.prompt, user=(*reversed(rest), quoting)))])[0]
    assert pattern.answers(read_limits("reader:attention=0"))[0, 0] > 0.99
