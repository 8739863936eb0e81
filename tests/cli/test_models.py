"""Models on the command line: listed, fetched and mute."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

import parlour
from parlour.arena import Status
from parlour.cli.catalogues import models_app
from parlour.errors import MuteModel
from parlour.store import Store
from tests.arena.replies import varied
from tests.cases import cases
from tests.cli.runs import Done, Parlour
from tests.llm.loopback import Answer, Loopback


def test_a_kind_is_ready_where_it_lacks_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    kinds = json.loads(CliRunner().invoke(models_app, ["--json"]).stdout)
    ready = {kind["example"]: kind["ready"] for kind in kinds}
    assert ready["reader"] is True
    assert [is_ready for name, is_ready in ready.items() if name.startswith("openai:")] == [False]


def test_a_model_that_is_added_is_listed_and_plays(
    parlour: Callable[..., Done], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(tmp_path / "models.toml"))
    with Loopback(varied, key="hush") as server:
        added = parlour("models", "add", "mine", server.model, "--key-env", "OUR_KEY")
        assert "mine is in" in added.out
        assert "set OUR_KEY" in added.out
        monkeypatch.setenv("OUR_KEY", "hush")
        [row] = [row for row in parlour("models", "--json").json if row["form"] == "mine"]
        assert (row["says"], row["ready"]) == (server.model, True)
        played = parlour("play", "onenight", "--method", "plain", "--model", "mine", "--seed", "3", "--json")
        assert played.code == 0
    assert set(server.keys) == {"Bearer hush"}
    for path in tmp_path.iterdir():
        assert b"hush" not in path.read_bytes()


def test_what_cannot_be_added_is_told(
    parlour: Callable[..., Done], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(tmp_path / "models.toml"))
    for words, told in {
        ("reader", "openai:a"): "a model of Parlour's own",
        ("mine", "http://host/v1"): "after '#'",
        ("mine", "http://a:b@host/v1#x"): "a user name, a password or a key",
        ("mine", "openai:a", "--key-env", "K"): "--key-env is for an address",
        ("mine", "http://host/v1#x", "--key-env", "a-b"): "no name of a variable",
    }.items():
        refused = parlour("models", "add", *words)
        assert refused.code == 2, words
        assert told in refused.err, words
    assert not (tmp_path / "models.toml").exists()


def test_a_verb_whose_models_take_no_setting_refuses_it(parlour: Callable[..., Done], tmp_path: Path):
    league = tmp_path / "league.yaml"
    league.write_text(
        "name: l\nentrants: {a: random, b: plain@reader}\ngames:\n  - {game: onenight, deals: 1}\n", "utf-8"
    )
    parlour("play", "onenight", "--method", "random", "--json")
    for words in (
        ("what-if", "latest", "--seat", "seer=plain@reader", "--db", str(tmp_path / "parlour.db")),
        ("what-if", "latest", "--db", str(tmp_path / "parlour.db")),
        ("league", str(league)),
        ("report", "--db", str(tmp_path / "parlour.db")),
        ("trust", "sample", "--model", "reader"),
        ("trust", "latest", "--db", str(tmp_path / "parlour.db")),
    ):
        refused = parlour(*words, "--temperature", "0.5")
        assert (refused.code, "--temperature: no model is named that takes it" in refused.err) == (2, True)
        refused = parlour(*words, "--set", "mine.top_p=0.5")
        assert (refused.code, "--set mine.top_p: nobody plays with mine" in refused.err) == (2, True)


def test_settings_are_on_record_and_a_match_goes_on_with_them(
    parlour: Callable[..., Done], db: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(tmp_path / "none.toml"))
    file = tmp_path / "mine.toml"
    with Loopback(varied) as server:
        file.write_text(f'[mine]\nbase_url = "{server.url}"\nmodel = "fixed"\nseed = 3\n', encoding="utf-8")
        words = ("play", "onenight", "--method", "plain", "--model", "mine", "--seed", "3", "--json")
        refused = parlour(*words, "--models", str(file), "--set", "other.top_p=.5")
        assert (refused.code, "nobody plays with other; there are: mine" in refused.err) == (2, True)
        options = ("--models", str(file), "--temperature", "0.3", "--set", "mine.top_p=.5")
        played = parlour(*words, *options)
        assert played.code == 0, played.err
        sent = [{name: body[name] for name in ("temperature", "top_p", "seed")} for body in server.requests]
        assert sent == [{"temperature": 0.3, "top_p": 0.5, "seed": 3}] * len(sent)
    match = played.json["match"]
    with Store.open(db) as store:
        models = {seat.model for seat in store.setup(match).seats}
    assert models == {"mine?temperature=0.3&top_p=0.5&seed=3"}
    assert parlour("replay", match, "--json").json["identical"] is True
    resumed = parlour("play", "--resume", match, "--temperature", "0.5")
    assert (resumed.code, "leave out --temperature" in resumed.err) == (2, True)


MUTE = Answer(text="")


def test_a_mute_match_stops_at_its_first_ten_decisions_and_goes_on_once_the_model_speaks(db: str):
    is_mute = True
    with Loopback(lambda body: MUTE if is_mute else varied(body)) as server:
        with pytest.raises(
            MuteModel, match=rf"decisions in a row .* no reply of {server.model} could be used"
        ):
            parlour.play("werewolf", seed=3, players=5, method="plain", model=server.model, db=db)
        with Store.open(db) as store:
            [summary] = store.matches()
            assert summary.status is Status.STOPPED
            acts = [entry for entry in store.record(summary.match).entries if entry.kind == "action"]
        assert 10 <= len(acts) < 20
        with pytest.raises(MuteModel):
            parlour.resume(summary.match, db=db)
        is_mute = False
        assert parlour.resume(summary.match, db=db).status is Status.FINISHED


def test_a_model_that_falls_silent_later_stops_it_after_twenty_decisions(db: str):
    numbers = count()
    with (
        Loopback(lambda body: varied(body) if next(numbers) < 12 else MUTE) as server,
        pytest.raises(MuteModel, match=r"^2\d decisions in a row"),
    ):
        parlour.play("werewolf", seed=3, players=9, method="plain", model=server.model, db=db)


def test_the_command_line_says_it_and_ends_with_1(parlour: Callable[..., Done]):
    with Loopback([MUTE]) as server:
        done = parlour("play", "werewolf", "--players", "5", "--model", server.model, "--seed", "3", "--json")
    assert done.code == 1
    assert "decisions in a row fell back on the game's rule" in done.err
    assert f"no reply of {server.model} could be used: the model said nothing" in done.err
    assert done.out == ""


def test_a_match_too_short_to_be_stopped_ends_with_1_if_no_decision_could_be_used(
    parlour: Callable[..., Done],
):
    told = ("play", "onenight", "--players", "3", "--rounds", "1", "--method", "plain", "--seed", "1")
    with Loopback([MUTE]) as server:
        done = parlour(*told, "--model", server.model, "--json")
        assert done.code == 1
        assert "all 7 decisions fell back on the game's rule" in done.err
        assert f"no reply of {server.model} could be used" in done.err
        assert done.json["faults"] == 7
    numbers = count()
    with Loopback(lambda body: MUTE if next(numbers) else varied(body)) as server:
        assert parlour(*told, "--model", server.model, "--json").code == 0


NOBODY = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def servers(monkeypatch: pytest.MonkeyPatch, bare: None) -> None:
    """Ollama does not run, and nobody has a key of OpenAI's."""
    monkeypatch.setenv("OLLAMA_BASE_URL", NOBODY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@cases(("model", "why"), [("ollama:qwen3:8b", "no server answers"), ("openai:gpt-4o", "set OPENAI_API_KEY")])
@cases(
    "asked",
    [
        ("play", "werewolf", "--method", "random", "--seat", "{model}"),
        ("run", "ladder", "--games", "1", "--yes", "--model"),
    ],
)
def test_nothing_is_on_record_of_a_model_that_is_dead(
    parlour: Parlour, db: str, asked: tuple[str, ...], model: str, why: str
):
    words = [word.format(model=f"Player 1=plain@{model}") for word in asked]
    named = words if "--model" not in words else [*words, model]
    done = parlour(*named, *(() if asked[0] == "play" else ("--db", db)))
    assert done.code != 0
    assert why in done.err
    assert "to expect" not in done.err
    with Store.open(db) as store:
        assert store.matches() == ()
