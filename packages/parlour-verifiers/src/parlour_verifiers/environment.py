"""One episode: the model plays a seat by talking, and the table answers."""

from __future__ import annotations

import asyncio

import verifiers.v1 as vf
from verifiers.v1.harnesses.null import NullHarnessConfig

from parlour.integrations.envs import TextEnv, environment
from parlour_verifiers.taskset import ParlourData, ParlourTask


class ParlourEnvConfig(vf.EnvConfig):
    """The one seat of the model, under `--env.player.*`.

    Attributes:
        player: the policy under evaluation or training; it talks and runs nothing, so that it needs no box.
    """

    player: vf.AgentConfig = vf.AgentConfig(
        harness=NullHarnessConfig(id="null"), runtime=vf.SubprocessConfig()
    )


class ParlourEnv(vf.Env[ParlourEnvConfig]):
    """A table whose other seats are held by methods of Parlour.

    The rewards are `camp`, what the end is worth to the model's side from -1 to 1, and `bits` with the weight
    that the task gives it; the metric `faults` counts the answers in place of which the game's fallback was
    played.
    """

    async def run(self, task: ParlourTask, agents: vf.Agents) -> None:
        """Plays the table of a task to its end, or to the end of the model's turns."""
        table = await asyncio.to_thread(opened, task.data)
        async with agents.player.interaction(task) as interaction:
            done = table.is_over
            while not done:
                _, message = table.get_message()
                segment = await interaction.turn(message)
                if segment.terminated:
                    break
                done, _ = await asyncio.to_thread(table.step, segment.last_reply)
        trace = interaction.trace
        [player] = table.episode.learners
        weight, bits = task.data.game["bits"], table.gained_bits.get(player, 0.0)
        [reward], [info] = (list(by_player.values()) for by_player in await asyncio.to_thread(table.close))
        trace.record_reward("camp", reward - bits, 1.0)
        if weight:
            trace.record_reward("bits", bits, weight)
        trace.record_metric("faults", float(info["faults"]))
        trace.info["role"] = info["role"]


def opened(data: ParlourData) -> TextEnv:
    """The table of a task, at the model's first decision; a seat beyond the last is counted round."""
    options = data.game["asked"] | ({"players": data.game["players"]} if data.game["players"] else {})
    game = environment(data.game["game"])
    seats = len(game.task(**options).sample.players)
    table = game.text_env(
        seats=(data.seat % seats,),
        others=data.game["others"],
        language=data.game["language"],
        bits=bool(data.game["bits"]),
        **options,
    )
    table.reset(seed=data.seed)
    return table
