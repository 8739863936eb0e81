"""The state of a table at a moment for one viewer, as a stage shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from parlour.core import EventKind, Player, event_kinds
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import Grid, SeatReading, measure, standing

ArrowKind = Literal["speech", "vote", "suspicion"]


@dataclass(frozen=True, kw_only=True)
class StageArrow:
    """An arrow from one player to another.

    Attributes:
        kind: a speech, a vote, or a suspicion.
        by: the first player.
        of: the second player.
        strength: above 0, up to 1: how strong a suspicion is; 1 of all else.
    """

    kind: ArrowKind
    by: Player
    of: Player
    strength: float = 1.0


@dataclass(kw_only=True)
class StageState:
    """The state of a table, read from its lines one by one.

    Roles are known as far as the viewer knows them: its own, its fellows' and revealed ones.
    """

    kinds: Mapping[str, EventKind]
    fates: dict[Player, EventKind] = field(default_factory=dict[Player, EventKind])
    roles: dict[Player, str] = field(default_factory=dict[Player, str])
    opened: EventKind | None = None
    round: int = 0
    speech: FeedLine | None = None
    ballots: list[FeedLine] = field(default_factory=list[FeedLine])
    won: dict[str, FeedLine] = field(default_factory=dict[str, FeedLine])

    def take(self, line: FeedLine) -> None:
        """Reads a line; thoughts change nothing."""
        kind = kind_of(line, self.kinds)
        if kind is None:
            return
        if kind.removes:
            self.fates.update(dict.fromkeys(line.chosen, kind))
        if line.role:
            shown = dict.fromkeys(_players_shown(kind, line), line.role)
            is_hearsay = kind == event_kinds.FELLOWS  # it calls all of a side alike
            self.roles = {**shown, **self.roles} if is_hearsay else {**self.roles, **shown}
        if kind.dealt:
            return
        if is_vote(kind):
            self.ballots.append(line)
        elif kind.opens or kind.utterance:
            self.ballots.clear()
        self.speech = line if kind.utterance else None
        if kind.opens:
            self.opened, self.round = kind, line.round
        if kind == event_kinds.WON:
            self.won[line.case or ""] = line

    @property
    def is_night(self) -> bool:
        """True during the night of the game."""
        return self.opened == event_kinds.NIGHT and not self.won

    def arrows(self) -> Iterator[StageArrow]:
        """Yields the last speech's arrow and the arrows of the latest votes."""
        if self.speech and self.speech.actor and self.speech.to:
            yield StageArrow(kind="speech", by=self.speech.actor, of=self.speech.to)
        for ballot in self.ballots:
            for name in ballot.chosen:
                yield StageArrow(kind="vote", by=ballot.actor or "", of=name)

    def count(self, player: Player) -> int:
        """Counts a player's votes in the latest count."""
        return sum(player in ballot.chosen for ballot in self.ballots)


def kind_of(line: FeedLine, kinds: Mapping[str, EventKind]) -> EventKind | None:
    """Returns the event kind of a line; None for a line that is no event of the game."""
    return kinds.get(line.kind) if line.type == "event" else None


def is_vote(kind: EventKind) -> bool:
    """Tests for a ballot, polls that decide nothing included."""
    return kind in (event_kinds.VOTED, event_kinds.POLLED)


def suspicions(
    told: Iterable[SeatReading], players: Sequence[Player], until: int | None = None
) -> tuple[StageArrow, ...]:
    """Returns each player's strongest suspicion by its plainest measure; none in a tie."""
    plain: dict[tuple[Player, str], Grid] = {}
    for grid in sorted(standing(told, players, until), key=lambda each: measure(each.measure).rank):
        if measure(grid.measure).rank:
            for by in grid.rows:
                plain.setdefault((by, grid.case), grid)
    found: dict[tuple[Player, Player], float] = {}
    for (by, _), grid in plain.items():
        held = {of: grid.cells[by, of].suspicion for of in grid.columns if (by, of) in grid.cells}
        most = max(held.values(), default=0.0)
        top = [of for of, suspicion in held.items() if suspicion == most]
        if most > 0 and len(top) == 1:
            found[by, top[0]] = max(most, found.get((by, top[0]), 0.0))
    return tuple(
        StageArrow(kind="suspicion", by=by, of=of, strength=most)
        for (by, of), most in found.items()
        if by in players and of in players and by != of
    )


def _players_shown(kind: EventKind, line: FeedLine) -> tuple[Player, ...]:
    match kind:
        case event_kinds.ROLE:
            return (line.actor,) if line.actor else ()
        case event_kinds.FELLOWS | event_kinds.REVEALED:
            return line.chosen
        case _:
            return ()
