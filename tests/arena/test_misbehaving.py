"""Matches of all games on a server that misbehaves, in small; `make bench ARGS=faults` plays a thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.faults import GAMES, LANGUAGES, compared, fault_figures
from parlour.arena import Status
from tests.arena.mysteries import laid, mystery
from tests.arena.playing import play, recorded
from tests.llm.misbehaving import KINDS, Misbehaving, Sent

UNREAD_COUNTS = "ignore:Failed to extract usage"
"""What a library has to say of counts of tokens below zero."""


@pytest.mark.filterwarnings(UNREAD_COUNTS)
def test_every_fault_of_a_server_is_on_record_and_every_match_comes_to_its_end(tmp_path: Path):
    """Few matches at once: a good reply takes a hundredth of the client's patience, of 4 seconds."""
    figures = list(fault_figures(tmp_path, len(GAMES) * len(LANGUAGES), hanging=6.0, at_once=4))
    assert [figure.name for figure in figures if figure.is_met is False] == []
    assert sum(figure.is_met is True for figure in figures) == 5


def test_what_is_not_on_record_is_found_out():
    """The comparison itself: a request that no record counts, and a reply that the server never gave."""
    kind = "refusal in words"
    with Misbehaving(0.5, kinds=[kind]) as server:
        setup = laid(mystery(players=3, rounds=1), model=server.model, method="plain")
        record = recorded(setup, play(setup))
        log = list(server.log)
    assert record.status is Status.FINISHED
    kept = compared(log, [record])
    assert (kept.unrecorded, kept.changed) == (0, 0)
    assert kept.fates[kind].total() == sum(each.kind == kind for each in log) > 0
    lost = Sent(asked="unheard of", kind="500", text=None)
    assert compared([*log, lost], [record]).unrecorded == 1
    assert compared(log[1:], [record]).unrecorded == 1
    told = [Sent(asked=each.asked, kind=each.kind, text="otherwise") for each in log]
    assert compared(told, [record]).changed == len(record.calls)


def test_the_same_requests_meet_the_same_faults():
    with Misbehaving(0.5, "a") as one, Misbehaving(0.5, "a") as again, Misbehaving(0.5, "b") as other:
        body = {"messages": [{"role": "user", "content": "Speak."}], "model": "fixed"}
        plans = [[server.answer(body) for _ in range(40)] for server in (one, again, other)]
    assert plans[0] == plans[1] != plans[2]
    assert len({each.kind for each in one.log}) > len(KINDS) / 3
