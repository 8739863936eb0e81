"""What watching recorded games takes: all that is held of them without a model, and prefixes with one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.figure import Figure, at_least, at_most
from bench.fixed import fixed_server
from bench.matches import play_game
from parlour.evaluation import score_match
from parlour.games.watched import WatchedSetup
from parlour.games.watched.arms import TALK_TOKENS
from parlour.memory import Budgets
from parlour.transcripts import (
    CastMember,
    GameTranscript,
    Happening,
    TranscriptOutcome,
    TranscriptSource,
    numbered,
)
from parlour.watching import REUSED, baselines

GAMES, LINES, MOST_SECONDS = 163, 129, 60.0
"""As many as Werewolf Among Us has, of as many utterances as there in a game on average."""
LEAST_REUSED = {"plain": 0.8, "gratr": 0.8, "humanized": 0.78}
"""Humanized Agents put six questions of their own behind one view of the talk (decision 327)."""
LABELS = ("No Strategy", "Accusation", "Defense", "Interrogation", "Evidence")
_WORDS = [f"word{n}" for n in range(800)]


def watch_figures(folder: Path) -> Iterator[Figure]:
    """The figures of watchers: seconds for every baseline, and what their prompts reuse."""
    games = [WatchedSetup(name="watched-onenight", transcript=_night(n)) for n in range(GAMES)]
    began = time.perf_counter()
    baselines([(each.followed, "en") for each in games])
    yield at_most(f"all baselines of {GAMES} recorded games, s", MOST_SECONDS, time.perf_counter() - began)
    with fixed_server() as model:
        for method, least in LEAST_REUSED.items():
            budgets = Budgets(dialogue=TALK_TOKENS)
            played = play_game(games[0], model, folder, method=method, elicits=True, budgets=budgets)
            found = score_match(played.record).amounts[REUSED]
            name = f"{method} beside a recorded game: input tokens reused after the first quarter"
            yield at_least(name, least, found.reached / found.possible)


def _night(number: int) -> GameTranscript:
    """A game of five whose talk means nothing."""
    rng, seats = Random(number), tuple(f"Player {n}" for n in range(1, 6))
    wolf = rng.choice(seats)
    talk = [
        Happening(
            number=0,
            kind="speech",
            speaker=rng.choice(seats),
            text=" ".join([rng.choice(seats), *rng.choices(_WORDS, k=rng.randint(2, 12))]),
            labels=(rng.choice(LABELS),),
        )
        for _ in range(LINES)
    ]
    votes = [Happening(number=0, kind="vote", speaker=seat, target=(rng.choice(seats),)) for seat in seats]
    roles = {seat: "werewolf" if seat == wolf else "villager" for seat in seats}
    return GameTranscript(
        id=f"night-{number}",
        corpus="bench",
        game="onenight",
        source=TranscriptSource(name="bench", file="", licence="MIT", revision="1"),
        cast=tuple(
            CastMember(player=seat, start=role, end=role, team="werewolf" if seat == wolf else "village")
            for seat, role in roles.items()
        ),
        events=numbered([*talk, *votes]),
        outcome=TranscriptOutcome(winners=("village",), basis="rules"),
    )
