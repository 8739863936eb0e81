"""The symbolic reader: a provider that understands the controlled language, and reasons and answers in it.

It is given a call and nothing else: no game, no script, and no memory of earlier calls but of texts that it
has parsed. The call says which game is played; how the reader plays it, the game's own package brings.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace

from parlour.core import find_game
from parlour.llm import READER, Call, Completion, OnChunk, ProviderKind, Speech, Talk, Usage, count_tokens
from parlour.reader.any_game import AnyGame
from parlour.reader.character import Manner, traits_of
from parlour.reader.filling import Filler
from parlour.reader.frames import words
from parlour.reader.limits import IDEAL, OPTIONS, BoundedCall, Limits, read_limits
from parlour.reader.seat import GameReader, SeatReader, Spoken, WeighedPurpose
from parlour.reader.steady import steady

CONTEXT = 1_000_000
SLOTS = 64
_LEAST = 1e-6
"""The least weight of an option: nothing is quite impossible."""


class Reader:
    """A provider without a language model.

    Args:
        name: the model string under which it was opened.
        context: how many tokens its window is said to hold; it reads whatever it is given.
        limits: how strong it is.
    """

    slots, is_priced = SLOTS, True

    def __init__(self, *, name: str = READER, context: int = CONTEXT, limits: Limits = IDEAL) -> None:
        self.name, self.context, self._limits = name, context, limits

    def price(self, input_tokens: int, output_tokens: int) -> float:
        """It costs nothing."""
        return 0.0

    def worst_price(self, call: Call) -> float:
        """It costs nothing."""
        return 0.0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes one call, a sentence at a time where somebody listens.

        Raises:
            UsageError: if the prompt does not say what its game has to be played by.
        """
        bounded = BoundedCall(call=call, game=game_reader(call.game), limits=self._limits)
        completion = _completed(bounded, on_chunk)
        return replace(completion, usage=_usage(call, completion))

    async def close(self) -> None:
        """Nothing is held open."""


def game_reader(game: str) -> GameReader:
    """How the reader plays a game: as the game itself says, or by the talk alone.

    Raises:
        UnknownGame: if there is no such game.
    """
    return (find_game(game).find_part("reader", GameReader) if game else None) or AnyGame()


def _completed(bounded: BoundedCall, on_chunk: OnChunk | None) -> Completion:
    call, game = bounded.taken, bounded.game
    if call.reply:
        filled = Filler(form=call.reply, prompt=call.prompt, game=game, seat=lambda: bounded.seat).fill()
        return Completion(text=json.dumps(filled, ensure_ascii=False))
    if call.options:
        logs = tuple(steady(math.log(each)) for each in _weights(call, bounded.seat))
        return Completion(text=call.options[0], logprobs=tuple(zip(call.options, logs, strict=True)))
    return Completion(text=_spoken(call, bounded.seat, on_chunk))


def _weights(call: Call, seat: SeatReader) -> Sequence[float]:
    """By what they are for; else by suspicion, where the options are players, and even where they are not."""
    if isinstance(call.wants, WeighedPurpose):
        return call.wants.weigh(seat, call.options)
    if set(call.options) <= set(seat.names):
        return [max(_LEAST, seat.suspicion(name)) for name in call.options]
    return [1 / len(call.options)] * len(call.options)


def _spoken(call: Call, seat: SeatReader, on_chunk: OnChunk | None) -> str:
    purpose = call.wants if isinstance(call.wants, Speech | Talk) else Talk(among="everybody")
    own = call.wants.say(seat) if isinstance(call.wants, Spoken) else None
    manner = Manner(
        traits=traits_of(call.prompt),
        language=call.prompt.language,
        by=seat.me,
        to=purpose.to if isinstance(purpose, Speech) else None,
        names=seat.names,
        heard="\n".join(part.text for part in call.prompt.user),
    )
    sentences = seat.speech(purpose) if own is None else own
    return _streamed(manner.spoken(sentences, seat.limit), call, on_chunk)


def _usage(call: Call, completion: Completion) -> Usage:
    """What a model would have been charged for: tokens as Parlour estimates them, no time and no price."""
    parts = (*call.prompt.system, *call.prompt.user)
    return Usage(
        input_tokens=sum(count_tokens(part.text) for part in parts),
        output_tokens=count_tokens(completion.text),
    )


def _streamed(sentences: Sequence[str], call: Call, on_chunk: OnChunk | None) -> str:
    """The sentences as one speech, told one by one where somebody listens."""
    gap = words("phrases", call.prompt.language)["gap"]
    if on_chunk:
        for number, sentence in enumerate(sentences):
            on_chunk(gap + sentence if number else sentence)
    return gap.join(sentences)


def _open(model: str, context: int | None) -> Reader:
    return Reader(name=model, context=context or CONTEXT, limits=read_limits(model))


KIND = ProviderKind(
    form=READER,
    starts=(READER,),
    example=READER,
    says="no language model: reads what is said in its own language and reasons by rule; instant, offline",
    opener=_open,
    options=OPTIONS,
)
"""How it is named, among all that can be."""
