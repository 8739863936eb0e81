"""The user's models: entries of `models.toml`, each a name for an address, with the variable of its key."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Self, cast
from urllib.parse import parse_qsl, urldefrag, urlsplit

from platformdirs import user_config_path
from pydantic import AfterValidator, Field, ValidationError, model_validator

from parlour.errors import MissingKey, ModelUnavailable, UnknownModel, UsageError
from parlour.llm.settings import MARK, ModelSettings, problem, set_values, split_settings

NO_KEY = "none"
"""The key that a server without one is sent, since clients require one."""
NAME = re.compile(r"[A-Za-z][\w.-]{0,63}")
ADDRESSES = ("http://", "https://")
_SECRET = re.compile("key|token|secret|passw|pwd|auth|credential|sig", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}


def check_address(address: str) -> str:
    """Returns an address of a server that holds no secret.

    Raises:
        ValueError: if it is no address, or holds a user name, a password or a key: addresses are recorded.
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        parts = host = None
    query = parse_qsl(parts.query, keep_blank_values=True) if parts else []
    if "@" in (parts.netloc if parts else address) or any(_SECRET.search(name) for name, _ in query):
        raise ValueError(
            "the address holds a user name, a password or a key, and addresses are recorded: leave it out, "
            "and name the variable of the key with: parlour models add NAME ADDRESS --key-env VARIABLE"
        )
    if not host or not address.startswith(ADDRESSES):
        raise ValueError("this is no address: write http://HOST:PORT/v1#NAME")
    return address


class ModelEntry(ModelSettings):
    """A model of the user's.

    Attributes:
        base_url: the address of an OpenAI-compatible server, as a rule ending in `/v1`; empty if `model` is a
            model string of another kind, such as `openai:NAME`.
        model: the name that the server gives the model, or that string.
        api_key_env: the environment variable that holds the server's key; empty if it needs none.
        extra_headers: headers added to every request; they are never recorded.
    """

    base_url: Annotated[str, AfterValidator(check_address)] = ""
    model: str = Field(min_length=1)
    api_key_env: str = Field(default="", pattern=r"^([A-Za-z_]\w*)?$")
    extra_headers: Mapping[str, str] = Field(default_factory=dict[str, str], repr=False)

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.model.startswith(ADDRESSES):
            raise ValueError("write the address into base_url and the model's name into model")
        if MARK in self.model:
            raise ValueError("write the settings after the '?' of model as keys of their own")
        if self.api_key_env and not self.base_url:
            raise ValueError("api_key_env belongs to a base_url; other models have variables of their own")
        return self

    @property
    def model_string(self) -> str:
        """The model string that it stands for."""
        return f"{self.base_url}#{self.model}" if self.base_url else self.model

    @property
    def lacks(self) -> str:
        """The step that is missing before it can be used; empty if none is."""
        return f"set {self.api_key_env}" if self.api_key_env and not os.environ.get(self.api_key_env) else ""

    @property
    def key(self) -> str:
        if self.lacks:
            raise MissingKey(f"{self.lacks} in the environment to the key of {self.base_url}")
        return os.environ[self.api_key_env] if self.api_key_env else NO_KEY


def model_file() -> Path:
    """Returns the path of `models.toml`: `PARLOUR_MODEL_FILE`, or one in the user's configuration folder."""
    path = os.environ.get("PARLOUR_MODEL_FILE")
    return Path(path).expanduser() if path else user_config_path("parlour", appauthor=False) / "models.toml"


def read_model_file() -> Mapping[str, ModelEntry]:
    """Reads the user's models by name; an absent file has none."""
    path = model_file()
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: this is no TOML: {error}") from error
    return {name: _entry(name, table, path, text) for name, table in tables.items()}


def add_entry(name: str, entry: ModelEntry) -> Path:
    """Appends a model to the user's file, and returns the file's path.

    Raises:
        UsageError: if the name is taken or no name, or the file cannot be written.
    """
    if not NAME.fullmatch(name):
        raise UsageError(f"{name!r} is no name for a model: write letters, digits, '.', '_' or '-'")
    path = model_file()
    if name in read_model_file():
        raise UsageError(f"{path} has a model {name!r} already: choose another name, or edit the file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("\n" * bool(file.tell()) + spelled_entry(name, entry))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    return path


def spelled_entry(name: str, entry: ModelEntry) -> str:
    """Returns an entry as it stands in the file."""
    values = entry.model_dump(exclude_defaults=True)
    return "\n".join([f'["{name}"]', *(f"{key} = {_toml(value)}" for key, value in values.items()), ""])


def _toml(value: object) -> str:
    match value:
        case dict():
            fields = cast("dict[str, object]", value).items()
            return "{" + ", ".join(f"{json.dumps(key)} = {_toml(element)}" for key, element in fields) + "}"
        case list():
            return "[" + ", ".join(map(_toml, cast("list[object]", value))) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def server_key(url: str) -> str:
    """Returns the key of a server: that of an entry of the same origin, and of no other."""
    entries = [pair for pair in read_model_file().items() if origin(pair[1].base_url) == origin(url)]
    if not entries:
        return NO_KEY
    name, entry = min(entries, key=lambda pair: pair[1].base_url.rstrip("/") != url.rstrip("/"))
    with naming_place(name):
        return entry.key


def origin(url: str) -> tuple[str, str, int | None]:
    """Returns the scheme, host and port of an address (RFC 6454)."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)


def address_and_name(model: str) -> tuple[str, str]:
    """Splits `http://HOST:PORT/v1#NAME` into the address and the model's name.

    Raises:
        UnknownModel: if there is no address in it, or a secret.
    """
    try:
        url, name = urldefrag(check_address(model))
    except ValueError as error:
        raise UnknownModel(f"the model cannot be opened: {error}") from error
    return url, name


def _entry(name: str, table: object, path: Path, text: str) -> ModelEntry:
    if not NAME.fullmatch(name):
        line = _line(text, name)
        raise UsageError(f"{path}, line {line}: {name!r} is no name: letters, digits, '.', '_' or '-'")
    try:
        return ModelEntry.model_validate(table)
    except ValidationError as error:
        key = str((*error.errors(include_url=False)[0]["loc"], "")[0])
        place = f"{path}, line {_line(text, name, key)}: [{name}]{' ' if key else ': '}"
        raise UsageError(f"{place}{problem(error, ModelEntry.model_fields)}") from error


@contextmanager
def naming_place(model: str) -> Generator[None]:
    """Begins the message of an error in opening or checking a model with the place of its entry, if any."""
    try:
        yield
    except (UsageError, ModelUnavailable) as error:
        if model not in read_model_file():
            raise
        key = "api_key_env" if isinstance(error, MissingKey) else "base_url"
        raise type(error)(f"{find_place(model, key, 'model')}: {error}") from error


def find_place(name: str, *keys: str) -> str:
    """Returns the file, the line and the name of an entry: the line of its first of these keys, if any."""
    path = model_file()
    return f"{path}, line {_line(path.read_text('utf-8-sig'), name, *keys)}: [{name}]"


def find_setting(model: str, key: str, value: object) -> str:
    """Returns the place where the entry of a model string sets a key to a value; empty if it does not."""
    name, _ = split_settings(model)
    with suppress(UsageError, OSError):  # the file may be another by now
        if entry := read_model_file().get(name):
            values = {**(entry.extra_body or {}), **set_values(entry)}
            return find_place(name, key, "extra_body") if key in values and values[key] == value else ""
    return ""


def _line(text: str, name: str, *keys: str) -> int:
    """Returns the line of the first of the keys that a table has, or else that of the table, or 1."""
    header = re.compile(rf"\s*\[\s*[\"']?{re.escape(name)}[\"']?\s*[].]")
    numbers, is_inside = dict[str, int](), False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            is_inside = bool(header.match(line))
            key = ""
        else:
            key = line.partition("=")[0].strip(" \t\"'")
        if is_inside:
            numbers.setdefault(key, number)
    return next((numbers[key] for key in (*keys, "") if key in numbers), 1)
