"""Cupid, who makes two players fall in love; lovers of two sides are a side of their own.

Source: *The Werewolves of Millers Hollow* (des Pallières and Marly), 丘比特. A lover dies of grief with the
other. Two lovers of different sides win as the last two who live; Cupid does not win with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Action, Event, Player, Request, event, private
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Death, DeathCause, Due, Night, Power, Tells
from parlour.games.werewolf.roles import Team

PAIR = 2


class CupidPower(Power):
    """Chooses two lovers in the first night."""

    tells: ClassVar[Tells] = {kinds.LINK: kinds.LINKED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Any two, once: whoever chose nobody in the first night has passed."""
        is_first = not any(mark.kind == kinds.LINK for mark in board.marks)
        if is_first and kinds.LINK not in night.done:
            yield Due(
                player=player, kind=kinds.LINK, options=board.living, most=PAIR, or_none=True, least=PAIR
            )

    def brings(self, board: NightBoard, request: Request, action: Action, number: int) -> Iterator[Event]:
        """Each learns who the other is, and not what."""
        for lover in action.chosen:
            beloved = tuple(name for name in action.chosen if name != lover)
            yield private(kinds.LOVED, lover, chosen=beloved)

    def follows(self, board: NightBoard, death: Death) -> Iterator[tuple[Death, Event]]:
        """The other lover."""
        pair = board.marked(kinds.LINK)
        if death.player in pair:
            for lover in pair:
                if lover in board.living:
                    grief = event(kinds.GRIEVED, actor=death.player, chosen=(lover,))
                    yield Death(player=lover, cause=DeathCause.GRIEF), grief

    def side(self, board: NightBoard, player: Player) -> Team | None:
        """Lovers of two sides are on neither."""
        return Team.LOVERS if player in _torn(board) else None

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        """While two lovers of two sides live, the one in the pack no longer counts for it."""
        torn = [player for player in _torn(board) if player in board.living]
        if not torn:
            return usual
        if len(torn) == len(board.living):
            return Team.LOVERS
        loyal = [wolf for wolf in board.wolves if wolf not in torn]
        return Team.WEREWOLF if 2 * len(loyal) >= len(board.living) else None


def _torn(board: NightBoard) -> tuple[Player, ...]:
    """The lovers, if they are of two sides."""
    pair = board.marked(kinds.LINK)
    return pair if len({board.role(player).team for player in pair}) > 1 else ()
