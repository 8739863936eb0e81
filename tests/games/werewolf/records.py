"""Records of Werewolf made by hand: who did what to whom, and what they thought and said before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.agents import Thought
from parlour.arena import Act, Item, Note, Record, Seat, Setup, Status, entry
from parlour.core import Event, EventKind, Player, event_kinds
from parlour.games.werewolf import WEREWOLVES, Team, kinds
from parlour.llm import Language
from tests.arena.werewolves import werewolves

LETTERS = "wwwsxgvv"
"""Players 1 to 3 are werewolves, then come seer, witch and guard, and two villagers."""
P1, P2, P3, P4, P5, P6, P7, P8 = (f"Player {seat}" for seat in range(1, 9))
HERO, RIVAL = "gratr", "plain:window=15"

Deed = tuple[Player, EventKind, Player]
Trust = Mapping[Player, float]


class Story:
    def __init__(self) -> None:
        self.items: list[Item] = []
        self._events = 0

    def does(
        self,
        player: Player,
        kind: EventKind,
        *targets: Player,
        day: int = 1,
        trust: Trust | None = None,
        is_fallback: bool = False,
    ) -> Story:
        request = f"{len(self.items)}.{kind}.{player}"
        if trust is not None:
            thought = Thought(kind="trust", case=WEREWOLVES, body=dict(trust))
            self.items.append(Note(request=request, player=player, thought=thought))
        self.items.append(Act(request=request, player=player, chosen=targets, is_fallback=is_fallback))
        return self._event(kind, round=day, actor=player, chosen=targets)

    def says(self, player: Player, text: str, *, day: int = 1) -> Story:
        self.items.append(Act(request=f"{len(self.items)}.speak.{player}", player=player, speech=text))
        return self._event(event_kinds.SPOKE, round=day, actor=player, text=text)

    def learns(self, player: Player, kind: EventKind, *about: Player) -> Story:
        return self._event(kind, actor=player, chosen=about, visible_to=frozenset({player}))

    def befalls(self, kind: EventKind, *players: Player) -> Story:
        return self._event(kind, chosen=players)

    def ends(self, winner: Team | None) -> Story:
        return self._event(event_kinds.WON, chosen=(winner,) if winner else ())

    def _event(self, kind: EventKind, **told: object) -> Story:
        self.items.append(Event(number=self._events, kind=kind, **told))  # pyright: ignore[reportArgumentType]
        self._events += 1
        return self

    def record(
        self,
        *,
        letters: str = LETTERS,
        language: Language = "en",
        methods: Sequence[str] = (RIVAL, RIVAL, RIVAL, HERO, HERO, HERO, HERO, RIVAL),
    ) -> Record:
        game = werewolves(letters, language)
        seats = tuple(
            Seat(player=player, method=method) for player, method in zip(game.players, methods, strict=True)
        )
        return Record(
            match="m1",
            setup=Setup(game=game, seed=1, language=language, seats=seats),
            status=Status.FINISHED,
            started="2026-01-01T00:00:00Z",
            entries=tuple(entry(number, item) for number, item in enumerate(self.items)),
        )


def every_deed() -> Iterator[Deed]:
    for target in (P1, P7):
        yield P5, kinds.POISONED, target
        yield P5, kinds.SAVED, target
        yield P6, kinds.PROTECTED, target
        yield P4, event_kinds.CHECKED, target
        yield from ((voter, event_kinds.VOTED, target) for voter in (P2, P4, P8))
        yield P2, kinds.TARGETED, target
