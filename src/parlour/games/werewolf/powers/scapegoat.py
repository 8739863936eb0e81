"""The scapegoat, who goes where a vote is tied, and may keep somebody from the next one.

Source: *The Werewolves of Millers Hollow: New Moon* (des Pallières and Marly), 替罪羊. There any number may
be kept from voting; here it is one at most.
"""

from __future__ import annotations

from typing import ClassVar

from parlour.core import Action, Event, Player, Request, RequestKind, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard, PowerMark
from parlour.games.werewolf.powers.power import OUTVOTED, Consequence, Death, DeathCause, Power, Tells


class ScapegoatPower(Power):
    """Bears the blame for a tie."""

    tells: ClassVar[Tells] = {kinds.BAR: kinds.BARRED}

    def takes_tie(self, board: NightBoard, player: Player) -> Event | None:
        """It goes for those who are tied, and the card is shown."""
        return event(kinds.SCAPEGOATED, chosen=(player,))

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """Whom to keep from the vote of tomorrow."""
        return kinds.BAR if death.cause is DeathCause.TIE else None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Everybody hears who has no vote tomorrow."""
        marked = PowerMark(kind=kinds.BAR.name, by=request.player, on=action.chosen)
        told = [event(kinds.BARRED, actor=request.player, chosen=action.chosen)] if action.chosen else []
        return Consequence(board=board.with_marks(marked), told=told)


def barred(board: NightBoard) -> tuple[Player, ...]:
    """Whom the scapegoat keeps from the coming vote: whoever was named since the last one."""
    last = next((mark for mark in reversed(board.marks) if mark.kind in (kinds.BAR, OUTVOTED)), None)
    return last.on if last and last.kind == kinds.BAR else ()
