"""The witch, who can save once and poison once, never both in one night (the trust paper, appendix E.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Event, Player, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Death, DeathCause, Due, Night, Power, Tells, others


class WitchPower(Power):
    """Saves once she knows of an attack, and poisons where she has not saved that night."""

    tells: ClassVar[Tells] = {kinds.SAVE: kinds.SAVED, kinds.POISON: kinds.POISONED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Whether to save, and then whom to poison; while she can save she waits for the attack.

        Lovers of two sides play on after the last werewolf, and there is no attack to wait for.
        """
        has_healed, has_poisoned = bool(board.marked(kinds.SAVE)), bool(board.marked(kinds.POISON))
        if not has_healed and board.wolves and kinds.KILL not in night.done:
            return
        is_own = night.attacked == player
        may_save = night.attacked and not has_healed and (board.setup.self_save or not is_own)
        if may_save and kinds.SAVE not in night.done:
            yield Due(player=player, kind=kinds.SAVE, options=(night.attacked,) if night.attacked else ())
        elif not has_poisoned and not night.chosen(kinds.SAVE) and kinds.POISON not in night.done:
            yield Due(player=player, kind=kinds.POISON, options=others(board.living, player))

    def hears(self, board: NightBoard, night: Night, player: Player) -> Iterator[Event]:
        """Whom the werewolves attack, while she can still save."""
        if not board.marked(kinds.SAVE):
            chosen = (night.attacked,) if night.attacked else ()
            yield event(kinds.ATTACKED, chosen=chosen, visible_to=frozenset({player}))

    def rescues(self, night: Night) -> Player | None:
        """Whoever she saves."""
        return night.chosen(kinds.SAVE)

    def kills(self, night: Night) -> Iterator[Death]:
        """Whoever she poisons."""
        if poisoned := night.chosen(kinds.POISON):
            yield Death(player=poisoned, cause=DeathCause.POISON)
