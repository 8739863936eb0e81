"""The day of Werewolf: the order of speech, the vote, what follows from a death, and who has won.

A death can bring others and a last act of the dead (`fall`). Who has won: the trust paper, appendix E.4
(`winner`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.core import CaseOutcome, Event, Outcome, Player, RequestKind, chance, quick_init
from parlour.games.werewolf import kinds
from parlour.games.werewolf.powers import (
    BADGE,
    STAYED,
    Death,
    Night,
    barred_players,
    halves,
    others,
    power_of,
    table_powers,
)
from parlour.games.werewolf.powers.power import NightBoard
from parlour.games.werewolf.setup import Team


def speakers(board: NightBoard, fallen: Sequence[Player], number: int) -> tuple[Player, ...]:
    """Returns all speakers before the vote, in seat order from the opener."""
    seats, living = board.setup.players, board.living
    opener = living[0]
    if board.setup.opens == "lot":
        opener = chance(board.seed, "opens", number).choice(living)
    elif board.setup.opens == "next" and fallen:
        gone = seats.index(fallen[0])
        opener = next(player for player in (*seats[gone:], *seats[:gone]) if player in living)
    turn = living.index(opener)
    return (living[turn:] + living[:turn]) * board.setup.discussions


@quick_init
@dataclass(frozen=True, kw_only=True)
class VoteOutcome:
    """The outcome of a vote."""

    tied: tuple[Player, ...] = ()
    eliminated: Player | None = None
    is_again: bool = False


def voters(board: NightBoard) -> tuple[Player, ...]:
    """Returns the living players who have a vote, in seat order."""
    return others(candidates(board), *barred_players(board))


def candidates(board: NightBoard) -> tuple[Player, ...]:
    """Returns the players who can be voted for, in seat order."""
    return others(board.living, *board.marked_players(STAYED))


def count(
    board: NightBoard, night: Night, cast: Mapping[Player, Player], number: int, *, is_runoff: bool
) -> VoteOutcome:
    """Counts a vote: the player with most votes is out (the trust paper, appendix E.3), ties as set up."""
    votes = Counter[Player]()
    for voter, name in cast.items():
        votes[name] += halves(board, voter)
    for power in table_powers(board, "votes"):
        votes.update({name: 2 * extra for name, extra in power.votes(night) if name in board.living})
    highest = max(votes.values(), default=0)
    most = tuple(player for player in board.living if votes and votes[player] == highest)
    if len(most) < 2:
        return VoteOutcome(eliminated=next(iter(most), None))
    match board.setup.ties:
        case "lot":
            return VoteOutcome(tied=most, eliminated=chance(board.seed, "tie", number).choice(most))
        case "runoff":
            return VoteOutcome(tied=most, is_again=not is_runoff)
        case "nobody":
            return VoteOutcome(tied=most)


@quick_init
@dataclass(frozen=True, kw_only=True)
class LastAct:
    """A decision that a dead player may still make."""

    player: Player
    kind: RequestKind
    is_harmless: bool = False


@quick_init
@dataclass(frozen=True, kw_only=True)
class Burial:
    """The consequences of some deaths."""

    board: NightBoard
    told: tuple[tuple[Event, Player | None], ...] = ()
    acts: tuple[LastAct, ...] = ()


def fall(board: NightBoard, deaths: Sequence[Death]) -> Burial:
    """Returns the consequences of deaths, including the deaths that follow from them."""
    if not deaths:
        return Burial(board=board)
    told, acts, dying = list[tuple[Event, Player | None]](), list[LastAct](), list(deaths)
    while dying:
        acts += [act for death in dying for act in _last_acts(board, death)]
        after = board.without(*(death.player for death in dying))
        for death in dying:
            if came := power_of(board, death.player).falls(after, death):
                after = came.board
                told += [(event, None) for event in came.told]
        found = {other.player: (other, event) for other, event in _followers(after, dying)}
        told += [(event, other.player) for other, event in found.values()]
        board, dying = after, [other for other, _ in found.values()]
    return Burial(board=board, told=tuple(told), acts=tuple(sorted(acts, key=lambda act: act.is_harmless)))


def _last_acts(board: NightBoard, death: Death) -> Iterator[LastAct]:
    if kind := power_of(board, death.player).last_act(board, death):
        yield LastAct(player=death.player, kind=kind, is_harmless=kind is not kinds.SHOOT)
    if kind := BADGE.last_act(board, death):
        yield LastAct(player=death.player, kind=kind, is_harmless=True)


def _followers(board: NightBoard, deaths: Sequence[Death]) -> Iterator[tuple[Death, Event]]:
    for death in deaths:
        for power in table_powers(board, "follows"):
            yield from power.follows(board, death)


WEREWOLVES = "werewolves"
"""The one hidden question of the game: who they are."""


def winner(board: NightBoard) -> Team | None:
    """Returns the good once no werewolf lives, the werewolves once they are as many as all others, else None.

    Without `parity` the werewolves win once all others are dead, as in the trust paper's released code.
    A power that is dealt may change the winner.
    """
    side = _usual_winner(board)
    for power in table_powers(board, "wins"):
        side = power.wins(board, side)
    return side


def _usual_winner(board: NightBoard) -> Team | None:
    if not board.wolves:
        return Team.GOOD
    needed = len(board.prey) if board.setup.parity else len(board.living)
    return Team.WEREWOLF if len(board.wolves) >= needed else None


def sides(board: NightBoard) -> Mapping[Player, Team]:
    """Returns the current side of each player."""
    told = {player: board.role(player).team for player in board.setup.players}
    for power in table_powers(board, "side"):
        told |= {player: side for player in told if (side := power.side(board, player))}
    return told


def outcome(board: NightBoard, voted_out: Player | None) -> Outcome:
    """Returns the end of the match; without a winner if its days ran out."""
    end = CaseOutcome(case=WEREWOLVES, eliminated=voted_out, truth=board.pack, winner=winner(board))
    return Outcome(cases=(end,))
