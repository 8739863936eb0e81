"""How many tokens of a prompt scripts and talk may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from parlour.agents.seat_context import SeatContext
from parlour.llm import REPLY_TOKENS, Part, count_tokens

TASK_TOKENS = 700
"""Kept free in the window for what a prompt asks."""
TOKENS_PER_PLAYER = 130
"""Kept free besides for what is asked and answered of each player at once."""
Use = Literal["play", "answer"]
"""Whether the budgets of play or those of answering hold."""


def token_budgets(
    place: SeatContext, use: Use, *, fixed: Sequence[Part], scripts: int, has_talk: bool
) -> tuple[int, int]:
    """Tokens for each script and for the talk: as set, but together never more than the window has free.

    An eighth of what is free is left alone, since tokens are estimated. Where nothing is played, the budgets
    of answering hold throughout, each script has one of its own (NOTES 10), and no talk takes room from them.

    Args:
        place: the seat, with its budgets and its window.
        use: what the prompt is for.
        fixed: what every prompt begins with.
        scripts: how many the player was dealt.
        has_talk: whether anything was said so far.
    """
    budgets = place.budgets
    is_played = place.rounds > 0
    script, talk = budgets.script, budgets.dialogue
    if use == "answer" or not is_played:
        script, talk = budgets.answering, budgets.answering
    wanted = (script * scripts, talk if is_played or has_talk else 0)
    begun = sum(count_tokens(part.text) for part in fixed)
    kept = TASK_TOKENS + REPLY_TOKENS + TOKENS_PER_PLAYER * len(place.players)
    free = max(place.context - begun - kept, 0) * 7 // 8
    if sum(wanted) <= free:
        return script, wanted[1]
    return free * wanted[0] // sum(wanted) // scripts, free * wanted[1] // sum(wanted)
