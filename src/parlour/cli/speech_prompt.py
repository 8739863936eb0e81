"""A line of speech typed at a terminal, with its parsed meaning below and completion of its sentences."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import Output
from prompt_toolkit.shortcuts import CompleteStyle

from parlour.arena import Listener
from parlour.core import Player, Request
from parlour.language.hearing import LiveHearing, Offers, continued, last_begun

_PAUSE = 0.2
"""Seconds without a key after which the line is parsed."""


@dataclass(frozen=True, kw_only=True)
class OfferCompleter(Completer):
    """Completes a sentence up to its next gap, then offers the words that can fill it."""

    offers: Offers

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yields the completions of the sentence before the cursor."""
        del complete_event
        begun = last_begun(document.text_before_cursor)
        for words, shown in continued(begun, self.offers):
            yield Completion(words, start_position=-len(begun), display=shown)


@dataclass(kw_only=True)
class SpeechPrompt:
    """Asks for lines of speech at a terminal.

    Attributes:
        listener: the parser of speech.
        output: the terminal that shows the line; None for standard output.
        input: the source of the keys; None for standard input.
        heard: the parsed meaning of the line typed so far.
    """

    listener: Listener
    output: Output | None = None
    input: Input | None = None
    heard: LiveHearing = field(default_factory=LiveHearing)
    _hearing: asyncio.Task[None] | None = None

    async def ask(self, request: Request, to: Player | None) -> str:
        """Reads a line and shows its parsed meaning while it is typed; the caller confirms doubts.

        Raises:
            EOFError: if the input ends.
        """
        self.heard = LiveHearing()
        session: PromptSession[str] = PromptSession(
            "> ",
            completer=OfferCompleter(offers=self.listener.offers(request)),
            complete_while_typing=True,
            complete_style=CompleteStyle.COLUMN,
            bottom_toolbar=self._foot,
            key_bindings=_keys(),
            output=self.output,
            input=self.input,
            reserve_space_for_menu=6,
        )

        def restart_hearing(buffer: Buffer) -> None:
            self._stop()
            self._hearing = asyncio.create_task(self._hear(buffer.text.strip(), request, to, session))

        session.default_buffer.on_text_changed += restart_hearing
        try:
            return await session.prompt_async(handle_sigint=False)
        finally:
            self._stop()

    async def _hear(
        self, said: str, request: Request, to: Player | None, session: PromptSession[str]
    ) -> None:
        await asyncio.sleep(_PAUSE)
        hears = self.listener.hears
        self.heard = await asyncio.to_thread(hears, said, request, to) if said else LiveHearing()
        session.app.invalidate()

    def _stop(self) -> None:
        if self._hearing:
            self._hearing.cancel()

    def _foot(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        mark = "✓" if self.heard.is_sure else "?"
        yield from (f"{mark} {line}" for line in self.heard.lines)
        if self.heard.nearest:
            yield f"→ {self.heard.nearest}"


def _keys() -> KeyBindings:
    """Returns key bindings in which Ctrl-C stops the match, which can be resumed."""
    keys = KeyBindings()

    @keys.add("c-c")
    def _(event: object) -> None:
        del event
        signal.raise_signal(signal.SIGINT)

    return keys
