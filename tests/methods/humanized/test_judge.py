"""A judge behind a server that says what it is told to: what it is shown, what it is asked, what is kept."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.errors import UsageError
from parlour.evaluation.richness import Quality, TableTalk, judged_estimates
from parlour.llm import BUILT_IN, Language, ModelPool
from parlour.methods.humanized.judge import JudgeVerdicts, judge
from parlour.store import Store
from tests.evaluation.richness.talks import talk
from tests.llm.loopback import Answer, Body, Loopback

SAID = [(1, "Ann", "I saw who it is."), (1, "Ben", "Hal is a werewolf!"), (2, "Hal", "Ben lies.")]
GAME = talk("game", said=SAID, votes=["Hal"])
TIMES = 2
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "store.sqlite")) as opened:
        yield opened


def asked_for(body: Body) -> str:
    """The field by which a form can be told."""
    fields = json.dumps(body["response_format"])
    return next(name for name in ("rating", "mentions", "moments") if f'"{name}"' in fields)


def text_of(body: Body) -> str:
    return body["messages"][-1]["content"]


def sensible(body: Body) -> Answer:
    """Rates 7.5, has Ann call Hal a seer first and a werewolf later, and remembers one speech."""
    role = "seer" if SAID[0][2] in text_of(body) else "werewolf"
    replies = {
        "rating": {"reason": "Lively.", "rating": 7.5},
        "mentions": {"mentions": [{"speaker": "Ann", "target": "Hal", "role": role}]},
        "moments": {"moments": [{"said": 2, "value": 9}] * len(SAID)},
    }
    return Answer(text=json.dumps(replies[asked_for(body)]))


def judged(server: Loopback, store: Store, *games: TableTalk) -> JudgeVerdicts:
    async def scenario() -> JudgeVerdicts:
        async with ModelPool() as models:
            return await judge(games or (GAME,), server.model, "run", store, models, times=TIMES)

    return asyncio.run(scenario())


def test_everything_is_asked_as_often_as_wanted_and_scored(store: Store):
    with Loopback(sensible) as server:
        verdicts = judged(server, store)
        asked = Counter(map(asked_for, server.requests))
    assert asked == {"rating": 3 * TIMES, "mentions": len(GAME.rounds) * TIMES, "moments": TIMES}
    assert (verdicts.requests, verdicts.unreadable) == (sum(asked.values()), 0)
    told = judged_estimates([GAME], verdicts)
    assert {quality: told[quality].value for quality in Quality} == dict.fromkeys(Quality, 7.5)
    assert told["variation"].value == 2 * 2 / 4
    assert [each.player for each in verdicts.moments(GAME)[0]] == ["Ben"] * len(SAID)
    assert told["memorability"].value


def test_what_was_judged_is_kept_and_not_asked_again(store: Store):
    with Loopback(sensible) as server:
        first = judged(server, store)
        count = len(server.requests)
        again = judged(server, store)
        assert len(server.requests) == count
        judged(server, store, GAME, talk("other", said=SAID))
        assert len(server.requests) == 2 * count
    assert first.replies == again.replies


def test_only_variation_is_asked_without_the_true_roles(store: Store):
    """Whoever is dealt what changes every prompt but those of the mentions (NOTES 11)."""
    for language in LANGUAGES:
        dealt = [talk("game", said=SAID, roles=roles, language=language) for roles in _two_deals()]
        with Loopback(sensible) as server:
            for game in dealt:
                judged(server, store, game)
            texts = {
                name: {text_of(body) for body in server.requests if asked_for(body) == name}
                for name in ("rating", "mentions", "moments")
            }
        assert len(texts["mentions"]) == len(GAME.rounds)
        assert len(texts["rating"]) == 2 * 3
        assert len(texts["moments"]) == 2


def _two_deals() -> tuple[tuple[str, ...], tuple[str, ...]]:
    return GAME.roles, tuple(reversed(GAME.roles))


def test_a_reply_outside_the_form_is_missing_and_counted(store: Store):
    def stubborn(body: Body) -> Answer:
        if asked_for(body) == "rating":
            return Answer(text=json.dumps({"reason": "", "rating": 11}))
        if asked_for(body) == "moments":
            return Answer(text=json.dumps({"moments": [{"said": 4, "value": 9}] * 3}))
        return Answer(text=json.dumps({"mentions": [{"speaker": "Ann", "target": "Zoe", "role": "seer"}]}))

    with Loopback(stubborn) as server:
        verdicts = judged(server, store)
    assert verdicts.unreadable == verdicts.requests
    assert {(each.value, each.n) for each in judged_estimates([GAME], verdicts).values()} == {(None, 0)}


def test_a_game_that_cannot_be_judged_is_refused(store: Store):
    for game, said in (
        (talk("mute", said=[]), "mute: nothing was said"),
        (talk("m", roles=()), "games that deal roles"),
    ):
        with Loopback(sensible) as server, pytest.raises(UsageError, match=said):
            judged(server, store, game)


def test_the_reader_does_not_judge(store: Store):
    async def scenario() -> None:
        async with ModelPool() as models:
            await judge([GAME], BUILT_IN, "run", store, models)

    with pytest.raises(UsageError, match="the reader does not judge"):
        asyncio.run(scenario())
