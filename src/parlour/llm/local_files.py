"""GGUF files on this machine: those in Parlour's own folder, and those from the Hugging Face hub."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from parlour.errors import UsageError
from parlour.llm.gguf_header import trained_context
from parlour.llm.weights import models_folder

_IN_HUB_CACHE = "models--*/snapshots/*/**/*.gguf"


@dataclass(frozen=True, kw_only=True)
class ModelFile:
    """A model file, as its header has it.

    Attributes:
        path: where it lies.
        size: in bytes.
        window: the tokens that its window was trained for; None where it does not say.
        trouble: why it cannot be read; empty where it can.
    """

    path: str
    size: int
    window: int | None = None
    trouble: str = ""


def model_files() -> tuple[ModelFile, ...]:
    """Every GGUF file in the folders that model strings lead to; none is loaded."""
    return tuple(_told(path) for path in _paths())


def _paths() -> Iterator[Path]:
    yield from sorted(models_folder().glob("*.gguf"))
    if find_spec("huggingface_hub"):
        from huggingface_hub.constants import HF_HUB_CACHE

        yield from sorted(Path(HF_HUB_CACHE).glob(_IN_HUB_CACHE))


def _told(path: Path) -> ModelFile:
    size = path.stat().st_size if path.exists() else 0  # a link of the hub's cache may lead nowhere
    try:
        return ModelFile(path=str(path), size=size, window=trained_context(path))
    except UsageError as error:
        return ModelFile(path=str(path), size=size, trouble=str(error))
