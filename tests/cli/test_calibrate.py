"""`parlour calibrate`: the card, the JSON, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from parlour.reader import read_limits
from tests.cli.runs import Parlour
from tests.llm.loopback import Answer, Body, Loopback

FEW = ("--probes", "40", "--lang", "en", "--longest", "600")


def test_a_reader_is_named_that_reads_alike_and_is_not_asked_twice(parlour: Parlour, db: str, tmp_path: Path):
    card = tmp_path / "card.md"
    done = parlour("calibrate", "reader:steps=1", *FEW, "--db", db, "--out", str(card))
    assert done.code == 0
    [named] = re.findall(r"reads like +(\S+)$", done.out.rstrip())
    assert "about 40 calls" in done.err
    assert f"It reads like `{named}`." in card.read_text(encoding="utf-8")
    again = parlour("calibrate", "reader:steps=1", *FEW, "--db", db, "--json")
    assert "about 0 calls (40 are kept from before)" in again.err
    told: dict[str, Any] = json.loads(again.out)
    assert told["reader"] == named
    assert (told["model"], told["n"], told["faults"]) == ("reader:steps=1", 40, 0)
    assert read_limits(told["reader"]).steps == 1
    assert set(told["limits"]) == {"attention", "span", "slip", "steps", "noise"}
    assert {"value", "low", "high", "n", "is_told"} == set(told["limits"]["steps"])
    assert {row["kind"] for row in told["kinds"]} == {"know", "find", "compare", "chain", "ignore"}


def test_a_served_model_is_asked_and_refused_whose_answers_cannot_be_read(parlour: Parlour, db: str):
    count = 0

    def guess(body: Body) -> Answer:
        nonlocal count
        count += 1
        options = body["messages"][-1]["content"].rpartition("choose one of: ")[2]
        reply = json.dumps({"reason": "a guess", "choice": options.partition(",")[0]})
        return Answer(text=reply if count <= 20 else "It is too dark to see.")

    with Loopback(guess) as server:
        done = parlour("calibrate", server.model, *FEW, "--concurrency", "1", "--db", db, "--yes")
    assert count > 40
    assert done.code != 0
    assert re.search(r"\d+ answers of .* could be read, \d+ not: it takes 30", " ".join(done.err.split()))


def test_what_cannot_be_is_told_in_a_sentence(parlour: Parlour, db: str):
    assert "no limit 'wisdom=3'" in parlour("calibrate", "reader:wisdom=3", *FEW, "--db", db).err
    assert "no model is called" in parlour("calibrate", "nobody", *FEW, "--db", db).err
    done = parlour("calibrate", "reader", *FEW, "--game", "onenight", "--db", db)
    assert (done.code, "onenight has no probes to calibrate with" in done.err) == (2, True)
