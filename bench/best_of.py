"""Whether a policy that is selected by what a mystery can prove is better on mysteries that it never saw.

`python -m bench.best_of` prints the table of docs/envs.md. In each replicate, eight policies of asking are
drawn by lot; each plays four mysteries, and the one whose tables could prove most, in bits, is selected. Then
it plays twenty mysteries that no policy has seen, and so do policies that were selected by something else: by
how long their questions are, by lot, and by bits that belong to another policy.

A policy asks for a whole table of twelve with two killed, one round; everybody answers and votes by the
reader. Every number is paired with the unselected policies on the same mysteries, and its interval is over
replicates: each has policies and mysteries of its own.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table
from scipy.stats import t as _student

from parlour.core import chance
from parlour.games.mystery import MysterySetup
from parlour.integrations.envs import environment
from parlour.integrations.envs.episode import Episode
from parlour.language.facts import (
    Cause,
    DeathTime,
    Question,
    WhatCause,
    WhatMotive,
    WhatRelation,
    WhereWas,
    WhomHeard,
    WhomSeenAnywhere,
    WhoseMeans,
    WhoseMotive,
    read,
    render,
)

CANDIDATES, SEEN, HELD_OUT, REPLICATES = 8, 4, 20, 10
PLAYERS, VICTIMS, ROUNDS = 12, 2, 1
student: Any = _student
"""Student's distribution; scipy says little of its types."""
SPREAD = 2.0
"""The deviation of a drawn policy's weights."""
KINDS = (
    WhereWas, WhomSeenAnywhere, WhomHeard, WhatCause, WhoseMeans, WhoseMotive, WhatMotive, WhatRelation,
)  # fmt: skip
MEASURES = ("bits", "right", "won")
APART = 1_000_000
"""How far the seeds of one replicate lie from those of the next; those held out lie half as far on."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What to ask: a kind of question by its weight, anybody by lot."""

    weights: Mapping[type[Question], float]

    @classmethod
    def drawn(cls, rng: Random) -> Policy:
        """A policy by lot."""
        return cls(weights={kind: rng.gauss(0, SPREAD) for kind in KINDS})

    def ask(self, episode: Episode, rng: Random) -> str:
        """An action on the question that is due, from what everybody was told."""
        request = episode.turn
        if request is None:
            raise RuntimeError("nothing is asked")
        to = rng.choice(request.options)
        questions = possible(episode, to, request.case or "")
        shares = [math.exp(self.weights[type(each)]) for each in questions]
        [question] = rng.choices(questions, shares)
        said = render(question, episode.setup.language, rng, speaker=request.player, reader=to)
        return f"[{to}] {said}"


@dataclass(frozen=True, kw_only=True)
class Result:
    """What an episode came to."""

    bits: float
    right: float
    won: float
    length: float


def possible(episode: Episode, to: str, victim: str) -> list[Question]:
    """Every question to somebody about a victim that can be asked by what is public."""
    script = MysterySetup.of(episode.setup.game).script
    names = (*script.players, *(each.name for each in script.victims))
    public = next(each.text for each in episode.events if each.kind.dealt and each.visible_to is None)
    facts = read(public, script.language, names=names).facts
    slots = [each.slot for each in facts if isinstance(each, DeathTime) and each.victim == victim]
    things = [each.thing for each in facts if isinstance(each, Cause) and each.victim == victim]
    return [
        WhatCause(victim=victim),
        WhoseMotive(victim=victim),
        WhatMotive(who=to, victim=victim),
        WhatRelation(of=to, to=victim),
        *(WhoseMeans(thing=thing) for thing in things[:1]),
        *(WhereWas(who=to, slot=slot) for slot in slots[:1]),
        *(WhomSeenAnywhere(by=to, slot=slot) for slot in slots[:1]),
        *(WhomHeard(by=to, slot=slot) for slot in slots[:1]),
    ]


def play(policy: Policy, seed: int) -> Result:
    """One mystery in which a policy asks for everybody."""
    env = environment("mystery").text_env(
        bits=True, decides=("ask",), voice="plain@reader", rounds=ROUNDS, victims=VICTIMS, answers=False
    )
    env.reset(num_players=PLAYERS, seed=seed)
    episode, rng, lengths, done = env.episode, chance(seed, "ask"), list[int](), False
    while not done:
        said = policy.ask(episode, rng)
        lengths.append(len(said))
        done, _ = env.step(said)
    innocent = [player for player, side in episode.state.teams().items() if side == "civilian"]
    cases = {case.case: case for case in episode.state.outcome.cases} if episode.state.outcome else {}
    votes = [each for each in episode.events if each.kind == "voted" and each.actor in innocent]
    gained = env.gained_bits
    env.close()
    return Result(
        bits=fmean(gained[player] for player in innocent),
        right=fmean(bool(set(each.chosen) & set(cases[each.case or ""].truth)) for each in votes),
        won=fmean(case.winner == "civilian" for case in cases.values()),
        length=fmean(lengths),
    )


def replicate(number: int, candidates: int, seen: int, held_out: int) -> dict[str, dict[str, float]]:
    """What each way of selecting came to, less the unselected policies: by way and measure."""
    rng = chance(number, "policies")
    policies = [Policy.drawn(rng) for _ in range(candidates)]
    begun = number * APART
    trained = [[play(policy, begun + n) for n in range(seen)] for policy in policies]
    bits = [fmean(each.bits for each in results) for results in trained]
    lengths = [fmean(each.length for each in results) for results in trained]
    shuffled = rng.sample(bits, len(bits))
    chosen = {
        "bits": bits.index(max(bits)),
        "length": lengths.index(max(lengths)),
        "lot": rng.randrange(candidates),
        "bits of another": shuffled.index(max(shuffled)),
    }
    seeds = [begun + APART // 2 + n for n in range(held_out)]
    unselected = [play(policies[n % candidates], seed) for n, seed in enumerate(seeds)]
    played = {place: [play(policies[place], seed) for seed in seeds] for place in set(chosen.values())}
    told = {"unselected": _means(unselected)}
    for way, place in chosen.items():
        means = _means(played[place])
        told[way] = {name: means[name] - told["unselected"][name] for name in MEASURES}
    return told


def _means(results: Sequence[Result]) -> dict[str, float]:
    return {name: fmean(getattr(each, name) for each in results) for name in MEASURES}


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of replicates and where its 95 % interval by Student's t begins and ends."""
    mean = fmean(values)
    quantile: float = student.ppf(0.975, len(values) - 1)
    half = quantile * stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def main() -> None:
    """Runs every replicate and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.best_of", description=__doc__)
    parser.add_argument("--replicates", type=int, default=REPLICATES)
    parser.add_argument("--candidates", type=int, default=CANDIDATES)
    parser.add_argument("--seen", type=int, default=SEEN)
    parser.add_argument("--held-out", type=int, default=HELD_OUT)
    parser.add_argument("--processes", type=int, default=2)
    told = parser.parse_args()
    one: Callable[[int], dict[str, dict[str, float]]] = partial(
        replicate, candidates=told.candidates, seen=told.seen, held_out=told.held_out
    )
    with ProcessPoolExecutor(told.processes) as pool:
        results = list(pool.map(one, range(told.replicates)))
    table = Table(
        "selected by", *MEASURES, title=f"{told.replicates} replicates of {told.held_out} mysteries"
    )
    for way in results[0]:
        cells = [interval([each[way][name] for each in results]) for name in MEASURES]
        sign = "" if way == "unselected" else "+"
        table.add_row(
            way, *(f"{mean:{sign}.3f} [{low:{sign}.3f}, {high:{sign}.3f}]" for mean, low, high in cells)
        )
    Console().print(table)


if __name__ == "__main__":
    main()
