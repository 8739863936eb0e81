"""Records of mysteries made by hand: what happened at a table of three."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlour.arena import Item, Record, RecordedCall, Seat, Setup, Status, entry
from parlour.games.mystery import MysterySetup, Script
from parlour.llm import Language

PLAYERS = ("Ann", "Bo", "Cy")


def make_record(
    items: Iterable[Item] = (),
    calls: Sequence[RecordedCall] = (),
    victims: Mapping[str, Sequence[str]] | None = None,
    questions: Sequence[Mapping[str, object]] = (),
    language: Language = "en",
) -> Record:
    """A record of a table of Ann, Bo and Cy, where Bo killed Vic."""
    killed = {"Vic": ("Bo",)} if victims is None else victims
    script = Script.model_validate(
        {
            "title": "The Mill",
            "language": language,
            "characters": [{"name": name, "acts": ["You were there."]} for name in PLAYERS],
            "victims": [{"name": name, "murderers": list(by)} for name, by in killed.items()],
            "questions": list(questions),
        }
    )
    setup = Setup(
        game=MysterySetup(script=script),
        seed=1,
        language=language,
        seats=tuple(Seat(player=name, method="random") for name in PLAYERS),
    )
    return Record(
        match="m1",
        setup=setup,
        status=Status.FINISHED,
        started="2025-01-01T00:00:00Z",
        entries=tuple(entry(number, item) for number, item in enumerate(items)),
        calls=tuple(calls),
    )
