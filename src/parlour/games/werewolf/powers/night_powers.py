"""The powers that act by night, at dusk or at dawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import (
    Action,
    Event,
    Player,
    Request,
    chance,
    changed,
    event,
    event_kinds,
    private,
    request_kinds,
)
from parlour.games.werewolf import kinds
from parlour.games.werewolf.powers.power import (
    OUTVOTED,
    STAYED,
    Death,
    DeathCause,
    Due,
    Night,
    NightBoard,
    Power,
    PowerMark,
    Tells,
    others,
)
from parlour.games.werewolf.setup import Role, Team


class SeerPower(Power):
    """The seer, who learns each night whether a player is a werewolf (the trust paper, appendix E.2)."""

    tells: ClassVar[Tells] = {request_kinds.CHECK: event_kinds.CHECKED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Asks for the player to check."""
        if request_kinds.CHECK not in night.done:
            yield Due(player=player, kind=request_kinds.CHECK, options=others(board.living, player))

    def own_event(self, board: NightBoard, request: Request, action: Action) -> Event:
        """Returns the side of the checked player."""
        side = board.role(action.chosen[0]).shown_side if action.chosen else None
        return private(event_kinds.CHECKED, request.player, chosen=action.chosen, role=side)


class WitchPower(Power):
    """The witch, who can save once and poison once, never both in one night (appendix E.2)."""

    tells: ClassVar[Tells] = {kinds.SAVE: kinds.SAVED, kinds.POISON: kinds.POISONED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Asks to save, and then to poison; while she can save she waits for the attack.

        Lovers of two sides play on after the last werewolf, and there is no attack to wait for.
        """
        has_healed, has_poisoned = (
            bool(board.marked_players(kinds.SAVE)),
            bool(board.marked_players(kinds.POISON)),
        )
        if not has_healed and board.wolves and kinds.KILL not in night.done:
            return
        is_own = night.attacked == player
        may_save = night.attacked and not has_healed and (board.setup.self_save or not is_own)
        if may_save and kinds.SAVE not in night.done:
            yield Due(player=player, kind=kinds.SAVE, options=(night.attacked,) if night.attacked else ())
        elif not has_poisoned and not night.chosen(kinds.SAVE) and kinds.POISON not in night.done:
            yield Due(player=player, kind=kinds.POISON, options=others(board.living, player))

    def hears(self, board: NightBoard, night: Night, player: Player) -> Iterator[Event]:
        """Yields the attack, while she can still save."""
        if not board.marked_players(kinds.SAVE):
            chosen = (night.attacked,) if night.attacked else ()
            yield event(kinds.ATTACKED, chosen=chosen, visible_to=frozenset({player}))

    def rescues(self, night: Night) -> Player | None:
        """Returns the player she saves."""
        return night.chosen(kinds.SAVE)

    def kills(self, night: Night) -> Iterator[Death]:
        """Yields the death of the player she poisons."""
        if poisoned := night.chosen(kinds.POISON):
            yield Death(player=poisoned, cause=DeathCause.POISON)


class GuardPower(Power):
    """The guard, who protects a player each night (the trust paper, appendix E.2).

    Never the same player twice running, as the paper's released prompt says, unless the setup allows it.
    """

    tells: ClassVar[Tells] = {kinds.PROTECT: kinds.PROTECTED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Asks for the player to protect: any but that of last night, unless `guard_repeats`."""
        if kinds.PROTECT not in night.done:
            last = () if board.setup.guard_repeats else board.latest(kinds.PROTECT)
            options = others(board.living, *last)
            yield Due(player=player, kind=kinds.PROTECT, options=options)

    def rescues(self, night: Night) -> Player | None:
        """Returns the protected player."""
        return night.chosen(kinds.PROTECT)


CAUGHT = 1 / 4
"""The probability that the werewolves see her."""
_SEEN = "seen"


class LittleGirlPower(Power):
    """The little girl, who may watch the werewolves by night, and dies of it where they see her.

    Source: *The Werewolves of Millers Hollow* (des Pallières and Marly), 小女孩. There she peeps through her
    fingers; here she sees one of the werewolves at random, and is seen herself one time in four. That number
    is ours.
    """

    tells: ClassVar[Tells] = {kinds.SPY: kinds.SPIED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Offers her own name, which stands for watching, while a werewolf lives.

        Lovers of two sides play on after the last werewolf, and so may she.
        """
        if board.wolves and kinds.SPY not in night.done:
            yield Due(player=player, kind=kinds.SPY, options=(player,))

    def own_event(self, board: NightBoard, request: Request, action: Action) -> Event:
        """Returns the werewolf that she saw."""
        if not action.chosen:
            return private(kinds.SPIED, request.player)
        seen = chance(board.seed, "spied", request.round).choice(board.wolves)
        return private(kinds.SPIED, request.player, chosen=(seen,), role=Role.WEREWOLF)

    def turns(self, board: NightBoard, night: Night, number: int) -> Night:
        """Cancels the attack if she is seen: she dies of fright instead."""
        if not night.chosen(kinds.SPY) or chance(board.seed, "caught", number).random() >= CAUGHT:
            return night
        girl: Player = night.chosen(kinds.SPY) or ""
        return changed(night, attacked=None, marks=(*night.marks, PowerMark(kind=_SEEN, by=girl, on=(girl,))))

    def kills(self, night: Night) -> Iterator[Death]:
        """Yields her own death if she was seen."""
        if girl := night.chosen(_SEEN):
            yield Death(player=girl, cause=DeathCause.FRIGHT)


class GravekeeperPower(Power):
    """The gravekeeper, who learns by night the side of the player voted out that day.

    Source: 守墓人 of the Chinese game, as clubs and 网易狼人杀 play it.
    """

    def at_dusk(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Yields the side of the player voted out today, if any."""
        out = board.latest(OUTVOTED)
        if out:
            yield private(kinds.BURIED, player, chosen=out, role=board.role(out[0]).shown_side)


class BearTamerPower(Power):
    """The bear tamer, whose bear growls each morning where a werewolf sits beside it.

    Source: *The Werewolves of Millers Hollow: Characters* (des Pallières and Marly), 驯熊师. Beside the tamer
    sit the nearest who live, to the left and to the right.
    """

    def at_dawn(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Yields the growl or its absence, without the tamer's name."""
        place, count = board.living.index(player), len(board.living)
        beside = {board.living[(place + step) % count] for step in (-1, 1)} - {player}
        growls = any(board.role(name).is_wolf for name in beside)
        yield event(kinds.GROWLED, role=Team.WEREWOLF if growls else Team.GOOD)


EXTRA = 2
"""The number of votes that it adds."""


class RavenPower(Power):
    """The raven, who adds two votes against a player for the coming day.

    Source: *The Werewolves of Millers Hollow: The Village* (des Pallières and Marly), 乌鸦.
    """

    tells: ClassVar[Tells] = {kinds.CURSE: kinds.CURSED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Asks for the player: any who can be voted for."""
        if kinds.CURSE not in night.done:
            options = others(board.living, player, *board.marked_players(STAYED))
            yield Due(player=player, kind=kinds.CURSE, options=options)

    def news(self, board: NightBoard, night: Night) -> Iterator[Event]:
        """Announces the player, whether or not the raven still lives."""
        cursed = night.chosen(kinds.CURSE)
        if cursed in board.living:
            yield event(kinds.CROWED, chosen=(cursed,) if cursed else ())

    def votes(self, night: Night) -> Iterator[tuple[Player, int]]:
        """Yields the two votes."""
        if cursed := night.chosen(kinds.CURSE):
            yield cursed, EXTRA


class WolfBeautyPower(Power):
    """The wolf beauty, a werewolf who charms a player each night: if she dies, that player dies with her.

    Source: 狼美人 of the Chinese game, as clubs and 网易狼人杀 play it.
    """

    tells: ClassVar[Tells] = {kinds.CHARM: kinds.CHARMED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Asks for the player to charm: any who is no werewolf."""
        if kinds.CHARM not in night.done:
            yield Due(player=player, kind=kinds.CHARM, options=board.prey)

    def follows(self, board: NightBoard, death: Death) -> Iterator[tuple[Death, Event]]:
        """Yields the death of the player she charmed last."""
        charmed = next(iter(board.latest(kinds.CHARM)), None)
        if charmed in board.living and board.role(death.player) is Role.WOLF_BEAUTY and charmed:
            told = event(kinds.PERISHED, actor=death.player, chosen=(charmed,))
            yield Death(player=charmed, cause=DeathCause.CHARM), told


PAIR = 2


class CupidPower(Power):
    """Cupid, who makes two players fall in love; lovers of two sides are a side of their own.

    Source: *The Werewolves of Millers Hollow* (des Pallières and Marly), 丘比特. A lover dies of grief with
    the other. Two lovers of different sides win as the last two who live; Cupid does not win with them.
    """

    tells: ClassVar[Tells] = {kinds.LINK: kinds.LINKED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Asks for any two, once: passing in the first night is final."""
        is_first = not any(mark.kind == kinds.LINK for mark in board.marks)
        if is_first and kinds.LINK not in night.done:
            yield Due(
                player=player, kind=kinds.LINK, options=board.living, most=PAIR, or_none=True, least=PAIR
            )

    def brings(self, board: NightBoard, request: Request, action: Action, number: int) -> Iterator[Event]:
        """Shows each lover the other's name, and not the role."""
        for lover in action.chosen:
            beloved = tuple(name for name in action.chosen if name != lover)
            yield private(kinds.LOVED, lover, chosen=beloved)

    def follows(self, board: NightBoard, death: Death) -> Iterator[tuple[Death, Event]]:
        """Yields the death of the other lover."""
        pair = board.marked_players(kinds.LINK)
        if death.player in pair:
            for lover in pair:
                if lover in board.living:
                    grief = event(kinds.GRIEVED, actor=death.player, chosen=(lover,))
                    yield Death(player=lover, cause=DeathCause.GRIEF), grief

    def side(self, board: NightBoard, player: Player) -> Team | None:
        """Returns the lovers' side for lovers of two sides."""
        return Team.LOVERS if player in _torn(board) else None

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        """Returns the winner if lovers of two sides live: the one in the pack no longer counts for it."""
        torn = [player for player in _torn(board) if player in board.living]
        if not torn:
            return usual
        if len(torn) == len(board.living):
            return Team.LOVERS
        loyal = [wolf for wolf in board.wolves if wolf not in torn]
        return Team.WEREWOLF if 2 * len(loyal) >= len(board.living) else None


def _torn(board: NightBoard) -> tuple[Player, ...]:
    """Returns the lovers, if they are of two sides."""
    pair = board.marked_players(kinds.LINK)
    return pair if len({board.role(player).team for player in pair}) > 1 else ()


class SisterPower(Power):
    """The two sisters, who know each other.

    Source: *The Werewolves of Millers Hollow: Characters* (des Pallières and Marly), 两姐妹. They do not
    confer here.
    """

    def dealt(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Yields the name of the other sister."""
        others = tuple(name for name in board.living if name != player and board.role(name) is Role.SISTER)
        yield private(event_kinds.FELLOWS, player, chosen=others, role=Role.SISTER)
