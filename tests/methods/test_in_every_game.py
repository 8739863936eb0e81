"""Every method in every game with the reader, and what its own modules do where nobody holds a script."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from parlour.agents import METHODS, find_method
from parlour.arena import GameSetup, Note, Record, events, faults, items
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import audit
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import kinds
from parlour.llm import READER, Language
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, played_again, recorded
from tests.arena.werewolves import werewolves

GAMES: tuple[str, ...] = ("mystery", "werewolf", "onenight")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
SHORT = ("native-rag", "rerank-rag")
"""These look up what has left their window, so that here it is a short one."""
OWN = {
    "gratr": {"evidence", "retrieval", "trust", "graph"},
    "humanized": {"persona", "favor", "judgement", "strategy"},
    "native-rag": {"recalled"},
    "o-cot": {"goal"},
    "plain": set[str](),
    "player-star": {"sensors", "gain", "choice", "suspects"},
    "random": set[str](),
    "rerank-rag": {"recalled"},
    "think-thrice": {"timelines", "relevance", "check"},
    "werewolf": {"questions", "reflection"},
}
"""The thoughts that a shipped method's modules leave on record."""
METHOD_NAMES = sorted(OWN)
GONE = frozenset({kinds.DIED, kinds.SHOT, event_kinds.ELIMINATED})
each_method = pytest.mark.parametrize("method", METHOD_NAMES)
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


def test_every_shipped_method_is_tried():
    found = METHODS.installed().items()
    assert set(OWN) == {name for name, each in found if type(each).__module__.startswith("parlour.")}


@cache
def match(method: str, game: str, language: Language = "en") -> Record:
    model = READER if find_method(method).wants_model else ""
    spelled = f"{method}:window=3" if method in SHORT else method
    setup = laid(_game(game, language), model=model, method=spelled, seed=2, context=1_000_000)
    return recorded(setup, play(setup))


def thoughts(record: Record, *kinds: str) -> Iterator[tuple[Player, str, Any]]:
    """Whose they are, of which kind, and what they say, in order."""
    for each in items(record):
        if isinstance(each, Note) and each.thought.kind in kinds:
            yield each.player, each.thought.kind, each.thought.body


def fellows(record: Record) -> dict[Player, tuple[Player, ...]]:
    return {event.actor or "": event.chosen for event in events(record) if event.kind is event_kinds.FELLOWS}


@each_game
@each_method
@each_language
def test_every_method_plays_every_game_without_a_fault_a_leak_or_a_difference(
    language: Language, method: str, game: str
):
    record = match(method, game, language)
    assert record.status == "finished"
    assert faults(record) == []
    assert audit(record) == []
    assert played_again(record).is_identical


@pytest.mark.parametrize("game", ["werewolf", "onenight"])
@each_method
@each_language
def test_every_method_thinks_with_its_own_modules_where_nobody_holds_a_script(
    language: Language, method: str, game: str
):
    record = match(method, game, language)
    kinds = {each.thought.kind for each in items(record) if isinstance(each, Note)}
    assert kinds == OWN[method]


# Humanized Agents


@each_game
@each_language
def test_a_persona_and_its_likings_are_read_by_nobody_else(language: Language, game: str):
    """The statement, which names whom it describes, is a canary in every prompt of its agent."""
    record = match("humanized", game, language)
    statements = {player: body["statement"] for player, _, body in thoughts(record, "persona")}
    assert set(statements) == set(record.setup.players)
    for call in record.calls:
        read = [part.text for part in (*call.system, *call.user)]
        seen = {player for player, told in statements.items() if told in read}
        assert seen == {call.key.player} & set(statements)
    assert {player for player, _, _ in thoughts(record, "favor")} == set(statements)


# PLAYER*


@each_language
def test_whoever_is_chosen_is_called_upon_in_the_speech_and_can_still_answer(language: Language):
    record = match("player-star", "werewolf", language)
    chosen, done, called = dict[Player, Player](), set[tuple[int, Player]](), 0
    for each in items(record):
        if isinstance(each, Note) and each.thought.kind == "choice":
            body: Any = each.thought.body
            chosen[each.player] = body["chosen"]
        if isinstance(each, Event) and each.actor and each.kind in (event_kinds.SPOKE, event_kinds.PASSED):
            name = chosen.pop(each.actor, "")
            done.add((each.round, each.actor))
            assert (each.round, name) not in done
            if each.kind is event_kinds.SPOKE and name:
                assert name in each.text.rpartition("。" if language == "zh" else ". ")[2]
                called += 1
    assert called > len(done) / 2
    assert not chosen


@each_language
def test_nobody_suspects_the_dead_or_a_fellow(language: Language):
    record = match("player-star", "werewolf", language)
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


@each_language
def test_suspects_are_refined_once_a_day_by_everybody_who_votes(language: Language):
    record = match("player-star", "werewolf", language)
    refined = [player for player, _, _ in thoughts(record, "suspects")]
    voted = [each.actor for each in events(record) if each.kind is event_kinds.VOTED]
    assert sorted(refined) == sorted(filter(None, voted))


# The baselines


@each_language
def test_a_question_of_the_list_is_put_in_the_speech(language: Language):
    record = match("werewolf", "werewolf", language)
    asked = [each.text for each in events(record) if each.kind is event_kinds.SPOKE]
    mark = "？" if language == "zh" else "?"
    assert all(text.endswith(mark) for text in asked)
    assert len(list(thoughts(record, "questions"))) == len(asked)


@each_language
def test_a_werewolf_wants_not_to_be_found_and_the_others_to_find_it(language: Language):
    record = match("o-cot", "werewolf", language)
    wolves = set(fellows(record))
    goals: dict[Player, set[str]] = {}
    for player, _, body in thoughts(record, "goal"):
        goals.setdefault(player, set()).add(body["goal"])
    assert wolves <= set(goals)
    hunted = set[str]().union(*(goals[player] for player in wolves))
    hunting = set[str]().union(*(goals[player] for player in set(goals) - wolves))
    assert len(hunted) == 1
    assert not hunted & hunting


@each_language
def test_a_speech_tells_the_timelines_that_it_needs(language: Language):
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
