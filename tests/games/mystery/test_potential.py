"""What a seat can prove, in bits: from what it may see alone, and never lost by talk."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import comb, log2, prod

import pytest

from parlour.core import Event, Player, chance, event_kinds
from parlour.games.mystery import MysterySetup, generate, solve, start
from parlour.games.mystery.potential import PART
from parlour.games.mystery.script import Script
from parlour.language.facts import Presence, Slot, render

SEEDS = range(4)


def dealt(script: Script) -> tuple[MysterySetup, list[Event]]:
    """A table with everything on it that is dealt before anybody speaks."""
    setup = MysterySetup(script=script, answers=False, rounds=0)
    _, events = start(setup.players, 1, setup).apply({})
    return setup, list(events)


def bits(setup: MysterySetup, player: Player, events: list[Event]) -> float:
    return PART.bits(setup, player, [event for event in events if event.is_visible_to(player)])


def everything_said(script: Script, number: int) -> list[Event]:
    """What all would say if all spoke (`testimony`), each sentence as an utterance."""
    rng = chance(1, "said")
    return [
        Event(
            number=number + n,
            kind=event_kinds.INTRODUCED,
            actor=told.source,
            text=render(told.fact, script.language, rng, speaker=told.source),
        )
        for n, told in enumerate(solve(script).evidence.statements)
        if told.source
    ]


def most(setup: MysterySetup, suspects: int) -> float:
    return log2(prod(comb(suspects, len(victim.murderers)) for victim in setup.script.victims))


def test_whoever_has_heard_everything_can_prove_everything():
    for language in ("en", "zh"):
        for seed in SEEDS:
            script = generate(seed, players=6, lang=language)
            setup, events = dealt(script)
            told = [*events, *everything_said(script, len(events))]
            for player in script.players:
                if not script.victims_of(player):
                    assert bits(setup, player, told) == pytest.approx(most(setup, 5))
                else:
                    assert bits(setup, player, told) == pytest.approx(-most(setup, 6))


@pytest.mark.parametrize("seed", SEEDS)
def test_talk_never_takes_bits_away_and_they_add_up(seed: int):
    script = generate(seed, players=7, victims=2)
    setup, events = dealt(script)
    said = everything_said(script, len(events))
    for player in script.players:
        sign = -1 if script.victims_of(player) else 1
        course = [bits(setup, player, [*events, *said[:n]]) for n in range(0, len(said) + 1, 7)]
        steps = [after - before for before, after in pairwise(course)]
        assert all(sign * step >= -1e-9 for step in steps)
        assert sum(steps) == pytest.approx(course[-1] - course[0])
        assert all(-1e-9 <= sign * each <= most(setup, 7) + 1e-9 for each in course)


def test_a_seat_cannot_earn_by_its_own_words():
    for seed in SEEDS:
        script = generate(seed, players=6)
        setup, events = dealt(script)
        for player in script.players:
            if script.victims_of(player):
                continue
            own = [event for event in everything_said(script, len(events)) if event.actor == player]
            assert bits(setup, player, [*events, *own]) == bits(setup, player, events)


def test_what_others_were_dealt_changes_nothing_that_a_seat_can_prove():
    script = generate(2, players=6)
    setup, events = dealt(script)
    me = next(player for player in script.players if not script.victims_of(player))
    mine = bits(setup, me, events)
    for other in script.players:
        if other != me:
            silenced = [
                replace(event, text="Nothing.") if event.actor == other and event.kind.dealt else event
                for event in events
            ]
            assert bits(setup, me, silenced) == mine
    swapped = script.model_copy(
        update={
            "victims": tuple(
                victim.model_copy(update={"murderers": (next(p for p in script.players if p != me),)})
                for victim in script.victims
            )
        }
    )
    assert bits(setup.model_copy(update={"script": swapped}), me, events) == mine


def test_where_an_innocent_lies_so_that_nothing_can_be_true_nothing_is_proved():
    script = generate(3, players=6)
    setup, events = dealt(script)
    me = next(player for player in script.players if not script.victims_of(player))
    lies = [
        Event(
            number=900 + n,
            kind=event_kinds.INTRODUCED,
            actor=liar,
            text=render(Presence(who=whom, place=place, slot=Slot(40)), "en", chance(n, "lie"), speaker=liar),
        )
        for n, (liar, whom, place) in enumerate(
            (liar, whom, place)
            for liar in script.players
            if liar != me
            for whom in script.players
            for place in ("kitchen", "garden", "cellar", "library")
        )
    ]
    assert bits(setup, me, events) > 0
    assert bits(setup, me, [*events, *lies]) == 0


def test_what_people_and_models_write_counts_as_what_it_means():
    script = generate(3, players=6)
    setup, events = dealt(script)
    me, other, *_ = (player for player in script.players if not script.victims_of(player))
    fact = next(
        told.fact
        for told in solve(script).evidence.statements
        if told.source == other and isinstance(told.fact, Presence) and told.fact.who == other
    )
    plain = render(fact, "en", chance(1, "said"), speaker=other)
    typed = f"hm, well: {plain[0].lower()}{plain[1:].rstrip('.')}, honestly"
    before, rendered, written = (
        bits(setup, me, [*events, *(_told(other, text) for text in texts)])
        for texts in ((), (plain,), (typed,))
    )
    assert before <= rendered == written


def _told(player: Player, text: str) -> Event:
    return Event(number=900, kind=event_kinds.REPLIED, actor=player, text=text)
