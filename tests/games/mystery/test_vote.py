from collections.abc import Callable

import pytest

from parlour.core import PASS, Action, Event, Request, event_kinds, request_kinds
from parlour.errors import IllegalAction
from parlour.games.mystery import MysterySetup, MysteryState, Stage, Team, kinds

MakeSetup = Callable[..., MysterySetup]
Play = Callable[..., tuple[MysteryState, list[Event], list[Request]]]
Voting = Callable[[str], Callable[[Request], Action]]
FIVE = ("Ann", "Bo", "Cy", "Di", "Eve")
QUESTION = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo"], "key": ["b"]}
VERDICT = (event_kinds.ELIMINATED, event_kinds.REVEALED, event_kinds.WON)


def may_name(play: Play, setup: MysterySetup) -> dict[str, tuple[str, ...]]:
    state, _, _ = play(setup, until=Stage.VOTE)
    return {request.player: request.options for request in state.requests()}


def verdict(events: list[Event]) -> list[Event]:
    return [event for event in events if event.kind in VERDICT]


def test_who_has_most_votes_and_half_of_those_cast_is_eliminated(
    mystery: MakeSetup, play: Play, voting: Voting
):
    """A tie eliminates nobody, and an abstention is not a vote cast."""
    for ballots, eliminated in (
        ("Ann>Bo Bo>Cy Cy>Bo Di>Bo Eve>Cy", "Bo"),
        ("Ann>Bo Cy>Bo Bo>Cy Di>Ann", "Bo"),
        ("Eve>Bo", "Bo"),
        ("Ann>Bo Cy>Bo Bo>Cy Di>Ann Eve>Di", None),
        ("Ann>Bo Bo>Ann", None),
        ("Ann>Bo Bo>Cy Cy>Bo Di>Cy", None),
        ("", None),
    ):
        state, events, _ = play(mystery(FIVE), voting(ballots))
        assert state.outcome is not None
        assert state.outcome.cases[0].eliminated == eliminated
        (out,) = [event for event in events if event.kind is event_kinds.ELIMINATED]
        assert (out.case, out.chosen) == ("Vic", (eliminated,) if eliminated else ())


def test_with_self_votes_civilians_may_name_themselves_and_murderers_never(mystery: MakeSetup, play: Play):
    options = may_name(play, mystery(victims={"Vic": ("Bo",), "Wes": ("Di",)}, self_votes=True))
    everybody = {"Ann", "Bo", "Cy", "Di"}
    assert set(options["Ann"]) == set(options["Cy"]) == everybody
    for murderer in ("Bo", "Di"):
        assert set(options[murderer]) == everybody - {murderer}


def test_a_murderers_vote_for_itself_is_illegal(mystery: MakeSetup, play: Play):
    for self_votes in (True, False):
        state, _, _ = play(mystery(self_votes=self_votes), until=Stage.VOTE)
        votes = {request.id: PASS for request in state.requests()}
        own = next(request.id for request in state.requests() if request.player == "Bo")
        with pytest.raises(IllegalAction, match="'Bo' is not among Ann, Cy, Di"):
            state.apply({**votes, own: Action(chosen=("Bo",))})


def test_a_ballot_is_known_to_its_voter_alone(mystery: MakeSetup, play: Play, voting: Voting):
    _, events, _ = play(mystery(), voting("Ann>Bo Cy>Ann"))
    told = {event.actor: event for event in events if event.kind is event_kinds.VOTED}
    assert {actor: event.chosen for actor, event in told.items()} == {
        "Ann": ("Bo",),
        "Bo": (),
        "Cy": ("Ann",),
        "Di": (),
    }
    assert all(event.visible_to == frozenset({actor}) for actor, event in told.items())


def test_civilians_win_if_any_one_of_several_murderers_is_eliminated(
    mystery: MakeSetup, play: Play, voting: Voting
):
    for ballots, winner in (
        ("Ann>Bo", Team.CIVILIAN),
        ("Ann>Di", Team.CIVILIAN),
        ("Ann>Cy", Team.MURDERER),
        ("", Team.MURDERER),
    ):
        state, events, _ = play(mystery(victims={"Vic": ("Bo", "Di")}), voting(ballots))
        assert state.outcome is not None
        assert state.outcome.cases[0].winner == winner
        assert state.outcome.cases[0].truth == ("Bo", "Di")
        assert [event.chosen for event in events if event.kind is event_kinds.WON] == [(winner,)]
        assert [event.chosen for event in events if event.kind is event_kinds.REVEALED] == [("Bo", "Di")]


def test_a_victim_killed_by_nobody_is_played_but_not_scored(mystery: MakeSetup, play: Play, voting: Voting):
    for ballots in ("", "Ann>Bo", "Ann>Bo Bo>Ann"):
        state, events, asked = play(mystery(victims={"Vic": ()}), voting(ballots))
        assert state.outcome is not None
        assert (state.outcome.cases[0].truth, state.outcome.cases[0].winner) == ((), None)
        assert [event.chosen for event in events if event.kind in VERDICT[1:]] == [(), ()]
        assert {request_kinds.ASK, request_kinds.VOTE} <= {request.kind for request in asked}


def test_each_victims_case_is_decided_by_its_own_votes(mystery: MakeSetup, play: Play):
    suspects = {"Vic": "Bo", "Wes": "Cy", "Xan": "Ann"}

    def decide(request: Request) -> Action:
        choice = suspects.get(request.case or "")
        if request.kind is not request_kinds.VOTE or choice == request.player or choice is None:
            return PASS
        return Action(chosen=(choice,))

    victims = {"Vic": ("Bo",), "Wes": ("Bo",), "Xan": ("Ann", "Di")}
    state, _, _ = play(mystery(victims=victims), decide)
    assert state.outcome is not None
    assert [(case.case, case.eliminated, case.winner) for case in state.outcome.cases] == [
        ("Vic", "Bo", Team.CIVILIAN),
        ("Wes", "Cy", Team.MURDERER),
        ("Xan", "Ann", Team.CIVILIAN),
    ]


def test_the_verdict_is_sealed_until_the_answers_are_given(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(questions=[QUESTION]))
    sealed, opened = verdict(events)[:3], verdict(events)[3:]
    assert [event.kind for event in sealed] == list(VERDICT)
    assert all(event.visible_to == frozenset() for event in sealed)
    assert [(event.kind, event.case, event.chosen) for event in opened] == [
        (event.kind, event.case, event.chosen) for event in sealed
    ]
    assert all(event.visible_to is None for event in opened)
    last_answer = max(event.number for event in events if event.kind is kinds.ANSWERED)
    assert min(event.number for event in opened) > last_answer


@pytest.mark.parametrize("changes", [{"questions": []}, {"questions": [QUESTION], "answers": False}])
def test_without_answers_the_verdict_is_told_to_everybody_at_once(
    mystery: MakeSetup, play: Play, changes: dict[str, object]
):
    _, events, asked = play(mystery(**changes))
    assert [event.kind for event in verdict(events)] == list(VERDICT)
    assert all(event.visible_to is None for event in verdict(events))
    assert asked[-1].kind is request_kinds.VOTE
