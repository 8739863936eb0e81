"""What the methods' own modules do in games that they were not made for, with the reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from parlour.agents import find_method
from parlour.arena import Note, Record
from parlour.core import Event, Player, event_kinds
from parlour.games.werewolf import kinds
from parlour.llm import BUILT_IN, Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.games.small import small_game

GAMES: tuple[str, ...] = ("mystery", "werewolf", "onenight")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
GONE = frozenset({kinds.DIED, kinds.SHOT, event_kinds.ELIMINATED})


@cache
def match(method: str, game: str, language: Language = "en") -> Record:
    model = BUILT_IN if find_method(method).wants_model else ""
    setup = laid(
        small_game(game, language, questions=3), model=model, method=method, seed=2, context=1_000_000
    )
    return recorded(setup, play(setup))


def thoughts(record: Record, *kinds: str) -> Iterator[tuple[Player, str, Any]]:
    """Whose they are, of which kind, and what they say, in order."""
    for each in record.items:
        if isinstance(each, Note) and each.thought.kind in kinds:
            yield each.player, each.thought.kind, each.thought.body


def fellows(record: Record) -> dict[Player, tuple[Player, ...]]:
    return {event.actor or "": event.chosen for event in record.events if event.kind is event_kinds.FELLOWS}


# Humanized Agents


def test_a_persona_and_its_likings_are_read_by_nobody_else():
    """The statement, which names whom it describes, is a canary in every prompt of its agent."""
    for game in GAMES:
        record = match("humanized", game, "zh")
        statements = {player: body["statement"] for player, _, body in thoughts(record, "persona")}
        assert set(statements) == set(record.setup.players)
        for call in record.calls:
            read = [part.text for part in (*call.system, *call.user)]
            seen = {player for player, told in statements.items() if told in read}
            assert seen == {call.key.player} & set(statements)
        assert {player for player, _, _ in thoughts(record, "favor")} == set(statements)


# PLAYER*


def test_whoever_is_chosen_is_called_upon_in_the_speech_and_can_still_answer():
    for language in LANGUAGES:
        record = match("player-star", "werewolf", language)
        chosen, done, called = dict[Player, Player](), set[tuple[int, Player]](), 0
        for each in record.items:
            if isinstance(each, Note) and each.thought.kind == "choice":
                body: Any = each.thought.body
                chosen[each.player] = body["chosen"]
            if (
                isinstance(each, Event)
                and each.actor
                and each.kind in (event_kinds.SPOKE, event_kinds.PASSED)
            ):
                name = chosen.pop(each.actor, "")
                done.add((each.round, each.actor))
                assert (each.round, name) not in done
                if each.kind is event_kinds.SPOKE and name:
                    assert name in each.text.rpartition("。" if language == "zh" else ". ")[2]
                    called += 1
        assert called > len(done) / 2
        assert not chosen


def test_nobody_suspects_the_dead_or_a_fellow():
    record = match("player-star", "werewolf", "en")
    mates, gone = fellows(record), set[Player]()
    for each in record.items:
        if isinstance(each, Note) and each.thought.kind == "suspects":
            after: Any = each.thought.body["after"]
            assert after
            assert not gone.intersection(after)
            assert not {each.player, *mates.get(each.player, ())}.intersection(after)
        if isinstance(each, Event) and each.kind in GONE:
            gone.update(each.chosen)
    assert gone


# The baselines


def test_a_speech_tells_the_timelines_that_it_needs():
    for language in LANGUAGES:
        record = match("think-thrice", "werewolf", language)
        needed: dict[Player, list[str]] = {}
        told = 0
        for each in record.items:
            if isinstance(each, Note) and each.thought.kind == "relevance":
                lines: Any = each.thought.body["timelines"]
                needed[each.player] = lines
            if isinstance(each, Event) and each.kind is event_kinds.SPOKE:
                told += sum(line in each.text for line in needed.pop(each.actor or "", []))
        assert told
