"""The registration of recorded games as watched games, found by name and not offered to play."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.core import Game, event_kinds, request_kinds
from parlour.games.watched.machines import MACHINE, MACHINES, PERSON
from parlour.games.watched.rules import DONE, NEWS, OUT, start
from parlour.games.watched.setup import (
    AVALON,
    MAFIA,
    ONE_NIGHT,
    SUBJECTS,
    WATCHED_MACHINES,
    WEREWOLF,
    WatchedSetup,
)
from parlour.lab.watching import WatchedSubject
from parlour.llm import Language


def _make_game(
    name: str, titles: Mapping[Language, str], roles: Mapping[str, str], *subjects: WatchedSubject
) -> Game[WatchedSetup]:
    sought = [role for subject in subjects for role in roles if role in subject.sought]
    return Game(
        protocol=1,
        name=name,
        titles=titles,
        package="parlour.games.watched",
        setup=WatchedSetup,
        start=start,
        teams=tuple(dict.fromkeys(side for subject in subjects for side in subject.sides)),
        seats=(1, 1),
        usual=1,
        requests=(request_kinds.SPEAK, request_kinds.VOTE),
        events=(
            event_kinds.ROLE,
            event_kinds.SPOKE,
            event_kinds.CONFERRED,
            event_kinds.VOTED,
            NEWS,
            DONE,
            OUT,
        ),
        roles=roles,
        sought=tuple(sought),
    )


ONE_NIGHT_WATCHED = _make_game(
    "watched-onenight", {"en": "One Night, watched", "zh": "旁观一夜狼人"}, ONE_NIGHT, SUBJECTS["onenight"]
)
WEREWOLF_WATCHED = _make_game(
    "watched-werewolf",
    {"en": "Werewolf or Mafia, watched", "zh": "旁观狼人杀"},
    {**WEREWOLF, **MAFIA},
    SUBJECTS["werewolf"],
    SUBJECTS["mafia"],
)
AVALON_WATCHED = _make_game(
    "watched-avalon", {"en": "Avalon, watched", "zh": "旁观阿瓦隆"}, AVALON, SUBJECTS["avalon"]
)
MACHINES_WATCHED = _make_game(
    WATCHED_MACHINES,
    {"en": "Who is a machine, watched", "zh": "旁观谁是机器"},
    {PERSON: PERSON, MACHINE: MACHINE},
    MACHINES,
)
