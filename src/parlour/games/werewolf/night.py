"""A night: who must decide what, and what becomes of it.

Whatever does not hang on another's decision is asked at once: the werewolves' talk, the seer's check, the
guard's choice, and the poison of a witch who can save nobody any more. Then the werewolves choose. A witch
who can still save is told whom they attack: she saves, or else may poison, but never both in one night.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.core import (
    Action,
    Event,
    Player,
    Request,
    RequestKind,
    chance,
    event,
    event_kinds,
    one_line,
    private,
    request_kinds,
)
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.roles import Role


@dataclass(frozen=True, kw_only=True)
class Night:
    """What has been decided since nightfall.

    Attributes:
        done: what has been decided, each kind once; every round of the werewolves' talk counts.
        attacked: whom the werewolves attack.
        protected: whom the guard protects.
        saved: whom the witch saves.
        poisoned: whom she poisons.
    """

    done: tuple[RequestKind, ...] = ()
    attacked: Player | None = None
    protected: Player | None = None
    saved: Player | None = None
    poisoned: Player | None = None


DUSK = Night()
"""A night in which nothing has been decided yet."""


@dataclass(frozen=True, kw_only=True)
class Due:
    """A decision that somebody must make now, and the players it may fall on."""

    player: Player
    kind: RequestKind
    options: tuple[Player, ...]


def due(board: NightBoard, night: Night) -> list[Due]:
    """Everything that must be decided now, in seat order; nothing once the night is over."""
    wanted = [*_pack(board, night), *_powers(board, night), *_potions(board, night)]
    return sorted(wanted, key=lambda each: board.setup.players.index(each.player))


def _pack(board: NightBoard, night: Night) -> Iterator[Due]:
    """The werewolves talk as often as the setup says, then choose; one who is alone just chooses."""
    if kinds.KILL in night.done:
        return
    talks = board.setup.confers if len(board.wolves) > 1 else 0
    kind = kinds.CONFER if night.done.count(kinds.CONFER) < talks else kinds.KILL
    for wolf in board.wolves:
        yield Due(player=wolf, kind=kind, options=board.prey)


def _powers(board: NightBoard, night: Night) -> Iterator[Due]:
    """The seer checks another; the guard protects anybody, but nobody twice running."""
    if (seer := board.holder(Role.SEER)) and request_kinds.CHECK not in night.done:
        yield Due(player=seer, kind=request_kinds.CHECK, options=_but(board.living, seer))
    if (guard := board.holder(Role.GUARD)) and kinds.PROTECT not in night.done:
        yield Due(player=guard, kind=kinds.PROTECT, options=_but(board.living, board.protected))


def _potions(board: NightBoard, night: Night) -> Iterator[Due]:
    """The witch saves once she knows of an attack, and poisons where she has not saved that night."""
    witch = board.holder(Role.WITCH)
    if not witch or (not board.has_healed and kinds.KILL not in night.done):
        return
    if _may_save(board, night, witch) and kinds.SAVE not in night.done:
        yield Due(player=witch, kind=kinds.SAVE, options=(night.attacked,) if night.attacked else ())
    elif not board.has_poisoned and not night.saved and kinds.POISON not in night.done:
        yield Due(player=witch, kind=kinds.POISON, options=_but(board.living, witch))


def _may_save(board: NightBoard, night: Night, witch: Player) -> bool:
    is_own = night.attacked == witch
    return bool(night.attacked) and not board.has_healed and (board.setup.self_save or not is_own)


def _but(players: Sequence[Player], one: Player | None) -> tuple[Player, ...]:
    return tuple(player for player in players if player != one)


def decide(
    board: NightBoard, night: Night, taken: Sequence[tuple[Request, Action]], number: int
) -> tuple[Night, list[Event]]:
    """The night after these decisions, and who learns what of them.

    Args:
        board: at nightfall.
        night: so far.
        taken: what was asked and decided.
        number: of the night, from 1.
    """
    told = [_told(board, request, action) for request, action in taken]
    asked = tuple(dict.fromkeys(request.kind for request, _ in taken))
    night = replace(night, done=night.done + asked)
    for request, action in taken:
        target = next(iter(action.chosen), None)
        match request.kind:
            case kinds.PROTECT:
                night = replace(night, protected=target)
            case kinds.SAVE:
                night = replace(night, saved=target)
            case kinds.POISON:
                night = replace(night, poisoned=target)
            case _:
                pass
    if kinds.KILL in asked:
        night = replace(night, attacked=_attacked(board, taken, number))
        told += _attack(board, night)
    return night, told


def _attacked(board: NightBoard, taken: Sequence[tuple[Request, Action]], number: int) -> Player | None:
    """Whom most werewolves chose, of equals one by lot of the match seed; nobody where none chose.

    They have heard each other before; the lot falls only among players whom some of them did choose.
    """
    choices = Counter(
        name for request, action in taken if request.kind is kinds.KILL for name in action.chosen
    )
    most = [name for name in board.prey if choices and choices[name] == max(choices.values())]
    return chance(board.seed, "attack", number).choice(most) if most else None


def _told(board: NightBoard, request: Request, action: Action) -> Event:
    """What whoever may know of a decision learns: the pack of its own, everybody else of theirs alone."""
    pack = frozenset(board.wolves)
    match request.kind:
        case kinds.CONFER:
            return event(
                event_kinds.CONFERRED,
                actor=request.player,
                chosen=action.chosen,
                text=one_line(action.speech),
                visible_to=pack,
            )
        case kinds.KILL:
            return event(kinds.TARGETED, actor=request.player, chosen=action.chosen, visible_to=pack)
        case request_kinds.CHECK:
            side = board.role(action.chosen[0]).team if action.chosen else None
            return private(event_kinds.CHECKED, request.player, chosen=action.chosen, role=side)
        case kinds.PROTECT:
            return private(kinds.PROTECTED, request.player, chosen=action.chosen)
        case kinds.SAVE:
            return private(kinds.SAVED, request.player, chosen=action.chosen)
        case _:
            return private(kinds.POISONED, request.player, chosen=action.chosen)


def _attack(board: NightBoard, night: Night) -> Iterator[Event]:
    """The pack's choice: told to the pack, and apart from it to a witch who has not saved anybody yet."""
    chosen = (night.attacked,) if night.attacked else ()
    yield event(kinds.ATTACKED, chosen=chosen, visible_to=frozenset(board.wolves))
    if (witch := board.holder(Role.WITCH)) and not board.has_healed:
        yield event(kinds.ATTACKED, chosen=chosen, visible_to=frozenset({witch}))


def deaths(board: NightBoard, night: Night) -> tuple[Player, ...]:
    """Who does not see the morning, in seat order; no guard helps against poison."""
    attacked = night.attacked
    helpers = [night.saved, night.protected].count(attacked) if attacked else 0
    is_rescued = helpers == 1 or (helpers == 2 and board.setup.doubly_saved == "lives")
    dead = {night.poisoned, None if is_rescued else attacked}
    return tuple(player for player in board.living if player in dead)


def morning(board: NightBoard, night: Night) -> NightBoard:
    """The board at dawn: the dead gone, the potions counted, the guard's choice remembered."""
    return replace(
        board.without(*deaths(board, night)),
        has_healed=board.has_healed or bool(night.saved),
        has_poisoned=board.has_poisoned or bool(night.poisoned),
        protected=night.protected,
    )
