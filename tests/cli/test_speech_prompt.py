"""A person types at a terminal with what is heard before their eyes; nothing of it is said for them."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import get_args

import pytest
from prompt_toolkit.application import get_app
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from parlour.arena import GameHearing, Listener
from parlour.cli.person import Person
from parlour.cli.speech_prompt import SpeechPrompt
from parlour.core import Action, Request, find_game, request_kinds
from parlour.errors import ParlourError
from parlour.games.mystery import MysterySetup, generate
from parlour.language.hearing import Chip
from parlour.llm import Language
from tests.agents.seats import Slate
from tests.web.hosting.houses import until

TAB, ENTER, END = "\t", "\r", "\x04"


def mystery(language: Language) -> MysterySetup:
    return MysterySetup(script=generate(5, players=4, lang=language), rounds=1)


def ears(game: MysterySetup) -> Listener:
    part = find_game(game.name).find_part("reader.HEARING", GameHearing)
    assert part
    listener = part.listener(game, game.players[0])
    assert listener
    return listener


def asked(game: MysterySetup) -> Request:
    person, partner = game.players[:2]
    return Request(id="1", step=0, player=person, kind=request_kinds.REPLY, partner=partner, words=120)


def typed(
    game: MysterySetup, types: Callable[[PipeInput, SpeechPrompt], Awaitable[None]]
) -> tuple[Action, str]:
    """What somebody said who typed that way, and the screen."""
    shown = io.StringIO()

    async def sit() -> Action:
        with create_pipe_input() as keys:
            prompt = SpeechPrompt(listener=ears(game), output=DummyOutput(), input=keys)
            person = Person(
                console=Console(file=shown, width=200),
                game=game.name,
                language=game.language,
                listener=prompt.listener,
                prompt=prompt,
            )
            said = asyncio.create_task(person.act(asked(game), Slate()))
            await types(keys, prompt)
            return await said

    return asyncio.run(asyncio.wait_for(sit(), 60)), shown.getvalue()


@pytest.mark.parametrize("language", get_args(Language))
def test_a_sentence_is_completed_by_tab_and_what_is_heard_stands_at_the_foot(language: Language):
    game = mystery(language)
    heard: list[Chip] = []

    async def types(keys: PipeInput, prompt: SpeechPrompt) -> None:
        begun, completed = {"en": ("I susp", "I suspect "), "zh": ("我怀", "我怀疑")}[language]
        keys.send_text(begun)
        await until(lambda: (state := get_app().current_buffer.complete_state) and state.completions)
        keys.send_text(TAB)
        await until(lambda: get_app().current_buffer.text == completed)
        keys.send_text(game.players[2])
        await until(lambda: any(each.is_lit for each in prompt.heard))
        heard.extend(prompt.heard)
        keys.send_text({"en": ".", "zh": "。"}[language] + ENTER)

    action, _ = typed(game, types)
    said = {"en": f"I suspect {game.players[2]}.", "zh": f"我怀疑{game.players[2]}。"}
    assert action.speech == said[language]
    assert game.players[2] in heard[0].text


def test_an_input_that_ends_stops_the_match_and_says_nothing():
    async def types(keys: PipeInput, prompt: SpeechPrompt) -> None:
        del prompt
        keys.send_text(END)

    with pytest.raises(ParlourError, match="the input ended"):
        typed(mystery("en"), types)
