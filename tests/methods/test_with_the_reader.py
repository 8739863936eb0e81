"""Generated mysteries played through by every method with the reader, and free prose with a fixed server."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.agents import METHODS, find_method
from parlour.arena import Record, faults
from parlour.evaluation import audit, verdicts, win_rate
from parlour.games.mystery import MysterySetup, generate
from parlour.games.mystery.library import find
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, played_again, purposes, recorded
from tests.arena.replies import varied
from tests.llm.loopback import Loopback

LANGUAGES: tuple[Language, ...] = ("en", "zh")
SHIPPED = sorted(name for name in METHODS.names if METHODS.owner(name) == "parlour")
"""What is in a package of its own is played there, in every game and in both languages."""
WITH_MODEL = [name for name in SHIPPED if find_method(name).wants_model]
BASELINES = ("o-cot", "plain", "think-thrice", "werewolf")
SPELLED = [
    *WITH_MODEL,
    "plain:ask=all",
    "rerank-rag:window=4,span=4,step=2,most=3",
    *(f"{name}:ask=best" for name in BASELINES if name != "plain"),
]
RIVALS = tuple(name for name in METHODS.names if name.endswith("-rag"))
"""All that look up what was said before their window, those in packages of their own among them."""
LOOKING = ("retrieve-older", "rerank", "graph", "keywords")
"""Prompts about what was said, without anybody's papers."""
each_method = pytest.mark.parametrize("method", SPELLED)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def match(seed: int, language: Language, method: str) -> Record:
    script = generate(seed, players=4, victims=2 if seed == 1 else 1, lang=language)
    game = MysterySetup(script=script, questions=3, rounds=2, answers=False)
    setup = laid(game, model="reader", method=method, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


@each_method
@each_language
def test_the_reader_plays_a_mystery_to_its_end_and_nothing_goes_wrong(language: Language, method: str):
    for seed in (1, 2):
        assert match(seed, language, method).status == "finished"
        assert not list(faults(match(seed, language, method)))


@each_method
@each_language
def test_nobody_is_shown_what_is_not_theirs(language: Language, method: str):
    for seed in (1, 2):
        assert audit(match(seed, language, method)) == []


@each_method
@each_language
def test_a_match_comes_out_of_its_record_again(language: Language, method: str):
    assert played_again(match(1, language, method)).is_identical


@pytest.mark.parametrize("method", [*WITH_MODEL, *(f"{name}:window=3" for name in RIVALS)])
@each_language
def test_no_word_of_anothers_papers_reaches_a_prompt(language: Language, method: str):
    """What is read for several seats at once holds nobody's papers."""
    script = generate(3, lang=language)
    planted = script.model_copy(
        update={
            "characters": tuple(
                each.model_copy(update={"acts": (f"{each.acts[0]}\n\ncanary-{n}.", *each.acts[1:])})
                for n, each in enumerate(script.characters)
            )
        }
    )
    game = MysterySetup(script=planted, questions=2, answers=False)
    for call in play(laid(game, model="reader", method=method, context=1_000_000)).calls:
        text = "\n".join(part.text for part in (*call.system, *call.user))
        found = {player for n, player in enumerate(script.players) if f"canary-{n}." in text}
        assert found == (set() if call.key.purpose in (*LOOKING, "evidence") else {call.key.player})


@pytest.mark.parametrize("method", BASELINES)
def test_whoever_asks_everybody_finds_the_murderer_more_often_than_by_chance(method: str):
    """By chance a civilian names the murderer once in three, and half of the votes must agree."""
    told = [each for seed in range(2, 8) for each in verdicts(match(seed, "en", method))]
    assert (win_rate(told, "civilian").value or 0) >= 0.5


@each_language
def test_the_reader_finds_timelines_that_a_reply_needs_and_sees_them_told(language: Language):
    record = match(2, language, "think-thrice")
    texts = {
        purpose: [call.completion.text for call in record.calls if call.key.purpose == purpose]
        for purpose in ("timelines", "relevance", "check")
    }
    assert all("[]" not in text for text in texts["timelines"])
    assert {"yes", "no"} <= {word for text in texts["relevance"] for word in text.split('"')}
    assert sum("yes" in text for text in texts["check"]) > len(texts["check"]) // 2


# Free prose


@pytest.mark.parametrize("method", [*BASELINES, *RIVALS])
@pytest.mark.parametrize("name", ["the-night-the-light-stood-still", "灯停之夜"])
def test_a_script_in_free_prose_is_played_to_its_end(name: str, method: str):
    game = MysterySetup(script=find(name), questions=3, rounds=1, answers=False)
    with Loopback(varied) as server:
        setup = laid(game, model=server.model, method=method)
        record = recorded(setup, play(setup))
    assert record.status == "finished"
    assert not list(faults(record))
    assert audit(record) == []
    assert purposes(record.calls)["reply"] >= len(game.script.players)
