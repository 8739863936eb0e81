"""Whoever is asked who is a machine is told what the table heard, and no role or vote is the answer."""

from __future__ import annotations

from functools import cache

import pytest
from pydantic import ValidationError

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Act, Note, Record, events, items
from parlour.core import request_kinds
from parlour.errors import SetupError
from parlour.evaluation import estimate, score_match
from parlour.games.watched import WatchedSetup
from parlour.games.watched.machines import is_mixed, shuffled_tables, unmask
from parlour.lab.transcripts import GameTranscript, Happening
from parlour.llm import Language
from tests.games.watched.watching import controlled_talk, prompts, watched
from tests.lab.watching.recorded import SEATS, night, said, talk

NAME = "watched-machines"
METHODS = ("plain", "gratr", "humanized")


def mixed(machine: str = "Player 4", *, wolf: str = "Player 2", controlled: bool = False) -> GameTranscript:
    told = night(wolf=wolf, events=controlled_talk() if controlled else talk("n", "Player 2"))
    cast = (
        each.model_copy(update={"holder": "model" if each.player == machine else "person"})
        for each in told.cast
    )
    return told.model_copy(update={"cast": tuple(cast)})


@cache
def watch(method: str, machine: str = "Player 4", language: Language = "en") -> Record:
    return watched(mixed(machine), method, language=language, name=NAME)


def beliefs(record: Record) -> list[ElicitedBeliefs]:
    notes = (each for each in items(record) if isinstance(each, Note) and each.thought.kind == BELIEFS)
    return [ElicitedBeliefs.model_validate(each.thought.body) for each in notes]


def test_the_reader_stands_aside_even_where_it_understands_what_is_said():
    """Its language says who is suspected, and nothing of how machines talk."""
    for method in METHODS:
        for language in ("en", "zh"):
            record = watched(mixed(controlled=True), method, language=language, name=NAME)
            assert {each.by for each in beliefs(record)} == {"aside"}
            score = score_match(record)
            assert estimate([score], "watch.auc.at100").value == 0.5
            assert estimate([score], "watch.aside").value == 1
            if method == "plain":
                first = next(
                    each
                    for each in items(record)
                    if isinstance(each, Act) and request_kinds.SPEAK.name in each.request
                )
                assert ("stand aside" if language == "en" else "不作判断") in first.speech


@pytest.mark.parametrize("method", METHODS)
def test_who_is_a_machine_and_who_was_what_changes_no_prompt(method: str):
    one = prompts(watch(method, "Player 4"))
    assert one == prompts(watch(method, "Player 1"))
    other = watched(mixed(wolf="Player 3"), method, name=NAME)
    assert one == prompts(other)


def test_a_vote_is_told_and_answers_nothing_and_whoever_is_out_is_asked_about_all_the_same():
    out = Happening(number=0, kind="news", deed="out", target=("Player 1",), text="Player 1 is dead.")
    spoken = [said("Player 1", "morning"), said("Player 3", "hm"), out, said("Player 2", "so?")]
    table = mixed().model_copy(update={"events": night(events=[*spoken, *talk("n", "Player 2")]).events})
    record = watched(table, name=NAME)
    kinds = {each.kind.name for each in events(record)}
    assert "voted" not in kinds
    assert "out" not in kinds
    assert any(each.text == "vote: Player 2" for each in events(record))
    assert any(each.text == "Player 1 is dead." for each in events(record))
    assert set(beliefs(record)[-1].probabilities) == set(SEATS)


def test_a_table_of_people_alone_and_a_chair_are_refused():
    with pytest.raises((SetupError, ValidationError), match="no game in which people and machines sat"):
        WatchedSetup(name=NAME, transcript=night())
    with pytest.raises((SetupError, ValidationError), match="nobody can sit in Player 1's chair"):
        WatchedSetup(name=NAME, transcript=mixed(), chair="Player 1")
    assert not is_mixed(night())
    assert unmask(mixed()).cast[3].end == "machine"


def held_by(holder: str, transcript: GameTranscript) -> GameTranscript:
    cast = (each.model_copy(update={"holder": holder}) for each in transcript.cast)
    return transcript.model_copy(update={"cast": tuple(cast)})


def test_tables_are_put_together_from_games_of_either_kind_and_name_nobody_of_another_table():
    people = [held_by("person", night(f"people-{n}")) for n in range(3)]
    models = [held_by("model", night(f"models-{n}")) for n in range(2)]
    tables = list(shuffled_tables([*people, *models]))
    assert [each.id for each in tables] == [f"shuffled.people-{n}.models-{n}" for n in range(2)]
    assert tables == list(shuffled_tables([*models, *people]))
    for table, own in zip(tables, zip(people, models, strict=False), strict=True):
        assert is_mixed(table)
        holders = [each.holder for each in table.cast]
        assert holders.count("person") == holders.count("model") == 3
        assert not any(each.kind == "vote" for each in table.events)
        named = [each.text for each in table.events if "Player" in each.text or "somebody" in each.text]
        assert named
        assert len(table.events) < sum(len(game.events) for game in own)


def test_who_says_little_is_given_no_seat():
    quiet = night("quiet", events=[said("Player 1", "hm"), said("Player 2", "yes")])
    assert not list(shuffled_tables([held_by("person", quiet), held_by("model", night("m"))]))
