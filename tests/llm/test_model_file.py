"""The user's models: a key goes to the server of its entry and to no other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parlour.errors import MissingKey, ModelUnavailable, UnknownModel, UsageError
from parlour.llm import (
    ModelEntry,
    add_entry,
    approved_models,
    is_foreign,
    lacking,
    open_approved,
    open_embedding,
    open_provider,
)
from tests.llm.loopback import Answer, Loopback
from tests.llm.samples import call, completions

OURS = "Bearer ours"
NONE = "Bearer none"


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "config" / "models.toml"
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(path))
    monkeypatch.delenv("PARLOUR_MODEL", raising=False)
    monkeypatch.setenv("OUR_KEY", "ours")
    return path


def entry(url: str, **settings: object) -> ModelEntry:
    return ModelEntry.model_validate(
        {"base_url": url, "model": "fixed", "api_key_env": "OUR_KEY", **settings}
    )


def said(model: str) -> str:
    """What a model says when it is asked once."""
    return completions(model, call())[0].text


def test_a_key_goes_to_the_server_of_its_entry_and_to_no_other():
    with Loopback(key="ours") as ours, Loopback() as other:
        add_entry("mine", entry(ours.url))
        assert said("mine") == "Good evening."
        assert said(ours.model) == "Good evening."
        assert set(ours.keys) == {OURS}
        assert said(other.model) == "Good evening."
        asyncio.run(open_embedding(other.model).embed(["a"], is_query=False))
        assert set(other.keys) == {NONE}
        same_host = other.url.replace("127.0.0.1", "localhost")
        assert said(f"{same_host}#fixed") == "Good evening."
        assert set(other.keys) == {NONE}


def test_nothing_follows_a_redirect_to_another_server():
    with Loopback() as other:
        there = {"Location": f"{other.url}/chat/completions"}
        with Loopback([Answer(status=307, headers=there)], key="ours") as ours:
            add_entry("mine", entry(ours.url))
            with pytest.raises(ModelUnavailable, match=f"name {other.url}/chat/completions as the address"):
                said("mine")
            assert set(ours.keys) == {OURS}
            assert other.requests == []


def test_a_key_that_is_not_set_is_asked_for_by_its_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OUR_KEY")
    with Loopback(key="ours") as ours:
        add_entry("mine", entry(ours.url))
        assert lacking("mine") == "set OUR_KEY"
        for model in ("mine", ours.model):
            with pytest.raises(MissingKey, match=r"models\.toml, line 4: \[mine\]: set OUR_KEY in the"):
                open_provider(model)


def test_an_entry_sets_the_window_and_may_name_a_model_of_another_kind():
    with Loopback(window=8000) as ours:
        add_entry("mine", entry(ours.url, context=2048))
        add_entry("plain-words", ModelEntry(model="reader:attention=.5"))
        assert open_provider("mine").context == 2048
        assert open_provider("plain-words").name == "reader:attention=.5"


def test_a_server_opens_only_what_its_operator_has_named(monkeypatch: pytest.MonkeyPatch):
    with Loopback() as ours, Loopback() as other:
        add_entry("mine", entry(ours.url))
        assert open_approved("mine").name == "mine"
        assert open_approved("reader:attention=.5").name == "reader:attention=.5"
        sentences = set[str]()
        for model in (other.model, ours.model, "gguf:/etc/passwd", "gguf:/no/such/file", "openai:gpt-6-luna"):
            with pytest.raises(UnknownModel) as refused:
                open_approved(model)
            sentences.add(str(refused.value))
        assert len(sentences) == 1, "a refusal tells whether a file or a server is there"
        assert other.keys == []
        monkeypatch.setenv("PARLOUR_MODEL", other.model)
        assert approved_models()[:2] == (other.model, "mine")
        assert open_approved(other.model).name == other.model


def test_an_address_is_foreign_unless_its_origin_is_named(monkeypatch: pytest.MonkeyPatch):
    add_entry("mine", ModelEntry(base_url="https://models.example/v1", model="a"))
    assert not is_foreign("https://MODELS.example:443/v2#b")
    assert not is_foreign("mine")
    assert not is_foreign("openai:gpt-6-luna")
    for address in ("http://models.example/v1#a", "https://models.example:8443/v1#a", "https://example/v1#a"):
        assert is_foreign(address)
    monkeypatch.setenv("PARLOUR_MODEL", "http://models.example/v1#a")
    assert not is_foreign("http://models.example/v1#a")


def test_what_is_wrong_in_the_file_is_said_with_its_line(file: Path):
    file.parent.mkdir()
    for text, words in {
        '[a]\nbase_url = "http://a/v1"\nmodel = "a"\nmodle = 3\n': r"line 4: \[a\] modle: there is no such",
        '\n["a b"]\nmodel = "a"\n': "line 2: 'a b' is no name",
        '[a]\nmodel = "a"\n[b]\nbase_url = "b"\nmodel = "b"': r"line 4: \[b\] base_url: this is no address",
        '[a]\nbase_url = "http://x:y@a/v1"\nmodel = "a"\n': "line 2: .* a user name, a password or a key",
        '[a]\nmodel = "http://a/v1#a"\n': r"line 1: \[a\]: write the address into base_url",
        "[a]\nmodel = \n": "no TOML: .*line 2",
        '\n[reader]\nmodel = "a"\n': r"line 2: \[reader\]: reader is a model of Parlour's own",
        '[a]\nmodel = "b"\n[b]\nmodel = "a"\n': r"line 2: \[a\] model: it names another entry",
    }.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(UsageError, match=words) as refused:
            open_provider("nothing")
        assert str(file) in str(refused.value)


def test_what_goes_wrong_in_opening_an_entry_is_said_with_its_line(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    file.parent.mkdir()
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with Loopback() as server:
        above = server.url.removesuffix("/v1")
        for entry, words in {
            f'base_url = "{above}"\nmodel = "fixed"': rf"line 4: \[b\]: .*is at {server.url}: name that",
            'base_url = "http://127.0.0.1:9/v1"\nmodel = "x"': r"line 4: \[b\]: .*no server answers there",
            'seed = 1\nmodel = "openai:gpt-4o"': r"line 5: \[b\]: .*set OPENAI_API_KEY in the environment",
            'model = "reader"\ntop_p = 0.5': r"line 5: \[b\]: reader takes no top_p: leave it out",
        }.items():
            file.write_text(f'[a]\nmodel = "reader"\n[b]\n{entry}\n[c]\nmodel = "reader"', encoding="utf-8")
            with pytest.raises((UsageError, ModelUnavailable), match=words) as refused:
                open_provider("b")
            assert str(refused.value).startswith(f"{file}, line ")


def test_a_file_with_the_mark_of_windows_is_read(file: Path):
    file.parent.mkdir()
    file.write_text('[a]\nmodel = "reader"\n', encoding="utf-8-sig")
    assert open_provider("a").name == "reader"


def test_a_name_is_taken_once():
    add_entry("mine", ModelEntry(model="openai:a"))
    with pytest.raises(UsageError, match="has a model 'mine' already"):
        add_entry("mine", ModelEntry(model="openai:b"))
    with pytest.raises(UsageError, match="no name for a model"):
        add_entry("http://a", ModelEntry(model="openai:b"))
