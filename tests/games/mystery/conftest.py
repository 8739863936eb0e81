import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from parlour.arena import Record
from parlour.core import PASS, Action, Event, Player, Request, request_kinds
from parlour.games.mystery import MysterySetup, MysteryState, Script, Stage, start
from tests.evaluation.mystery_records import make_record

Decide = Callable[[Request], Action]
Played = tuple[MysteryState, list[Event], list[Request]]


def _talk(request: Request) -> Action:
    """Takes the first option, and says something wherever something may be said."""
    chosen = request.options[: max(request.least, min(1, request.most))]
    return Action(chosen=chosen, speech="Words." if request.words else "")


@pytest.fixture(scope="session")
def mystery() -> Callable[..., MysterySetup]:
    """Makes a setup: by default Ann, Bo, Cy and Di, where Bo killed Vic."""

    def make(
        names: Sequence[Player] = ("Ann", "Bo", "Cy", "Di"),
        victims: Mapping[str, Sequence[Player]] | None = None,
        acts: int | Mapping[Player, int] = 1,
        questions: Sequence[Mapping[str, object]] = (),
        synopsis: str = "",
        language: str = "en",
        **options: object,
    ) -> MysterySetup:
        count = acts if isinstance(acts, int) else 1
        per_player = {name: acts.get(name, 1) if isinstance(acts, Mapping) else count for name in names}
        killed = {"Vic": ("Bo",)} if victims is None else victims
        script = Script.model_validate(
            {
                "title": "The Mill",
                "language": language,
                "synopsis": synopsis,
                "characters": [
                    {
                        "name": name,
                        "acts": [f"Act {n} of {name}" for n in range(1, per_player[name] + 1)],
                        "secrets": [f"First secret of {name}", f"Second secret of {name}"],
                        "objectives": [f"Objective of {name}"],
                    }
                    for name in names
                ],
                "victims": [{"name": name, "murderers": list(by)} for name, by in killed.items()],
                "questions": list(questions),
            }
        )
        return MysterySetup.model_validate({"script": script, **options})

    return make


@pytest.fixture(scope="session")
def play() -> Callable[..., Played]:
    """Plays a setup up to a stage; says what was told and what was asked on the way."""

    def run(setup: MysterySetup, decide: Decide = _talk, until: Stage = Stage.OVER, seed: int = 1) -> Played:
        state = start(setup.script.players, seed, setup)
        events: list[Event] = []
        asked: list[Request] = []
        while state.stage is not until and not state.is_over:
            requests = state.requests()
            state, told = state.apply({request.id: decide(request) for request in requests})
            events += told
            asked += requests
        return state, events, asked

    return run


@pytest.fixture(scope="session")
def voting() -> Callable[[str], Decide]:
    """Passes on everything but the vote; who is not named abstains (`Ann>Bo Cy>Bo`)."""

    def make(ballots: str) -> Decide:
        choice = dict(_pairs(ballots))

        def decide(request: Request) -> Action:
            if request.kind is request_kinds.VOTE and request.player in choice:
                return Action(chosen=(choice[request.player],))
            return PASS

        return decide

    return make


def _pairs(ballots: str) -> Iterator[tuple[Player, Player]]:
    for ballot in ballots.split():
        voter, _, choice = ballot.partition(">")
        yield voter, choice


@pytest.fixture(scope="session")
def record() -> Callable[..., Record]:
    """Makes a record of a table of Ann, Bo and Cy, where Bo killed Vic."""
    return make_record


@pytest.fixture(scope="session")
def wellplay() -> Path:
    """The authors' own files, which are never copied into this repository."""
    beside = Path(__file__).parents[4] / "shared" / "wellplay"
    folder = Path(os.environ.get("PARLOUR_WELLPLAY", beside))
    if not folder.is_dir():
        pytest.skip("WellPlay is not there; set PARLOUR_WELLPLAY to the authors' folder")
    return folder
