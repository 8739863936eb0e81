"""A reader of limited strength through the command line: wherever a model is named, and what is refused."""

from __future__ import annotations

from parlour.store import Store
from tests.cases import cases
from tests.cli.runs import Parlour

HALF = "reader:attention=.5,slip=.1"


@cases(
    ("model", "why"),
    [
        ("reader:wisdom=3", "the reader has no limit 'wisdom=3'; it has attention, span, slip, steps"),
        ("reader:span=none", "span is a number of tokens from 1 on, not 'none'"),
        ("smollm2:attention=.5", "only reader takes attention (reader:attention=…)"),
    ],
)
@cases(
    "asked",
    [
        ("play", "werewolf", "--method", "plain", "--model", "{}"),
        ("play", "werewolf", "--method", "random", "--team", "werewolf=plain@{}"),
        ("run", "ladder", "--games", "1", "--yes", "--model", "civilian={}"),
    ],
)
def test_a_limit_that_cannot_be_is_told_in_a_sentence(
    parlour: Parlour, db: str, asked: tuple[str, ...], model: str, why: str
):
    done = parlour(*(word.format(model) for word in asked), *(() if asked[0] == "play" else ("--db", db)))
    assert done.code == 2
    assert why in " ".join(done.err.split())
    assert parlour("matches", "--json").json == []


def test_a_seat_and_a_side_can_be_limited_and_the_match_replays(parlour: Parlour, db: str):
    told = ("--seat", f"Player 1=gratr@{HALF}", "--team", "werewolf=plain@reader:lapse=1", "--seed", "3")
    done = parlour("play", "werewolf", "--fast", "--json", *told)
    assert done.code == 0
    match = done.json["match"]
    assert parlour("replay", match, "--json").json["identical"]
    with Store.open(db) as store:
        models = {seat.player: seat.model for seat in store.setup(match).seats}
    assert models["Player 1"] == HALF
    assert "reader:lapse=1" in models.values()


def test_a_match_goes_on_and_replays_only_at_the_strength_at_which_it_began(parlour: Parlour):
    match = parlour("play", "onenight", "--fast", "--json", "--seed", "3", "--model", HALF).json["match"]
    resumed = parlour("play", "--resume", match, "--model", "reader:attention=.9")
    assert resumed.code == 2
    assert "--resume goes on with a match as it was set up: leave out --model" in resumed.err
    replayed = parlour("replay", match, "--model", "reader:attention=.9")
    assert replayed.code == 2
    assert "a replay asks no model" in " ".join(replayed.err.split())


def test_an_arm_and_a_side_can_be_limited_in_a_run(parlour: Parlour, db: str):
    asked = (
        "run",
        "gratr-ablations",
        "--conditions",
        "GRATR vs GRATR-1",
        "--games",
        "1",
        "--jobs",
        "1",
        "--yes",
        "--json",
        "--db",
        db,
    )
    done = parlour(*asked, "--model", f"GRATR vs GRATR-1={HALF}", "--model", "werewolf=reader:noise=1")
    assert done.code == 0
    with Store.open(db) as store:
        used = {seat.model for match in store.matches() for seat in store.setup(match.match).seats}
    assert used >= {HALF, "reader:noise=1"}
