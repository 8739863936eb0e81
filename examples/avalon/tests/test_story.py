"""A game of Avalon as its screen tells it, and what it came to."""

from __future__ import annotations

from functools import cache
from io import StringIO

import pytest
from parlour.arena import Record
from parlour.core import read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.llm import Language
from parlour.views import ScreenPage, story_of, summary_of
from rich.console import Console

from parlour_avalon import kinds
from parlour_avalon.scores import dealt
from parlour_avalon.views import AvalonStory

each_language = pytest.mark.parametrize("language", ["en", "zh"])
YOU = {"en": " you ", "zh": "你"}


@cache
def match(language: Language) -> Record:
    asked = read_asked({"name": "avalon", "players": 7, "confers": True, "discussions": 0})
    return check_match(lay_alike(asked, "plain", seed=3, language=language))


def shown(language: Language, viewpoint: str | None = None) -> str:
    record = match(language)
    setup = record.setup.game
    told = StringIO()
    console = Console(file=told, width=500)
    page = ScreenPage(console=console, game=setup.name, language=language, players=setup.players)
    story = story_of(setup, page, viewpoint)
    assert isinstance(story, AvalonStory)
    story.announce()
    for event in record.events:
        if viewpoint is None or event.is_visible_to(viewpoint):
            story.show(event)
    return told.getvalue()


@each_language
def test_who_sees_all_reads_of_everybody_and_is_never_spoken_to_as_a_player(language: Language):
    told = shown(language)
    assert YOU[language] not in told.lower()
    roles = dealt(match(language).events)
    assert all(told.count(player) > 3 for player in roles)


@each_language
def test_a_player_reads_its_own_cards_and_no_role_before_the_end(language: Language):
    record = match(language)
    played = [event for event in record.events if event.kind == kinds.PLAYED]
    for player in record.setup.players:
        told = shown(language, player)
        own = [event for event in played if event.actor == player]
        assert sum(YOU[language] in line.lower() for line in told.splitlines()) == len(own)
        assert told.count(player) > 2


@each_language
def test_the_votes_on_a_team_stand_in_a_line_for_each_way(language: Language):
    record = match(language)
    votes = summary_of("avalon").votes(record)
    approving = {"en": "For: ", "zh": "赞成："}[language]
    first = [vote.model_dump() for vote in votes[: len(record.setup.players)]]
    named = [vote["voter"] for vote in first if vote["choice"] == "approve"]
    [line, *_] = [line for line in shown(language).splitlines() if line.startswith(approving)]
    assert line == approving + {"en": ", ", "zh": "、"}[language].join(named)


def test_a_match_is_summed_up_in_votes_on_teams():
    record = match("en")
    votes, scores = summary_of("avalon").votes(record), summary_of("avalon").scores(record)
    ballots = [event for event in record.events if event.kind == kinds.BALLOTED]
    assert len(votes) == len(ballots) > 0
    assert all(vote.model_dump()["team"] for vote in votes)
    assert scores["clean_votes"].n == sum(
        dealt(record.events)[vote.actor or ""].team == "good" for vote in ballots
    )
