"""What the reader makes of a prompt of Avalon: all that its player saw, and nothing besides."""

from __future__ import annotations

import re
from functools import cache

import pytest
from parlour.arena import Record, RecordedCall
from parlour.core import GAMES, Event, Player, read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.language.facts import Question, WhomSuspected, WhomTrusted, read
from parlour.llm import Language, Part, Prompt, Speech
from parlour.reader import game_reader

from minds import knowledge_of
from parlour_avalon import MERLIN, Role
from parlour_avalon.reader import PART, AvalonReader, Seat, parsed
from parlour_avalon.scores import dealt

LANGUAGES: tuple[Language, ...] = ("en", "zh")
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def match(language: Language, seed: int = 3, players: int = 10) -> Record:
    asked = read_asked({"name": "avalon", "players": players, "confers": True, "words": 60})
    return check_match(lay_alike(asked, "plain", seed=seed, language=language))


def prompt_of(call: RecordedCall, language: Language) -> Prompt:
    key = call.key
    return Prompt(
        player=key.player,
        request=key.request,
        purpose=key.purpose,
        language=language,
        system=call.system,
        user=call.user,
    )


def last_prompts(language: Language) -> dict[Player, Prompt]:
    """The last prompt of every seat, in which it recalls the most."""
    record = match(language)
    return {call.key.player: prompt_of(call, language) for call in record.calls}


def seen_before(prompt: Prompt, told: list[Event]) -> list[Event]:
    shown = {number for part in (*prompt.system, *prompt.user) for number in part.source.events}
    return [event for event in told if event.number in shown]


def test_avalon_brings_its_own_reader():
    assert isinstance(game_reader("avalon"), AvalonReader)
    assert "avalon" in GAMES.load_all()


@each_language
def test_nobody_is_asked_for_whom_they_vote(language: Language):
    """Nobody is voted out; whoever is spoken to is asked whom they suspect or trust."""
    prompt = next(iter(last_prompts(language).values()))
    seat = game_reader("avalon").seat(prompt, ())
    assert isinstance(seat, Seat)
    asked = {type(each) for to in seat.others for each in questions(seat, to, language)}
    assert asked <= {WhomSuspected, WhomTrusted}
    assert asked


def questions(seat: Seat, to: Player, language: Language) -> tuple[Question, ...]:
    """What a seat asks somebody at the end of what it says."""
    said = re.split("[:：]", seat.speech(Speech(kind="ask", to=to))[-1], maxsplit=1)[-1].strip()
    return read(said, language, speaker=seat.me, reader=to, names=seat.players).questions


@each_language
def test_a_prompt_is_read_as_what_its_player_saw(language: Language):
    told = match(language).events
    for player, prompt in last_prompts(language).items():
        read = parsed(prompt, match(language).setup.players)
        assert read
        assert read.known == knowledge_of(match(language).setup.players, player, seen_before(prompt, told))
        assert read.known.proposals


@each_language
def test_every_role_is_read_off_its_papers(language: Language):
    roles = dealt(match(language).events)
    assert len(set(roles.values())) > 5
    for player, prompt in last_prompts(language).items():
        read = parsed(prompt, match(language).setup.players)
        assert read
        assert (read.me, read.known.role) == (player, roles[player])


@each_language
def test_what_is_said_is_understood_as_the_speakers_own(language: Language):
    prompt = list(last_prompts(language).values())[-1]
    seat = PART.seat(prompt, match(language).setup.players)
    speakers = [name for name in seat.players if seat.said_by(name)]
    assert len(speakers) > len(seat.players) / 2


def test_a_prompt_that_tells_no_role_is_read_as_any_games():
    prompt = Prompt(player="Ann", request="1", purpose="notes", language="en", system=(), user=())
    assert parsed(prompt, ("Ann", "Bo")) is None
    seat = PART.seat(prompt, ("Ann", "Bo"))
    assert not isinstance(seat, Seat)
    assert seat.suspects(["Bo"], None, None) == ["Bo"]


@each_language
def test_nobody_argues_from_what_only_the_evil_know(language: Language):
    """What an evil player shows is what anybody would believe, and it spares its fellows."""
    record = match(language)
    for player, prompt in last_prompts(language).items():
        seat = PART.seat(prompt, record.setup.players)
        assert isinstance(seat, Seat)
        if seat.prompt.known.is_good:
            continue
        assert {name: seat.suspicion(name) for name in seat.others} == {
            name: seat.mind.common.chances[name] for name in seat.others
        }
        fellows = seat.prompt.known.fellows
        assert set(list(seat.rank(seat.others))[len(seat.others) - len(fellows) :]) == set(fellows)
        assert seat.suspicion(player) == 0


@each_language
def test_merlin_is_one_of_whom_the_evil_do_not_know(language: Language):
    record = match(language)
    roles = dealt(record.events)
    for prompt in last_prompts(language).values():
        seat = PART.seat(prompt, record.setup.players)
        assert isinstance(seat, Seat)
        chances = {name: seat.suspicion(name, MERLIN) for name in seat.others}
        if not seat.prompt.known.is_good or seat.prompt.known.role is Role.PERCIVAL:
            assert sum(chances.values()) == pytest.approx(1)
            assert all(chances[name] == 0 for name in seat.allies)
        if seat.prompt.known.role is Role.PERCIVAL:
            assert {name for name in chances if chances[name]} == set(seat.prompt.known.seen)
    assert Role.PERCIVAL in roles.values()


@each_language
def test_the_reasons_for_a_choice_name_what_was_chosen(language: Language):
    record = match(language)
    reasons = {
        call.key.purpose: call.completion.text
        for call in record.calls
        if call.key.purpose in ("propose", "assassinate", "whom")
    }
    assert reasons
    for text in reasons.values():
        assert any(name in text.split('"choice"')[0] for name in record.setup.players)


@each_language
def test_roles_are_guessed_with_probabilities_that_go_together(language: Language):
    prompt = next(iter(last_prompts(language).values()))
    seat = PART.seat(prompt, match(language).setup.players)
    roles = [role.value for role in Role if role is not Role.OBERON]
    for name in seat.players[1:]:
        role, chance = seat.role(name, roles, "evil")
        assert role in roles
        assert 1 / len(roles) < chance <= 1


def test_a_quest_of_which_no_team_is_told_says_nothing_of_another_team():
    """A long talk goes into a prompt in excerpts."""
    rules = (
        "The players, in seat order: Ann, Bo, Cy, Di, Eve.\nYou play Ann. You are a loyal servant: you know "
        "nothing, and have only your voice and your vote. You are on the good side."
    )
    talk = """Bo proposes this team for quest 1: Bo, Cy.
On quest 1 Ann votes to approve the team.
Quest 1 fails, with 2 fails.
The team is approved and goes on quest 2: Ann, Di, Eve.
Quest 2 fails, with 1 fail."""
    prompt = Prompt(
        player="Ann",
        request="1",
        purpose="ballot",
        language="en",
        system=(Part(text=rules),),
        user=(Part(text=talk),),
    )
    read = parsed(prompt, ("Ann", "Bo", "Cy", "Di", "Eve"))
    assert read
    assert [(each.team, each.fails) for each in read.known.proposals] == [
        (("Bo", "Cy"), None),
        (("Ann", "Di", "Eve"), 1),
    ]
    assert (read.known.round, read.team) == (3, ("Ann", "Di", "Eve"))
    assert read.known.proposals[0].votes == {"Ann": "approve"}
