"""Reads a reply of a given form in a model's text, and repairs a reply that is almost of that form.

Repaired are JSON that is nearly right, a wrapper around the object, the spelling of keys and options, and the
length of strings. Nothing is read from prose, except a whole reply that is one of the options.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar, cast

from json_repair import repair_json
from pydantic import BaseModel, JsonValue, ValidationError

from parlour.core import name_key

Reply = TypeVar("Reply", bound=BaseModel)
Schema = Mapping[str, Any]
MOST_OPENINGS = 1000
"""So many braces of a reply may begin its JSON object; to try each of a giant one would take forever."""
MOST_REPAIRED = 3200
"""Characters of the longest near-JSON that is repaired: the time for it grows with their square."""
MOST_BROKEN = 3
"""So many broken objects of one reply are repaired, counted from its end."""
MOST_WRAPPERS = 5
"""So many objects may stand around one another before the one that is wanted."""
LONGEST_OPTION = 80
COSMETIC = ("reason", "why")
"""Fields on which nothing that is played depends: empty where a reply leaves them out."""
_NULLS = ("null", "none")
_SEAT_WORDS = ("", "player", "seat", "option", "number", "no", "玩家", "号玩家", "号", "座位", "选项")
_LETTERED = re.compile(r"\W*([^\W\d_])\s*[).:：、．]")
_PERCENT = re.compile(r"\s*(\d+)\s*%\s*")
_FENCE = re.compile(r"^\s*```.*$", re.MULTILINE)
_FINISHED = re.compile(r"""["'”’\]}]$|\b(null|None|true|True|false|False)$""")
_NO_OBJECT = "there is no JSON object in the reply"
_DECODER = json.JSONDecoder(strict=False)


def read_reply(text: str, reply: type[Reply], *, is_cut: bool = False) -> Reply:
    """Returns the last JSON object of a text that fits a form; of a cut text no unfinished one.

    Raises:
        ValueError: if there is none, or not of the form (a `ValidationError` is one).
    """
    value, _ = _read(text, reply, is_cut)
    if isinstance(value, ValueError):
        raise value.with_traceback(None)
    return cast(Reply, value)


def is_repaired(text: str, reply: type[BaseModel], *, is_cut: bool = False) -> bool:
    """True if a text can be read as a reply of a form only after repairs."""
    return _read(text, reply, is_cut)[1]


_Read = tuple[BaseModel | ValueError, bool]
"""A reply or what is wrong with it, and whether it was repaired."""


@lru_cache(maxsize=64)
def _read(text: str, reply: type[BaseModel], is_cut: bool) -> _Read:  # noqa: FBT001 - cached
    if strict := _strict(text, reply):
        return strict, False
    problem = ValueError(_NO_OBJECT)
    decoded = _decode(text) if text.lstrip().startswith('"') else None
    bare = decoded if isinstance(decoded, str) else text
    for value, is_near in _objects(bare, may_repair=not is_cut):
        reading = (
            (value, False) if isinstance(value, ValueError) else _fit(value, reply, is_near or bare != text)
        )
        if isinstance(reading[0], BaseModel):
            return reading
        problem = problem if isinstance(problem, ValidationError) else reading[0]
    option_reply = _only_option(bare, reply)
    return (option_reply, True) if option_reply else (problem, False)


def _strict(text: str, reply: type[BaseModel]) -> BaseModel | None:
    """The reply of a text that is one JSON object of the form and nothing else, as most are."""
    if not text.startswith("{") or "\\u" in text:
        return None
    try:
        value, end = _DECODER.raw_decode(text)
        return None if text[end:].strip() else reply.model_validate(value)
    except (ValueError, RecursionError):
        return None


def _decode(text: str) -> JsonValue:
    """The value of a text that is JSON and nothing else; None for any other text."""
    try:
        return cast(JsonValue, _DECODER.decode(text.strip()))
    except (json.JSONDecodeError, RecursionError):
        return None


def _objects(text: str, *, may_repair: bool) -> Iterator[tuple[JsonValue | ValueError, bool]]:
    """Yields the objects of a text from the last to the first, with whether each was repaired."""
    candidates: list[tuple[int, JsonValue | ValueError]] = []
    end = 0
    for opening in islice(re.finditer(r"\{", text), MOST_OPENINGS):
        if opening.start() < end:
            continue
        try:
            value, end = _DECODER.raw_decode(text, opening.start())
        except json.JSONDecodeError as error:
            value = ValueError(f"the JSON object is broken: {error}")
        except RecursionError:
            value = ValueError("the JSON object is nested too deeply")
        candidates.append((opening.start(), value))
    left = MOST_BROKEN if may_repair and len(text) <= MOST_REPAIRED else 0
    for start, value in reversed(candidates):
        yield (value if isinstance(value, ValueError) else _without_halves(value)), False
        if left and isinstance(value, ValueError) and text.count("{", 0, start) <= text.count("}", 0, start):
            left -= 1
            for repaired in _repair(text[start:]):
                yield repaired, True


def _repair(text: str) -> Iterator[JsonValue]:
    """Yields the objects of near-JSON; none of what ends within a string or a number."""
    bare = _FENCE.sub("", text)
    closing = bare.rfind("}")
    bare = bare[: closing + 1] if closing >= 0 else bare.rstrip()
    bare = re.sub(r"(?<=[\"”’'])\s*：", ":", bare)
    bare = re.sub(r"(?<=[\"”’'\d\]}el])\s*，\s*(?=[\"“‘'}])", ",", bare)
    if not _FINISHED.search(bare):
        return
    try:
        value = cast(JsonValue, repair_json(bare, return_objects=True, skip_json_loads=True))
    except (RecursionError, ValueError):
        return
    for element in reversed(value if isinstance(value, list) else [value]):
        if isinstance(element, dict):
            yield _without_halves(element)


def _fit(value: JsonValue, reply: type[BaseModel], is_near: bool) -> _Read:  # noqa: FBT001 - as in `_Read`
    """Reads a value as a reply: as it is, out of its wrappers, or with its keys and options respelled."""
    problem = ValueError(_NO_OBJECT)
    keys = {name_key(name) for name in _schema(reply).get("properties", {})}
    for depth, inner in enumerate(_unwrap(value, keys)):
        try:
            return reply.model_validate(inner), is_near or bool(depth)
        except ValidationError as error:
            problem = error
        if keys & set(map(name_key, inner)):
            try:
                return reply.model_validate(_adapt(inner, _schema(reply), _schema(reply))), True
            except (ValidationError, RecursionError):
                break
    return problem, False


def _unwrap(value: JsonValue, keys: set[str]) -> Iterator[dict[str, JsonValue]]:
    """Yields an object and, while none of a form's keys is in it, the only object within it."""
    for _ in range(MOST_WRAPPERS):
        if not isinstance(value, dict):
            return
        yield value
        if keys & set(map(name_key, value)):
            return
        inner = [child for element in value.values() if (child := _object_in(element)) is not None]
        if len(inner) != 1:
            return
        value = inner[0]


def _object_in(value: JsonValue) -> dict[str, JsonValue] | None:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = _decode(value)
    return value if isinstance(value, dict) else None


def _only_option(text: str, reply: type[BaseModel]) -> BaseModel | None:
    """The reply that a text gives which is one of the options and nothing else."""
    form = _schema(reply)
    field_names = [name for name in form.get("properties", {}) if name not in COSMETIC]
    if len(field_names) != 1 or len(text.strip()) > LONGEST_OPTION or not any(map(str.isalnum, text)):
        return None
    chosen = _adapt(text, form["properties"][field_names[0]], form)
    if chosen is None or chosen == [] or not _has_options(form["properties"][field_names[0]]):
        return None
    try:
        return reply.model_validate(_adapt({field_names[0]: chosen}, form, form))
    except ValidationError:
        return None


def _means_none(word: str, form: Schema) -> bool:
    options = [*form.get("enum", ()), form.get("const"), *form.get("items", {}).get("enum", ())]
    return _has_options(form) and name_key(word) not in {
        name_key(str(option)) for option in options if option
    }


def _has_options(form: Schema) -> bool:
    inner = [form, *form.get("anyOf", ()), form.get("items", {})]
    return any("enum" in subform or "const" in subform for subform in inner)


@lru_cache(maxsize=512)
def _schema(reply: type[BaseModel]) -> Schema:
    return reply.model_json_schema()


def _adapt(value: JsonValue, form: Schema, shared: Schema) -> JsonValue:
    """Respells a value as a JSON schema requires, if there is only one way to do so."""
    match form:
        case {"$ref": str(name)}:
            return _adapt(value, shared["$defs"][name.rsplit("/", 1)[-1]], shared)
        case {"anyOf": [wanted, {"type": "null"}] | [{"type": "null"}, wanted]}:
            if isinstance(value, str) and value.strip().casefold() in _NULLS and _means_none(value, wanted):
                return None
            return _adapt(value, wanted, shared)
        case {"enum": options}:
            return _option(value, options)
        case {"const": only}:
            return _option(value, [only])
        case {"type": "array", "items": items}:
            return _adapt_list(value, items, shared)
        case {"properties": fields} if isinstance(value, dict):
            return _object(value, fields, form.get("required", ()), shared)
        case {"type": "string"} if isinstance(value, str | list):
            text = value if isinstance(value, str) else " ".join(map(str, value))
            return text[: form.get("maxLength")]
        case {"type": "integer" | "number"} if isinstance(value, str) and (
            percent := _PERCENT.fullmatch(value)
        ):
            return int(percent[1])
        case _:
            return value


def _object(
    value: Mapping[str, JsonValue], fields: Mapping[str, Schema], required: Sequence[str], shared: Schema
) -> JsonValue:
    names = {name: _option(name, list(fields)) for name in value if name not in fields}
    clear = {old: new for old, new in names.items() if new not in value and [*names.values()].count(new) == 1}
    respelled = {str(clear.get(name, name)): content for name, content in value.items()}
    missing = {name: "" for name in COSMETIC if name in required and respelled.get(name) is None}
    return {
        name: _adapt(content, fields[name], shared) if name in fields else content
        for name, content in (respelled | missing).items()
    }


def _adapt_list(value: JsonValue, items: Schema, shared: Schema) -> JsonValue:
    if isinstance(value, list):
        return [_adapt(element, items, shared) for element in value]
    options = items.get("enum", ())
    if not isinstance(value, str) or not _has_options(items):
        return value
    whole = _adapt(value, items, shared)
    if whole in options or whole == items.get("const"):
        return [whole]
    return [_adapt(part, items, shared) for part in re.split(r"[,，、;]", value) if part.strip()]


def _option(value: JsonValue, options: Sequence[JsonValue]) -> JsonValue:
    """The one option that a value means, by its normal form; the value itself if that is none or several."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if value in options or isinstance(value, bool) or not isinstance(value, str | int):
        return value
    text = str(value)
    if len(text) > LONGEST_OPTION:
        return value
    fits = [option for option in options if name_key(str(option)) == name_key(text)]
    fits = fits or [option for option in options if _is_same_number(text, str(option))]
    if not fits and (letter := _LETTERED.match(text)):
        fits = [option for option in options if str(option).casefold() == letter[1].casefold()]
    return fits[0] if len(fits) == 1 else value


def _is_same_number(text: str, option: str) -> bool:
    """True if both texts have the same one number, and otherwise only words for a seat or an option."""
    (words, numbers), (other_words, other_numbers) = _split_numbers(text), _split_numbers(option)
    is_plain = words == other_words or not words or (words in _SEAT_WORDS and other_words in _SEAT_WORDS)
    return len(numbers) == 1 and numbers == other_numbers and is_plain


def _split_numbers(text: str) -> tuple[str, list[int]]:
    normal = name_key(text)
    return re.sub(r"[0-9]+", "", normal), [int(digits) for digits in re.findall(r"[0-9]{1,6}", normal)]


def _without_halves(value: JsonValue) -> JsonValue:
    """A value with halves of characters replaced: JSON may hold them, and nothing can send them on."""
    text = json.dumps(value, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
    return cast(JsonValue, json.loads(text.decode("utf-16-le", "replace")))
