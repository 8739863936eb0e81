"""The form as published, read and written; names replaced; samples; our own matches."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from parlour.arena import Record, Status
from parlour.core import event_kinds, read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.games.onenight import kinds
from parlour.lab.transcripts import (
    CastMember,
    GameTranscript,
    Happening,
    SeatNames,
    TranscriptOutcome,
    TranscriptSource,
    find_transcript,
    format_transcript,
    import_corpus,
    seats_of,
    small_words,
    transcript_schema_text,
)
from parlour.lab.transcripts.corpora.parlour_export import transcribe
from parlour.lab.transcripts.drafting import with_oddities
from parlour.lab.transcripts.form import VERSION, Oddity, transcript_schema
from parlour.store import Store
from tests.cases import cases
from tests.field_tables import field_table
from tests.lab.transcripts.layouts import OPEN

DOCS = Path(__file__).parents[3] / "docs"
MARK = "<!-- form -->\n"
"""In `transcripts.md`, above what `python -m tests.lab.transcripts.test_form` writes."""


TABLES = {
    "A line: a game": GameTranscript,
    "`source`": TranscriptSource,
    "`cast`": CastMember,
    "`events`": Happening,
    "`outcome`": TranscriptOutcome,
    "`oddities`": Oddity,
}


def transcript_tables() -> str:
    """Every part of the form with its fields."""
    return "\n".join(
        line for name, row in TABLES.items() for line in field_table(name, row, "validation", row_name)
    )


def row_name(model: str) -> str:
    return model.removeprefix("Transcript").lower()


def publish() -> None:
    """Writes the tables of `transcripts.md` and `transcripts.schema.json` anew."""
    page = DOCS / "transcripts.md"
    head, _, _ = page.read_text(encoding="utf-8").partition(MARK)
    page.write_text(f"{head}{MARK}{transcript_tables()}", encoding="utf-8")
    (DOCS / "transcripts.schema.json").write_text(transcript_schema_text(), encoding="utf-8")


def test_the_page_has_every_field_as_the_models_have_it():
    page = (DOCS / "transcripts.md").read_text(encoding="utf-8")
    assert page.partition(MARK)[2] == transcript_tables()
    assert f"## The form, version {VERSION}\n" in page


def test_the_schema_beside_it_is_that_of_the_models():
    assert (DOCS / "transcripts.schema.json").read_text(encoding="utf-8") == transcript_schema_text()


def test_the_schema_takes_what_is_written_and_refuses_what_is_not():
    schema = transcript_schema()
    assert validator_for(schema) is Draft202012Validator
    Draft202012Validator.check_schema(schema)
    checker: Any = Draft202012Validator(schema)
    line = json.loads(format_transcript(with_oddities(GameTranscript.model_validate(OPEN))))
    assert checker.is_valid(line)
    assert not checker.is_valid({**line, "mood": "cheerful"})
    assert not checker.is_valid({name: value for name, value in line.items() if name != "form"})


def test_what_is_odd_is_named_once_however_often_a_game_comes_and_goes():
    once = with_oddities(GameTranscript.model_validate(OPEN))
    again = with_oddities(GameTranscript.model_validate_json(format_transcript(once)))
    assert once.flags == {"clock-restarts": 1, "role-missing": 1, "vote-missing": 1}
    assert format_transcript(again) == format_transcript(once)


if __name__ == "__main__":
    publish()


@cache
def by_peoples_rules() -> Record:
    """A match in whose night cards move."""
    asked = read_asked({"name": "onenight", "players": 6, "rounds": 1, "rules": "people"})
    return check_match(lay_alike(asked, "plain", seed=3, language="en"))


def test_a_card_that_moved_by_night_is_the_role_at_the_end_and_not_the_dealt_one():
    record = by_peoples_rules()
    revealed = {each.chosen[0]: each.role for each in record.events if each.kind is event_kinds.REVEALED}
    cast = transcribe(record).cast
    assert {member.player: member.end for member in cast} == revealed
    assert any(member.end != member.start for member in cast)


def test_the_cards_in_the_centre_are_told_apart_from_those_of_seats():
    record = by_peoples_rules()
    left = [each.role for each in record.events if each.kind is kinds.LEFT]
    assert len(left) == 3
    assert list(transcribe(record).centre) == left


def test_of_a_match_that_was_never_finished_no_role_at_the_end_is_known():
    stopped = replace(by_peoples_rules(), status=Status.STOPPED)
    assert all(member.start for member in transcribe(stopped).cast)
    assert all(member.end is None for member in transcribe(stopped).cast)


def names(*talk: str) -> SeatNames:
    return SeatNames(
        seats=seats_of(["mitzi", "Will", "hunter"]), others=frozenset({"boris"}), words=small_words(talk)
    )


TALK = ("he will see the hunter", "a mite", "it is what it is")


@cases(
    ("text", "told"),
    [
        ("Mitzi's card, mitzi!", "Player 1's card, Player 1!"),
        ("I trust Mitz and Mimi.", "I trust Player 1 and Mimi."),
        ("Ask Mitzie.", "Ask Player 1."),
        ("Mite of a thing.", "Mite of a thing."),
        ("Will you vote, Will?", "Will you vote, Player 2?"),
        ("Will, you are lying.", "Player 2, you are lying."),
        ("I am the Hunter, and Hunter is a wolf.", "I am the Hunter, and Player 3 is a wolf."),
        ("The hunter will die.", "The hunter will die."),
        ("Boris said so.", "somebody said so."),
        ("Hu is in Hunterdon.", "Hu is in Player 3."),
    ],
)
def test_a_name_gives_way_to_its_seat_and_a_word_stays(text: str, told: str):
    assert names(*TALK).replace_names(text) == told


def test_what_was_left_as_a_word_is_counted():
    veil = names(*TALK)
    veil.replace_names("Will you? I am the Hunter.")
    assert (veil.left, veil.taken) == (2, 0)


def test_a_speaker_is_known_by_a_misspelt_name_and_by_no_other():
    veil = names()
    assert [veil.seat(name) for name in ("WILL", "Mitzzi", "Boris")] == ["Player 2", "Player 1", None]


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
