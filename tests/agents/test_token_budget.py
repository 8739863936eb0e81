"""What of a window scripts and talk may take, and what is kept free for the rest of the prompt."""

from __future__ import annotations

from parlour.agents.attention import TASK_TOKENS, TOKENS_PER_PLAYER, token_budgets
from parlour.agents.memory import Budgets
from parlour.llm import REPLY_TOKENS, Part
from tests.agents.seats import place, tokens

RULES = Part(text="The village sleeps, and the mill stands still. " * 20)
LARGE = Budgets(script=9000, dialogue=9000, answering=9000)


def test_the_task_the_reply_every_player_and_an_eighth_of_the_rest_are_kept_free():
    for context in (2500, 4096, 8192):
        for use in ("play", "answer"):
            for scripts in (1, 4):
                seat = place(context=context, budgets=LARGE)
                script, talk = token_budgets(seat, use, fixed=[RULES], scripts=scripts, has_talk=True)
                later = TASK_TOKENS + REPLY_TOKENS + TOKENS_PER_PLAYER * len(seat.players)
                free = context - tokens([RULES.text]) - later
                spare = free - script * scripts - talk
                assert free / 8 <= spare <= free / 8 + scripts + 2
