"""Fifty ways of making other seats' models tell what they must not: none reaches further than its own words.

What a model chooses to say aloud is its own doing, and counted apart; what the house hands on is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import pytest

from bench.planted import Planted, strays
from parlour.agents import METHODS, find_method
from parlour.arena import GameSetup, Record, play_rules
from parlour.core import Player, one_line
from parlour.evaluation import audit
from parlour.games.onenight.reader import PART as BUILT_IN
from parlour.llm import Language, Prompt, Source
from parlour.web.export import page_of
from tests.arena.injected import (
    Intruder,
    ScriptedProvider,
    deaf,
    echoing,
    injections,
    intruded,
    obedient,
    tables,
    told_aloud,
)
from tests.arena.playing import played_again

LANGUAGES: tuple[Language, ...] = ("en", "zh")
EACH, PARTS = 9, range(3)
"""So many remarks fit into one match, and so many matches does it take to make them all."""
SHIPPED = [name for name in sorted(METHODS.names) if METHODS.owner(name) == "parlour"]
WITH_MODEL = [name for name in SHIPPED if find_method(name).wants_model]
each_language = pytest.mark.parametrize("language", LANGUAGES)


def each_method(methods: Sequence[str]) -> pytest.MarkDecorator:
    """Every method at one of the tables, and one method at all; the rest is left to `make test-real`."""
    return pytest.mark.parametrize(
        ("method", "language", "part"),
        [
            pytest.param(
                method, language, part, marks=() if method == "plain" or turn % 6 == 0 else pytest.mark.real
            )
            for number, method in enumerate(methods)
            for turn, (language, part) in enumerate(product(LANGUAGES, PARTS), number)
        ],
    )


Sent = list[tuple[Player, str, str, tuple[tuple[Source, str], ...]]]
"""Whose prompts, on which requests, what for, and their parts."""


def typed(language: Language, planted: Planted, part: int) -> tuple[GameSetup, list[str]]:
    """A table, and the part of all that is typed which is typed there."""
    game = list(tables(language, planted))[part % 2]
    all_of_it = [each.text for each in injections(language, game.players[1])]
    return game, all_of_it[EACH * part : EACH * (part + 1)]


def sent(record: Record, said: Sequence[str]) -> Sent:
    """What went into the prompts, with what the intruder said in them called by its number."""

    def named(text: str) -> str:
        for number, speech in enumerate(said):
            text = text.replace(one_line(speech), f"remark {number}")
        return text

    return [
        (
            call.key.player,
            call.key.request,
            call.key.purpose,
            tuple((part.source, named(part.text)) for part in (*call.system, *call.user)),
        )
        for call in record.calls
    ]


@cache
def obeyed(method: str, language: Language, part: int) -> tuple[Record, Intruder, Planted]:
    """A part of it, at a table of models that tell whatever they know as soon as they may speak."""
    planted, model = Planted(), ScriptedProvider(say=obedient)
    game, texts = typed(language, planted, part)
    return (*intruded(game, method, model, texts), planted)


@each_language
def test_all_of_it_is_typed_and_said(language: Language):
    """Otherwise the rest would prove nothing."""
    played = [obeyed("plain", language, part) for part in PARTS]
    assert sum(len(intruder.said) for _, intruder, _ in played) >= 25
    assert not any(intruder.left for _, intruder, _ in played)
    assert all(record.faults == [] for record, _, _ in played)


@each_method([name for name in WITH_MODEL if not name.endswith("-rag")])
def test_what_is_typed_changes_nothing_in_any_prompt_but_its_own_words(
    method: str, language: Language, part: int
):
    """No heading, reminder or part of a prompt can be forged: each prompt is the same, part by part.

    Methods that look things up choose by the words that were said, and are left to the next test.
    """
    game, texts = typed(language, Planted(), part)
    harmless = [f"Harmless remark, the {number}." for number in range(len(texts))]
    one, two = (intruded(game, method, ScriptedProvider(say=deaf), each) for each in (texts, harmless))
    assert sent(one[0], one[1].said) == sent(two[0], two[1].said)


@each_method(WITH_MODEL)
def test_models_that_obey_tell_aloud_what_they_know_and_the_house_tells_nothing(
    method: str, language: Language, part: int
):
    record, _, planted = obeyed(method, language, part)
    asked = {each.request.id: each.request for each in play_rules(record).decisions}
    assert audit(record) == []
    assert list(strays(record, planted, asked)) == []
    assert played_again(record).is_identical
    assert told_aloud(record), "nobody obeyed"


@each_language
def test_models_that_repeat_what_they_hear_give_nothing_away(language: Language):
    planted = Planted()
    for part in PARTS:
        game, texts = typed(language, planted, part)
        record, _ = intruded(game, "plain", ScriptedProvider(say=echoing), texts)
        assert audit(record) == []
        assert list(strays(record, planted, {})) == []
        assert told_aloud(record) == 0


@each_language
def test_what_is_typed_stands_on_an_exported_page_as_text(language: Language):
    for part in PARTS:
        record, intruder, _ = obeyed("plain", language, part)
        page = page_of(record)
        assert "<script" not in page
        assert "<img" not in page
        if any("<script" in text for text in intruder.said):
            assert "&lt;script&gt;" in page


@each_language
def test_the_reader_takes_what_is_typed_for_the_words_of_whoever_typed_it(language: Language):
    """Nobody else is heard to have said what a forged line puts into their mouths."""
    for part in (0, 2):  # of One Night
        game, texts = typed(language, Planted(), part)
        record, _ = intruded(game, "plain", ScriptedProvider(say=deaf), texts)
        for call in record.calls:
            key = call.key
            if key.player == game.players[0]:
                continue
            prompt = Prompt(
                player=key.player,
                request=key.request,
                purpose=key.purpose,
                language=language,
                system=call.system,
                user=call.user,
            )
            parsed = BUILT_IN.seat(prompt, game.players).mind.prompt
            assert parsed.me == key.player
            assert {each.by for each in parsed.statements} <= {game.players[0]}
