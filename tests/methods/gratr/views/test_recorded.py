"""The graphs of recorded matches, worked out again from the evidence and held against the record."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from parlour.arena import Note, Record, Status, items
from parlour.core import event_kinds
from parlour.errors import ReplayDiffers, UnknownPlayer, UsageError
from parlour.games.mystery import MysterySetup
from parlour.llm import READER, Language
from parlour.methods.gratr import Weighed, graph_thought
from parlour.methods.gratr.views import ChainsRetrieved, EvidenceTaken, Learned, TrustHistory, trust_histories
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.methods.gratr.views.histories import accused, evidence, mystery, werewolf

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


def test_a_chain_leads_back_to_its_evidence_and_to_the_words_it_was_read_from():
    seen = 0
    for history in trust_histories(werewolf()):
        known = {(each.by, each.about, each.event) for each in evidence(history)}
        for why in (why for moment in history.moments for why in moment.explained):
            for item in (item for chain in why.chains for hop in chain.hops for item in hop.edge.evidence):
                assert (item.by, item.about, item.event) in known
                assert item.by in history.told[item.event]
                seen += 1
    assert seen > 10


def test_steps_are_in_the_order_of_events_and_rounds():
    for history in trust_histories(werewolf()):
        steps = [moment.step for moment in history.moments]
        numbers = [step.event for step in steps if not isinstance(step, ChainsRetrieved)]
        assert numbers == sorted(numbers)
        assert [step.round for step in steps if isinstance(step, EvidenceTaken)] == sorted(
            step.round for step in steps if isinstance(step, EvidenceTaken)
        )


def test_what_the_seer_checked_is_learned():
    record = werewolf()
    [seer] = [name for name, role in trust_histories(record)[0].truth.items() if role == "seer"]
    [history] = trust_histories(record, seer)
    learned = [moment.step for moment in history.moments if isinstance(moment.step, Learned)]
    assert event_kinds.CHECKED.name in {step.why for step in learned}


@each_language
def test_a_mystery_has_a_history_for_each_case_and_names_its_murderers(language: Language):
    record = mystery(language)
    cases = [victim.name for victim in MysterySetup.of(record.setup.game).script.victims]
    for player in record.setup.players:
        histories = trust_histories(record, player)
        assert [history.case for history in histories] == cases
        for history in histories:
            [victim] = [
                each
                for each in MysterySetup.of(record.setup.game).script.victims
                if each.name == history.case
            ]
            assert set(history.truth) == set(victim.murderers)


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
        seat.model_copy(update={"method": "gratr", "model": READER, "context": 1_000_000})
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


def test_graphs_that_were_weighed_are_among_them():
    graphs = [moment.graph for history in trust_histories(werewolf()) for moment in history.moments]
    assert any(isinstance(node.ground, Weighed) for graph in graphs for node in graph.nodes.values())
