"""The mayor's badge, an office and no role: whoever has it votes with more weight, and hands it on in death.

Source: the sheriff of *The Werewolves of Millers Hollow* (des Pallières and Marly), whose vote counts twice,
and 警长 of the Chinese game, whose vote counts one and a half times. Everybody stands for it; a tie is
settled by lot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from parlour.core import Action, Event, Player, Request, RequestKind, chance, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard, PowerMark
from parlour.games.werewolf.powers.power import Consequence, Death, Power, Tells

_BADGE = "badge"
_HALVES: Mapping[str, int] = {"half": 3, "double": 4}
"""What a vote of the mayor counts, in halves of a vote."""


class BadgePower(Power):
    """The mayor's weight, and the mayor's heir."""

    tells: ClassVar[Tells] = {kinds.ELECT: kinds.NAMED, kinds.BEQUEATH: kinds.BEQUEATHED}

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """To whom the badge goes."""
        return kinds.BEQUEATH if death.player == mayor(board) else None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """The heir has it, or nobody ever again."""
        return Consequence(
            board=board.with_marks(PowerMark(kind=_BADGE, by=request.player, on=action.chosen)),
            told=[event(kinds.BEQUEATHED, actor=request.player, chosen=action.chosen)],
        )


def mayor(board: NightBoard) -> Player | None:
    """Who has the badge, the latest mayor also once dead."""
    return next(iter(board.latest(_BADGE)), None)


def halves(board: NightBoard, voter: Player) -> int:
    """What somebody's vote counts, in halves of a vote."""
    return _HALVES.get(board.setup.badge, 2) if voter == mayor(board) else 2


def may_elect(board: NightBoard) -> bool:
    """Whether the table still has to elect its mayor."""
    return board.setup.badge != "none" and not any(mark.kind == _BADGE for mark in board.marks)


def elected(
    board: NightBoard, taken: Sequence[tuple[Request, Action]], number: int
) -> tuple[NightBoard, list[Event]]:
    """Whom most want has the badge, of equals one by lot of the match seed; nobody where nobody is named."""
    told = [event(kinds.NAMED, actor=request.player, chosen=action.chosen) for request, action in taken]
    votes = Counter(name for _, action in taken for name in action.chosen)
    most = [name for name in board.living if votes and votes[name] == max(votes.values())]
    chosen = (chance(board.seed, "elected", number).choice(most),) if most else ()
    mark = PowerMark(kind=_BADGE, by=next(iter(chosen), ""), on=chosen)
    return board.with_marks(mark), [*told, event(kinds.ELECTED, chosen=chosen)]
