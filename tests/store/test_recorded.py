"""Recorded games at rest, in either kind of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.errors import UnknownTranscript
from parlour.store import RecordedGame, Store


def game(name: str, json: str = "{}") -> RecordedGame:
    return RecordedGame(id=name, corpus="ours", game="onenight", digest=json, summary=f'"{name}"', json=json)


def test_games_are_kept_replaced_found_by_their_beginnings_and_deleted(store: Store) -> None:
    store.recorded.keep([game("porch-1"), game("lawn-1")])
    store.recorded.keep([game("porch-1", '"罪恶\\u0000"')])
    assert store.recorded.ids() == ("lawn-1", "porch-1")
    assert store.recorded.digests() == {"lawn-1": "{}", "porch-1": '"罪恶\\u0000"'}
    assert store.recorded.json("porch") == '"罪恶\\u0000"'
    assert store.recorded.summaries("ours") == ('"lawn-1"', '"porch-1"')
    assert store.recorded.summaries("others") == ()
    store.recorded.delete(["lawn-1"])
    assert store.recorded.ids() == ("porch-1",)


def test_either_all_games_are_kept_or_none(store: Store) -> None:
    def broken() -> Iterator[RecordedGame]:
        yield game("porch-1")
        raise ValueError("the second cannot be read")

    with pytest.raises(ValueError, match="second"):
        store.recorded.keep(broken())
    assert store.recorded.ids() == ()


def test_a_game_that_is_not_there_is_told_with_the_nearest(store: Store) -> None:
    with pytest.raises(UnknownTranscript, match="which holds none yet"):
        store.recorded.named("porch")
    store.recorded.keep([game("porch-1"), game("porch-2")])
    with pytest.raises(UnknownTranscript, match="begins 2 recorded games: porch-1, porch-2"):
        store.recorded.named("porch")
    with pytest.raises(UnknownTranscript, match="the nearest are"):
        store.recorded.named("")
