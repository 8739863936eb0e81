"""Humanized Agents as a method: persona, favor dynamics, strategy decision and memory, put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import (
    Agent,
    Assembly,
    Module,
    Observation,
    Paper,
    Preset,
    Readings,
    SeatContext,
    Writer,
    permuted,
    read_options,
)
from parlour.agents.modules import SharedRecall
from parlour.core import Player, event_kinds
from parlour.methods.humanized.attitudes import SocialAttitudes
from parlour.methods.humanized.character import PersonaModule
from parlour.methods.humanized.favor_dynamics import FavorDynamics
from parlour.methods.humanized.memory import Memory
from parlour.methods.humanized.options import HumanizedOptions
from parlour.methods.humanized.readings import READINGS
from parlour.methods.humanized.strategy_decision import StrategyDecision


@dataclass(frozen=True, kw_only=True)
class Humanized:
    """Seats agents with a character, likings and plans.

    Calls: with all three systems four per speech (favor, judgement, strategy, dialogue), of which the first
    three are left out with their systems, and favor where nobody else has spoken since. Everything else takes
    one; a question takes one more, whom to ask, unless `ask=all`.
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

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat.

        Raises:
            SetupError: if an option is unknown or has no such value.
        """
        chosen = read_options(HumanizedOptions, self.name, options)
        chosen.check_use()
        persona = chosen.persona_of(place.player, place.seed)
        character = (
            PersonaModule(place=place, persona=persona, phrase=chosen.phrase, items=chosen.items)
            if persona
            else None
        )
        attitudes = SocialAttitudes.at_first(place)
        memory = _memory(place, chosen, attitudes)
        observation = Observation(
            place=place,
            attention=memory,
            preface=(character.statement,) if character else (),
            notes=chosen.notes,
            untold=frozenset({event_kinds.POLLED}),
        )
        writer = Writer(observation=observation, model=place.mind())
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
        return Assembly(observation=observation, modules=[*modules, *chosen.modules(place)], writer=writer)


def _memory(place: SeatContext, chosen: HumanizedOptions, attitudes: SocialAttitudes) -> Memory:
    """The memory of a seat, which goes by how much it likes the others."""
    instead: Mapping[Player, Player] = permuted(place) if chosen.fondness == "shuffled" else {}
    return Memory(
        fondness=lambda name: attitudes.fondness(instead.get(name, name)),
        most=chosen.memory,
    )


METHOD = Humanized()
