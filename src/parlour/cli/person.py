"""A person at the terminal, in a seat like any other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from parlour.agents import AgentContext
from parlour.arena import Listener
from parlour.core import PASS, Action, Event, Player, Request, count_said
from parlour.errors import ParlourError
from parlour.language.hearing import GAP
from parlour.language.wording import (
    GamePhrases,
    Rulebook,
    find_choice,
    find_choices,
    game_word,
    has_word,
    number_options,
    tell,
    word,
)
from parlour.llm import Language

if TYPE_CHECKING:
    from parlour.cli.speech_prompt import SpeechPrompt

_HELP = ("?", "？")
_ENDED = "the input ended before the match did"


@dataclass(frozen=True, kw_only=True)
class Person:
    """An agent that shows a person its private information and asks the game's requests at the prompt."""

    console: Console
    game: str
    language: Language
    listener: Listener | None = None
    prompt: SpeechPrompt | None = None
    rulebook: Rulebook | None = None
    rules: str = ""
    _reminded: set[str] = field(default_factory=set[str])
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def observe(self, event: Event) -> None:
        """Shows the player's deal; the screen shows everything else."""
        if event.kind.dealt and event.actor:
            self.console.print(Panel(Text(tell(event, self.language, self.game)), title=Text(event.actor)))

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Asks one thing at a time until the answer is one that the rules allow.

        Raises:
            ParlourError: if the input ends; the match can be resumed.
        """
        if request.kind.silent:
            return PASS
        async with self._turn:
            self._remind(request)
            if request.kind.addressed:
                return await self._address(request)
            if request.kind.speech or request.kind.bids:
                return await self._speak(request)
            if request.text:
                self.console.print(f"\n{request.text}")
            return Action(chosen=await self._choose(request, self._key("your", "your_choice", request)))

    def _remind(self, request: Request) -> None:
        if self.rulebook is None or request.kind.name in self._reminded:
            return
        if not self._reminded:
            self.console.print(word("rules_hint", self.language), style="dim")
        self._reminded.add(request.kind.name)
        for words in self.rulebook.at(request.kind.name):
            self.console.print(Text(words), style="dim")

    async def _address(self, request: Request) -> Action:
        chosen = await self._choose(request, self._key("whom", "your_choice", request))
        if not chosen:
            return PASS
        speech_action = await self._speak(request, to=chosen[0])
        return Action(chosen=chosen, speech=speech_action.speech) if speech_action.speech else PASS

    def _key(self, prefix: str, usual: str, request: Request) -> str:
        key = GamePhrases(self.game, self.language).asking(prefix, request.kind.name, self.rules)
        return key if has_word(key, self.language, self.game) else usual

    async def _speak(self, request: Request, *, to: str | None = None) -> Action:
        key = self._key("your", "your_words", request)
        while True:
            self._print(key, words=request.words, to=to or request.partner)
            partner = to or request.partner
            speech = await self._switch_readings(await self._read_speech(request, partner), request, partner)
            if count_said(speech) <= request.words:
                return Action(speech=speech)
            self._print("too_long", count=count_said(speech), words=request.words)

    async def _switch_readings(self, speech: str, request: Request, to: Player | None) -> str:
        while self.listener and speech:
            readings = self.listener.hears(speech, request, to)
            chips = [chip for chip in readings.chips if not any(map(GAP.search, chip.sentences))]
            keys = {str(number): chip for number, chip in enumerate(chips, 1)}
            lit, typed = set(readings.lit), "" if readings.lit == frozenset(chips) else None
            while typed is None or typed in keys:
                lit ^= {keys[typed]} if typed else set()
                labels = (
                    f"[{number} {chip.text}]" if chip in lit else f"{number} {chip.text}"
                    for number, chip in enumerate(chips, 1)
                )
                self._print("readings", readings="  ".join(labels))
                typed = await self._read_speech(request, to)
            if not typed:
                return readings.speech(lit)
            speech = typed
        return speech

    async def _choose(self, request: Request, key: str) -> tuple[str, ...]:
        wordings = tuple(map(GamePhrases(self.game, self.language).option, request.options))
        labels = request.labels or wordings
        names = dict(zip(wordings, request.options, strict=True)) | {
            option: option for option in request.options
        }
        numbers = number_options(request.options)
        while True:
            for (number, option), label in zip(numbers.items(), labels, strict=True):
                self.console.print(f"  {option if request.labels else number}. {label}")
            self._print(key, kind=request.kind.name, case=request.case, most=request.most)
            text = await self._read()
            if request.labels or request.most > 1:
                chosen = dict.fromkeys(find_choices(text, names, numbers))
            else:
                chosen = {find_choice(text, names, numbers): None} if text else {}
            if None in chosen or len(chosen) > request.most:
                self._print("not_an_option", text=text)
            elif chosen and len(chosen) < request.least:
                self._print("so_many", least=request.least)
            else:
                return tuple(option for option in chosen if option)

    def _print(self, key: str, **variables: object) -> None:
        sentence = game_word(key, self.language, self.game, **variables)
        self.console.print(sentence, style="bold")

    async def _read(self, line: Callable[[], Awaitable[str]] | None = None) -> str:
        while (text := await (line or self._line)()) in _HELP and self.rulebook:
            self.console.print(Panel(Text(self.rulebook.text), title=word("rules", self.language)))
        return text

    async def _read_speech(self, request: Request, to: Player | None) -> str:
        prompt = self.prompt
        if prompt is None:
            return await self._read()

        async def ask() -> str:
            try:
                return (await prompt.ask(request, to)).strip()
            except EOFError as error:
                raise ParlourError(_ENDED) from error

        return await self._read(ask)

    async def _line(self) -> str:
        """Reads a line in a daemon thread, so that Ctrl-C needs no Enter after it."""
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str | None] = loop.create_future()

        def read() -> None:
            try:
                outcome = self.console.input("> ")
            except EOFError:
                outcome = None
            except Exception as error:  # noqa: BLE001 - it is raised where the line is awaited
                outcome = error
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(_settle, line, outcome)

        threading.Thread(target=read, daemon=True).start()
        if (text := await line) is None:
            raise ParlourError(_ENDED)
        return text.strip()


def _settle(line: asyncio.Future[str | None], outcome: str | Exception | None) -> None:
    if line.done():
        return
    if isinstance(outcome, Exception):
        line.set_exception(outcome)
    else:
        line.set_result(outcome)
