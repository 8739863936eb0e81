"""A recorded game is drawn as it went, beside what its watcher held while each line was said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from parlour.agents import BELIEFS, Thought
from parlour.arena import Note, Record, entry
from parlour.core import Event, event_kinds
from parlour.errors import NoEntry, UnknownMatch
from parlour.llm import Language
from parlour.views import event_opinions
from parlour.web.export import page_of
from parlour.web.hosting import Feed, Standing, TableServer, Visibility
from parlour.web.insight.readings import SeatReading, readings
from parlour.web.insight.thoughts import (
    RecordedWords,
    likeliest,
    readings_between,
    recorded_words,
    stop_name,
    strips,
)
from parlour.web.insight.visit import visit, visit_match
from tests.games.watched.watching import controlled_talk, watched
from tests.lab.watching.recorded import night
from tests.web.hosting.houses import game, opened, setup, until
from tests.web.played import all_lines, played

CENTRE = ("werewolf", "seer", "tanner")


@cache
def watch(method: str, language: Language = "en", chair: str | None = None) -> Record:
    transcript = night(events=controlled_talk(), centre=CENTRE)
    return watched(transcript, method, language=language, chair=chair)


def between(record: Record) -> list[SeatReading]:
    feed = Feed()
    feed.load(record.items)
    return list(readings_between(feed.past, record))


def words_of(record: Record) -> RecordedWords:
    words = recorded_words(record.setup, all_lines(record))
    assert words
    return words


@pytest.mark.parametrize("method", ["plain", "gratr", "humanized", "random"])
def test_beside_each_line_stands_what_was_held_at_the_stop_before(method: str):
    record = watch(method)
    lines = all_lines(record)
    found = strips(lines, sorted([*readings(lines), *between(record)], key=lambda each: each.number))
    asked = {each.number: each for each in lines if each.kind == BELIEFS}
    assert len(asked) == 5
    for line in lines:
        if line.type == "event":
            last = asked[max(number for number in asked if number < line.number)]
            beliefs = next(each for each in found[line.number] if each.measure == BELIEFS)
            assert {each.about: each.value for each in beliefs.held} == last.body["probabilities"]
            assert {each.number for each in beliefs.held} == {last.number}


def test_trust_stands_beside_each_line_as_it_was_after_that_line():
    record = watch("gratr")
    lines = all_lines(record)
    told = sorted([*readings(lines), *between(record)], key=lambda each: each.number)
    found = strips(lines, told)
    trust = {
        line.number: {each.about: each.value for each in strip.held}
        for line in lines
        for strip in found.get(line.number, ())
        if strip.measure == "trust"
    }
    assert len(list(event_opinions(record))) > 5
    thoughts = [line for line in lines if line.kind == "trust" and line.number > min(trust)]
    for thought in thoughts:
        before = max(number for number in trust if number < thought.number)
        assert trust[before] == pytest.approx(thought.body, abs=5e-4)
    assert len({tuple(each.values()) for each in trust.values()}) > 2


def test_what_methods_without_a_history_held_between_stops_is_not_made_up():
    assert not between(watch("plain"))
    assert not between(watch("humanized"))
    notes = list(words_of(watch("plain")).notes(()))
    assert len(notes) == 1
    assert "when it was last asked" in notes[0]
    assert len(list(words_of(watch("gratr")).notes(between(watch("gratr"))))) == 2


def test_a_record_of_which_the_graph_does_not_come_out_draws_only_its_thoughts():
    record = watch("gratr")
    place, note = next(
        (n, each)
        for n, each in enumerate(record.items)
        if isinstance(each, Note) and each.thought.kind == "trust" and any(each.thought.body.values())
    )
    thought = Thought(kind="trust", case="werewolf", body={"Player 2": 0.99})
    other = Note(player=note.player, request=note.request, thought=thought)
    entries = (*record.entries[:place], entry(place, other), *record.entries[place + 1 :])
    assert not between(replace(record, entries=entries))


def test_who_was_what_and_voted_for_whom_is_told_with_what_the_watcher_foretold():
    words = words_of(watch("plain"))
    seats = words.seats()
    assert seats.heads == ("Player", "Dealt", "At the end", "Voted for")
    assert [text for text, _ in seats.rows[1]] == ["Player 2", "werewolf", "werewolf", "Player 1"]
    assert [row[-1][1] for row in seats.rows] == [True, False, True, True]
    told = words.foretold()
    assert told
    assert [row[0][0] for row in told.rows] == [stop_name(n, "en") for n in range(5)]
    assert told.rows[0][1][0] == "all alike"
    assert told.rows[-1][1][0].startswith("Player 2 ")
    assert told.rows[-1][1][1]
    lines = list(words.lines())
    assert "Won: the village" in lines
    assert "In the middle at the end: werewolf, seer, tanner" in lines


def test_a_chair_is_named_and_a_game_that_is_played_is_none_that_was_recorded():
    assert any("chair of Player 3" in line for line in words_of(watch("plain", chair="Player 3")).lines())
    record = played("onenight", "plain")
    assert recorded_words(record.setup, all_lines(record)) is None


def test_what_is_held_alike_names_nobody():
    for shares, named in (
        ({"a": 0.5, "b": 0.5}, ()),
        ({"a": 0.0, "b": 0.0}, ()),
        ({"a": 0.6, "b": 0.4}, ("a",)),
        ({"a": 0.6, "b": 0.6, "c": 0.1}, ("a", "b")),
    ):
        assert likeliest(shares) == named


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_that_is_taken_along_has_it_all(language: Language):
    record = watch("gratr", language)
    page = page_of(record)
    words = words_of(record)
    for text in (words.heading, *words.notes(between(record)), stop_name(3, language)):
        assert text in page
    events = [each for each in record.items if isinstance(each, Event)]
    assert page.count('<p class="strip">') >= len(events)
    if language == "zh":
        assert "狼人一方" in page or "村民一方" in page
        assert "强盗" in page


KINDS = ("host", "spectator", "seat")


def test_a_seat_looks_back_with_its_own_eyes_and_after_the_end_with_all(tmp_path: Path):
    async def scenario(house: TableServer) -> None:
        table, passes = house.open(setup(0))
        host, spectator, seat = (next(p.token for p in passes if p.kind == k) for k in KINDS)
        table.start()
        await until(lambda: table.forms(game().players[0]))
        assert visit(house, host).visibility.is_god
        assert visit(house, host).is_host
        mine = visit(house, seat)
        assert mine.visibility == Visibility(player=game().players[0])
        assert {line.type for line in mine.lines()} == {"event"}
        assert not visit(house, spectator).visibility.is_god
        with pytest.raises(NoEntry, match="being played"):
            visit_match(house, table.match)
        await table.end()
        assert visit(house, spectator).visibility.is_god
        assert not visit(house, spectator).is_host
        assert visit_match(house, table.match).is_host

    run(tmp_path, scenario)


def test_entries_lead_to_their_requests_and_to_the_next_decision(tmp_path: Path):
    async def scenario(house: TableServer) -> None:
        table, _ = house.open(setup())
        table.start()
        await until(lambda: table.settings.standing is Standing.FINISHED)
        seen = visit_match(house, table.match)
        assert seen.request_of(0) is None
        for one in seen.happened:
            item = one.item
            if isinstance(item, Event) and item.kind in (
                event_kinds.ASKED,
                event_kinds.REPLIED,
                event_kinds.VOTED,
            ):
                request = seen.request_of(one.number) or ""
                assert item.actor in request.split(".")
                if item.case and item.kind is not event_kinds.REPLIED:
                    assert request.endswith(f".{item.case}")
                assert house.store.calls(table.match, request)
        steps = [each.step for each in seen.decisions]
        assert steps == sorted(steps)
        first = seen.decision_after(-1)
        assert first
        assert first == seen.decisions[0]
        assert seen.decision_after(len(seen.happened)) is None

    run(tmp_path, scenario)


def test_a_match_that_nobody_knows_opens_nothing(tmp_path: Path):
    async def scenario(house: TableServer) -> None:
        with pytest.raises(UnknownMatch):
            visit_match(house, "20260101-zzzz")
        with pytest.raises(NoEntry):
            visit(house, "no-such-token")

    run(tmp_path, scenario)


def run(folder: Path, scenario: Callable[[TableServer], Coroutine[object, object, None]]) -> None:
    async def played() -> None:
        async with opened(str(folder / "parlour.db")) as house:
            await scenario(house)

    asyncio.run(played())
