"""`parlour doctor` says what runs here and what is wrong, and nothing that is private."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import make_url

from parlour.cli.doctor import is_wrong, look_at_software, without_secrets
from parlour.llm import MODELS
from parlour.store import Store, examine
from parlour.store.tables import HEAD
from tests.arena.mysteries import laid, mystery
from tests.arena.replies import varied
from tests.cli.runs import Parlour
from tests.cli.test_plugins import install, installed
from tests.llm.loopback import Answer, Loopback
from tests.store.conftest import postgres, postgresql

__all__ = ["postgres", "postgresql"]
CANARY = "sk-canary-51f0"


def test_a_healthy_machine_is_told_as_such(parlour: Parlour, tmp_path: Path):
    db = str(tmp_path / "new" / "parlour.db")
    told = parlour("doctor", "--db", db)
    assert (told.code, told.err) == (0, "")
    for words in ("Parlour ", "CPython ", "sqlalchemy ", "Extras", "nothing in it yet", "reader", "method: "):
        assert words in told.out
    assert told.out.rstrip().endswith("Nothing is wrong.")
    assert parlour("doctor", "--model", "reader").code == 0
    assert not Path(db).parent.exists()  # nothing was made


def test_a_program_reads_the_same(parlour: Parlour, db: str):
    with Store.open(db) as store:
        store.create(laid(mystery(players=3)))
    found = parlour("doctor", "--db", db, "--json").json
    assert (found["is_well"], found["troubles"]) == (True, [])
    database = found["database"]
    assert (database["place"], database["matches"]) == (db, 1)
    assert database["revision"] == HEAD
    assert database["size"] == Path(db).stat().st_size
    assert database["free"] > 0
    assert {"software", "models", "plugins", "chinese", "folders"} < set(found)
    assert [folder["holds"] for folder in found["folders"]] == ["matches, scripts", "cache", "models"]
    assert found["plugins"]["working"]["game"] >= 3


def test_nothing_private_is_told(parlour: Parlour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("PARLOUR_HOST_PASSWORD", CANARY.upper())
    monkeypatch.setenv("HOME", str(tmp_path / "mallory"))
    monkeypatch.setenv("PARLOUR_MODELS", str(tmp_path / "mallory" / "models"))
    url = f"postgresql://trent:{CANARY}@127.0.0.1:1/games?password={CANARY}"
    model = f"http://trent:{CANARY}@127.0.0.1:1/v1#one"
    for words in ((), ("--json",)):
        told = parlour("doctor", "--db", url, "--model", model, *words)
        assert told.code == 1
        for private in (CANARY, CANARY.upper(), "mallory", "trent"):
            assert private not in told.out + told.err
        assert "OPENAI_API_KEY" in told.out
        assert "127.0.0.1" in told.out


def test_secrets_and_homes_are_taken_out_of_whatever_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_TOKEN", CANARY)
    monkeypatch.setenv("HOME", "/home/mallory")
    told = {"a": [f"x {CANARY}", "/home/mallory/x", "ftp://me@host/x"], "b": 3}
    assert without_secrets(told) == {"a": ["x <SOME_TOKEN>", "~/x", "ftp://host/x"], "b": 3}
    monkeypatch.setenv("HOME", "/")
    assert without_secrets("/var/lib/parlour.db") == "/var/lib/parlour.db"


def test_a_model_that_answers_is_told_apart_from_one_that_does_not(parlour: Parlour):
    with Loopback(varied) as server:
        told = parlour("doctor", "--model", server.model)
        assert told.code == 0, told.out
        assert f"{server.model} answers" in told.out
    with Loopback([Answer(text="")]) as server:
        mute = parlour("doctor", "--model", server.model, "--json")
    assert mute.code == 1
    assert mute.json["troubles"] == [f"a match with {server.model} would be mute: the model said nothing"]
    dead = parlour("doctor", "--model", server.model, "--json")
    assert dead.code == 1
    [trouble] = dead.json["troubles"]
    assert "no server answers there" in trouble
    assert dead.json["models"]["asked"]["trouble"] == trouble


def test_no_model_is_fetched_to_be_tried(parlour: Parlour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    told = parlour("doctor", "--model", "hf:nobody/nothing/none.gguf")
    assert told.code == 1
    assert "is not on this machine yet" in told.out
    assert not (tmp_path / "hub").exists()


def test_model_files_are_listed_and_a_damaged_one_is_wrong(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "cut.gguf").write_bytes(b"GGUF\x03")
    found = parlour("doctor", "--json")
    assert found.code == 1
    [file] = [each for each in found.json["models"]["files"] if each["path"].endswith("cut.gguf")]
    assert (file["size"], "damaged" in file["trouble"]) == (5, True)
    assert file["trouble"] in found.json["troubles"]


def test_a_default_model_that_cannot_be_opened_is_wrong(parlour: Parlour, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PARLOUR_MODEL", "openai:gpt-6-luna")
    told = parlour("doctor")
    assert (told.code, "set OPENAI_API_KEY" in told.out.split("What is wrong")[1]) == (1, True)
    monkeypatch.setenv("PARLOUR_MODEL", "nonsense")
    assert "no model is called 'nonsense'" in parlour("doctor").out.split("What is wrong")[1]
    monkeypatch.setenv("PARLOUR_MODEL", next(iter(MODELS.names)))
    assert parlour("doctor").code in (0, 1)


def test_what_cannot_be_loaded_is_named_with_its_package(tmp_path: Path):
    install(tmp_path, "odd_games", "lost", "import nowhere_at_all")
    with installed(tmp_path) as there:
        told = there.run("doctor", "--db", str(tmp_path / "none.db"))
    assert told.code == 1
    assert (
        "the game 'lost' of odd_games cannot be used: ModuleNotFoundError"
        in told.out.split("What is wrong")[1]
    )
    assert "odd_games 1.0: game lost" in told.out


def test_a_database_that_cannot_be_used_is_told_with_what_to_do(parlour: Parlour, db: str, tmp_path: Path):
    with Store.open(db):
        pass
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE schema_version SET version = '9999'")
    told = parlour("doctor", "--db", db, "--json")
    assert told.code == 1
    assert "was made by another version of Parlour (schema 9999" in told.json["troubles"][0]
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(os.urandom(8192))
    assert (
        "no database, or a damaged one"
        in parlour("doctor", "--db", str(damaged), "--json").json["troubles"][0]
    )


def test_a_server_tells_its_size_and_an_empty_one_is_left_empty(postgresql: str):
    empty = examine(postgresql)
    assert (empty.is_server, empty.is_made, empty.trouble) == (True, False, "")
    with Store.open(postgresql) as store:
        store.create(laid(mystery(players=3)))
    full = examine(postgresql)
    assert (full.is_made, full.matches, full.revision, full.free) == (True, 1, HEAD, None)
    assert (full.size or 0) > 0
    assert (make_url(postgresql).username, full.place) == ("parlour", "postgresql:///postgres")


def test_what_is_asked_wrongly_ends_with_2(parlour: Parlour):
    assert parlour("doctor", "--db", "mysql://host/x").code == 2


def test_a_package_of_a_version_that_will_not_do_is_wrong(monkeypatch: pytest.MonkeyPatch):
    wanted = {"name": "numpy", "wanted": ">=1.26"}
    versions = ("1.25.0", "2.0.0rc1", "")
    assert [is_wrong({**wanted, "version": each}) for each in versions] == [True, False, False]

    def needs(_package: str) -> list[str]:
        return ["pytest<1", "no-such-thing", "rich"]

    monkeypatch.setattr("parlour.cli.doctor.requires", needs)
    missing, old = look_at_software()["troubles"]
    assert missing.startswith("no-such-thing is not installed")
    assert old.startswith(f"pytest {pytest.__version__} will not do, <1 would")


def test_every_package_and_extra_is_looked_at():
    found = look_at_software()
    assert {"openai", "pydantic-ai-slim", "sqlalchemy"} <= {each["name"] for each in found["packages"]}
    extras = {extra["name"]: {each["name"] for each in extra["packages"]} for extra in found["extras"]}
    assert {"anthropic", "mcp", "postgres", "report", "web"} <= set(extras)
    assert "anthropic" in extras["anthropic"]  # that of pydantic-ai's extra, too
    assert "dev" not in extras
    assert found["troubles"] == []
