"""Probes: small tables of which it is known what an answer rests on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from parlour.core import find_game
from parlour.lab.calibration import Probe, ProbesAsked
from parlour.lab.calibration.asking import ProbeMaker
from parlour.lab.calibration.reading import patterns
from parlour.llm import LanguageModel, count_tokens
from parlour.reader import Limits, Reader

ASKED = ProbesAsked(count=180, longest=1600)


@cache
def made() -> Sequence[Probe]:
    return tuple(find_game("mystery").part("probes", ProbeMaker)(ASKED))


def named(probe: Probe) -> str:
    mind = LanguageModel(backend=Reader(), game=probe.game, players=probe.players)
    (chosen,) = asyncio.run(mind.parse(probe.prompt, probe.reply)).action().chosen
    return chosen


def text(probe: Probe) -> str:
    return f"{probe.prompt.system_text}\n{probe.prompt.user_text}"


def test_the_ideal_reader_answers_every_probe_right():
    assert [probe.name for probe in made() if named(probe) != probe.roles[0]] == []


def test_every_kind_stands_at_every_place_and_length_in_both_languages():
    cells = Counter((probe.pattern, probe.place, probe.prompt.language) for probe in made())
    assert len(cells) == 5 * 2 * 3 * 2
    assert set(cells.values()) == {3}


def test_any_first_part_of_them_is_mixed():
    first = made()[:60]
    assert {probe.kind for probe in first} == {"know", "find", "compare", "chain", "ignore"}
    assert {probe.place for probe in first} == {"beginning", "middle", "end"}
    assert {probe.prompt.language for probe in first} == {"en", "zh"}


def test_prompts_are_of_a_quarter_a_half_and_the_whole_length():
    sizes = Counter(
        round(sum(count_tokens(part.text) for part in probe.prompt.parts) / 1600, 1) for probe in made()
    )
    assert sizes[1.0] == sizes[0.5] == 60
    assert sum(sizes[size] for size in (0.2, 0.3)) == 60


def test_what_an_answer_rests_on_stands_in_the_prompt_once():
    for probe in made():
        assert all(text(probe).count(sentence) == 1 for sentence in probe.bearing), probe.name


def test_decisive_papers_stand_where_the_probe_says():
    for probe in made():
        if probe.kind == "find":
            papers = probe.prompt.system[-1].text
            at = papers.index(probe.bearing[0]) / max(1, len(papers) - len(probe.bearing[0]))
            where = {"beginning": (0, 0), "middle": (0.2, 0.8), "end": (1, 1)}[probe.place]
            if len(papers) > 400:
                assert where[0] <= at <= where[1], probe.name


def test_the_guilty_sit_everywhere_about_equally_often():
    seats = Counter(
        [name for name in probe.players if name in probe.roles].index(probe.roles[0]) for probe in made()
    )
    assert len(seats) == 4
    assert max(seats.values()) - min(seats.values()) <= 2


def test_the_same_seed_makes_the_same_probes_and_another_makes_others():
    maker = find_game("mystery").part("probes", ProbeMaker)
    again = maker(ProbesAsked(count=20))
    other = maker(ProbesAsked(count=20, seed=1))
    assert [each.prompt.digest for each in again] == [each.prompt.digest for each in made()[:20]]
    assert not {each.prompt.digest for each in other} & {each.prompt.digest for each in again}


@pytest.mark.parametrize("kind", ["find", "compare", "chain", "ignore"])
def test_who_has_missed_what_decides_suspects_all_alike(kind: str):
    probe = next(each for each in made() if each.kind == kind and each.pattern.endswith("alone"))
    told = patterns([probe])[0].answers(Limits(attention=0.0, noise=1.0))
    assert told[0] == pytest.approx([0.25] * 4, abs=0.01)
