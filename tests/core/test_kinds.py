"""Kinds are values with properties, equal to their names, and read only where a game declares them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from parlour.core import GAMES, EventKind, Game, RequestKind, event_kinds, find_game, request_kinds
from tests.cases import cases

each_game = cases("game", [find_game(name) for name in GAMES.names])


@cases("kind", [request_kinds.VOTE, event_kinds.VOTED])
def test_a_kind_is_equal_to_its_name_and_found_by_it(kind: RequestKind | EventKind):
    assert kind == kind.name == str(kind)
    assert type(kind.name) is str
    named: dict[str, int] = {kind: 1}
    assert named[kind.name] == 1
    assert f"9.{kind}.Ann" == f"9.{kind.name}.Ann"


def test_a_kind_has_no_property_that_it_does_not_declare():
    names = RequestKind.__slots__
    assert not any(getattr(RequestKind("odd"), name) for name in names)
    assert [name for name in names if getattr(RequestKind("odd", seeks=True), name)] == ["seeks"]
    names = EventKind.__slots__
    assert not any(getattr(EventKind("odd"), name) for name in names)
    assert [name for name in names if getattr(EventKind("odd", opens=True), name)] == ["opens"]


@cases(
    ("kind", "is_open"),
    [
        (RequestKind("a"), True),
        (RequestKind("a", speech=True, addressed=True), True),
        (RequestKind("a", silent=True), False),
        (RequestKind("a", secret=True), False),
    ],
)
def test_everybody_knows_of_a_request_that_is_neither_silent_nor_secret(kind: RequestKind, is_open: bool):
    assert kind.is_open == is_open


@cases(
    ("kind", "deed"),
    [
        (RequestKind("kill", target=True), "kill"),
        (RequestKind("lynch", target=True, deed="hang"), "hang"),
        (RequestKind("confer", deed="kill"), "kill"),
        (RequestKind("vote"), ""),
    ],
)
def test_what_is_done_to_a_target_is_called_what_the_kind_is_unless_told_otherwise(
    kind: RequestKind, deed: str
):
    assert kind.deed == deed


def test_what_is_dealt_is_secret_and_what_shows_an_attitude_is_a_deed():
    assert EventKind("paper", dealt=True).secret
    assert not EventKind("paper", dealt=True).utterance
    assert EventKind("blow", attitude="hostile").deed
    assert EventKind("look", deed=True).attitude is None


@each_game
def test_a_game_declares_each_kind_once_and_finds_it_by_its_name(game: Game[Any]):
    assert len(game.kinds.requests) == len(game.requests)
    assert len(game.kinds.events) == len(game.events)
    assert [game.kinds.requests[kind.name] for kind in game.requests] == list(game.requests)


@each_game
def test_an_event_is_read_with_the_very_kind_that_its_game_declares(game: Game[Any]):
    for kind in game.events:
        assert game.read_event(f'{{"number": 0, "kind": "{kind}"}}').kind is kind


@cases("kind", ['"shot"', '"vote"', '"VOTED"', '""', "null", "1", '["voted"]'])
def test_an_event_whose_kind_the_game_does_not_declare_is_refused(kind: str):
    with pytest.raises(ValidationError, match="no kind of event that the game declares"):
        find_game("mystery").read_event(f'{{"number": 0, "kind": {kind}}}')


def test_without_a_game_a_name_is_no_kind_but_a_kind_is_one():
    for form, kind in (
        (TypeAdapter(RequestKind), request_kinds.PREPARE),
        (TypeAdapter(EventKind), event_kinds.WON),
    ):
        assert form.validate_python(kind) is kind
        with pytest.raises(ValidationError, match="that the game declares"):
            form.validate_python(kind.name)


def test_a_name_is_read_as_a_kind_of_its_own_sort():
    form = TypeAdapter(RequestKind)
    game = find_game("werewolf")
    with pytest.raises(ValidationError, match="no kind of request that the game declares: 'voted'"):
        form.validate_python("voted", context=game.kinds)
    assert form.validate_json(form.dump_json(request_kinds.VOTE), context=game.kinds) is request_kinds.VOTE
