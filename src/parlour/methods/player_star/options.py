"""The options of PLAYER*: the papers' two versions, the ablations and the controls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ModelWrapValidatorHandler, model_validator

from parlour.agents import Notes
from parlour.errors import SetupError
from parlour.methods.player_star.information_gain import BETA, EPSILON
from parlour.methods.player_star.sensors import DEFAULT_SENSORS, Sensor

Moment = Literal["round", "turn", "refine"]
"""A time to read the sensors: before the round, at the asker's turn, or before the refinement."""

_AS_BOTH: Mapping[str, object] = {
    "among": "suspects",
    "reading": "separate",
    "sense": "turn+refine",
    "prune": "every",
}
PRESETS: Mapping[str, Mapping[str, object]] = {
    "2025": {**_AS_BOTH, "ask": "best", "gain": "raw", "refine": "each"},
    "2024": {**_AS_BOTH, "ask": "suspects", "gain": "verbal", "refine": "joint"},
}
"""The options that `as` sets unless they are given: what the two papers print. The numbers and the three
sensors are the defaults. What still departs from each paper is listed in docs/departures.md."""


def _split(value: object) -> object:
    return tuple(filter(None, value.split("+"))) if isinstance(value, str) else value


class PlayerStarOptions(BaseModel):
    """The settings of PLAYER*, spelled `player-star:as=2024` or `player-star:ask=suspects,gain=verbal`.

    Attributes:
        as: the options of a paper, `2025` or `2024`; other options override them.
        ask: `best` questions the suspect with the best score (2025); `suspects` questions every suspect
            (2024; the game must allow as many questions). Which of the two the papers measured is not
            clear.
        among: the candidates of a question: the current `suspects` (section 3 has the suspect list decide the
            query), or `everybody`, the range of the best score in algorithm 1 (2025).
        choice: the criterion for `ask=best`: the paper's `score`, or a control in its place without an
            expectation: `random`, all players in `turn`, or `exact`, which reads the answers that each
            would give, takes the one that narrows down the culprits most, and is for experiments alone.
        sensors: the sensors that are read, joined by plus signs; `none` leaves them out.
        reading: `together` reads a whole suspect set in one call; `separate` asks per suspect and sensor, and
            looks up what bears on that suspect, as the papers' prompts do.
        sense: when the sensors and E[IG] are read: for all cases before the `round`, or at the asker's `turn`
            (2025, algorithm 1, lines 5 to 9); with `+refine` the sensors are read once more before the
            suspect list is refined and before the vote (Questum, C.4; 2025, section 3).
        gain: `logprobs` weighs yes against no; `raw` is eq. 3 (2025) as printed, the probability of the
            answer: p_yes for yes, 1 - p_no for no. Where the provider gives no log-probabilities the model
            estimates both. `verbal` reads high, medium or low as one more sensor (2024, eq. 2), which the
            pruner reads too. All gains of a match are of one kind.
        pruner: whether the suspect list is refined.
        prune: `every` refines it after every round, the last one too (algorithm 1, lines 13 to 15);
            `between` only where another round follows.
        refine: `joint` refines in one prompt, in which a pruned suspect may return (Questum, C.5.2); `each`
            asks of every suspect on the list whether it stays: s_jk = LLM(u_j, h_k) (2025, section 3).
        beta: of eq. 4; with 1 nothing counts but what earlier rounds were worth.
        epsilon: of the greedy choice.
        notes: `shuffled` is a placebo of an experiment: the summary of suspects and readings in prompts is
            about other players, as the match seed permutes them. The questions stay.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    paper: Literal["2025", "2024"] | None = Field(default=None, alias="as")
    ask: Literal["best", "suspects"] = "best"
    among: Literal["suspects", "everybody"] = "suspects"
    choice: Literal["score", "random", "turn", "exact"] = "score"
    sensors: Annotated[tuple[Sensor, ...], BeforeValidator(_split)] = DEFAULT_SENSORS
    reading: Literal["together", "separate"] = "together"
    sense: Annotated[tuple[Moment, ...], BeforeValidator(_split)] = ("round",)
    gain: Literal["logprobs", "raw", "verbal"] = "logprobs"
    pruner: bool = True
    prune: Literal["every", "between"] = "every"
    refine: Literal["joint", "each"] = "joint"
    beta: float = Field(default=BETA, ge=0, le=1)
    epsilon: float = Field(default=EPSILON, ge=0, le=1)
    notes: Notes = "own"

    @model_validator(mode="wrap")
    @classmethod
    def _as_a_paper(cls, options: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(options, Mapping):
            return handler(options)
        options = cast("Mapping[str, object]", options)
        chosen = handler({**PRESETS.get(str(options.get("as")), {}), **options})
        if not chosen.pruner and chosen.prune == "between":
            raise ValueError("prune=between says when the suspects are refined, and pruner=false never does")
        for name in ("beta", "epsilon"):
            if name in options and chosen.ask == "suspects":
                raise ValueError(f"{name} weighs whom to ask, and ask=suspects questions them all")
        if "beta" in options and chosen.choice != "score":
            raise ValueError(f"beta is of the score, and choice={chosen.choice} does not take it")
        return chosen

    @property
    def weighs_gain(self) -> bool:
        """True if E[IG] decides on the addressee."""
        return self.ask == "best" and self.choice == "score"

    @property
    def rereads(self) -> bool:
        """True if the sensors are read again before a refinement and a vote."""
        return "refine" in self.sense and bool(self.sensors)

    def check_use(self) -> None:
        """Checks that no option is set that cannot change anything.

        Raises:
            SetupError: naming the option and the one that makes it useless.
        """
        if {"round", "turn"} <= set(self.sense):
            raise SetupError("player-star: sense takes round or turn, not both")
        if self.ask == "suspects" and self.choice != "score":
            raise SetupError(
                f"player-star: choice={self.choice} has nobody to choose: ask=suspects questions them all"
            )
