"""The numbers of GRATR, and which of its parts are left out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

_SWITCHES = {"true": "all", "yes": "all", "no": "false"}


def _spelled(value: object) -> object:
    """A switch as the value that it stands for."""
    word = str(value).lower() if isinstance(value, bool | str) else value
    return _SWITCHES.get(word, word) if isinstance(word, str) else word


class Parameters(BaseModel):
    """The settings of a trust graph.

    The paper prints none of the numbers; those that are not ours are from its authors' released code
    (NOTES 7).

    Attributes:
        epsilon: in (0, 1). A trust above it makes an ally, one below -epsilon an adversary.
        rho: in [0, 1], by how much each later item of an edge makes an earlier one fade (eq. 4).
        width: w, with how many of the most trusted players a retrieval starts (algorithm 2).
        gamma: in [0, 1], the learning rate of the backward update (eq. 9).
        prior: in [0, 1], ours: what the word of somebody counts whom the agent neither trusts nor
            distrusts (NOTES 1). With 0 a villager's graph never moves, as it never would by the printed
            equations.
        merging: how an edge merges its evidence. `all`: by eq. 4 over all items, as printed. `nested`, as
            released: what was merged before is merged again with each new item; that it happens at each item
            is our reading. `false` (GRATR-1): its last item counts.
        hops: whether chains may have more than one hop; without them (GRATR-2) only what the target itself
            said of the most trusted players counts.
        backward: which edges of the used chains eq. 9 corrects. `last`: T(p_o, p_{o-1}) of each, as printed.
            `all` (ours): every hop.
            `several`: every hop, where more than one chain reached the target; the
            condition is the released code's, which hops it corrects is our reading. `false`
            (GRATR-3): none.
        arrive: how a chain gets to the target. `by_trust` goes there only when no neighbour is trusted more,
            as algorithm 2 is printed, so that it often misses somebody who is distrusted; `at_once` goes
            there as soon as the target is a neighbour (ours: the other reading of "a direct edge is a
            chain", NOTES 4).
        starts: where a retrieval's chains begin. `trusted`: with those who are trusted most, as algorithm 2
            is printed, the agent itself left out (NOTES 4). `decided`: with those whom the agent is surest
            of either way, by |T|, itself among them, as the authors' released code has it.
        weight: the weight of a chain in eq. 8. `printed`: V - H as it is, V the sum of eq. 5 and H in bits;
            weights of mixed sign can take the mean out of [-1, 1], where it is clipped. `clipped` (ours):
            V - H, or 0 where that is negative. `product`: |u| - H as released, with H in nats, as it is.
            Where the weights add up to less than 1e-6, the trust stays.
        replace: when eq. 8 takes the place of a trust. `always`, as printed; `larger`, as released: where
            it has the sign of the trust before, or is larger than it.
        trust: what a trust is. `graph`: GRATR's. The others are arms that say what any trust could gain, and
            retrieve nothing: `sum`, the plain sum of all credibilities, kept in bounds by tanh; `random`, a
            draw of the match seed that nothing said moves; `oracle`, 1 or -1 by the true sides, which only an
            experiment tells.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    epsilon: float = Field(default=0.2, gt=0, lt=1)
    rho: float = Field(default=0.95, ge=0, le=1)
    width: int = Field(default=3, ge=1)
    gamma: float = Field(default=0.1, ge=0, le=1)
    prior: float = Field(default=0.5, ge=0, le=1)
    merging: Annotated[Literal["all", "nested", "false"], BeforeValidator(_spelled)] = "all"
    hops: bool = True
    backward: Annotated[Literal["all", "last", "several", "false"], BeforeValidator(_spelled)] = "all"
    arrive: Literal["by_trust", "at_once"] = "by_trust"
    starts: Literal["trusted", "decided"] = "trusted"
    weight: Literal["printed", "clipped", "product"] = "clipped"
    replace: Literal["always", "larger"] = "always"
    trust: Literal["graph", "sum", "random", "oracle"] = "graph"
