"""Werewolf of kaggle-environments: eight players, everybody speaks once before each vote."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # or it asks a server elsewhere for prices

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version

from kaggle_environments import make
from kaggle_environments.envs.werewolf.harness.base import LLMWerewolfAgent
from kaggle_environments.envs.werewolf.werewolf import LLM_SYSTEM_PROMPT, AgentFactoryWrapper, random_agent

from bench.peers.meter import Meter, drive

ROLES = ("Werewolf", "Werewolf", "Seer", "Doctor", *["Villager"] * 4)
MODEL = "openai/gpt-4o-mini"
"""Its agent refuses a model of which it knows no price; whoever answers is at the address."""
PATIENCE = 600
"""Seconds for an answer; three are not enough for the first, with which its client is loaded."""


@contextmanager
def opened(meter: Meter, url: str) -> Iterator[Callable[[int], None]]:
    """Plays by its own random agent, or by its own agent for language models."""
    seats = [
        {
            "id": f"Player {seat}",
            "role": role,
            "agent_id": "any",
            "chat_mode": "text",
            "llms": [{"model_name": MODEL}],
        }
        for seat, role in enumerate(ROLES, 1)
    ]

    def play(seed: int) -> None:
        minds = AgentFactoryWrapper(
            LLMWerewolfAgent,
            model_name=MODEL,
            system_prompt=LLM_SYSTEM_PROMPT,
            litellm_model_proxy_kwargs={"api_base": url, "api_key": "none"},
        )

        def act(observation: dict, configuration: dict) -> dict:
            meter.turns += 1
            return minds(observation, configuration) if url else random_agent(observation)

        deal = {"seed": seed, "randomize_roles": True, "agents": seats}
        table = make("werewolf", configuration={**deal, "actTimeout": PATIENCE})
        table.run([act] * len(ROLES))
        if (
            any(seat.status != "DONE" for seat in table.state)
            or table.info["GAME_END"]["terminated_with_agent_error"]
        ):
            raise RuntimeError("a match ended by an error")
        held = [minds.get_instance(seat["id"]) for seat in seats]
        meter.calls += sum(len(mind.cost_tracker.usage_history) for mind in held if mind)

    yield play


if __name__ == "__main__":
    drive(opened, version("kaggle-environments"))
