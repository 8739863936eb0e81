"""Counts of a match, from its record alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from parlour.arena import Act, Fault, Item, Record, RecordedCall, Status
from parlour.core import Event, EventKind, event_kinds
from parlour.errors import RecordError
from parlour.evaluation import (
    SEEKERS,
    SOUGHT,
    AskedModel,
    MatchScore,
    PlainScoring,
    Spent,
    VoteCount,
    score_match,
)
from parlour.games.mystery import Aspect, Category, Team
from parlour.games.mystery.events import ANSWERED
from parlour.llm import CallKey, Completion, Usage

MakeRecord = Callable[..., Record]
WHO = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo", "Cy"], "key": ["b"]}
WHERE = {**WHO, "aspect": "where", "points": 5, "flags": ["repeated-option"]}
NO_KEY = {**WHO, "key": [], "flags": ["no-key"]}


def voted(voter: str, choice: str | None, case: str = "Vic") -> Event:
    return Event(number=0, kind=event_kinds.VOTED, actor=voter, case=case, chosen=(choice,) if choice else ())


def ended(case: str, truth: Sequence[str], winner: str | None) -> list[Event]:
    told: list[tuple[EventKind, tuple[str, ...]]] = [
        (event_kinds.ELIMINATED, ()),
        (event_kinds.REVEALED, tuple(truth)),
        (event_kinds.WON, (winner,) if winner else ()),
    ]
    return [Event(number=0, kind=kind, case=case, chosen=chosen) for kind, chosen in told]


def answered(player: str, name: str, *chosen: str) -> Event:
    return Event(number=0, kind=ANSWERED, actor=player, case=name, chosen=chosen)


def call(request: str, dollars: float | None = 0.5, attempts: int = 1) -> RecordedCall:
    usage = Usage(
        input_tokens=100, cached_tokens=40, output_tokens=7, dollars=dollars, seconds=2.0, attempts=attempts
    )
    return RecordedCall(
        key=CallKey(player="Ann", request=request, purpose="p", digest="d", occurrence=0),
        system=(),
        user=(),
        repairs=(),
        completion=Completion(text="…", usage=usage),
    )


def test_answers_are_counted_by_evaluation_side_aspect_and_flag(record: MakeRecord):
    told = [
        answered("Ann", "q1", "b"),
        answered("Cy", "q1", "a"),
        answered("Bo", "q1", "b"),
        answered("Ann", "q2"),
        answered("Ann", "q1/2", "b"),
    ]
    counts = score_match(record(told, questions=[WHO, WHERE])).answers
    assert [(c.evaluation, c.team, c.aspect, c.category, c.is_flagged) for c in counts] == [
        (1, Team.CIVILIAN, Aspect.WHO, Category.OBJECTIVE, False),
        (1, Team.MURDERER, Aspect.WHO, Category.OBJECTIVE, False),
        (1, Team.CIVILIAN, Aspect.WHERE, Category.REASONING, True),
        (2, Team.CIVILIAN, Aspect.WHO, Category.OBJECTIVE, False),
    ]
    assert [(c.asked, c.right, c.unanswered) for c in counts] == [(2, 1, 0), (1, 1, 0), (1, 0, 1), (1, 1, 0)]


def test_a_question_without_a_key_is_not_counted(record: MakeRecord):
    assert score_match(record([answered("Ann", "q1", "b")], questions=[NO_KEY])).answers == ()


def test_votes_are_counted_by_side_and_on_scored_cases_only(record: MakeRecord):
    told = [voted("Ann", "Bo"), voted("Cy", None), voted("Bo", "Ann"), voted("Ann", "Bo", "Wes")]
    told += [*ended("Vic", ["Bo"], "murderer"), *ended("Wes", [], None)]
    score = score_match(record(told, victims={"Vic": ("Bo",), "Wes": ()}))
    assert score.votes == (
        VoteCount(team=Team.CIVILIAN, asked=2, right=1, abstained=1),
        VoteCount(team=Team.MURDERER, asked=1, right=0, abstained=0),
    )
    assert (score.won, score.lost, score.unscored) == (0, 1, 1)


def test_faults_are_counted_by_purpose_and_fallbacks_among_all_actions(record: MakeRecord):
    told: list[Item] = [
        Fault(request="1.ask.Ann", player="Ann", purpose="sensors", problem="!"),
        Fault(request="1.ask.Ann", player="Ann", purpose="ask", problem="!"),
        Act(request="1.ask.Ann", player="Ann", is_fallback=True),
        Fault(request="2.ask.Bo", player="Bo", purpose="sensors", problem="!"),
        Act(request="2.ask.Bo", player="Bo", chosen=("Cy",), speech="Hm?"),
    ]
    score = score_match(record(told))
    assert (score.faults, score.actions, score.fallbacks) == ({"sensors": 2, "ask": 1}, 2, 1)


def test_what_answering_took_stands_apart_from_what_play_took(record: MakeRecord):
    told: list[Item] = [
        Act(request="1.ask.Ann", player="Ann"),
        Act(request="9.vote.Ann.Vic", player="Ann"),
        voted("Ann", "Bo"),
        *ended("Vic", ["Bo"], "civilian"),
        Act(request="10.answer.Ann.q1", player="Ann", chosen=("b",)),
        answered("Ann", "q1", "b"),
    ]
    asked, ballot, answer = (call(each) for each in ("1.ask.Ann", "9.vote.Ann.Vic", "10.answer.Ann.q1"))
    score = score_match(record(told, [asked, ballot, answer, asked], questions=[WHO]))
    one = Spent(calls=1, input_tokens=100, cached_tokens=40, output_tokens=7, dollars=0.5, seconds=2.0)
    assert score.answering == one
    assert score.play == Spent(
        calls=3, input_tokens=300, cached_tokens=120, output_tokens=21, dollars=1.5, seconds=6.0
    )


def test_a_score_goes_through_json_unchanged(record: MakeRecord):
    told: list[Item] = [voted("Ann", "Bo"), *ended("Vic", ["Bo"], "civilian"), answered("Ann", "q1", "b")]
    score = score_match(record(told, [call("1", dollars=None)], questions=[WHO]))
    assert MatchScore.model_validate_json(score.model_dump_json()) == score
    assert (score.match, score.script, score.language) == ("m1", "the-mill", "en")


@pytest.mark.parametrize("status", [Status.RUNNING, Status.STOPPED])
def test_half_a_match_has_no_score(record: MakeRecord, status: Status):
    with pytest.raises(RecordError, match=f"m1 is {status}"):
        score_match(replace(record(), status=status))


def test_how_a_model_was_asked_is_counted_from_its_calls(record: MakeRecord):
    told = record([])
    seats = tuple(
        seat.model_copy(update={"method": "plain", "model": model})
        for seat, model in zip(told.setup.seats, ("qwen", "reader", "gpt"), strict=False)
    )
    usages = (
        Usage(without=("schemas", "temperature"), room=4096, thought_tokens=9),
        Usage(without=("temperature",)),
        Usage(attempts=0, without=("streams",)),
    )
    calls = [replace(call("r"), completion=Completion(text="…", usage=usage)) for usage in usages]
    shared = replace(calls[1], key=replace(calls[1].key, player="@gpt"))
    played = replace(
        told,
        setup=told.setup.model_copy(update={"seats": seats}),
        calls=(*calls, shared),
        status=Status.FINISHED,
    )
    assert score_match(played).asked == {
        "qwen": AskedModel(calls=2, thought=1, room=4096, without={"schemas": 1, "temperature": 2}),
        "gpt": AskedModel(calls=1, without={"temperature": 1}),
    }


def said(kind: EventKind, *chosen: str, actor: str | None = None) -> Event:
    return Event(number=0, kind=kind, actor=actor, case="Vic", chosen=chosen)


def test_who_won_and_how_well_both_sides_voted(record: MakeRecord):
    told = [
        said(event_kinds.VOTED, "Bo", actor="Ann"),
        said(event_kinds.VOTED, "Ann", actor="Bo"),
        said(event_kinds.VOTED, actor="Cy"),
        said(event_kinds.ELIMINATED, "Bo"),
        said(event_kinds.REVEALED, "Bo"),
        said(event_kinds.WON, "civilian"),
    ]
    score = PlainScoring().score(record(told), frozenset())
    assert (score.won, score.lost, score.unscored, score.winner) == (1, 0, 0, "civilian")
    assert score.votes == (
        VoteCount(team=SEEKERS, asked=2, right=1, abstained=1),
        VoteCount(team=SOUGHT, asked=1, right=0, abstained=0),
    )
    alone = PlainScoring().score(record(told), frozenset({"Ann"}))
    assert alone.votes[0].asked == 1
    assert alone.won == 1


def test_a_case_in_which_nobody_is_sought_is_not_scored(record: MakeRecord):
    told = [said(event_kinds.ELIMINATED, "Cy"), said(event_kinds.REVEALED), said(event_kinds.WON)]
    score = PlainScoring().score(record(told), frozenset())
    assert (score.won, score.lost, score.unscored) == (0, 0, 1)
