"""How GRATR can be set: its numbers, its ablations, and what is read."""

from __future__ import annotations

from pydantic import Field

from parlour.agents.modules import WindowOptions
from parlour.methods.gratr.items import STRONGEST
from parlour.methods.gratr.parameters import Parameters


class GratrOptions(WindowOptions, Parameters):
    """The settings of GRATR, spelled `gratr:merging=false,width=2`; the ablations leave parts of it out.

    GRATR-1 is `merging=false`, GRATR-2 `hops=false`, GRATR-3 `backward=false`.

    Attributes:
        ask: `best` lets the model choose whom to ask (the paper has no questions); `all` asks each other
            player once per round and case, as far as the game allows so many questions.
        window: how many of the latest are shown; the graph keeps what older ones meant.
        action: the score, 0 to 10, of what somebody does to another for all to see: a vote, a shot, a
            werewolf's choice of prey. No model reads these. The examples of appendix D.1 give such acts 10.
        self_defence: whether what speakers say of themselves is evidence about them. The appendix allows it,
            but by eq. 2 a firm "I am innocent" alone would make a stranger an ally (0.5 * 0.9 = 0.45).
    """

    action: float = Field(default=STRONGEST, ge=0, le=STRONGEST)
    self_defence: bool = False

    @property
    def parameters(self) -> Parameters:
        """Those that the graph itself has."""
        return Parameters.model_validate(self.model_dump(include=set(Parameters.model_fields)))
