"""The symbolic reader: a provider that parses the controlled language, and reasons and answers in it.

The reader gets a call and nothing else: no game, no script, and no memory of earlier calls except a cache
of parsed texts. The call names the game; the game's package brings how the reader plays it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp

from parlour.core import find_game
from parlour.language.facts import Language, Name
from parlour.llm import (
    BUILT_IN,
    Call,
    Completion,
    OnChunk,
    Prompt,
    ProviderKind,
    Speech,
    Talk,
    Usage,
    count_tokens,
)
from parlour.reader.character import Manner, traits_of
from parlour.reader.evidence import meant, read_lines
from parlour.reader.filling import Filler
from parlour.reader.limits import IDEAL, OPTIONS, BoundedCall, Limits, read_limits
from parlour.reader.parsed_prompt import ParsedPrompt, Said, discusses_freely
from parlour.reader.phrases import KIT, TableNames, words
from parlour.reader.seat import GameReader, SeatReader, Spoken, WeighedPurpose, steady
from parlour.reader.talk_seat import TalkSeat

_EVEN, _SCORE = -1.0, 10.0
"""The logarithm of the odds of a player without any evidence, and the score that moves it by 1."""


@dataclass(frozen=True, kw_only=True)
class AnyPrompt(ParsedPrompt):
    """A prompt of any game."""

    package = KIT
    heard: tuple[tuple[Name, Said], ...]

    @property
    def round(self) -> int:
        """The number of the reader's rounds of speech so far, plus one."""
        return max((statement.round for by, statement in self.heard if by == self.me), default=0) + 1

    @cached_property
    def occasion(self) -> str:
        """A digest of the match and of every public fact."""
        return hashlib.sha256(f"{self.draw_seed}{self.heard}".encode()).hexdigest()

    def _read_talk(self) -> Iterable[Said]:
        return (statement for _, statement in self.heard)


@dataclass(frozen=True, kw_only=True)
class AnySeat(TalkSeat):
    """A player of any game."""

    parsed: AnyPrompt

    @property
    def prompt(self) -> AnyPrompt:
        return self.parsed

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """Scores a player by other players' statements; repeated statements of one fact count once."""
        weight = sum(
            score if does == "attack" else -score
            for pair in dict.fromkeys((statement.by, statement.fact) for statement in self.prompt.statements)
            for who, does, score in meant(pair[1])
            if who == name != pair[0]
        )
        return 1 / (1 + exp(-_EVEN - weight / _SCORE))


@dataclass(frozen=True, kw_only=True)
class AnyGame:
    """A `GameReader` for every game; a game's own part may extend it."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> SeatReader:
        """Returns the player that a prompt is for."""
        table = TableNames(prompt.language, tuple(players) or (prompt.player,))
        texts = [part.text for part in prompt.user]
        statements = (
            (by, statement)
            for text in texts
            for by, statement in read_lines(text, prompt.language, table.players)
        )
        attributed = tuple(
            (by, Said(by=by, fact=statement.fact, round=1)) for by, statement in statements if by
        )
        task = "\n\n".join(texts)
        return AnySeat(
            parsed=AnyPrompt(
                table=table,
                me=prompt.player,
                role="",
                lines=(),
                task=task,
                draw_seed=prompt.draw_seed,
                is_free=discusses_freely(prompt),
                heard=attributed,
            )
        )

    def people(self, prompt: Prompt) -> tuple[Name, ...]:
        return ()

    def themes(self, language: Language) -> list[str]:
        """Returns the themes of talk among players of whom some hide."""
        return list(words("themes", language)["themes"])


CONTEXT = 1_000_000
SLOTS = 64
_LEAST = 1e-6
"""The least weight of an option: nothing is quite impossible."""


class Reader:
    """A provider without a language model."""

    slots = SLOTS

    def __init__(self, *, name: str = BUILT_IN, context: int = CONTEXT, limits: Limits = IDEAL) -> None:
        self.name, self.context, self._limits = name, context, limits

    def price(self, input_tokens: int, output_tokens: int) -> float:
        return 0.0

    def worst_price(self, call: Call) -> float:
        return 0.0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes one call, streaming it by sentences if there is a listener.

        Raises:
            UsageError: if the prompt does not say what its game has to be played by.
        """
        bounded = BoundedCall(call=call, game=game_reader(call.game), limits=self._limits)
        completion = _complete(bounded, on_chunk)
        return replace(completion, usage=_usage(call, completion))

    async def close(self) -> None:
        """Does nothing, since the reader holds nothing open."""


def game_reader(game: str) -> GameReader:
    """Returns the reader of a game: its part `reader`, or one that uses the talk alone.

    Raises:
        UnknownGame: if there is no such game.
    """
    return (find_game(game).find_part("reader", GameReader) if game else None) or AnyGame()


def _complete(bounded: BoundedCall, on_chunk: OnChunk | None) -> Completion:
    call, game = bounded.taken, bounded.game
    if call.reply:
        filled = Filler(form=call.reply, prompt=call.prompt, game=game, seat=lambda: bounded.seat).fill()
        return Completion(text=json.dumps(filled, ensure_ascii=False))
    if call.options:
        logs = tuple(steady(math.log(weight)) for weight in _weights(call, bounded.seat))
        return Completion(text=call.options[0], logprobs=tuple(zip(call.options, logs, strict=True)))
    return Completion(text=_spoken(call, bounded.seat, on_chunk))


def _weights(call: Call, seat: SeatReader) -> Sequence[float]:
    """Returns weights by the declared purpose; else by suspicion of players, or equal ones."""
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
    return _stream(manner.spoken(sentences, seat.limit), call, on_chunk)


def _usage(call: Call, completion: Completion) -> Usage:
    """Returns the estimated usage: tokens by Parlour's count, without time and price."""
    parts = (*call.prompt.system, *call.prompt.user)
    return Usage(
        input_tokens=sum(count_tokens(part.text) for part in parts),
        output_tokens=count_tokens(completion.text),
    )


def _stream(sentences: Sequence[str], call: Call, on_chunk: OnChunk | None) -> str:
    """Returns the sentences as one speech, streamed one by one if there is a listener."""
    gap = words("phrases", call.prompt.language)["gap"]
    if on_chunk:
        for number, sentence in enumerate(sentences):
            on_chunk(gap + sentence if number else sentence)
    return gap.join(sentences)


def _open(model: str, context: int | None) -> Reader:
    return Reader(name=model, context=context or CONTEXT, limits=read_limits(model))


KIND = ProviderKind(
    form=BUILT_IN,
    starts=(BUILT_IN,),
    example=BUILT_IN,
    says="no language model: reads what is said in its own language and reasons by rule; instant, offline",
    opener=_open,
    options=OPTIONS,
    is_rule_based=True,
)
"""The reader among all kinds of model."""
