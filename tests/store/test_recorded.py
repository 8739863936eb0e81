"""Recorded games at rest, in either kind of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.errors import UnknownTranscript
from parlour.store import RecordedGame, Store


def game(name: str, json: str = "{}") -> RecordedGame:
    return RecordedGame(id=name, corpus="ours", game="onenight", digest=json, summary=f'"{name}"', json=json)


def test_games_are_kept_replaced_found_by_their_beginnings_and_deleted(store: Store) -> None:
    store.recorded_games.keep([game("porch-1"), game("lawn-1")])
    store.recorded_games.keep([game("porch-1", '"罪恶\\u0000"')])
    assert store.recorded_games.ids() == ("lawn-1", "porch-1")
    assert store.recorded_games.digests() == {"lawn-1": "{}", "porch-1": '"罪恶\\u0000"'}
    assert store.recorded_games.json("porch") == '"罪恶\\u0000"'
    assert store.recorded_games.summaries("ours") == ('"lawn-1"', '"porch-1"')
    assert store.recorded_games.summaries("others") == ()
    store.recorded_games.delete(["lawn-1"])
    assert store.recorded_games.ids() == ("porch-1",)


def test_either_all_games_are_kept_or_none(store: Store) -> None:
    def broken() -> Iterator[RecordedGame]:
        yield game("porch-1")
        raise ValueError("the second cannot be read")

    with pytest.raises(ValueError, match="second"):
        store.recorded_games.keep(broken())
    assert store.recorded_games.ids() == ()


def test_a_game_that_is_not_there_is_told_with_the_nearest(store: Store) -> None:
    with pytest.raises(UnknownTranscript, match="which holds none yet"):
        store.recorded_games.find_id("porch")
    store.recorded_games.keep([game("porch-1"), game("porch-2")])
    with pytest.raises(UnknownTranscript, match="begins 2 recorded games: porch-1, porch-2"):
        store.recorded_games.find_id("porch")
    with pytest.raises(UnknownTranscript, match="the nearest are"):
        store.recorded_games.find_id("")
