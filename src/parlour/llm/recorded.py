"""Replies that are kept before anybody acts on them, and found again instead of asking twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from parlour.errors import ReplayDiffers
from parlour.llm.backend import Backend, Call, CallKey, CallLog, Completion, OnChunk
from parlour.llm.replies import is_repaired


class Keys:
    """Numbers equal calls in the order in which they are made."""

    def __init__(self) -> None:
        self._made: Counter[tuple[str, str, str, str]] = Counter()

    def next(self, call: Call) -> CallKey:
        """The key of a call that is about to be made."""
        prompt = call.prompt
        name = (prompt.player, prompt.request, prompt.purpose, call.digest)
        player, request, purpose, digest = name
        key = CallKey(
            player=player, request=request, purpose=purpose, digest=digest, occurrence=self._made[name]
        )
        self._made[name] += 1
        return key


class Recorded:
    """Takes from the log what it holds, and keeps in it what it does not."""

    def __init__(self, inner: Backend, log: CallLog, keys: Keys | None = None) -> None:
        self._inner, self._log, self._keys = inner, log, keys or Keys()
        self.name, self.context = inner.name, inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call from the log, or asks and keeps the answer."""
        key = self._keys.next(call)
        if found := self._log.find(key):
            return _told(found, on_chunk)
        numbered = replace(call, occurrence=key.occurrence) if key.occurrence else call
        completion = await self._inner.complete(numbered, on_chunk)
        if call.reply and is_repaired(completion.text, call.reply, is_cut=completion.is_cut):
            completion = replace(completion, is_repaired=True)
        await self._log.keep(key, call, completion)
        return completion


class Replayed:
    """Answers from the log alone: no model is opened or asked.

    Args:
        name: the model string that the record names.
        context: its window, as the record holds it.
        log: the replies.
        keys: shared by all models of one match.
    """

    def __init__(self, *, name: str, context: int, log: CallLog, keys: Keys | None = None) -> None:
        self.name, self.context = name, context
        self._log, self._keys = log, keys or Keys()

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call from the log.

        Raises:
            ReplayDiffers: if the log has no such call.
        """
        key = self._keys.next(call)
        if found := self._log.find(key):
            return _told(found, on_chunk)
        raise ReplayDiffers(
            f"the record has no call of {key.player!r} for {key.purpose!r} on request {key.request!r}"
            f" with digest {key.digest} (occurrence {key.occurrence}): a prompt is not the one that was sent"
        )


def _told(completion: Completion, on_chunk: OnChunk | None) -> Completion:
    if on_chunk and completion.text:
        on_chunk(completion.text)
    return completion
