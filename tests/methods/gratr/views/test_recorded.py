"""The graphs of recorded matches, worked out again from the evidence and held against the record."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from parlour.agents import Thought
from parlour.arena import Item, Note, Record, Status, entry, items
from parlour.core import Event, event_kinds
from parlour.errors import ReplayDiffers, UnknownPlayer, UsageError
from parlour.llm import BUILT_IN, Language
from parlour.methods.gratr.summary import graph_thought
from parlour.methods.gratr.views import EvidenceTaken, Learned, TrustHistory, trust_histories
from parlour.methods.gratr.views.history import ChainsRetrieved
from tests.arena.mysteries import laid
from tests.arena.mysteries import mystery as small_mystery
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.methods.gratr.graphs import item
from tests.methods.gratr.views.histories import accused, mystery, werewolf

each_language = pytest.mark.parametrize("language", ["en", "zh"])


def bodies(record: Record, kind: str, history: TrustHistory, case: str) -> list[Any]:
    notes = [each for each in items(record) if isinstance(each, Note) and each.player == history.owner]
    return [
        note.thought.body for note in notes if note.thought.kind == kind and note.thought.case in (case, None)
    ]


@each_language
def test_every_number_on_record_comes_out_again(language: Language):
    for record in (werewolf(language), mystery(language)):
        for history in trust_histories(record):
            case = history.case or "werewolves"
            graphs = [graph_thought(moment.graph, case).body for moment in history.moments]
            assert all(body in graphs for body in bodies(record, "graph", history, case) if body["edges"])
            changed = [moment for moment in history.moments if moment.explained]
            told = bodies(record, "retrieval", history, case)
            assert [{why.target for why in moment.explained} for moment in changed] == [
                set(body) for body in told
            ]
            for moment, body in zip(changed, told, strict=True):
                for why in moment.explained:
                    said = body[why.target]
                    assert (said["before"], said["after"]) == (why.before, why.after)
                    assert [chain["weight"] for chain in said["chains"]] == [
                        it.weight for it in why.used_chains
                    ]
    steps = [moment.step for history in trust_histories(werewolf(language)) for moment in history.moments]
    assert any(isinstance(step, ChainsRetrieved) for step in steps)


@pytest.mark.parametrize(
    "options",
    ["", "merging=false", "hops=false", "backward=false", "arrive=at_once,width=1", "self_defence=true"],
)
def test_the_numbers_are_those_of_the_settings_that_were_played(options: str):
    histories = trust_histories(accused(options))
    assert len(histories) == 7
    assert any(moment.explained for history in histories for moment in history.moments)


def test_a_match_that_was_broken_off_has_a_history_as_far_as_it_came():
    whole = werewolf()
    histories = trust_histories(whole)
    for share in (0.0, 0.2, 0.5, 0.8, 0.95):
        part = replace(whole, status=Status.STOPPED, entries=whole.entries[: int(share * len(whole.entries))])
        for history, full in zip(trust_histories(part), histories, strict=True):
            steps = [moment.step for moment in history.moments]
            assert steps == [moment.step for moment in full.moments[: len(steps)]], share


@cases("kind", ["retrieval", "trust", "graph"])
def test_a_record_that_does_not_follow_from_its_evidence_is_refused(kind: str):
    whole = werewolf()
    [place, *_] = [
        number
        for number, each in enumerate(items(whole))
        if isinstance(each, Note)
        and each.thought.kind == kind
        and "Player 2" in json.dumps(each.thought.body)
    ]
    changed = json.loads(whole.entries[place].json)
    body = changed["thought"]["body"]
    if kind == "graph":
        body["nodes"]["Player 2"]["trust"] += 0.125
    elif kind == "trust":
        body["Player 2"] += 0.125
    else:
        next(iter(body.values()))["chains"][0]["weight"] += 0.125
    entry = replace(whole.entries[place], json=json.dumps(changed))
    with pytest.raises(ReplayDiffers, match=f"the {kind} of Player"):
        trust_histories(replace(whole, entries=(*whole.entries[:place], entry, *whole.entries[place + 1 :])))


def test_a_seat_without_a_graph_is_named_with_those_that_have_one():
    setup = laid(werewolves("vwswx"), method="random")
    seats = tuple(
        seat.model_copy(update={"method": "gratr", "model": BUILT_IN, "context": 1_000_000})
        if seat.player == "Player 3"
        else seat
        for seat in setup.seats
    )
    mixed = setup.model_copy(update={"seats": seats})
    nobody, one = recorded(setup, play(setup)), recorded(mixed, play(mixed))
    with pytest.raises(UsageError, match="nobody in m has a trust graph"):
        trust_histories(nobody)
    with pytest.raises(UsageError, match="Player 1 has no trust graph in m; these have: Player 3"):
        trust_histories(one, "Player 1")
    with pytest.raises(UnknownPlayer, match="no seat 'Zoe'"):
        trust_histories(one, "Zoe")
    assert [history.owner for history in trust_histories(one)] == ["Player 3"]


ASKED = Event(
    number=1, kind=event_kinds.ASKED, round=1, actor="Ben", to="Carl", case="Vera", text="Was it you?"
)
INTRODUCED = Event(number=2, kind=event_kinds.INTRODUCED, round=1, actor="Dora", text="I saw nothing.")
OTHER = Event(number=3, kind=event_kinds.ASKED, round=1, actor="Dora", to="Ben", case="Walt", text="And you?")


def thought(player: str, *events: int, known: int | None = None) -> Note:
    """That somebody took in what was said in those events, and perhaps was certain of Dora."""
    taken = {
        "read": [*events],
        "items": [item("Ben", "attack", "Carl", 6, number).model_dump(mode="json") for number in events],
        "known": [{"player": "Dora", "is_ally": True, "why": "checked", "event": known}] if known else [],
    }
    told = Thought.model_validate({"kind": "evidence", "body": taken})
    return Note(request="1.0", player=player, thought=told)


def histories(*happened: Item, player: str | None = "Anna") -> tuple[TrustHistory, ...]:
    setup = laid(small_mystery(victims=2), method="random", methods={"Anna": "gratr", "Ben": "gratr"})
    entries = tuple(entry(number, each) for number, each in enumerate(happened))
    record = Record(match="m", setup=setup, status=Status.RUNNING, started="", entries=entries)
    return trust_histories(record, player)


def taken(history: TrustHistory) -> list[int]:
    steps = (moment.step for moment in history.moments)
    return [step.event for step in steps if isinstance(step, EvidenceTaken | Learned)]


def test_what_was_said_of_one_case_moves_its_graph_alone_and_anything_else_moves_all():
    vera, walt = histories(ASKED, INTRODUCED, OTHER, thought("Anna", 3, 1, 2))
    assert (vera.case, walt.case) == ("Vera", "Walt")
    assert (taken(vera), taken(walt)) == ([1, 2], [2, 3])
    assert vera.moments[0].graph.trust["Carl"] < 0
    assert vera.told[2] == walt.told[2]


def test_what_is_certain_is_so_in_every_case():
    for history in histories(ASKED, INTRODUCED, thought("Anna", 1, known=2)):
        assert history.moments[-1].graph.trust["Dora"] == 1
        assert history.moments[-1].step == Learned(
            round=1, event=2, player="Dora", is_ally=True, why="checked"
        )


def test_a_seat_takes_in_its_own_thoughts_alone():
    happened = (ASKED, INTRODUCED, thought("Ben", 1, 2))
    assert [taken(each) for each in histories(*happened)] == [[], []]
    assert [(each.owner, each.case, taken(each)) for each in histories(*happened, player=None)] == [
        ("Anna", "Vera", []),
        ("Anna", "Walt", []),
        ("Ben", "Vera", [1, 2]),
        ("Ben", "Walt", [2]),
    ]
