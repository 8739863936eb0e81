"""GGUF files from the Hugging Face hub, kept in its own cache."""

from __future__ import annotations

from pathlib import Path

from parlour.errors import MissingExtra, ModelUnavailable, UsageError

_PARTS_OF_A_REPOSITORY = 2


def is_fetched(name: str) -> bool:
    """Whether the file `OWNER/REPO/FILE` is there already; false where that cannot be told."""
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
