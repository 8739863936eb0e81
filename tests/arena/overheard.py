"""A match with what its server was sent: on behalf of each seat, and for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.agents.memory import Budgets
from parlour.arena import GameSetup, Record
from parlour.core import Player
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded, sent_for
from tests.arena.replies import Replying, varied
from tests.llm.loopback import Loopback


@dataclass(frozen=True, kw_only=True)
class Overheard:
    """A match, and what its server was sent: by seat, and for everybody."""

    record: Record
    sent: dict[Player, list[str]]
    shared: list[str]


def overheard(
    game: GameSetup, method: str = "plain", replying: Replying = varied, budgets: Budgets | None = None
) -> Overheard:
    """Plays the match; every request that the server had is somebody's."""
    with Loopback(replying) as server:
        setup = laid(game, model=server.model, method=method, budgets=budgets)
        record = recorded(setup, play(setup))
        sent = {player: sent_for(player, server.requests, record.calls) for player in game.players}
        shared = sent_for(f"@{server.model}", server.requests, record.calls)
        assert sum(map(len, sent.values())) + len(shared) == len(server.requests)
    return Overheard(record=record, sent=sent, shared=shared)
