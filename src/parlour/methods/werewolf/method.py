"""The Werewolf baseline as a method (Zhu et al. 2024, appendix C.3; Zhu et al. 2025, section 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import Agent, Assembly, Observation, Paper, Preset, SeatContext, Writer, read_options
from parlour.agents.modules import AskOptions
from parlour.methods.werewolf.questionnaire import Questionnaire, Questions
from parlour.methods.werewolf.second_thought import SecondThought


class WerewolfOptions(AskOptions):
    """How the Werewolf baseline can be set, spelled `werewolf:questions=paper`.

    Attributes:
        ask: `all` asks each other player once per round and case, as far as the game allows so many
            questions, which is how the papers' baselines were run; `best` lets the model choose whom.
        questions: `ours` or the `paper`'s ten (Zhu et al. 2024, table 5) are prepared; the latter are about
            a murder, and in games without one the same as ours.
    """

    questions: Questions = "ours"


@dataclass(frozen=True, kw_only=True)
class Werewolf:
    """Seats agents that ask from a prepared list and think their replies over.

    Calls: one per victim and round to choose from the list, one per question, three per reply (the reply,
    what to make of it, the reply that is given). With `ask=best` a question takes one more: whom. In
    Werewolf a speech takes four: one to choose from the list, and the three of a reply.
    """

    name: str = "werewolf"
    summary: str = "baseline: chooses from ten prepared questions, replies on second thought (Xu et al. 2023)"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = WerewolfOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="xu-2023",
            title="Exploring Large Language Models for Communication Games: An Empirical Study on Werewolf",
            authors=(
                "Yuzhuang Xu and Shuo Wang and Peng Li and Fuwen Luo and Xiaolong Wang and "
                "Weidong Liu and Yang Liu"
            ),
            year=2023,
            where="arXiv:2309.04658",
        ),
    )
    presets: tuple[Preset, ...] = tuple(
        Preset(paper=paper, options={"ask": "all", "questions": "paper"})
        for paper in ("zhu-2024", "zhu-2025")
    )

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat.

        Raises:
            SetupError: if an option is unknown or has no such value.
        """
        chosen = read_options(WerewolfOptions, self.name, options)
        observation = Observation(place=place)
        writer = Writer(observation=observation, model=place.mind())
        questionnaire = Questionnaire(observation=observation, questions=chosen.questions)
        modules = (
            questionnaire,
            *chosen.modules(place),
            SecondThought(observation=observation, writer=writer, questionnaire=questionnaire),
        )
        return Assembly(observation=observation, modules=modules, writer=writer)


METHOD = Werewolf()
