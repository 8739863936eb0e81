"""The table of quirks: behaviours of real servers and models, each with the right outcome.

A row says which public report it is taken from.
"""

from __future__ import annotations

from collections import Counter

import parlour
from tests.cases import cases
from tests.llm.loopback import Loopback
from tests.llm.quirks import envelopes, errors, json_replies, matches, refusals, speech, thinking
from tests.llm.quirks.matches import SEATS, MatchQuirk
from tests.llm.quirks.quirk import Quirk, Way, outcome, verify, with_ways
from tests.llm.quirks.served import SECRET

TABLE = [
    *thinking.QUIRKS,
    *json_replies.QUIRKS,
    *refusals.QUIRKS,
    *errors.QUIRKS,
    *envelopes.QUIRKS,
    *speech.QUIRKS,
]


def check_quirk(quirk: Quirk, way: Way) -> None:
    """Asks in one way and verifies the outcome."""
    verify(quirk, way, outcome(quirk, way))


@cases(("quirk", "way"), with_ways(thinking.QUIRKS))
def test_a_thought_is_no_speech_and_no_decision(quirk: Quirk, way: Way) -> None:
    check_quirk(quirk, way)


@cases(("quirk", "way"), with_ways(json_replies.QUIRKS))
def test_a_decision_is_read_however_it_is_written(quirk: Quirk, way: Way) -> None:
    check_quirk(quirk, way)


@cases(("quirk", "way"), with_ways(refusals.QUIRKS))
def test_just_what_is_refused_is_changed(quirk: Quirk, way: Way) -> None:
    check_quirk(quirk, way)


@cases(("quirk", "way"), with_ways(errors.QUIRKS))
def test_a_failure_is_waited_out_or_told_in_the_servers_words(quirk: Quirk, way: Way) -> None:
    check_quirk(quirk, way)


@cases(("quirk", "way"), with_ways(envelopes.QUIRKS))
def test_a_reply_is_taken_out_of_any_envelope(quirk: Quirk, way: Way) -> None:
    check_quirk(quirk, way)


@cases(("quirk", "way"), with_ways(speech.QUIRKS))
def test_a_speech_holds_the_players_own_words(quirk: Quirk, way: Way) -> None:
    check_quirk(quirk, way)


def check_match(quirk: MatchQuirk) -> None:
    """Plays a match to its end with nothing private in what is said or asked, and the right faults."""
    with Loopback(quirk.server()) as server:
        match = parlour.play("werewolf", players=SEATS, seed=3, model=server.model, db=":memory:")
    assert SECRET not in str(server.requests), "a thought is in a prompt"
    assert SECRET not in str(match.events), "a thought is in what is said"
    told = [fault.problem for fault in match.faults]
    assert bool(told) == bool(quirk.faults), told
    assert not quirk.faults or any(quirk.faults in problem for problem in told), told


@cases("quirk", matches.QUIRKS)
def test_a_match_is_played_to_its_end(quirk: MatchQuirk) -> None:
    check_match(quirk)


@cases("quirk", [quirk for quirk in TABLE if quirk.thinks])
def test_thoughts_are_recorded(quirk: Quirk) -> None:
    completions = outcome(quirk, quirk.all_ways()[-1]).completions
    assert any(SECRET in completion.thoughts for completion in completions)


def test_every_behaviour_has_a_name_of_its_own_and_a_source() -> None:
    names = Counter(quirk.name for quirk in [*TABLE, *matches.QUIRKS])
    assert [name for name, count in names.items() if count > 1] == []
    assert all(quirk.source.rpartition("#")[2].isdecimal() for quirk in [*TABLE, *matches.QUIRKS])
