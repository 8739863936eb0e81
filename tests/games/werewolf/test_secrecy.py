from collections.abc import Mapping, Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core import Event, Player, event_kinds
from parlour.core.conformance import play_randomly
from parlour.games.werewolf import WEREWOLVES, Role, WerewolfSetup, WerewolfState, kinds, seat_names, start

OWN = {
    event_kinds.CHECKED: Role.SEER,
    kinds.PROTECTED: Role.GUARD,
    kinds.SAVED: Role.WITCH,
    kinds.POISONED: Role.WITCH,
}
PACK = (event_kinds.CONFERRED, kinds.TARGETED, kinds.ATTACKED)


def begin(count: int, seed: int, reveal: str = "eliminated") -> WerewolfState:
    setup = WerewolfSetup.model_validate({"players": seat_names(count, "en"), "reveal": reveal})
    return start(setup.players, seed, setup)


def gone(event: Event) -> set[Player]:
    dies = event.kind in (kinds.DIED, event_kinds.ELIMINATED, kinds.SHOT)
    return set(event.chosen) if dies else set()


def knowers(
    event: Event, roles: Mapping[Player, Role], dead: set[Player]
) -> Sequence[frozenset[Player] | None]:
    if event.kind in (event_kinds.ROLE, event_kinds.FELLOWS):
        return [frozenset({event.actor or ""})]
    if event.kind in OWN:
        return [frozenset(player for player, role in roles.items() if role is OWN[event.kind])]
    if event.kind in PACK:
        wolves = {player for player, role in roles.items() if role is Role.WEREWOLF}
        witch = {player for player, role in roles.items() if role is Role.WITCH}
        told = [frozenset(wolves - dead)]
        return [*told, frozenset(witch - dead)] if event.kind is kinds.ATTACKED else told
    return [None]


@settings(max_examples=40)
@given(count=st.integers(5, 18), seed=st.integers(0, 9999))
def test_every_event_is_told_to_exactly_those_who_may_know_it(count: int, seed: int):
    state = begin(count, seed)
    roles = {player: state.board.role(player) for player in state.players}
    _, events = play_randomly(state, seed)
    dead: set[Player] = set()
    for event in events:
        assert event.visible_to in knowers(event, roles, dead), event
        dead |= gone(event)


@settings(max_examples=40)
@given(seed=st.integers(0, 9999), reveal=st.sampled_from(["none", "eliminated", "all"]))
def test_no_public_event_tells_the_role_of_anybody_who_lives_before_the_end(seed: int, reveal: str):
    _, events = play_randomly(begin(12, seed, reveal), seed)
    end = next(event.number for event in events if event.kind is event_kinds.WON)
    dead: set[Player] = set()
    for event in events[:end]:
        if event.visible_to is None and event.role:
            assert reveal != "none"
            assert set(event.chosen) <= dead
        dead |= gone(event)


def test_what_a_villager_sees_of_the_first_night_does_not_depend_on_who_is_what():
    """Under every deal that leaves it a villager it sees the same wherever the same players die."""
    views: dict[tuple[Player, ...], set[tuple[Event, ...]]] = {}
    for seed in range(400):
        state = begin(8, seed)
        if state.board.role("Player 8") is not Role.VILLAGER:
            continue
        _, events = play_randomly(state, seed)
        dawn = next(event.number for event in events if event.kind is kinds.DIED)
        seen = [replace(each, number=0) for each in events[: dawn + 1] if each.is_visible_to("Player 8")]
        views.setdefault(events[dawn].chosen, set()).add(tuple(seen))
    assert len(views) > 5
    assert all(len(view) == 1 for view in views.values())


def test_everybody_is_told_its_role_and_wolves_their_fellows():
    for seed in range(5):
        state = begin(12, seed)
        roles = {player: state.board.role(player) for player in state.players}
        _, events = state.apply({})
        assert {event.actor: event.role for event in events if event.kind is event_kinds.ROLE} == roles
        wolves = {player for player, role in roles.items() if role is Role.WEREWOLF}
        fellows = {event.actor: set(event.chosen) for event in events if event.kind is event_kinds.FELLOWS}
        assert fellows == {wolf: wolves - {wolf} for wolf in wolves}


def test_the_hidden_question_is_who_the_wolves_are_among_those_one_does_not_know():
    for count in (5, 8, 12):
        state = begin(count, 1)
        wolves = {player for player, team in state.teams().items() if team == "werewolf"}
        for player in state.players:
            (case,) = state.cases(player)
            assert case.name == WEREWOLVES
            known = wolves if player in wolves else {player}
            assert case.candidates == tuple(other for other in state.players if other not in known)
            assert case.answers == (0 if player in wolves else len(wolves))
