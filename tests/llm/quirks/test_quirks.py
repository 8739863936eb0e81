"""The table of quirks: behaviours of real servers and models, each with the right outcome.

A row says which public report it is taken from.
"""

from __future__ import annotations

import pytest

import parlour
from tests.cases import cases
from tests.llm.loopback import Loopback
from tests.llm.quirks import envelopes, errors, json_replies, matches, refusals, speech, thinking
from tests.llm.quirks.matches import SEATS, MatchQuirk
from tests.llm.quirks.quirk import Quirk, Way, outcome, verify, with_ways
from tests.llm.quirks.served import SECRET

TABLE = {
    "a thought is no speech and no decision": thinking.QUIRKS,
    "a decision is read however it is written": json_replies.QUIRKS,
    "just what is refused is changed": refusals.QUIRKS,
    "a failure is waited out or told in the server's words": errors.QUIRKS,
    "a reply is taken out of any envelope": envelopes.QUIRKS,
    "a speech holds the player's own words": speech.QUIRKS,
}


@pytest.mark.parametrize("claim", TABLE)
def test_what_comes_of_a_call(claim: str) -> None:
    @cases(("quirk", "way"), with_ways(TABLE[claim]))
    def check(quirk: Quirk, way: Way) -> None:
        verify(quirk, way, outcome(quirk, way))

    check()


@cases("quirk", matches.QUIRKS)
def test_a_match_is_played_to_its_end_with_nothing_private_in_what_is_said(quirk: MatchQuirk) -> None:
    with Loopback(quirk.server()) as server:
        match = parlour.play("werewolf", players=SEATS, seed=3, model=server.model, db=":memory:")
    assert SECRET not in str(server.requests), "a thought is in a prompt"
    assert SECRET not in str(match.events), "a thought is in what is said"
    told = [fault.problem for fault in match.faults]
    assert bool(told) == bool(quirk.faults), told
    assert not quirk.faults or any(quirk.faults in problem for problem in told), told
