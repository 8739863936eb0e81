"""Mysteries in another form (JSON, Markdown, other fields): the fields that each character lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Literal, cast

import yaml

from parlour.core import one_line, plain_json, plain_yaml
from parlour.errors import ScriptError
from parlour.games.mystery.script import Character, Script

_PEOPLE = ("characters", "cast", "people", "players", "roles", "角色", "人物")
"""The fields in which other forms list their characters."""
_OURS: Mapping[str, str] = {
    **dict.fromkeys(
        ("biography", "bio", "background", "backstory", "description", "profile", "story"), "acts"
    ),
    **dict.fromkeys(("secret", "秘密"), "secrets"),
    **dict.fromkeys(("goal", "goals", "objective", "mission", "目标"), "objectives"),
    **dict.fromkeys(("alias", "nickname", "别名"), "aliases"),
    **dict.fromkeys(("传记", "背景", "故事"), "acts"),
    "姓名": "name",
}
"""Which field of ours holds what other forms call so."""
_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*")
_LABEL = re.compile(r"[-*\s]*\**([^\W\d_]+)\**\s*[:：]")
_Fields = tuple[str, ...]


def smallest(language: Literal["en", "zh"]) -> str:
    """Returns the smallest script that can be played, with a remark on each field."""
    folder = resources.files("parlour.games.mystery.library") / "smallest"
    return (folder / f"script.{language}.yaml").read_text(encoding="utf-8")


def foreign(text: str, file: str) -> ScriptError | None:
    """Returns what a mystery in another form lacks, character by character; None for other files."""
    data = _data(text)
    people = dict(_in_data(data)) or dict(_in_markdown(text))
    named = {field for fields in people.values() for field in fields}
    if not people or not (named & _OURS.keys() or isinstance(data, list)):
        return None
    lacks = "; ".join(f"{name} lacks {_lacking(fields)}" for name, fields in people.items())
    renamed = [f"{field} becomes {_OURS[field]}" for field in sorted(named & _OURS.keys())]
    whole = cast("dict[object, object]", data).keys() if isinstance(data, dict) else ()
    needed = [
        name for name, field in Script.model_fields.items() if field.is_required() and name not in whole
    ]
    if needed:
        renamed.append(f"the file itself lacks {', '.join(needed)}")
    lines = (
        f"is no script yet: {lacks}",
        "; ".join(renamed),
        "the smallest form that works: parlour scripts new",
    )
    return ScriptError("\n".join(filter(None, lines)), file=file)


def _lacking(fields: _Fields) -> str:
    """Returns the required fields that a character lacks, each with a possible substitute."""
    missing: list[str] = []
    for name, field in Character.model_fields.items():
        if field.is_required() and name not in fields:
            stand_in = next((key for key in fields if _OURS.get(key) == name), "")
            missing.append(f"{name} ({stand_in} may do)" if stand_in else name)
    return ", ".join(missing) or "nothing"


def _data(text: str) -> object:
    """Returns the data of a JSON or YAML text; None for neither."""
    try:
        return plain_json(text)
    except ValueError:
        try:
            return plain_yaml(text)[1]
        except yaml.YAMLError:
            return None


def _in_data(data: object) -> Iterator[tuple[str, _Fields]]:
    """Yields the characters of plain data, in a list or by name, with the names of their fields."""
    if isinstance(data, dict):
        whole = cast("dict[str, object]", data)
        data = next((whole[name] for name in _PEOPLE if name in whole), None)
    if isinstance(data, dict):
        people = cast("dict[str, object]", data)
        items = [(one_line(str(name)), person) for name, person in people.items()]
    else:
        listed = cast("list[object]", data) if isinstance(data, list) else []
        items = [(f"character {number}", person) for number, person in enumerate(listed, 1)]
    for name, person in items:
        if isinstance(person, dict):
            fields = cast("dict[str, object]", person)
            own_name = next(
                (fields[key] for key in ("name", "姓名") if isinstance(fields.get(key), str)), name
            )
            own = tuple(str(key).casefold() for key in fields)
            yield one_line(str(own_name)), own if isinstance(data, list) else ("name", *own)


def _in_markdown(text: str) -> Iterator[tuple[str, _Fields]]:
    """Yields the headings with a character's fields below, as a label or as a heading of their own."""
    name, fields = "", list[str]()
    for line in text.splitlines():
        heading, label = _HEADING.fullmatch(line.strip()), _LABEL.match(line)
        word = (heading or label or [""])[1 if heading or label else 0].casefold().strip("*: ")
        if word in _OURS:
            fields.append(word)
        elif heading:
            if fields:
                yield one_line(name), ("name", *fields)
            name, fields = heading[1], []
    if fields:
        yield one_line(name), ("name", *fields)
