"""What happened and who may know."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.kinds import EventKind
from parlour.core.request import Player


@dataclass(frozen=True, kw_only=True)
class Event:
    """What happened, and who may know.

    Attributes:
        number: position among the match's events, from 0.
        kind: what happened.
        round: the round it happened in, from 1; 0 before the first, the last one after it.
        actor: who did it.
        to: who was addressed.
        case: the hidden question it is about.
        chosen: names or letters: who was voted for, eliminated, who killed whom, which side won.
        text: what was said, or what a private paper says.
        role: what the event shows somebody to be: a role that is dealt or revealed, a side that is checked.
        visible_to: who learns of it; None is everybody, the empty set nobody at the table.
    """

    number: int
    kind: EventKind
    round: int = 0
    actor: Player | None = None
    to: Player | None = None
    case: str | None = None
    chosen: tuple[str, ...] = ()
    text: str = ""
    role: str | None = None
    visible_to: frozenset[Player] | None = None

    @property
    def shown(self) -> tuple[Player, ...]:
        """Whose role or side it shows; nobody's where its kind shows none, or nothing was found out."""
        match self.kind.shows if self.role else None:
            case "chosen":
                return self.chosen
            case "to":
                return (self.to,) if self.to else ()
            case None:
                return ()

    def is_visible_to(self, player: Player) -> bool:
        """Whether that player learns of the event."""
        return self.visible_to is None or player in self.visible_to
