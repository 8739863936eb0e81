"""The day of Werewolf: the order of speech, the vote, what follows from a death, and who has won.

A death can bring others and a last act of the dead (`fall`). Who has won: the trust paper, appendix E.4
(`winner`). Roles beside that paper's are those of *The Werewolves of Millers Hollow* and its expansions (des
Pallières and Marly), of *Ultimate Werewolf* (Ted Alspach: the tanner), or of the Chinese game as clubs and
网易狼人杀 play it. The mayor's badge is an office: the sheriff of Millers Hollow, whose vote counts twice,
and 警长 of the Chinese game, whose vote counts one and a half times. All stand for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from parlour.core import Action, Event, Player, Request, RequestKind, chance, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import (
    OUTVOTED,
    POWERLESS,
    STAYED,
    DeathCause,
    Deaths,
    Due,
    Night,
    NightBoard,
    PowerMark,
    others,
)
from parlour.games.werewolf.setup import Role, Team

WEREWOLVES = "werewolves"
"""The one hidden question of the game: who they are."""
EXTRA = 2
"""The number of votes that a raven adds."""
_BADGE = "badge"
_HALVES: Mapping[str, int] = {"none": 2, "half": 3, "double": 4}
"""The weight of the mayor's vote, in halves of a vote."""
_SHOOTS_AT: Mapping[Role, frozenset[DeathCause]] = {
    Role.HUNTER: frozenset({DeathCause.ATTACK, DeathCause.VOTE, DeathCause.SHOT}),
    Role.BLACK_WOLF_KING: frozenset({DeathCause.VOTE, DeathCause.SHOT}),
}
_OF_THE_VILLAGE = frozenset({DeathCause.POISON, DeathCause.VOTE, DeathCause.SHOT, DeathCause.DUEL})
"""The killings by the village; a werewolf's shot is one, since it looks the same."""


def speakers(board: NightBoard, fallen: Sequence[Player], number: int) -> tuple[Player, ...]:
    """Returns all speakers of that day before the vote, in seat order from the opener; `fallen` by night."""
    seats, living = board.setup.players, board.living
    opener = living[0]
    if board.setup.opens == "lot":
        opener = chance(board.seed, "opens", number).choice(living)
    elif board.setup.opens == "next" and fallen:
        gone = seats.index(fallen[0])
        opener = next(player for player in (*seats[gone:], *seats[:gone]) if player in living)
    turn = living.index(opener)
    return (living[turn:] + living[:turn]) * board.setup.discussions


def voters(board: NightBoard) -> tuple[Player, ...]:
    """Returns the living players who have a vote: a scapegoat may have barred one since the last vote."""
    last = next((mark for mark in reversed(board.marks) if mark.kind in (kinds.BAR, OUTVOTED)), None)
    return others(candidates(board), *(last.on if last and last.kind == kinds.BAR else ()))


def candidates(board: NightBoard) -> tuple[Player, ...]:
    """Returns the players who can be voted for, in seat order."""
    return others(board.living, *board.marked_players(STAYED))


def count(
    board: NightBoard, night: Night, cast: Mapping[Player, Player], number: int
) -> tuple[tuple[Player, ...], Player | None]:
    """Counts a vote: the player with most votes is out (the trust paper, appendix E.3), ties as set up.

    Returns the players who share the most votes, if several do, and the eliminated player, if any.
    """
    votes, chief, weight = Counter[Player](), mayor(board), _HALVES[board.setup.badge]
    for voter, name in cast.items():
        votes[name] += weight if voter == chief else 2
    if (cursed := night.chosen(kinds.CURSE)) in board.living and cursed:
        votes[cursed] += 2 * EXTRA
    highest = max(votes.values(), default=0)
    most = tuple(player for player in board.living if votes and votes[player] == highest)
    if len(most) < 2:
        return (), next(iter(most), None)
    by_lot = board.setup.ties == "lot"
    return most, chance(board.seed, "tie", number).choice(most) if by_lot else None


def dares(board: NightBoard) -> list[Due]:
    """Returns the public acts open before the vote: a white wolf king's blast, a knight's duel, once."""
    open_to = {Role.WHITE_WOLF_KING: kinds.EXPLODE}
    if not board.marked_players(kinds.DUEL):
        open_to[Role.KNIGHT] = kinds.DUEL
    able = ((player, open_to.get(board.power(player))) for player in board.living)
    return [(player, kind, others(board.living, player)) for player, kind in able if kind]


def act(board: NightBoard, request: Request, action: Action) -> tuple[NightBoard, list[Event], Deaths]:
    """Returns the consequences of a public act or a last one; a shot that is not fired stays secret."""
    player, chosen, kind = request.player, action.chosen, request.kind
    mark = PowerMark(kind=kind.name, by=player, on=chosen)
    match kind:
        case kinds.SHOOT if chosen:
            is_king = board.role(player) is Role.BLACK_WOLF_KING  # the weapon shows the card
            role = Role.BLACK_WOLF_KING if is_king else None
            events = [event(kinds.SHOT, actor=player, chosen=chosen, role=role)]
            return board, events, {chosen[0]: DeathCause.SHOT}
        case kinds.EXPLODE if chosen:
            gone = (player, *chosen)
            events = [event(kinds.EXPLODED, actor=player, chosen=gone)]
            return board, events, dict.fromkeys(gone, DeathCause.BLAST)
        case kinds.DUEL if chosen:
            is_wolf = board.role(chosen[0]).is_wolf
            loser, side = (chosen[0], Team.WEREWOLF) if is_wolf else (player, Team.GOOD)
            events = [event(kinds.DUELLED, actor=player, to=chosen[0], chosen=(loser,), role=side)]
            return board.with_marks(mark), events, {loser: DeathCause.DUEL}
        case kinds.BAR:
            events = [event(kinds.BARRED, actor=player, chosen=chosen)] if chosen else []
            return board.with_marks(mark), events, {}
        case kinds.BEQUEATH:
            events = [event(kinds.BEQUEATHED, actor=player, chosen=chosen)]
            return board.with_marks(PowerMark(kind=_BADGE, by=player, on=chosen)), events, {}
        case _:
            return board, [], {}


LastAct = tuple[Player, RequestKind]
"""A decision that a dead player may still make."""


def fall(
    board: NightBoard, deaths: Deaths
) -> tuple[NightBoard, list[tuple[Event, Player | None]], list[LastAct]]:
    """Returns the consequences of deaths, including the deaths that follow from them.

    These are the board without the dead, the public events, each with the player who died of it, if any, and
    the last acts of the dead. With an elder killed by the village the good side loses its powers.
    """
    events, acts, dying = list[tuple[Event, Player | None]](), list[LastAct](), deaths
    while dying:
        acts += [act for player, cause in dying.items() for act in _last_acts(board, player, cause)]
        after = board.without(*dying)
        for player, cause in dying.items():
            if board.power(player) is Role.ELDER and cause in _OF_THE_VILLAGE:
                after = after.with_marks(PowerMark(kind=POWERLESS, by=player, on=(player,)))
                events.append((event(kinds.LOST_POWERS, chosen=(player,), role=Role.ELDER), None))
        followers = {name: (cause, news) for name, cause, news in _followers(after, dying)}
        events += [(news, name) for name, (_, news) in followers.items()]
        board, dying = after, {name: cause for name, (cause, _) in followers.items()}
    return board, events, acts


def _last_acts(board: NightBoard, player: Player, cause: DeathCause) -> Iterator[LastAct]:
    role = board.power(player)
    if cause in _SHOOTS_AT.get(role, ()):
        yield player, kinds.SHOOT
    if role is Role.SCAPEGOAT and cause is DeathCause.TIE:
        yield player, kinds.BAR
    if player == mayor(board):
        yield player, kinds.BEQUEATH


def _followers(board: NightBoard, deaths: Deaths) -> Iterator[tuple[Player, DeathCause, Event]]:
    """Yields a lover's death of grief, and that of the player whom a wolf beauty (狼美人) charmed last."""
    pair, charmed = board.marked_players(kinds.LINK), board.latest(kinds.CHARM)
    for dead in deaths:
        for lover in pair if dead in pair else ():
            if lover in board.living:
                yield lover, DeathCause.GRIEF, event(kinds.GRIEVED, actor=dead, chosen=(lover,))
        if board.role(dead) is Role.WOLF_BEAUTY and charmed and charmed[0] in board.living:
            yield charmed[0], DeathCause.CHARM, event(kinds.PERISHED, actor=dead, chosen=charmed)


def winner(board: NightBoard) -> Team | None:
    """Returns the good once no werewolf lives, the werewolves once they are as many as all others, else None.

    Without `parity` the werewolves win once all others are dead, as in the trust paper's released code. A
    tanner wins alone by being voted out. Lovers of two sides win as the last two who live; while they do, the
    one in the pack no longer counts for it.
    """
    if _tanners_out(board):
        return Team.TANNER
    living = len(board.living)
    if torn := [player for player in _torn(board) if player in board.living]:
        loyal = len(others(board.wolves, *torn))
        return Team.LOVERS if len(torn) == living else Team.WEREWOLF if 2 * loyal >= living else None
    if not board.wolves:
        return Team.GOOD
    needed = len(board.prey) if board.setup.parity else living
    return Team.WEREWOLF if len(board.wolves) >= needed else None


def sides(board: NightBoard) -> Mapping[Player, Team]:
    """Returns the current side of each player; a tanner who was voted out has its own, even if in love."""
    teams = {player: role.team for player, role in board.role_of.items()}
    teams |= dict.fromkeys(_torn(board), Team.LOVERS)
    return teams | dict.fromkeys(_tanners_out(board), Team.TANNER)


def _torn(board: NightBoard) -> tuple[Player, ...]:
    """Returns the lovers, if they are of two sides."""
    pair = board.marked_players(kinds.LINK)
    return pair if len({board.role(player).team for player in pair}) > 1 else ()


def _tanners_out(board: NightBoard) -> list[Player]:
    return [player for player in board.marked_players(OUTVOTED) if board.role(player) is Role.TANNER]


def mayor(board: NightBoard) -> Player | None:
    """Returns the latest mayor, dead or alive."""
    return next(iter(board.latest(_BADGE)), None)


def may_elect(board: NightBoard) -> bool:
    """Returns true while the mayor is still to be elected."""
    return board.setup.badge != "none" and not any(mark.kind == _BADGE for mark in board.marks)


def elect_mayor(
    board: NightBoard, actions: Sequence[tuple[Request, Action]], number: int
) -> tuple[NightBoard, list[Event]]:
    """Gives the badge to the player named most; the match seed settles a tie."""
    events = [event(kinds.NAMED, actor=request.player, chosen=action.chosen) for request, action in actions]
    votes = Counter(name for _, action in actions for name in action.chosen)
    most = [name for name in board.living if votes and votes[name] == max(votes.values())]
    chosen = (chance(board.seed, "elected", number).choice(most),) if most else ()
    mark = PowerMark(kind=_BADGE, by=next(iter(chosen), ""), on=chosen)
    return board.with_marks(mark), [*events, event(kinds.ELECTED, chosen=chosen)]
