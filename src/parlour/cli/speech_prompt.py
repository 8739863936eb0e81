"""A line of speech typed at a terminal, with its parsed meaning below and completion of its sentences."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable
from dataclasses import dataclass

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
from parlour.language.hearing import Chip, Offers, complete_words, last_begun

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
        for words, display in complete_words(begun, self.offers):
            yield Completion(words, start_position=-len(begun), display=display)


@dataclass(kw_only=True)
class SpeechPrompt:
    """Asks for lines of speech at a terminal."""

    listener: Listener
    output: Output | None = None
    input: Input | None = None
    heard: tuple[Chip, ...] = ()
    _hearing: asyncio.Task[None] | None = None

    async def ask(self, request: Request, to: Player | None) -> str:
        """Reads a line and shows its readings while it is typed; the caller switches them.

        Raises:
            EOFError: if the input ends.
        """
        self.heard = ()
        keys = KeyBindings()

        @keys.add("c-c")
        def _(event: object) -> None:  # stops the match, which can be resumed
            del event
            signal.raise_signal(signal.SIGINT)

        session: PromptSession[str] = PromptSession(
            "> ",
            completer=OfferCompleter(offers=self.listener.offers(request)),
            complete_while_typing=True,
            complete_style=CompleteStyle.COLUMN,
            bottom_toolbar=self._foot,
            key_bindings=keys,
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
        self, text: str, request: Request, to: Player | None, session: PromptSession[str]
    ) -> None:
        await asyncio.sleep(_PAUSE)
        hears = self.listener.hears
        self.heard = (await asyncio.to_thread(hears, text, request, to)).chips if text else ()
        session.app.invalidate()

    def _stop(self) -> None:
        if self._hearing:
            self._hearing.cancel()

    def _foot(self) -> str:
        return "  ".join(f"✓ {chip.text}" if chip.is_lit else f"· {chip.text}" for chip in self.heard)
