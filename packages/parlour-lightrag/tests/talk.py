"""A small table talk, what is asked about it, and whoever answers."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.agents.memory import Query, Segment
from parlour.core import GameSetup, asked_model
from parlour.language.wording import rules
from parlour.llm import Call, Completion, Language, OnChunk, Part, Usage

TALK: tuple[str, ...] = (
    "Player 1 says: I am no werewolf.",
    "Player 2 says: I suspect Player 5 a little.",
    "Player 3 says: I am the seer. On night 1, Player 2 was shown to me as a werewolf.",
    "Player 4 says: I trust Player 3 up to a point.",
    "Player 5 says: I am going to vote for Player 2.",
    "Player 6 says: It was a quiet night.",
)


def table(game: str, language: Language = "en") -> GameSetup:
    return asked_model(game)().deal(1, language)


def head(game: str = "werewolf", language: Language = "en") -> tuple[Part, ...]:
    """What a prompt about that table begins with."""
    return (Part(text=rules(table(game, language))),)


def segments(texts: Sequence[str] = TALK) -> list[Segment]:
    return [Segment(text=text, events=(number,)) for number, text in enumerate(texts)]


def query(text: str = "Is Player 2 a werewolf?") -> Query:
    return Query(player="Player 1", request="9.vote.Player 1", purpose="older", text=text, language="en")


class Saying:
    """A provider that always says the same."""

    name, context, slots = "saying", 4096, 4

    def __init__(self, reply: str) -> None:
        self.reply = reply
        self.calls: list[Call] = []

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        del on_chunk
        self.calls.append(call)
        return Completion(text=self.reply, usage=Usage(input_tokens=10, output_tokens=2))

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        del input_tokens, output_tokens
        return 0.0

    def worst_price(self, call: Call) -> float:
        del call
        return 0.0

    async def close(self) -> None:
        pass
