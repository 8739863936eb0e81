"""Free discussion: who has the floor, for how long, and who may cut in."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from parlour.core import Action, Event, Floor, Request, Talk, chance, event_kinds, is_named
from parlour.core.floor import check_talk, pause_in
from parlour.errors import SetupError
from tests.cases import cases

NAMES = ("Ann", "Bo", "Cy")
ANSWERS = Mapping[str, str]


def bidding(speeches: int = 6, talk: Talk = "bidding") -> Floor:
    floor = Floor.begin(talk, NAMES, speeches)
    assert floor
    return floor


def taken(floor: Floor, answers: ANSWERS, seed: int = 1) -> tuple[Floor, list[Event]]:
    """A step: a digit is a bid, anything else is said; who is not named lets it pass."""
    decisions: list[tuple[Request, Action]] = []
    for each in floor.requests():
        request = Request(
            id=each.player,
            step=0,
            player=each.player,
            kind=each.kind,
            options=each.options,
            most=len(each.options) and 1,
            words=50,
            partner=each.partner,
        )
        told = answers.get(each.player, "")
        action = Action(chosen=(told,)) if told.isdigit() else Action(speech=told)
        request.check(action)
        decisions.append((request, action))
    return floor.apply(decisions, chance(seed, "floor"))


def asked(floor: Floor) -> dict[str, str]:
    return {each.player: each.kind.name for each in floor.requests()}


def test_the_highest_bid_has_the_floor():
    floor, told = taken(bidding(), {"Ann": "1", "Bo": "3", "Cy": "2"})
    assert not told
    assert asked(floor) == {"Bo": "speak"}


def test_of_equal_bids_each_has_the_floor_now_and_then_and_the_same_by_the_same_seed():
    first = [taken(bidding(), {"Ann": "2", "Cy": "2", "Bo": "1"}, seed)[0].holder for seed in range(20)]
    again = [taken(bidding(), {"Ann": "2", "Cy": "2", "Bo": "1"}, seed)[0].holder for seed in range(20)]
    assert set(first) == {"Ann", "Cy"}
    assert first == again


def test_who_spoke_last_lets_others_bid():
    floor, _ = taken(bidding(), {"Bo": "1"})
    floor, told = taken(floor, {"Bo": "Good morning."})
    assert [(event.kind, event.actor, event.text) for event in told] == [("spoke", "Bo", "Good morning.")]
    assert asked(floor) == {"Ann": "bid", "Cy": "bid"}


def test_who_bids_with_words_is_heard_at_once_and_before_all_bids():
    floor, told = taken(bidding(), {"Ann": "4", "Cy": "I know who it was."})
    assert [(event.actor, event.text) for event in told] == [("Cy", "I know who it was.")]
    assert (floor.last, floor.left) == ("Cy", 5)


def test_of_two_with_words_the_second_is_heard_at_the_next_free_moment_without_being_asked_again():
    floor, told = taken(bidding(), {"Ann": "One.", "Bo": "Two.", "Cy": "4"})
    first = told[0].actor
    assert not floor.requests()
    floor, told = taken(floor, {})
    assert {first, told[0].actor} == {"Ann", "Bo"}
    assert asked(floor).keys() == {first, "Cy"}


def test_a_discussion_is_over_when_nobody_wants_to_speak():
    floor, told = taken(bidding(), {"Ann": "0"})
    assert floor.is_over
    assert not told
    assert not floor.requests()


def test_silence_with_the_floor_takes_its_time():
    floor, _ = taken(bidding(), {"Ann": "1"})
    floor, told = taken(floor, {"Ann": ""})
    assert [event.kind for event in told] == [event_kinds.PASSED]
    assert floor.left == 5


def interrupted(answers: ANSWERS) -> tuple[Floor, list[Event]]:
    floor, _ = taken(bidding(talk="open"), {"Ann": "1"})
    floor, told = taken(floor, {"Ann": "Bo is a liar. Cy saw it as well. Vote!"})
    assert [event.text for event in told] == ["Bo is a liar."]
    assert [(each.player, each.partner) for each in floor.requests()] == [("Bo", "Ann"), ("Cy", "Ann")]
    return taken(floor, answers)


def test_where_talk_is_open_who_must_answer_cuts_in_and_the_rest_is_lost():
    floor, told = interrupted({"Bo": "4", "Cy": "1"})
    assert [(event.kind, event.actor, event.chosen) for event in told] == [("interrupted", "Bo", ("Ann",))]
    assert asked(floor) == {"Bo": "speak"}
    floor, told = taken(floor, {"Bo": "I am not."})
    assert [event.text for event in told] == ["I am not."]
    assert asked(floor).keys() == {"Ann", "Cy"}


def test_a_lesser_wish_waits_until_the_speech_is_over():
    floor, told = interrupted({"Bo": "3", "Cy": "3"})
    assert [event.text for event in told] == ["Cy saw it as well. Vote!"]
    assert floor.left == 5


@cases(
    ("speech", "names", "parts"),
    [
        ("I doubt Bo. Why?", ("Bo",), ("I doubt Bo.", "Why?")),
        ("Hello. I doubt Bo.", ("Bo",), ("Hello. I doubt Bo.", "")),
        ("I slept. So did all.", ("Bo",), ("I slept. So did all.", "")),
        ("我怀疑3号玩家。你呢？", ("3号玩家",), ("我怀疑3号玩家。", "你呢？")),
        ("Bo? Sus. (that is: I suspect Bo.)", ("Bo",), ("Bo?", "Sus. (that is: I suspect Bo.)")),
        (
            "bo is it (that is: I suspect Bo. No.) So?",
            ("Bo",),
            ("bo is it (that is: I suspect Bo. No.) So?", ""),
        ),
        ("Bo lies. (that is: I suspect Bo.)", ("Bo",), ("Bo lies. (that is: I suspect Bo.)", "")),
        ("出Bo。（就是说：我投Bo一票。）", ("Bo",), ("出Bo。（就是说：我投Bo一票。）", "")),
    ],
)
def test_a_speech_pauses_after_the_first_sentence_that_names_somebody(
    speech: str, names: tuple[str, ...], parts: tuple[str, str]
):
    assert pause_in(speech, names) == parts


def test_a_name_is_no_part_of_a_longer_one():
    assert is_named("Player 1", "I trust Player 1.")
    assert not is_named("Player 1", "I trust Player 12.")
    assert not is_named("1号玩家", "我相信11号玩家。")


def test_a_table_that_cannot_discuss_so_is_refused_in_plain_words():
    with pytest.raises(SetupError, match="speeches=3 is of free discussions"):
        check_talk("turns", 1, 3)
    with pytest.raises(SetupError, match="leaves nothing to discuss"):
        check_talk("open", 0, None)


def test_the_last_speech_that_there_is_time_for_is_not_cut():
    floor, _ = taken(bidding(1, "open"), {"Ann": "1"})
    floor, told = taken(floor, {"Ann": "Bo is a liar. Vote!"})
    assert [event.text for event in told] == ["Bo is a liar. Vote!"]
    assert floor.is_over
