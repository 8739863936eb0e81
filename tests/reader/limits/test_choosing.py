from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from parlour.llm import Call, Culprit, Target, purpose_of
from parlour.reader import Blank, SeatReader, game_reader
from parlour.reader.limits.bounded import BoundedCall
from parlour.reader.limits.options import Limits
from tests.reader.limits.calls import mystery_calls, werewolf_calls

DRAWS = 400


def choice(call: Call) -> tuple[Culprit | Target, Blank]:
    """What a call's form asks to choose, and where."""
    form = call.reply
    assert form
    name = next(name for name in form.model_fields if isinstance(purpose_of(form, name), Culprit | Target))
    purpose = purpose_of(form, name)
    assert isinstance(purpose, Culprit | Target)
    return purpose, Blank(form=form, name=name)


def seat(call: Call, noise: float, seed: int) -> SeatReader:
    return BoundedCall(
        call=replace(call, prompt=replace(call.prompt, lot=str(seed))),
        game=game_reader(call.game),
        limits=Limits(noise=noise),
    ).seat


def chosen(call: Call, noise: float, seed: int) -> object:
    return seat(call, noise, seed).chosen(*choice(call))


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


def test_the_reason_is_for_the_choice_that_was_drawn():
    for calls in (mystery_calls, werewolf_calls):
        call = next(call for call in calls("en") if call.prompt.purpose == "vote")
        purpose, blank = choice(call)
        drawn = set[object]()
        for seed in range(50):
            steady, unsteady = (seat(call, noise, seed) for noise in (0, 100))
            name = unsteady.chosen(purpose, blank)
            is_best = name == steady.chosen(purpose, blank)
            expected = steady.why(purpose, blank, None, None) if is_best else steady.grounds(str(name))
            assert unsteady.why(purpose, blank, None, None) == expected
            drawn.add(name)
        assert len(drawn) > 2
