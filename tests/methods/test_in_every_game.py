"""What the methods' own modules do in games that they were not made for, with the reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from parlour.agents import find_method
from parlour.arena import GameSetup, Note, Record, events, items
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import verdicts, win_rate
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import kinds
from parlour.llm import READER, Language
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves

GAMES: tuple[str, ...] = ("mystery", "werewolf", "onenight")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
BASELINES = ("o-cot", "plain", "think-thrice", "werewolf")
GONE = frozenset({kinds.DIED, kinds.SHOT, event_kinds.ELIMINATED})
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_game = pytest.mark.parametrize("game", GAMES)


def _game(name: str, language: Language) -> GameSetup:
    match name:
        case "werewolf":
            return werewolves("vwswxgvw", language)
        case "onenight":
            return one_night("smwmntvv", language)
        case _:
            script = generate(2, players=4, lang=language)
            return MysterySetup(script=script, questions=3, rounds=1, answers=False)


@cache
def match(method: str, game: str, language: Language = "en") -> Record:
    model = READER if find_method(method).wants_model else ""
    setup = laid(_game(game, language), model=model, method=method, seed=2, context=1_000_000)
    return recorded(setup, play(setup))


def thoughts(record: Record, *kinds: str) -> Iterator[tuple[Player, str, Any]]:
    """Whose they are, of which kind, and what they say, in order."""
    for each in items(record):
        if isinstance(each, Note) and each.thought.kind in kinds:
            yield each.player, each.thought.kind, each.thought.body


def fellows(record: Record) -> dict[Player, tuple[Player, ...]]:
    return {event.actor or "": event.chosen for event in events(record) if event.kind is event_kinds.FELLOWS}


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
        for each in items(record):
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
    for each in items(record):
        if isinstance(each, Note) and each.thought.kind == "suspects":
            after: Any = each.thought.body["after"]
            assert after
            assert not gone.intersection(after)
            assert not {each.player, *mates.get(each.player, ())}.intersection(after)
        if isinstance(each, Event) and each.kind in GONE:
            gone.update(each.chosen)
    assert gone


def test_suspects_are_refined_once_a_day_by_everybody_who_votes():
    record = match("player-star", "werewolf", "en")
    refined = [player for player, _, _ in thoughts(record, "suspects")]
    voted = [each.actor for each in events(record) if each.kind is event_kinds.VOTED]
    assert sorted(refined) == sorted(filter(None, voted))


# The baselines


def test_a_question_of_the_list_is_put_in_the_speech():
    for language in LANGUAGES:
        record = match("werewolf", "werewolf", language)
        asked = [each.text for each in events(record) if each.kind is event_kinds.SPOKE]
        mark = "？" if language == "zh" else "?"
        assert all(text.endswith(mark) for text in asked)
        assert len(list(thoughts(record, "questions"))) == len(asked)


def test_a_werewolf_wants_not_to_be_found_and_the_others_to_find_it():
    record = match("o-cot", "werewolf", "zh")
    wolves = set(fellows(record))
    goals: dict[Player, set[str]] = {}
    for player, _, body in thoughts(record, "goal"):
        goals.setdefault(player, set()).add(body["goal"])
    assert wolves <= set(goals)
    hunted = set[str]().union(*(goals[player] for player in wolves))
    hunting = set[str]().union(*(goals[player] for player in set(goals) - wolves))
    assert len(hunted) == 1
    assert not hunted & hunting


def test_a_speech_tells_the_timelines_that_it_needs():
    for language in LANGUAGES:
        record = match("think-thrice", "werewolf", language)
        needed: dict[Player, list[str]] = {}
        told = 0
        for each in items(record):
            if isinstance(each, Note) and each.thought.kind == "relevance":
                lines: Any = each.thought.body["timelines"]
                needed[each.player] = lines
            if isinstance(each, Event) and each.kind is event_kinds.SPOKE:
                told += sum(line in each.text for line in needed.pop(each.actor or "", []))
        assert told


# In mysteries


@cache
def mystery(seed: int, language: Language, method: str, rounds: int = 1) -> Record:
    script = generate(seed, players=4, victims=2 if seed == 1 else 1, lang=language)
    game = MysterySetup(script=script, questions=3, rounds=rounds, answers=False)
    setup = laid(game, model="reader", method=method, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


@pytest.mark.parametrize("method", BASELINES)
def test_whoever_asks_everybody_finds_the_murderer_more_often_than_by_chance(method: str):
    """By chance a civilian names the murderer once in three, and half of the votes must agree."""
    told = [each for seed in range(2, 8) for each in verdicts(mystery(seed, "en", method))]
    assert (win_rate(told, "civilian").value or 0) >= 0.5


@each_language
def test_the_reader_finds_timelines_that_a_reply_needs_and_sees_them_told(language: Language):
    record = mystery(2, language, "think-thrice", rounds=2)
    texts = {
        purpose: [call.completion.text for call in record.calls if call.key.purpose == purpose]
        for purpose in ("timelines", "relevance", "check")
    }
    assert all("[]" not in text for text in texts["timelines"])
    assert {"yes", "no"} <= {word for text in texts["relevance"] for word in text.split('"')}
    assert sum("yes" in text for text in texts["check"]) > len(texts["check"]) // 2
