"""The powers that act by day, in a vote or in death, and the mayor's badge.

The badge is an office and no role: the mayor's vote has more weight, and the mayor hands the badge on in
death. Source: the sheriff of *The Werewolves of Millers Hollow* (des Pallières and Marly), whose vote counts
twice, and 警长 of the Chinese game, whose vote counts one and a half times. All players stand for it; a tie
is settled by a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import ClassVar

from parlour.core import Action, Event, Player, Request, RequestKind, chance, changed, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.powers.power import (
    OF_THE_VILLAGE,
    OUTVOTED,
    POWERLESS,
    WITHSTOOD,
    Consequence,
    Death,
    DeathCause,
    Due,
    NightBoard,
    Power,
    PowerMark,
    Tells,
    others,
)
from parlour.games.werewolf.setup import Role, Team


class HunterPower(Power):
    """The hunter, who may take another player along when dying by attack or vote, not by poison.

    Attributes:
        shoots_at: the deaths at which it may shoot.
    """

    tells: ClassVar[Tells] = {kinds.SHOOT: kinds.SHOT}
    shoots_at: ClassVar[Set[DeathCause]] = frozenset({DeathCause.ATTACK, DeathCause.VOTE, DeathCause.SHOT})

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """Asks for the player to shoot."""
        return kinds.SHOOT if death.cause in self.shoots_at else None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Kills the chosen player; a shot that is not fired stays secret."""
        if not action.chosen:
            return Consequence(board=board)
        return Consequence(
            board=board,
            told=[event(kinds.SHOT, actor=request.player, chosen=action.chosen)],
            deaths=[Death(player=action.chosen[0], cause=DeathCause.SHOT)],
        )


class BlackWolfKingPower(HunterPower):
    """The black wolf king, a werewolf who shoots as a hunter does when voted out or shot.

    Source: 狼王 or 黑狼王 of the Chinese game, as clubs and 网易狼人杀 play it.
    """

    shoots_at: ClassVar[Set[DeathCause]] = frozenset({DeathCause.VOTE, DeathCause.SHOT})

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Adds the role to the shot's event: the weapon shows the card."""
        came = super().acts(board, request, action)
        return changed(came, told=[changed(each, role=Role.BLACK_WOLF_KING) for each in came.told])


class WhiteWolfKingPower(Power):
    """The white wolf king, who may blow up by day: a player of its choice dies too, and night falls at once.

    Source: 白狼王 of the Chinese game, as clubs and 网易狼人杀 play it. It does so after the talk, before
    the vote.
    """

    tells: ClassVar[Tells] = {kinds.EXPLODE: kinds.EXPLODED}

    def by_day(self, board: NightBoard, player: Player) -> Iterator[Due]:
        """Asks for the player to take along."""
        yield Due(player=player, kind=kinds.EXPLODE, options=others(board.living, player))

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Kills both and ends the day."""
        if not action.chosen:
            return Consequence(board=board)
        gone = (request.player, *action.chosen)
        return Consequence(
            board=board,
            told=[event(kinds.EXPLODED, actor=request.player, chosen=gone)],
            deaths=[Death(player=player, cause=DeathCause.BLAST) for player in gone],
            is_dusk=True,
        )


class IdiotPower(Power):
    """The idiot, who shows the card when voted out, and stays without a vote.

    Source: the village idiot of *The Werewolves of Millers Hollow: New Moon* (des Pallières and Marly) and
    白痴 of the Chinese game; that the idiot cannot be voted for again is the Chinese rule.
    """

    def stays(self, board: NightBoard, player: Player) -> Event | None:
        """Shows the card."""
        return event(kinds.EXPOSED, chosen=(player,), role=Role.IDIOT)


class ElderPower(Power):
    """The elder, who survives a first attack, and whose death by the village costs the good side its powers.

    Source: the elder of *The Werewolves of Millers Hollow: New Moon* (des Pallières and Marly), 长老.
    """

    def withstands(self, board: NightBoard, death: Death) -> bool:
        """Returns true for the first attack."""
        return death.cause is DeathCause.ATTACK and death.player not in board.marked_players(WITHSTOOD)

    def falls(self, board: NightBoard, death: Death) -> Consequence | None:
        """Announces that the powers are lost, and so the elder's role."""
        if death.cause not in OF_THE_VILLAGE:
            return None
        lost: Player = death.player
        return Consequence(
            board=board.with_marks(PowerMark(kind=POWERLESS, by=lost, on=(lost,))),
            told=[event(kinds.LOST_POWERS, chosen=(lost,), role=Role.ELDER)],
        )


class KnightPower(Power):
    """The knight, who may challenge a player by day, once: a werewolf dies of it, or else the knight does.

    Source: 骑士 of the Chinese game, as clubs and 网易狼人杀 play it. After a werewolf's death night falls at
    once; after the knight's own the day goes on.
    """

    tells: ClassVar[Tells] = {kinds.DUEL: kinds.DUELLED}

    def by_day(self, board: NightBoard, player: Player) -> Iterator[Due]:
        """Asks for the player to challenge."""
        if not board.marked_players(kinds.DUEL):
            yield Due(player=player, kind=kinds.DUEL, options=others(board.living, player))

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Kills the challenged werewolf, or else the knight."""
        if not action.chosen:
            return Consequence(board=board)
        [target] = action.chosen
        is_wolf = board.role(target).is_wolf
        loser = target if is_wolf else request.player
        return Consequence(
            board=board.with_marks(PowerMark(kind=kinds.DUEL.name, by=request.player, on=(target,))),
            told=[
                event(
                    kinds.DUELLED,
                    actor=request.player,
                    to=target,
                    chosen=(loser,),
                    role=Team.WEREWOLF if is_wolf else Team.GOOD,
                )
            ],
            deaths=[Death(player=loser, cause=DeathCause.DUEL)],
            is_dusk=is_wolf,
        )


class ScapegoatPower(Power):
    """The scapegoat, who dies of a tied vote, and may bar a player from the next one.

    Source: *The Werewolves of Millers Hollow: New Moon* (des Pallières and Marly), 替罪羊. There any number
    may be kept from voting; here it is one at most.
    """

    tells: ClassVar[Tells] = {kinds.BAR: kinds.BARRED}

    def takes_tie(self, board: NightBoard, player: Player) -> Event | None:
        """Returns the event by which it dies for those who are tied, with its card."""
        return event(kinds.SCAPEGOATED, chosen=(player,))

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """Asks for the player to bar from tomorrow's vote."""
        return kinds.BAR if death.cause is DeathCause.TIE else None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Announces the barred player."""
        marked = PowerMark(kind=kinds.BAR.name, by=request.player, on=action.chosen)
        told = [event(kinds.BARRED, actor=request.player, chosen=action.chosen)] if action.chosen else []
        return Consequence(board=board.with_marks(marked), told=told)


def barred_players(board: NightBoard) -> tuple[Player, ...]:
    """Returns the player barred from the coming vote: the one named since the last vote."""
    last = next((mark for mark in reversed(board.marks) if mark.kind in (kinds.BAR, OUTVOTED)), None)
    return last.on if last and last.kind == kinds.BAR else ()


class TannerPower(Power):
    """The tanner, who has no side and wins by being voted out.

    Source: *Ultimate Werewolf* (Ted Alspach), 皮匠. The game ends with it here, and no other player wins.
    """

    def side(self, board: NightBoard, player: Player) -> Team | None:
        """Returns the tanner's own side if it was voted out, even if it was in love."""
        is_out = board.role(player) is Role.TANNER and player in board.marked_players(OUTVOTED)
        return Team.TANNER if is_out else None

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        """Returns the tanner's side once a vote has put it out."""
        return Team.TANNER if any(self.side(board, player) for player in board.setup.players) else usual


_BADGE = "badge"
_HALVES: Mapping[str, int] = {"half": 3, "double": 4}
"""The weight of the mayor's vote, in halves of a vote."""


class BadgePower(Power):
    """The mayor's weight, and the mayor's heir."""

    tells: ClassVar[Tells] = {kinds.ELECT: kinds.NAMED, kinds.BEQUEATH: kinds.BEQUEATHED}

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """Asks for the heir of the badge."""
        return kinds.BEQUEATH if death.player == mayor(board) else None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Gives the badge to the heir, or ends the office."""
        return Consequence(
            board=board.with_marks(PowerMark(kind=_BADGE, by=request.player, on=action.chosen)),
            told=[event(kinds.BEQUEATHED, actor=request.player, chosen=action.chosen)],
        )


def mayor(board: NightBoard) -> Player | None:
    """Returns the latest mayor, dead or alive."""
    return next(iter(board.latest(_BADGE)), None)


def halves(board: NightBoard, voter: Player) -> int:
    """Returns the weight of a player's vote, in halves of a vote."""
    weight = _HALVES.get(board.setup.badge, 2)
    return weight if weight > 2 and voter == mayor(board) else 2


def may_elect(board: NightBoard) -> bool:
    """Returns true while the mayor is still to be elected."""
    return board.setup.badge != "none" and not any(mark.kind == _BADGE for mark in board.marks)


def elect_mayor(
    board: NightBoard, taken: Sequence[tuple[Request, Action]], number: int
) -> tuple[NightBoard, list[Event]]:
    """Gives the badge to the player named most; the match seed settles a tie."""
    told = [event(kinds.NAMED, actor=request.player, chosen=action.chosen) for request, action in taken]
    votes = Counter(name for _, action in taken for name in action.chosen)
    most = [name for name in board.living if votes and votes[name] == max(votes.values())]
    chosen = (chance(board.seed, "elected", number).choice(most),) if most else ()
    mark = PowerMark(kind=_BADGE, by=next(iter(chosen), ""), on=chosen)
    return board.with_marks(mark), [*told, event(kinds.ELECTED, chosen=chosen)]
