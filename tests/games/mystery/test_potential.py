"""What a question would bring and a seat can prove, in bits; regret and calibration, from records."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import comb, log2, prod

import pytest

from parlour.agents import is_control
from parlour.arena import Record
from parlour.core import Event, Player, chance, event_kinds
from parlour.evaluation import Amount, Cut, metric, score_match
from parlour.games.mystery import Deduction, MysterySetup, SourcedFact, generate, solve, start
from parlour.games.mystery.gains import answers, best_gain, entropy, exact_gains, provable_bits
from parlour.games.mystery.scores import Forecast, Sums, gain_amounts, of_choice, of_forecast
from parlour.games.mystery.script import Script
from parlour.language.facts import DeathPlace, DeathTime, NoMotive, Presence, Sighting, Slot, render
from parlour.llm import BUILT_IN
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

SEEDS = range(4)


def dealt(script: Script) -> tuple[MysterySetup, list[Event]]:
    setup = MysterySetup(script=script, answers=False, rounds=0)
    _, events = start(setup.players, 1, setup).apply({})
    return setup, list(events)


def bits(setup: MysterySetup, player: Player, events: list[Event]) -> float:
    return provable_bits(setup, player, [event for event in events if event.is_visible_to(player)])


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


EIGHT = Slot(40)
DEATH = (DeathPlace(victim="Vera", place="library"), DeathTime(victim="Vera", slot=EIGHT))


def seen(*more: SourcedFact) -> Deduction:
    """What Anna knows: Vera died in the library at eight, and any of three others may have done it."""
    public = (SourcedFact(source=None, fact=fact) for fact in DEATH)
    said = Deduction(suspects=("Anna", "Ben", "Carl", "Dora"), victims=("Vera",), statements=(*public, *more))
    return said.seen_by("Anna")


def gain(name: str, *facts: object, known: Deduction | None = None) -> float:
    return best_gain(known or seen(), name, answers(facts, "Vera"), "Vera")  # pyright: ignore[reportArgumentType]


def test_with_three_suspects_the_entropy_is_that_of_the_paper():
    assert entropy(seen().survivors(), 0) == pytest.approx(math.log(3))


def test_a_witness_who_clears_one_of_three_is_worth_the_difference_of_two_logarithms():
    """Ben saw Carl in the kitchen: it was Ben, or Dora."""
    sighting = Sighting(by="Ben", whom="Carl", place="kitchen", slot=EIGHT)
    assert gain("Ben", sighting) == pytest.approx(math.log(3) - math.log(2))


def test_a_word_about_oneself_alone_clears_nobody():
    assert gain("Ben", Presence(who="Ben", place="kitchen", slot=EIGHT)) == 0.0


def test_what_was_said_already_is_worth_nothing_more():
    sighting = Sighting(by="Ben", whom="Carl", place="kitchen", slot=EIGHT)
    told = seen(SourcedFact(source="Ben", fact=sighting))
    assert gain("Ben", sighting, known=told) == 0.0
    assert gain("Dora", Sighting(by="Dora", whom="Carl", place="kitchen", slot=EIGHT), known=told) == 0.0
    cleared = gain("Dora", Sighting(by="Dora", whom="Ben", place="kitchen", slot=EIGHT), known=told)
    assert cleared == pytest.approx(math.log(2))


def test_the_best_of_several_questions_counts_and_they_do_not_add_up():
    """One answer clears Carl alone, another Carl and Dora: only Ben himself is left."""
    clears_carl = NoMotive(who="Carl", victim="Vera")
    clears_both = [Sighting(by="Ben", whom=name, place="kitchen", slot=EIGHT) for name in ("Carl", "Dora")]
    assert gain("Ben", clears_carl) == pytest.approx(math.log(3) - math.log(2))
    assert gain("Ben", clears_carl, *clears_both) == pytest.approx(math.log(3))


def test_at_a_table_it_depends_on_what_the_asker_has_seen():
    for seed in range(3):
        setup, events = dealt(generate(seed, players=5))
        case = setup.script.victims[0].name
        gains = {
            player: exact_gains(setup, player, [each for each in events if each.is_visible_to(player)], case)
            for player in setup.players
        }
        for player, told in gains.items():
            assert set(told) == set(setup.players) - {player}
            assert all(0 <= value <= math.log(4) + 1e-9 for value in told.values())
        assert len({tuple(told.values()) for told in gains.values()}) > 1


def test_of_a_story_in_free_prose_nothing_can_be_known():
    script = generate(1, players=4)
    free = script.model_copy(
        update={
            "synopsis": "It was a dark night.",
            "characters": tuple(
                each.model_copy(update={"acts": ("You remember little.",), "secrets": (), "objectives": ()})
                for each in script.characters
            ),
        }
    )
    setup, events = dealt(free)
    assert exact_gains(setup, setup.players[0], events, setup.script.victims[0].name) == {}


EXACT = "player-star:choice=exact,among=everybody"
TURN = "player-star:choice=turn,among=everybody"


@cache
def match(method: str, seed: int = 2) -> Record:
    setup = MysterySetup(script=generate(seed, players=5), rounds=2, questions=1, answers=False)
    laid_table = laid(setup, model=BUILT_IN, method=method, context=1_000_000)
    if is_control(method):
        laid_table = laid_table.model_copy(update={"controls": setup.players})
    return recorded(laid_table, play(laid_table))


def mean(told: Amount) -> float:
    return told.reached / told.possible


def test_regret_is_what_the_best_to_ask_would_have_brought_more():
    sums = Sums(list)
    of_choice(sums, {"Ben": 0.4, "Carl": 1.0, "Dora": 0.0}, "Ben")
    of_choice(sums, {"Ben": 0.0, "Carl": 0.0, "Dora": 0.0}, "Dora")
    told = sums.amounts
    assert mean(told["gain.exact"]) == pytest.approx(0.2)
    assert mean(told["gain.regret"]) == pytest.approx(0.3)
    assert mean(told["gain.share"]) == pytest.approx(0.4)
    assert (told["gain.regret"].n, told["gain.share"].n) == (2, 1)


def test_an_estimate_is_held_against_whether_the_answer_would_narrow_it_down():
    sums = Sums(list)
    gains = {"Ben": 0.4, "Carl": 0.0, "Dora": 1.0}
    of_forecast(sums, gains, Forecast(expected={"Ben": 0.9, "Carl": 0.5, "Dora": 0.3}, by=("logprobs",)))
    told = sums.amounts
    assert mean(told["gain.expected"]) == pytest.approx(1.7 / 3)
    assert mean(told["gain.told"]) == pytest.approx(2 / 3)
    assert mean(told["gain.brier"]) == pytest.approx((0.1**2 + 0.5**2 + 0.7**2) / 3)
    assert {name: mean(told[name]) for name in ("gain.told.2", "gain.told.3", "gain.told.5")} == {
        "gain.told.2": 1.0,
        "gain.told.3": 0.0,
        "gain.told.5": 1.0,
    }


def test_of_each_two_the_one_that_would_tell_more_should_have_the_larger_number():
    """Ben before Carl is right, Ben before Dora wrong, Carl and Dora are tied."""
    sums = Sums(list)
    gains = {"Ben": 0.4, "Carl": 0.0, "Dora": 1.0}
    of_forecast(sums, gains, Forecast(expected={"Ben": 0.9, "Carl": 0.3, "Dora": 0.3}))
    told = sums.amounts
    assert mean(told["gain.order.expected"]) == pytest.approx((1 + 0 + 0.5) / 3)
    assert set(told) == {"gain.order.expected"}


@pytest.mark.parametrize("seed", [2, 3])
def test_the_exact_arm_regrets_nothing(seed: int):
    exact = gain_amounts(match(EXACT, seed))
    assert mean(exact["gain.regret"]) == pytest.approx(0, abs=1e-9)
    assert mean(exact["gain.order.score"]) == 1.0


def test_whoever_asks_in_turn_regrets_some_of_it():
    assert mean(gain_amounts(match(TURN))["gain.regret"]) > 0.01


def test_the_questions_of_those_who_killed_nobody_count_and_no_others():
    record = match(TURN)
    script = MysterySetup.of(record.setup.game).script
    innocent = [name for name in script.players if not script.victims_of(name)]
    told = gain_amounts(record)
    assert told["gain.regret"].n == 2 * len(innocent)
    assert gain_amounts(record, innocent[:1])["gain.regret"].n == 2 * (len(innocent) - 1)


def test_a_methods_own_estimates_are_scored_and_a_method_without_any_still_has_its_regret():
    assert {"gain.brier", "gain.regret"} <= set(gain_amounts(match("player-star")))
    plain = gain_amounts(match("plain:ask=best"))
    assert "gain.brier" not in plain
    assert "gain.regret" in plain


def test_a_match_is_scored_with_them_and_the_metrics_read_them():
    score = score_match(match(TURN))
    parts = metric("gain.regret").parts(score, Cut())
    assert parts.reached / parts.possible == pytest.approx(mean(gain_amounts(match(TURN))["gain.regret"]))
    assert metric("gain.brier").parts(score, Cut()).n == 0
