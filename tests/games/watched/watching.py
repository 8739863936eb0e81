"""Matches of watchers beside games of our own making."""

from __future__ import annotations

import asyncio

from parlour.agents.memory import BM25
from parlour.arena import Record, Seating, Setup, lay_seats, lay_table
from parlour.experiments.conformance import check_match
from parlour.games.watched import WatchedSetup
from parlour.lab.transcripts import GameTranscript, Happening
from parlour.llm import BUILT_IN, Language, ModelPool
from tests.lab.watching.recorded import SEATS, said, voted


def laid(
    transcript: GameTranscript,
    method: str = "plain",
    *,
    chair: str | None = None,
    language: Language = "en",
    labels: bool = False,
    name: str = "watched-onenight",
) -> Setup:
    asked = {"name": name, "chair": chair, "language": language, "labels": labels}
    setup = WatchedSetup.model_validate({**asked, "transcript": transcript})

    async def seats():
        async with ModelPool() as models:
            return lay_seats(setup, 1, Seating(method=method, model=BUILT_IN), models.window)

    return lay_table(setup, 1, asyncio.run(seats()), embedding=BM25, elicits=True)


def watched(transcript: GameTranscript, method: str = "plain", **options: object) -> Record:
    return check_match(laid(transcript, method, **options))  # pyright: ignore[reportArgumentType]


def prompts(record: Record) -> list[str]:
    return ["\n".join(part.text for part in (*call.system, *call.user)) for call in record.calls]


def controlled_talk(lines: int = 24) -> tuple[Happening, ...]:
    spoken: list[Happening] = []
    for n in range(lines):
        seat = SEATS[n % 4]
        suspect = "Player 2" if seat != "Player 2" else "Player 1"
        spoken.append(said(seat, f"I suspect {suspect} strongly." if n % 3 else "I am a villager."))
    return (*spoken, *(voted(seat, "Player 2" if seat != "Player 2" else "Player 1") for seat in SEATS))
