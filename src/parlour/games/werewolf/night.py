"""The night of Werewolf: the decisions of the pack and of the powers, and their consequences.

Decisions that do not depend on another are asked at once: the werewolves' talk, the seer's check, the
guard's choice, and the poison of a witch who can no longer save. Then the werewolves choose. A witch
who can still save learns who is attacked: she saves, or else may poison, but never both in one night.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from parlour.core import (
    Action,
    Event,
    Player,
    Request,
    RequestKind,
    chance,
    changed,
    event,
    event_kinds,
    one_line,
    private,
)
from parlour.games.werewolf import kinds
from parlour.games.werewolf.powers import (
    WITHSTOOD,
    Death,
    DeathCause,
    Due,
    Night,
    able,
    power_of,
    table_powers,
)
from parlour.games.werewolf.powers.power import NightBoard, PowerMark
from parlour.games.werewolf.setup import Role

DUSK = Night()
"""A night in which nothing has been decided yet."""
_OF_THE_PACK = (kinds.CONFER, kinds.KILL)


def deal(board: NightBoard) -> Iterator[Event]:
    """Yields the private events of the deal: each role, the werewolves' fellows, and what powers add."""
    for player in board.setup.players:
        yield private(event_kinds.ROLE, player, role=board.role(player))
    for wolf in board.wolves:
        fellows = tuple(other for other in board.wolves if other != wolf)
        yield private(event_kinds.FELLOWS, wolf, chosen=fellows, role=Role.WEREWOLF)
    for player in board.setup.players:
        yield from power_of(board, player).dealt(board, player)


def due(board: NightBoard, night: Night) -> list[Due]:
    """Returns all decisions that must be made now, in seat order; none once the night is over."""
    powers, pack = dict(able(board, "by_night")), _pack_kind(board, night)
    dues: list[Due] = []
    for player in board.living:
        if pack and player in board.wolves:
            dues.append(Due(player=player, kind=pack, options=board.prey))
        if player in powers:
            dues += powers[player].by_night(board, night, player)
    return dues


def _pack_kind(board: NightBoard, night: Night) -> RequestKind | None:
    if kinds.KILL in night.done:
        return None
    talks = board.setup.confers if len(board.wolves) > 1 else 0
    return kinds.CONFER if night.done.count(kinds.CONFER) < talks else kinds.KILL


def decide(
    board: NightBoard, night: Night, taken: Sequence[tuple[Request, Action]], number: int
) -> tuple[Night, list[Event]]:
    """Returns the night after these decisions, and the events that follow."""
    told = [each for request, action in taken for each in _decision_events(board, request, action, number)]
    asked = tuple(dict.fromkeys(request.kind for request, _ in taken))
    marks = tuple(
        PowerMark(kind=request.kind.name, by=request.player, on=action.chosen)
        for request, action in taken
        if request.kind not in _OF_THE_PACK
    )
    night = changed(night, done=night.done + asked, marks=night.marks + marks)
    if kinds.KILL in asked:
        night = changed(night, attacked=_choose_attack(board, taken, number))
        told += _attack(board, night)
    return night, told


def _choose_attack(board: NightBoard, taken: Sequence[tuple[Request, Action]], number: int) -> Player | None:
    choices = Counter(
        name for request, action in taken if request.kind is kinds.KILL for name in action.chosen
    )
    highest = max(choices.values(), default=0)
    most = [name for name in board.prey if choices and choices[name] == highest]
    return chance(board.seed, "attack", number).choice(most) if most else None


def _decision_events(board: NightBoard, request: Request, action: Action, number: int) -> Iterator[Event]:
    pack = frozenset(board.wolves)
    power = power_of(board, request.player)
    match request.kind:
        case kinds.CONFER:
            yield event(
                event_kinds.CONFERRED,
                actor=request.player,
                chosen=action.chosen,
                text=one_line(action.speech),
                visible_to=pack,
            )
        case kinds.KILL:
            yield event(kinds.TARGETED, actor=request.player, chosen=action.chosen, visible_to=pack)
        case _:
            yield power.own_event(board, request, action)
            yield from power.brings(board, request, action, number)


def _attack(board: NightBoard, night: Night) -> Iterator[Event]:
    chosen = (night.attacked,) if night.attacked else ()
    yield event(kinds.ATTACKED, chosen=chosen, visible_to=frozenset(board.wolves))
    for player, power in able(board, "hears"):
        yield from power.hears(board, night, player)


def over(board: NightBoard, night: Night, number: int) -> Night:
    """Returns the night with all its consequences and the marks of survivors, once all is decided."""
    for power in table_powers(board, "turns"):
        night = power.turns(board, night, number)
    outlived = [death.player for death in _struck(board, night) if _withstands(board, death)]
    if not outlived:
        return night
    marks = (PowerMark(kind=WITHSTOOD, by=player, on=(player,)) for player in outlived)
    return changed(night, marks=(*night.marks, *marks))


def deaths(board: NightBoard, night: Night) -> tuple[Death, ...]:
    """Returns the players who die in the night, in seat order."""
    return tuple(death for death in _struck(board, night) if not _withstands(board, death))


def _withstands(board: NightBoard, death: Death) -> bool:
    return power_of(board, death.player).withstands(board, death)


def _struck(board: NightBoard, night: Night) -> tuple[Death, ...]:
    """Returns the deaths before any power withstands them; rescue helps only against the attack."""
    found: dict[Player, Death] = {}
    if night.attacked and not _is_rescued(board, night):
        found[night.attacked] = Death(player=night.attacked, cause=DeathCause.ATTACK)
    for power in table_powers(board, "kills"):
        found |= {death.player: death for death in power.kills(night)}
    return tuple(found[player] for player in board.living if player in found)


def _is_rescued(board: NightBoard, night: Night) -> bool:
    """Returns true if the attacked player is saved; the setup decides a double rescue."""
    helpers = [power.rescues(night) for power in table_powers(board, "rescues")].count(night.attacked)
    return helpers == 1 or (helpers > 1 and board.setup.doubly_saved == "lives")
