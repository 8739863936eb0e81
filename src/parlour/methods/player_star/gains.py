"""Asking a model what a question to each suspect may bring: E[IG] by log-probabilities (PLAYER*, eq. 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.agents import AgentContext, Recollection, attempt, together
from parlour.core import Player, Request
from parlour.llm import OptionWeights, Part
from parlour.methods.player_star.prompting import Prompting
from parlour.methods.player_star.reader import Gain


@dataclass(frozen=True, kw_only=True)
class ExpectedGains:
    """What questions may bring.

    Attributes:
        by_player: E[IG] of a question to each player, in [0, 1]; without those that could not be read.
        by: how it was read: `logprobs`, or `verbal` where the model's provider gives none.
    """

    by_player: Mapping[Player, float]
    by: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class GainAsking:
    """Weighs yes against no on whether a question to a suspect will reveal something new.

    Attributes:
        prompting: renders the prompts.
        is_raw: whether E[IG] is the probability of the answer itself (eq. 3), and not the share of yes in
            both answers.
    """

    prompting: Prompting
    is_raw: bool = False

    async def of(
        self, request: Request, about: Mapping[Player, tuple[Recollection, Part]], context: AgentContext
    ) -> ExpectedGains:
        """E[IG] of each.

        Args:
            request: in which request.
            about: per player what its prompt begins with, and what is thought of it.
            context: takes the faults.
        """
        asked = [self._ask(request, name, *each) for name, each in about.items()]
        told = await together([attempt(each) for each in asked])
        weighed = dict(zip(about, told, strict=True))
        for each in told:
            if not isinstance(each, OptionWeights):
                context.fault("gain", str(each))
        read = {name: each for name, each in weighed.items() if isinstance(each, OptionWeights)}
        return ExpectedGains(
            by_player={name: self._expected(weights) for name, weights in read.items()},
            by=tuple(sorted({each.by for each in read.values()})),
        )

    def _expected(self, weights: OptionWeights) -> float:
        """Returns E[IG]: p_yes, or 1 - p_no where no is the answer (eq. 3)."""
        yes, no = (weights.probabilities[word] for word in self.prompting.yes_no)
        if not self.is_raw:
            return yes
        return weights.mass * yes if yes >= no else 1 - weights.mass * no

    async def _ask(
        self, request: Request, suspect: Player, begun: Recollection, thought: Part
    ) -> OptionWeights:
        words = self.prompting.yes_no
        task = self.prompting.part("gain", suspect=suspect, words=list(words))
        prompt = self.prompting.prompt(request, "gain", begun, thought, task)
        wanted = Gain(suspect=suspect, case=self.prompting.case.name)
        return await self.prompting.model.weigh(prompt, words, wants=wanted, is_mixed=False)
