"""The graphs of recorded matches, worked out again and held against the record."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given

from parlour.agents import Thought
from parlour.arena import Item, Note, Record, Status, entry
from parlour.core import Event, Player, event_kinds
from parlour.errors import ReplayDiffers, UnknownPlayer, UsageError
from parlour.llm import BUILT_IN, Language
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.retrieval_report import READINGS, TrustTurn, gone_through, retrieval_counts
from parlour.methods.gratr.summary import graph_thought
from parlour.methods.gratr.views import EvidenceTaken, Learned, TrustHistory, trust_histories
from parlour.methods.gratr.views.history import ChainsRetrieved, Step, trace
from tests.arena.mysteries import laid
from tests.arena.mysteries import mystery as small_mystery
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.methods.gratr import graphs
from tests.methods.gratr.graphs import begun, item, lived, trusting, villager
from tests.methods.gratr.views.histories import accused, mystery, werewolf

each_language = pytest.mark.parametrize("language", ["en", "zh"])


def bodies(record: Record, kind: str, history: TrustHistory, case: str) -> list[Any]:
    notes = [each for each in record.items if isinstance(each, Note) and each.player == history.owner]
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
        for number, each in enumerate(whole.items)
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


def as_steps(happened: list[Evidence | Player]) -> list[Step]:
    return [
        EvidenceTaken(round=0, event=each.event, items=(each,))
        if isinstance(each, Evidence)
        else ChainsRetrieved(round=0, targets=(each,))
        for each in happened
    ]


@given(graphs.starts, graphs.parameters, graphs.steps)
def test_a_history_ends_where_the_graph_does(
    start: str, settings: Parameters, happened: list[Evidence | Player]
):
    graph = begun(start, settings)
    moments = trace(graph, as_steps(happened))
    assert len(moments) == len(happened)
    for number in (0, len(happened) // 2, len(happened)):
        now = moments[number - 1].graph if number else graph
        assert now == lived(graph, happened[:number])


@given(graphs.starts, graphs.parameters, graphs.steps)
def test_whoever_a_step_moved_is_told_with_the_trust_before_it(
    start: str, settings: Parameters, happened: list[Evidence | Player]
):
    graph = begun(start, settings)
    for moment in trace(graph, as_steps(happened)):
        moved = {name for name, trust in moment.graph.trust.items() if trust != graph.trust[name]}
        assert moved <= set(moment.before)
        assert all(value == graph.trust[name] for name, value in moment.before.items())
        graph = moment.graph


def test_of_two_moves_in_one_step_the_last_one_counts():
    """Ann says 4 of 10 against Ben and then 9 of 10: -0.2, then -0.45."""
    items = (item("Ann", "attack", "Ben", 4, 1), item("Ann", "attack", "Ben", 9, 1))
    [moment] = trace(villager(), [EvidenceTaken(round=1, event=1, items=items)])
    assert moment.graph.trust["Ben"] == pytest.approx(-0.45)
    assert moment.before == {"Ben": pytest.approx(-0.2)}


def test_a_step_about_a_stranger_is_refused():
    with pytest.raises(UnknownPlayer):
        trace(villager(), [Learned(round=1, event=1, player="Zoe", is_ally=True, why="checked")])


SIDES = {"Me": "good", "Ann": "good", "Ben": "good", "Cat": "werewolf", "Dan": "werewolf", "Eve": "good"}


@cache
def match(method: str = "gratr", game: str = "vwswxgv") -> Record:
    setup = laid(werewolves(game, days=2), model="reader", method=method, seed=2, context=1_000_000)
    return recorded(setup, play(setup))


def turn(*living: str) -> TrustTurn:
    """Ben defends Ann and Cat attacks Ben, as in the tests of an explanation."""
    said = (item("Ben", "defend", "Ann", 8, 1), item("Cat", "attack", "Ben", 10, 2))
    step = EvidenceTaken(round=1, event=2, items=said)
    known = Learned(round=1, event=3, player="Eve", is_ally=True, why="checked")
    return TrustTurn(steps=(step, known), living=living)


def test_changes_pairs_and_hops_by_hand():
    """T(Ann) = 0.9, T(Ben) = 0.8, T(Cat) = -0.6 and T(Dan) = 0; Eve is known, and in no pair.

    To Ben leads Ann, whom he defends: V = 0.8 * 0.664037 = 0.531229, u = 0.9 * 0.664037 = 0.597633 and
    H = 0.443835. So T(Ben) falls to u, away from the truth, and by eq. 9 the edge from Ben to Ann becomes
    0.1 * 0.597633 / 0.9 + 0.664037 = 0.730441.
    To Cat leads Ann by Ben: u = 0.9 * 0.730441 * -0.761594 = -0.500665. So T(Cat) rises, away from the truth.
    Her attack on Ben alone has no weight: V = 0.456956 is less than H. To Ann and Dan leads nothing.
    The pairs are Ann and Ben with Cat and Dan: all four in the right order.
    """
    start = trusting(villager(), Ann=0.9, Ben=0.8, Cat=-0.6)
    [told] = gone_through(start, [turn("Ann", "Ben", "Cat", "Dan", "Eve")], SIDES, retrieves=True)
    assert (told.moves, told.towards) == (2, 0)
    assert (told.pairs, told.above, told.auc) == (4, 4.0, 1.0)
    assert (told.chains, told.long) == (2, 1)


def test_without_retrieval_nothing_moves_and_equals_count_half():
    start = trusting(villager(), Ann=0.9, Ben=0.95, Cat=0.9)
    [told] = gone_through(start, [turn("Ann", "Ben", "Cat", "Dan")], SIDES, retrieves=False)
    assert (told.moves, told.chains, told.hits, told.hops) == (0, 0, None, None)
    assert (told.pairs, told.above) == (4, 3.5)


def test_the_seats_of_a_record_are_gone_through_under_every_reading():
    told = retrieval_counts(match())
    assert list(told) == [reading.name for reading in READINGS]
    assert len({counts.pairs for counts in told.values()}) == 1
    assert all(counts.pairs > 0 for counts in told.values())
    assert told["as printed"].moves > 0
    assert told["without retrieval"].moves == told["plain sum"].moves == 0


@pytest.mark.parametrize("method", ["plain", "gratr:trust=random"])
def test_a_match_without_a_trust_graph_tells_nothing(method: str):
    assert retrieval_counts(match(method)) == {}
