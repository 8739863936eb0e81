"""The hunter, who may take somebody along when dying by attack or vote, not by poison."""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar

from parlour.core import Action, Request, RequestKind, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Consequence, Death, DeathCause, Power, Tells


class HunterPower(Power):
    """Shoots as it dies.

    Attributes:
        shoots_at: the deaths at which it may shoot.
    """

    tells: ClassVar[Tells] = {kinds.SHOOT: kinds.SHOT}
    shoots_at: ClassVar[Set[DeathCause]] = frozenset({DeathCause.ATTACK, DeathCause.VOTE, DeathCause.SHOT})

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """Whom to shoot."""
        return kinds.SHOOT if death.cause in self.shoots_at else None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Whoever is shot dies; of a shot that is not fired nobody hears, as if there had been no hunter."""
        if not action.chosen:
            return Consequence(board=board)
        return Consequence(
            board=board,
            told=[event(kinds.SHOT, actor=request.player, chosen=action.chosen)],
            deaths=[Death(player=action.chosen[0], cause=DeathCause.SHOT)],
        )
