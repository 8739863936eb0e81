from __future__ import annotations

from collections import Counter
from dataclasses import replace
from operator import eq

import pytest

from parlour.llm import Call, Culprit, Target, purpose_of
from parlour.reader import Blank, game_reader
from parlour.reader.limits.bounded import BoundedCall
from parlour.reader.limits.options import Limits
from tests.reader.limits.calls import mystery_calls, werewolf_calls

DRAWS = 400


def chosen(call: Call, noise: float, seed: int) -> object:
    form = call.reply
    assert form
    name = next(name for name in form.model_fields if isinstance(purpose_of(form, name), Culprit | Target))
    blank = Blank(form=form, name=name)
    purpose = purpose_of(form, name)
    assert isinstance(purpose, Culprit | Target)
    bounded = BoundedCall(
        call=replace(call, prompt=replace(call.prompt, lot=str(seed))),
        game=game_reader(call.game),
        limits=Limits(noise=noise),
    )
    return bounded.seat.chosen(purpose, blank)


def undecided() -> tuple[Call, dict[str, float]]:
    """A vote of a mystery before which nobody has spoken, and how suspect each of the others is."""
    call = next(call for call in mystery_calls("en") if call.prompt.purpose == "vote")
    user = tuple(part for part in call.prompt.user if part.source.origin != "event")
    call = replace(call, prompt=replace(call.prompt, user=user))
    reader = game_reader(call.game).seat(call.prompt, call.players)
    held = {name: reader.suspicion(name) for name in call.players if name != reader.me}
    assert len([each for each in held.values() if each]) > 2
    return call, held


def test_without_noise_the_best_is_chosen():
    call, held = undecided()
    assert held[str(chosen(call, 0, 1))] == max(held.values())
    assert {chosen(call, 0, seed) for seed in range(9)} == {chosen(call, 0, 1)}
    assert {chosen(call, 0.01, seed) for seed in range(50)} <= {
        name for name, likely in held.items() if likely == max(held.values())
    }


def test_at_noise_1_choices_fall_as_probably_as_they_are_believed():
    call, held = undecided()
    drawn = Counter(chosen(call, 1, seed) for seed in range(DRAWS))
    total = sum(max(0.01, each) for each in held.values())
    for name, likely in held.items():
        expected = max(0.01, likely) / total
        assert drawn[name] / DRAWS == pytest.approx(expected, abs=4 * (expected / DRAWS) ** 0.5 + 0.01)


def test_what_is_chosen_without_probabilities_is_left_more_often_the_more_noise():
    call = next(call for call in werewolf_calls("en") if call.prompt.purpose == "check")
    drawn = {noise: [chosen(call, noise, seed) for seed in range(DRAWS)] for noise in (0, 0.2, 1, 100)}
    kept = [sum(map(eq, drawn[0], drawn[noise])) for noise in (0.2, 1, 100)]
    assert kept[0] > kept[1] > kept[2]
    assert kept[0] > 0.9 * DRAWS
