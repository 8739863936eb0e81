"""What is read off the records of real games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from parlour.arena import Record, Status, events
from parlour.core import event_kinds
from parlour.evaluation import ballots, polls
from parlour.evaluation.richness import role_shares, table_talk
from parlour.games.onenight import OneNightSetup
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.replies import varied
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Loopback


@cache
def werewolf() -> Record:
    with Loopback(varied) as server:
        setup = laid(werewolves("wwsvvv"), model=server.model, method="plain")
        return recorded(setup, play(setup))


def test_every_speech_to_all_and_every_vote_is_read_and_nothing_that_werewolves_whisper():
    told, heard = table_talk(werewolf()), events(werewolf())
    assert any(event.kind is event_kinds.CONFERRED for event in heard)
    spoken = Counter(event.round for event in heard if event.kind is event_kinds.SPOKE)
    assert Counter(each.round for each in told.utterances) == spoken
    assert told.rounds == tuple(spoken)
    assert len(told.votes) == sum(bool(vote.chosen) for vote in ballots(werewolf()))
    assert sum(each.votes for each in role_shares([told])) == len(told.votes) > 0


@pytest.mark.parametrize("kept", [0, 20])
def test_a_match_that_was_stopped_has_what_was_said_until_then(kept: int):
    stopped = replace(werewolf(), entries=werewolf().entries[:kept], status=Status.STOPPED)
    told = table_talk(stopped)
    assert bool(told.roles) == (kept > 0)
    assert len(told.utterances) < len(table_talk(werewolf()).utterances)


def test_one_night_is_read_with_the_votes_that_decide_nothing():
    with Loopback(varied) as server:
        setup = laid(one_night("swmmntv", rounds=2), model=server.model, method="plain")
        record = recorded(setup, play(setup))
    told, game = table_talk(record), record.setup.game
    assert isinstance(game, OneNightSetup)
    assert told.roles == tuple(role.value for role in game.dealt(record.setup.seed))
    assert [each.player for each in told.utterances] == [*told.players, *told.players]
    cast = [*polls(record), *ballots(record)]
    assert len(cast) == 2 * 7
    assert list(told.votes) == [vote.chosen[0] for vote in cast if vote.chosen]
