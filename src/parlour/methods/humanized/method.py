"""Humanized Agents as a method: its options, and the assembly of an agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, Field, JsonValue, TypeAdapter, field_validator, model_validator

from parlour.agents import (
    Agent,
    Assembly,
    Held,
    Measure,
    Module,
    Notes,
    Observation,
    Paper,
    Preset,
    Readings,
    SeatContext,
    Writer,
    permute_players,
    read_options,
)
from parlour.agents.modules import AskOptions, SharedRecall
from parlour.core import GAMES, Player, chance, event_kinds
from parlour.errors import SetupError
from parlour.methods.humanized.attitudes import SocialAttitudes
from parlour.methods.humanized.modules import FavorDynamics, Memory, PersonaModule, StrategyDecision
from parlour.methods.humanized.persona import Items, Persona, Phrase

DRAWN = "drawn"
MEMORIES = 15
"""K of section 2.5, which the paper does not print."""


class AgentCondition(StrEnum):
    """The parts of an agent: the columns of table 3, and one that only the text has (section 3.2.1)."""

    BASELINE = "baseline"
    B5P = "b5p"
    FAVOR = "favor"
    """Favor alone, as table 3 says."""
    B5P_FAVOR = "b5p-favor"
    """Persona and favor, as the text describes *Favor*."""
    STRATEGY = "strategy"
    FULL = "full"

    @property
    def has_persona(self) -> bool:
        """True with a Big Five persona."""
        return self in (AgentCondition.B5P, AgentCondition.B5P_FAVOR, AgentCondition.FULL)

    @property
    def has_favor(self) -> bool:
        """True with favor dynamics."""
        return self in (AgentCondition.FAVOR, AgentCondition.B5P_FAVOR, AgentCondition.FULL)

    @property
    def has_strategy(self) -> bool:
        """True with a strategy decision."""
        return self in (AgentCondition.STRATEGY, AgentCondition.FULL)


class HumanizedOptions(AskOptions):
    """The settings of Humanized Agents, spelled `humanized:condition=b5p,persona=A7E1N2O4C1`.

    Attributes:
        ask: `best` lets the model choose the addressee (the paper has no questions); `all` asks each other
            player once per round and case, as far as the game allows so many questions.
        condition: the systems of the agent. *favor* is table 3's; the text's is *b5p-favor*.
        persona: five scores from 1 to 7; by default drawn by the match seed, seat by seat.
        phrase: how a persona's adjectives are put: in words of `ours`, or as `printed` in section 2.2, which
            calls "You speak in a … way" its most effective pattern.
        items: where a persona's statements come from. `ipip`: the 50 Big-Five factor markers of the
            International Personality Item Pool (section 2.2 names the pool); `parlour`: 100 of our own.
        memory: K, the number of utterances recalled.
        spread: whether the rest of a judged probability is spread over the other roles before the most
            probable role is taken (ours). The model's guess is r_max otherwise, as table 14 prints it.
        notes: `shuffled` is a placebo of an experiment: favor and judgement in prompts are those of other
            players, as the match seed permutes them. Their other effects stay.
        fondness: `shuffled` is the placebo of the other effect: recall uses the favor towards other players,
            those whose notes the placebo takes.
    """

    ask: Literal["all", "best"] = "best"
    condition: AgentCondition = AgentCondition.FULL
    persona: str = DRAWN
    phrase: Phrase = "ours"
    items: Items = "ipip"
    memory: int = Field(default=MEMORIES, ge=1)
    spread: bool = False
    notes: Notes = "own"
    fondness: Notes = "own"

    @field_validator("persona")
    @classmethod
    def _is_a_persona(cls, persona: str) -> str:
        return persona if persona == DRAWN else Persona.read(persona).code

    @model_validator(mode="after")
    def _has_a_use_for_it(self) -> Self:
        if self.persona != DRAWN and not self.condition.has_persona:
            raise ValueError(f"a persona is given, and condition={self.condition} has none")
        if self.phrase != "ours" and not self.condition.has_persona:
            raise ValueError(
                f"phrase={self.phrase} changes personas, and condition={self.condition} has none"
            )
        if self.items != "ipip" and not self.condition.has_persona:
            raise ValueError(f"items={self.items} changes personas, and condition={self.condition} has none")
        if self.spread and not self.condition.has_strategy:
            raise ValueError(f"spread=true changes judgements, and condition={self.condition} has none")
        if self.fondness != "own" and not self.condition.has_favor:
            raise ValueError(
                f"whom it likes is shuffled, and with condition={self.condition} it likes nobody"
            )
        return self

    def check_use(self) -> None:
        """Raises `SetupError` if notes are shuffled where there are none."""
        if self.notes != "own" and not (self.condition.has_favor or self.condition.has_strategy):
            raise SetupError(
                f"humanized: its notes are shuffled, and with condition={self.condition} it takes none"
            )

    def persona_of(self, player: Player, seed: int) -> Persona | None:
        """Returns the persona of the agent in a seat; None in a condition without one."""
        if not self.condition.has_persona:
            return None
        is_fixed = self.persona != DRAWN
        return Persona.read(self.persona) if is_fixed else Persona.random(chance(seed, player, "persona"))


_INDIFFERENT = 50


_LEVELS = TypeAdapter(dict[Player, float])
_ROLES = TypeAdapter(tuple[str, ...])
_MATRIX = TypeAdapter(dict[Player, tuple[float, ...]])


def _judgement(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    """Yields each player's probability of having a role that a case asks for, in [0, 1]."""
    roles = _ROLES.validate_python(body.get("roles"))
    culprits = _culprits(roles)
    for about, row in _MATRIX.validate_python(body.get("matrix")).items():
        shares = dict(zip(roles, row, strict=False))
        likeliest = max(shares, key=lambda role: shares[role], default="")
        why = f"{likeliest} {shares[likeliest]:.0%}" if likeliest else ""
        yield Held(
            about=about, value=sum(share for role, share in shares.items() if role in culprits), why=why
        )


def _culprits(roles: tuple[str, ...]) -> frozenset[str]:
    games = [game for game in GAMES.load_all().values() if set(roles) <= set(game.roles)]
    culprits = {role for game in games for role in roles if role in game.sought}
    return frozenset(culprits or roles[-1:])


def _favor(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    for about, value in _LEVELS.validate_python(body.get("favor")).items():
        yield Held(about=about, value=value)


READINGS = Readings(
    measures=(
        Measure(
            kind="judgement",
            read=_judgement,
            spell="{:.0%}".format,
            suspicion=float,
            rank=2,
            is_fine=True,
            lowest=0,
        ),
        Measure(
            kind="favor",
            read=_favor,
            spell="{:.0f}".format,
            suspicion=lambda value: (_INDIFFERENT - value) / _INDIFFERENT,
            is_fine=True,
        ),
    ),
    texts={"strategy": "strategy", "persona": "statement"},
)


@dataclass(frozen=True, kw_only=True)
class Humanized:
    """Seats agents with a character, likings and plans.

    Calls: with all three systems four per speech (favor, judgement, strategy, dialogue), of which the first
    three are left out with their systems, and favor if no other player has spoken since. Any other request
    takes one; a question takes one more for its addressee, unless `ask=all`.
    """

    name: str = "humanized"
    summary: str = "Humanized Agents: a Big Five persona, favor towards others, judgement and strategy"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = HumanizedOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="humanized-2025",
            title="Humanized Agents: Personalized, Emotional, and Deceptive LLM Werewolf Players",
            authors="Jiadi Deng and Ruichu Cai",
            year=2025,
        ),
    )
    presets: tuple[Preset, ...] = (
        Preset(
            paper="humanized-2025",
            options={"spread": "false", "items": "ipip"},
            departures=(
                "statements are the IPIP's 50 Big-Five factor markers, for the NEO-PI-R is not free (2.2)",
                "most adjectives and the phrase for them are ours (2.2)",
                "a persona has one statement, drawn by its code",
                "favor begins at 50 and K is 15, for which the paper has no number",
                "the strategies of each role are ours (2.4)",
            ),
        ),
    )
    readings: Readings = READINGS

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(HumanizedOptions, self.name, options)
        chosen.check_use()
        persona = chosen.persona_of(seat.player, seat.seed)
        character = (
            PersonaModule(seat=seat, persona=persona, phrase=chosen.phrase, items=chosen.items)
            if persona
            else None
        )
        attitudes = SocialAttitudes.at_first(seat)
        instead: Mapping[Player, Player] = permute_players(seat) if chosen.fondness == "shuffled" else {}
        memory = Memory(fondness=lambda name: attitudes.fondness(instead.get(name, name)), most=chosen.memory)
        observation = Observation(
            seat=seat,
            attention=memory,
            preface=(character.statement,) if character else (),
            notes=chosen.notes,
            untold=frozenset({event_kinds.POLLED}),
        )
        writer = Writer(observation=observation, model=seat.require_model())
        recall, condition = SharedRecall(writer=writer), chosen.condition
        modules: list[Module] = [character] if character else []
        modules.append(memory)
        if condition.has_favor:
            modules.append(FavorDynamics(observation=observation, recall=recall, attitudes=attitudes))
        if condition.has_strategy:
            modules.append(
                StrategyDecision(
                    observation=observation,
                    recall=recall,
                    attitudes=attitudes,
                    has_favor=condition.has_favor,
                    spread=chosen.spread,
                )
            )
        return Assembly(observation=observation, modules=[*modules, *chosen.modules(seat)], writer=writer)


METHOD = Humanized()
