"""How PLAYER* can be set: the papers' two versions and the ablations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from parlour.methods.player_star.information_gain import BETA, EPSILON
from parlour.methods.player_star.sensors import DEFAULT_SENSORS, Sensor


def _split(value: object) -> object:
    return tuple(filter(None, value.split("+"))) if isinstance(value, str) else value


class PlayerStarOptions(BaseModel):
    """The settings of PLAYER*, spelled `player-star:ask=suspects,gain=verbal`.

    Attributes:
        ask: `best` questions the suspect with the best score (2025); `suspects` questions every suspect
            (2024; the game must allow as many questions). Which of the two the papers measured is not
            clear (NOTES 1).
        among: who may be questioned: the current `suspects` (section 3 has the suspect list decide whom to
            query; NOTES 3), or `everybody`, over whom algorithm 1 (2025) takes its best score.
        sensors: what is read, joined by plus signs; `none` leaves the sensors out.
        reading: `together` reads a whole suspect set in one call; `separate` asks per suspect and sensor, as
            the papers' prompts do.
        gain: `logprobs` weighs yes against no (2025, eq. 3); `verbal` reads high, medium or low as one more
            sensor (2024, eq. 2). A match holds only one of the two (NOTES 4).
        pruner: whether the suspect list is refined after each round.
        beta: of eq. 4.
        epsilon: of the greedy choice.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    ask: Literal["best", "suspects"] = "best"
    among: Literal["suspects", "everybody"] = "suspects"
    sensors: Annotated[tuple[Sensor, ...], BeforeValidator(_split)] = DEFAULT_SENSORS
    reading: Literal["together", "separate"] = "together"
    gain: Literal["logprobs", "verbal"] = "logprobs"
    pruner: bool = True
    beta: float = Field(default=BETA, ge=0, le=1)
    epsilon: float = Field(default=EPSILON, ge=0, le=1)
