"""The collections themselves, where PARLOUR_HUMAN names a folder with a folder of each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parlour.lab.transcripts import find_transcript, import_corpus
from parlour.store import Store


@pytest.fixture
def collections() -> Path:
    folder = Path(os.environ.get("PARLOUR_HUMAN", "none"))
    if not folder.is_dir():
        pytest.skip("games of people are not there; set PARLOUR_HUMAN to a folder with one of each corpus")
    return folder


@pytest.mark.parametrize("corpus", ["werewolf-among-us", "llmafia", "gratr", "avalon-nlu"])
def test_a_collection_comes_in_whole_and_goes_through_the_form_unchanged(collections: Path, corpus: str):
    folder = collections / corpus
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    with Store.open(":memory:") as store:
        lines = import_corpus(store, corpus, folder)
        assert len({line.id for line in lines}) == len(lines) == len(store.recorded_games.ids(corpus))
        for line in lines:
            game = find_transcript(store, line.id)
            assert (len(game.cast), game.utterances, dict(game.flags)) == (
                *(line.players, line.utterances),
                line.flags,
            )
        again: list[bool] = []
        import_corpus(store, corpus, folder, on_game=lambda game, is_new: again.append(is_new))
        assert not any(again)


def test_first_names_of_people_are_gone(collections: Path):
    folder = collections / "werewolf-among-us"
    rows = (folder / "allrounds.csv").read_text(encoding="utf-8").splitlines()[1:]
    names = {row.split(",")[2] for row in rows} - {"hunter"}  # a role as well
    with Store.open(":memory:") as store:
        import_corpus(store, "werewolf-among-us", folder)
        for name in store.recorded_games.ids():
            game = find_transcript(store, name)
            words = {word.strip(".,!?'s") for each in game.events for word in each.text.casefold().split()}
            assert not words & names
            assert not {*game.players} & names
