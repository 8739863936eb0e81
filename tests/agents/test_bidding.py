"""How much a seat wants the floor, by what it has heard."""

from __future__ import annotations

import pytest

from parlour.agents import had_their_turn, usual_bid
from parlour.agents.bidding import Bid, accuses
from parlour.core import Event, EventKind, Request, event, event_kinds, private, request_kinds
from parlour.llm import Language
from tests.agents.seats import Slate

DAY = event(event_kinds.DAY)
OTHERS = ("Ann", "Cy", "Di")


def said(actor: str, text: str) -> Event:
    return event(event_kinds.SPOKE, actor=actor, text=text)


def bid(*heard: Event, speaker: str | None = None, language: Language = "en") -> Bid:
    request = Request(id="1", step=1, player="Bo", kind=request_kinds.BID, partner=speaker)
    return usual_bid("Bo", OTHERS, heard, request, language)


def test_who_has_not_spoken_has_more_to_say_than_who_has():
    assert bid(DAY) == Bid(level=2, ground="silent")
    assert bid(DAY, said("Bo", "Hello."), said("Ann", "Hello.")) == Bid(level=1, ground="talks")


def test_who_was_just_named_must_answer():
    assert bid(DAY, said("Ann", "What do you think, Bo?")) == Bid(level=4, ground="addressed")
    assert bid(DAY, said("Ann", "I suspect Bo.")) == Bid(level=4, ground="accused")


def test_who_was_named_before_still_wants_to_answer():
    assert bid(DAY, said("Ann", "Bo?"), said("Cy", "Let us think.")) == Bid(level=3, ground="named")


def test_who_was_interrupted_wants_to_go_on():
    cut = event(event_kinds.INTERRUPTED, actor="Ann", chosen=("Bo",))
    assert bid(DAY, said("Bo", "I say"), cut, said("Ann", "No!")) == Bid(level=2, ground="interrupted")


def test_each_speech_more_than_the_most_silent_made_lowers_the_bid():
    once = (DAY, said("Bo", "One."), said("Ann", "Bo!"))
    twice = (*once, said("Bo", "Two."), said("Ann", "Bo!"))
    assert (bid(*once).level, bid(*twice).level) == (3, 2)


def test_what_was_said_on_another_day_counts_no_more():
    assert bid(DAY, said("Bo", "One."), said("Ann", "Bo!"), event(event_kinds.NIGHT), DAY).level == 2


def test_what_a_seat_learned_alone_makes_it_eager_only_when_half_of_the_others_have_spoken():
    learned = private(event_kinds.CHECKED, "Bo", chosen=("Cy",), role="werewolf")
    assert bid(learned, DAY) == bid(DAY)
    assert bid(learned, DAY, said("Ann", "Hm.")) == bid(DAY, said("Ann", "Hm."))
    assert bid(learned, DAY, said("Ann", "Hm."), said("Cy", "Hm.")) == Bid(level=3, ground="news")


def test_only_who_is_accused_and_no_more_heard_than_others_cuts_in():
    accused = said("Ann", "Bo is a werewolf.")
    assert bid(DAY, accused, speaker="Ann").level == 4
    assert bid(DAY, said("Ann", "Bo, what now?"), speaker="Ann").level == 3
    assert bid(DAY, said("Bo", "One."), accused, speaker="Ann").level == 3


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("I suspect Bo.", "en", True),
        ("Bo, you lie!", "en", True),
        ("I like Bo. Cy is a werewolf.", "en", False),
        ("I believe Bo.", "en", False),
        ("我怀疑Bo。", "zh", True),
        ("我相信Bo。", "zh", False),
    ],
)
def test_a_sentence_accuses_whom_it_names_by_its_words(text: str, language: Language, found: bool):
    assert accuses(text, "Bo", language) is found


def test_bids_stay_within_their_levels():
    assert (Bid(level=4).shift(1).level, Bid(level=0).shift(-1).level) == (4, 0)
    context = Slate()
    assert Bid(level=3, ground="named").put(context).chosen == ("3",)
    assert [(each.kind, each.body) for each in context.thoughts] == [("bid", {"bid": 3, "ground": "named"})]


def heard(told: str) -> list[Event]:
    """A letter is a speech of the player of that name, a small one a pass, a bar a vote."""
    kinds: dict[bool, EventKind] = {True: event_kinds.SPOKE, False: event_kinds.PASSED}
    return [
        Event(number=n, kind=event_kinds.VOTED, actor="A")
        if each == "|"
        else Event(number=n, kind=kinds[each.isupper()], actor=each.upper())
        for n, each in enumerate(told)
    ]


def test_whoever_has_spoken_or_passed_had_their_turn():
    assert had_their_turn("C", heard("Ab")) == {"A", "B"}
    assert had_their_turn("A", []) == set()


def test_a_discussion_may_go_round_again():
    assert had_their_turn("A", heard("ABC")) == set()
    assert had_their_turn("B", heard("ABCA")) == {"A"}
    assert had_their_turn("C", heard("ABCAB")) == {"A", "B"}


def test_after_anything_else_a_new_discussion_begins():
    assert had_their_turn("B", heard("ABC|")) == set()
    assert had_their_turn("B", heard("ABC|C")) == {"C"}
