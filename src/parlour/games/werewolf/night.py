"""The night of Werewolf: the decisions of the pack and of the powers, and their consequences.

Decisions that do not depend on another are asked at once: the werewolves' talk, the seer's check, the
guard's choice, and the poison of a witch who can no longer save. Then the werewolves choose. A witch
who can still save learns who is attacked: she saves, or else may poison, but never both in one night.

Roles beside the trust paper's (appendix E.2) are those of *The Werewolves of Millers Hollow* and its
expansions (des Pallières and Marly), or of the Chinese game as clubs and 网易狼人杀 play it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from parlour.core import (
    Action,
    Event,
    EventKind,
    Player,
    Request,
    RequestKind,
    chance,
    copy_with,
    event,
    event_kinds,
    one_line,
    private,
    request_kinds,
)
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import (
    OUTVOTED,
    STAYED,
    WITHSTOOD,
    DeathCause,
    Deaths,
    Due,
    Night,
    NightBoard,
    PowerMark,
    others,
)
from parlour.games.werewolf.setup import Role, Team

DUSK = Night()
"""A night in which nothing has been decided yet."""
PAIR = 2
CAUGHT = 1 / 4
"""The probability that the werewolves see a little girl who watches them; the number is ours."""
_SEEN = "seen"
_TELLS: Mapping[RequestKind, EventKind] = {
    request_kinds.CHECK: event_kinds.CHECKED,
    kinds.SAVE: kinds.SAVED,
    kinds.POISON: kinds.POISONED,
    kinds.PROTECT: kinds.PROTECTED,
    kinds.SPY: kinds.SPIED,
    kinds.CURSE: kinds.CURSED,
    kinds.CHARM: kinds.CHARMED,
    kinds.LINK: kinds.LINKED,
}
"""The event that tells a player its own decision."""


def deal(board: NightBoard) -> Iterator[Event]:
    """Yields the private events of the deal: each role, the werewolves' fellows, and the other sister."""
    for player, role in board.role_of.items():
        yield private(event_kinds.ROLE, player, role=role)
    for role, group in ((Role.WEREWOLF, board.wolves), (Role.SISTER, board.able(Role.SISTER))):
        for player in group:
            yield private(event_kinds.FELLOWS, player, chosen=others(group, player), role=role)


def at_dusk(board: NightBoard) -> Iterator[Event]:
    """Yields the side of the player voted out that day, for the gravekeeper (守墓人)."""
    if out := board.latest(OUTVOTED):
        for player in board.able(Role.GRAVEKEEPER):
            yield private(kinds.BURIED, player, chosen=out, role=board.role(out[0]).shown_side)


def due(board: NightBoard, night: Night) -> list[Due]:
    """Returns all decisions that must be made now, in seat order; none once the night is over."""
    dues, pack = list[Due](), _pack_kind(board, night)
    for player in board.living:
        role = board.power(player)
        if pack and role.is_wolf:
            dues.append((player, pack, board.prey))
        if role is Role.WITCH:
            dues += _witch_dues(board, night, player)
        elif role in _CHOICES:
            kind, options_of = _CHOICES[role]
            options = options_of(board, player) if kind not in night.done else ()
            dues += [(player, kind, options)] if options else []
    return dues


def _pack_kind(board: NightBoard, night: Night) -> RequestKind | None:
    if kinds.KILL in night.done:
        return None
    talks = board.setup.confers if len(board.wolves) > 1 else 0
    return kinds.CONFER if night.done.count(kinds.CONFER) < talks else kinds.KILL


def _witch_dues(board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
    """Yields whether to save, and then to poison; while she can save she waits for the attack.

    Lovers of two sides play on after the last werewolf, and there is no attack to wait for.
    """
    has_healed = bool(board.marked_players(kinds.SAVE))
    if not has_healed and board.wolves and kinds.KILL not in night.done:
        return
    may_save = not has_healed and (board.setup.self_save or night.attacked != player)
    if night.attacked and may_save and kinds.SAVE not in night.done:
        yield player, kinds.SAVE, (night.attacked,)
    elif not (board.marked_players(kinds.POISON) or night.chosen(kinds.SAVE) or kinds.POISON in night.done):
        yield player, kinds.POISON, others(board.living, player)


def _wards(board: NightBoard, player: Player) -> tuple[Player, ...]:
    """Returns whom the guard may protect: never the same player twice running unless `guard_repeats`."""
    return others(board.living, *(() if board.setup.guard_repeats else board.latest(kinds.PROTECT)))


def _lovers(board: NightBoard, player: Player) -> tuple[Player, ...]:
    """Returns whom Cupid (丘比特) may join, once: passing in the first night is final."""
    return () if any(mark.kind == kinds.LINK for mark in board.marks) else board.living


_CHOICES: Mapping[Role, tuple[RequestKind, Callable[[NightBoard, Player], tuple[Player, ...]]]] = {
    Role.SEER: (request_kinds.CHECK, lambda board, player: others(board.living, player)),
    Role.GUARD: (kinds.PROTECT, _wards),
    Role.CUPID: (kinds.LINK, _lovers),
    Role.LITTLE_GIRL: (kinds.SPY, lambda board, player: (player,) if board.wolves else ()),
    Role.RAVEN: (
        kinds.CURSE,
        lambda board, player: others(board.living, player, *board.marked_players(STAYED)),
    ),
    Role.WOLF_BEAUTY: (kinds.CHARM, lambda board, player: board.prey),
}
"""The nightly choice of each role, and its options. A little girl (小女孩) offers her own name, which stands
for watching."""


def decide(
    board: NightBoard, night: Night, actions: Sequence[tuple[Request, Action]], number: int
) -> tuple[Night, list[Event]]:
    """Returns the night with that number after these decisions, and the events that follow."""
    events = [event for request, action in actions for event in _decision_events(board, request, action)]
    asked_kinds = tuple(dict.fromkeys(request.kind for request, _ in actions))
    marks = tuple(
        PowerMark(kind=request.kind.name, by=request.player, on=action.chosen)
        for request, action in actions
        if request.kind in _TELLS
    )
    night = copy_with(night, done=night.done + asked_kinds, marks=night.marks + marks)
    if kinds.KILL in asked_kinds:
        night = copy_with(night, attacked=_choose_attack(board, actions, number))
        events += _attack(board, night)
    return night, events


def _choose_attack(
    board: NightBoard, actions: Sequence[tuple[Request, Action]], number: int
) -> Player | None:
    choices = [name for request, action in actions if request.kind is kinds.KILL for name in action.chosen]
    highest = max(map(choices.count, choices), default=0)
    most = [name for name in board.prey if choices and choices.count(name) == highest]
    if len(most) > 1:
        return chance(board.seed, "attack", number).choice(most)
    return most[0] if most else None


def _decision_events(board: NightBoard, request: Request, action: Action) -> Iterator[Event]:
    player, chosen = request.player, action.chosen
    match request.kind:
        case kinds.CONFER:
            speech, pack = one_line(action.speech), frozenset(board.wolves)
            yield event(event_kinds.CONFERRED, actor=player, chosen=chosen, text=speech, visible_to=pack)
        case kinds.KILL:
            yield event(kinds.TARGETED, actor=player, chosen=chosen, visible_to=frozenset(board.wolves))
        case request_kinds.CHECK:
            side = board.role(chosen[0]).shown_side if chosen else None
            yield private(event_kinds.CHECKED, player, chosen=chosen, role=side)
        case kinds.SPY if chosen:
            wolf = chance(board.seed, "spied", request.round).choice(board.wolves)
            yield private(kinds.SPIED, player, chosen=(wolf,), role=Role.WEREWOLF)
        case kind:
            yield private(_TELLS[kind], player, chosen=chosen)
            if kind is kinds.LINK:
                yield from (private(kinds.LOVED, lover, chosen=others(chosen, lover)) for lover in chosen)


def _attack(board: NightBoard, night: Night) -> Iterator[Event]:
    """Yields the pack's choice: for the pack, and apart for a witch who can still save."""
    chosen = (night.attacked,) if night.attacked else ()
    yield event(kinds.ATTACKED, chosen=chosen, visible_to=frozenset(board.wolves))
    if not board.marked_players(kinds.SAVE):
        for witch in board.able(Role.WITCH):
            yield event(kinds.ATTACKED, chosen=chosen, visible_to=frozenset({witch}))


def over(board: NightBoard, night: Night, number: int) -> tuple[Night, Deaths]:
    """Returns the night with that number once all is decided, and who dies in it, in seat order.

    A little girl who is seen dies of fright instead of the attack. An elder (长老) survives a first attack.
    """
    girl = night.chosen(kinds.SPY)
    if girl and chance(board.seed, "caught", number).random() < CAUGHT:
        mark = PowerMark(kind=_SEEN, by=girl, on=(girl,))
        night = copy_with(night, attacked=None, marks=(*night.marks, mark))
    struck: dict[Player, DeathCause] = {}
    if night.attacked and not _is_rescued(board, night):
        struck[night.attacked] = DeathCause.ATTACK
    for kind, cause in ((kinds.POISON, DeathCause.POISON), (_SEEN, DeathCause.FRIGHT)):
        if name := night.chosen(kind):
            struck[name] = cause
    for elder in board.able(Role.ELDER):
        if struck.get(elder) is DeathCause.ATTACK and elder not in board.marked_players(WITHSTOOD):
            del struck[elder]
            night = copy_with(night, marks=(*night.marks, PowerMark(kind=WITHSTOOD, by=elder, on=(elder,))))
    return night, {player: struck[player] for player in board.living if player in struck}


def _is_rescued(board: NightBoard, night: Night) -> bool:
    """Returns true if the attacked player is saved; the setup decides a double rescue."""
    helpers = [night.chosen(kind) for kind in (kinds.SAVE, kinds.PROTECT)].count(night.attacked)
    return helpers == 1 or (helpers > 1 and board.setup.doubly_saved == "lives")


def morning_news(board: NightBoard, night: Night) -> Iterator[Event]:
    """Yields the target of the raven (乌鸦), and the growl of a bear (驯熊师) at a werewolf beside its tamer.

    Beside the tamer sit the nearest who live, to the left and to the right; the growl does not name it.
    """
    cursed = night.chosen(kinds.CURSE)
    if cursed in board.living:
        yield event(kinds.CROWED, chosen=(cursed,) if cursed else ())
    for tamer in board.able(Role.BEAR_TAMER):
        place, count = board.living.index(tamer), len(board.living)
        beside = {board.living[(place + step) % count] for step in (-1, 1)} - {tamer}
        growls = any(board.role(name).is_wolf for name in beside)
        yield event(kinds.GROWLED, role=Team.WEREWOLF if growls else Team.GOOD)
