"""Kinds are values with properties, equal to their names, and read only where a game declares them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from parlour.core import (
    GAMES,
    PASS,
    EventKind,
    Game,
    Request,
    RequestKind,
    event_kinds,
    find_game,
    pair_actions,
    request_kinds,
)
from parlour.errors import IllegalAction
from tests.cases import cases


@cases("kind", [request_kinds.VOTE, event_kinds.VOTED])
def test_a_kind_is_equal_to_its_name_and_found_by_it(kind: RequestKind | EventKind):
    assert kind == kind.name == str(kind)
    assert type(kind.name) is str
    named: dict[str, int] = {kind: 1}
    assert named[kind.name] == 1


def test_what_a_kind_declares_implies_more():
    assert RequestKind("a", speech=True, addressed=True).is_open
    assert not RequestKind("a", silent=True).is_open
    assert not RequestKind("a", secret=True).is_open
    assert RequestKind("kill", target=True).deed == "kill"
    assert RequestKind("lynch", target=True, deed="hang").deed == "hang"
    assert RequestKind("vote").deed == ""
    assert EventKind("paper", dealt=True).secret
    assert EventKind("blow", attitude="hostile").deed
    assert EventKind("look", deed=True).attitude is None


@cases("game", [find_game(name) for name in GAMES.names])
def test_a_game_declares_each_kind_once_and_reads_it_by_its_name(game: Game[Any]):
    assert len(game.kinds.events) == len(game.events)
    assert [game.kinds.requests[kind.name] for kind in game.requests] == list(game.requests)
    for kind in game.events:
        assert game.read_event(f'{{"number": 0, "kind": "{kind}"}}').kind is kind


@cases("kind", ['"shot"', '"vote"', '"VOTED"', "null", '["voted"]'])
def test_an_event_whose_kind_the_game_does_not_declare_is_refused(kind: str):
    with pytest.raises(ValidationError, match="no kind of event that the game declares"):
        find_game("mystery").read_event(f'{{"number": 0, "kind": {kind}}}')


def test_a_name_is_read_as_a_kind_of_its_own_sort_and_game_alone():
    form, game = TypeAdapter(RequestKind), find_game("werewolf")
    for name, context in (("voted", game.kinds), ("vote", None)):
        with pytest.raises(ValidationError, match=f"no kind of request that the game declares: '{name}'"):
            form.validate_python(name, context=context)
    assert form.validate_python(request_kinds.VOTE) is request_kinds.VOTE
    assert form.validate_json(form.dump_json(request_kinds.VOTE), context=game.kinds) is request_kinds.VOTE


def test_a_step_takes_one_action_for_each_request():
    ann, bo = (
        Request(id=f"speak-{player}", step=1, player=player, kind=request_kinds.SPEAK, words=10)
        for player in ("Ann", "Bo")
    )
    said = replace(PASS, speech="Good evening.")
    assert pair_actions((ann, bo), {bo.id: said, ann.id: PASS}) == [(ann, PASS), (bo, said)]
    with pytest.raises(IllegalAction, match="no action for speak-Bo"):
        pair_actions((ann, bo), {ann.id: PASS})
