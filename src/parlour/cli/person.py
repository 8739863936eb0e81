"""A person at the terminal, in a seat like any other."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel

from parlour.agents import AgentContext
from parlour.arena import Listener
from parlour.core import PASS, Action, Event, Player, Request, RequestKind, count_words, request_kinds
from parlour.errors import ParlourError
from parlour.games.werewolf import kinds
from parlour.llm import Language
from parlour.wording import tell, word

_CHOICES: Mapping[tuple[str, RequestKind], str] = {
    ("mystery", request_kinds.VOTE): "your_vote",
    ("werewolf", request_kinds.VOTE): "your_elimination",
    ("werewolf", kinds.KILL): "your_kill",
    ("werewolf", request_kinds.CHECK): "your_check",
    ("werewolf", kinds.PROTECT): "your_protect",
    ("werewolf", kinds.SAVE): "your_save",
    ("werewolf", kinds.POISON): "your_poison",
    ("werewolf", kinds.SHOOT): "your_shoot",
    ("onenight", request_kinds.CHECK): "your_pointing",
    ("onenight", request_kinds.VOTE): "your_suspect",
}
"""What is asked where somebody is chosen and nothing said."""
_PARTED = re.compile(r"[\s,，、;；]+")


@dataclass(frozen=True, kw_only=True)
class Person:
    """Shows a person the papers of its character, and asks at the prompt whatever the game asks.

    Attributes:
        console: where to print and read.
        game: what is played.
        language: of the table.
        listener: who tells what the others would not understand; None where no such check is needed.
    """

    console: Console
    game: str
    language: Language
    listener: Listener | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def observe(self, event: Event) -> None:
        """Shows what the player is dealt; what is said at the table, the screen shows."""
        if event.kind.dealt and event.actor:
            self.console.print(
                Panel(escape(tell(event, self.language, self.game)), title=escape(event.actor))
            )

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Asks one thing at a time until the answer is one that the rules allow.

        Raises:
            ParlourError: if the input ends; the match can be resumed.
        """
        if request.kind.silent:
            return PASS
        async with self._turn:
            match request.kind:
                case request_kinds.INTRODUCE:
                    return await self._speak(request, "introduce_yourself")
                case request_kinds.ASK:
                    return await self._address(request, "whom_to_ask", "your_question")
                case kinds.CONFER:
                    return await self._address(request, "your_proposal", "your_reasons")
                case request_kinds.REPLY:
                    return await self._speak(request, "your_reply")
                case request_kinds.SPEAK:
                    return await self._speak(request, "your_speech")
                case request_kinds.ANSWER:
                    self.console.print(f"\n{escape(request.text)}")
                    return Action(chosen=await self._choose(request, "your_answer"))
                case _:
                    return Action(chosen=await self._choose(request, _CHOICES[self.game, request.kind]))

    async def _address(self, request: Request, whom: str, what: str) -> Action:
        """Somebody, and what is said to or of them; neither without the other."""
        chosen = await self._choose(request, whom)
        if not chosen:
            return PASS
        said = await self._speak(request, what, to=chosen[0])
        return Action(chosen=chosen, speech=said.speech) if said.speech else PASS

    async def _speak(self, request: Request, key: str, *, to: str | None = None) -> Action:
        while True:
            self._print(key, words=request.words, to=to or request.partner)
            said = await self._heard(await self._read(), request, to or request.partner)
            if count_words(said) <= request.words:
                return Action(speech=said)
            self._print("too_long", count=count_words(said), words=request.words)

    async def _heard(self, said: str, request: Request, to: Player | None) -> str:
        """What is said in the end, where the listener asks back; an empty line says it as it stands."""
        while self.listener and said and (doubts := self.listener.doubts(said, request, to)):
            self.console.print("\n".join(f"  [yellow]{escape(line)}[/]" for line in doubts), highlight=False)
            self._print("say_otherwise")
            if not (otherwise := await self._read()):
                break
            said = otherwise
        return said

    async def _choose(self, request: Request, key: str) -> tuple[str, ...]:
        """Numbers, names (or their beginnings) or letters; nothing where nothing is entered."""
        labels = request.labels or request.options
        while True:
            for (number, option), label in zip(numbered(request.options).items(), labels, strict=True):
                self.console.print(
                    f"  {option if request.labels else number}. {escape(label)}", highlight=False
                )
            self._print(key, case=request.case, most=request.most)
            told = await self._read()
            pieces = _PARTED.split(told) if request.labels or request.most > 1 else [told]
            chosen = dict.fromkeys(_meant(piece, request.options) for piece in filter(None, pieces))
            if None in chosen or len(chosen) > request.most:
                self._print("not_an_option", text=told)
            elif chosen and len(chosen) < request.least:
                self._print("so_many", least=request.least)
            else:
                return tuple(option for option in chosen if option)

    def _print(self, key: str, **variables: object) -> None:
        self.console.print(f"[bold]{escape(word(key, self.language, **variables))}[/]", highlight=False)

    async def _read(self) -> str:
        """A line, read in a thread that nobody waits for: Ctrl-C must not need an Enter after it."""
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str | None] = loop.create_future()

        def read() -> None:
            try:
                told = self.console.input("> ")
            except EOFError:
                told = None
            except Exception as error:  # noqa: BLE001 - whoever waits for the line must hear of it
                told = error
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(_settle, line, told)

        threading.Thread(target=read, daemon=True).start()
        if (told := await line) is None:
            raise ParlourError("the input ended before the match did")
        return told.strip()


def _settle(line: asyncio.Future[str | None], told: str | Exception | None) -> None:
    if line.done():
        return
    if isinstance(told, Exception):
        line.set_exception(told)
    else:
        line.set_result(told)


def numbered(options: Sequence[str]) -> dict[str, str]:
    """A number for each option: that in its name, where all have one, or else its place.

    At a table of Player 1, Player 2 and so on, nobody who enters 3 means the third of those who are left.
    """
    own = {found[0]: option for option in options if len(found := re.findall(r"\d+", option)) == 1}
    return own if len(own) == len(options) else {str(n): each for n, each in enumerate(options, 1)}


def _meant(piece: str, options: tuple[str, ...]) -> str | None:
    """The option that a person means, if it is only one."""
    folded = piece.casefold()
    if found := numbered(options).get(piece):
        return found
    begun = [option for option in options if option.casefold().startswith(folded)]
    exact = [option for option in begun if option.casefold() == folded]
    return (exact or begun)[0] if len(exact or begun) == 1 else None
