"""The data of a dispute: its camps, the classes of posts, and a post."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from sys import intern
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import Player, name_key
from parlour.llm import Language
from parlour.methods.gratr.posts.reader import AT, Side

Sign = Literal[-1, 0, 1]
"""Against a camp, neither, or for it."""

_PREFIXES: Mapping[str, str] = {"pro": "for", "anti": "against", "支持": "for", "反对": "against"}


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, str_strip_whitespace=True)


class Camp(_Form):
    """One camp of a dispute."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^@\n]+$")]
    called: tuple[str, ...] = ()
    slogans: tuple[str, ...] = ()

    @property
    def side(self) -> Side:
        """The camp in the form of the reader."""
        names = dict.fromkeys((self.name, *self.called))
        return Side(name=self.name, called=tuple(names), slogans=self.slogans)


class IntentClass(_Form):
    """A class of posts: for a camp, against one, or neither."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    pro: str | None = Field(default=None, alias="for")
    anti: str | None = Field(default=None, alias="against")

    @model_validator(mode="after")
    def _one_direction(self) -> IntentClass:
        if self.pro and self.anti:
            raise ValueError(f"{self.name} is for {self.pro} or against {self.anti}, not both")
        return self

    @property
    def camp(self) -> str | None:
        """The camp that it is about, or None."""
        return self.pro or self.anti

    @property
    def sign(self) -> Sign:
        """1 for its camp, -1 against it, 0 for neither."""
        return 1 if self.pro else -1 if self.anti else 0


class Contest(_Form):
    """The camps of a dispute and the classes of posts about it."""

    title: str = ""
    language: Language = "en"
    about: str = ""
    camps: tuple[Camp, ...]
    classes: Annotated[tuple[IntentClass, ...], Field(min_length=2)]
    rivals: bool = True

    @model_validator(mode="before")
    @classmethod
    def _filled_in(cls, raw: object) -> object:
        if not isinstance(raw, dict):
            return raw
        fields = dict(cast("dict[str, object]", raw))
        camps, classes = _as_list(fields.get("camps")), _as_list(fields.get("classes"))
        classes = [_read_class(entry) for entry in classes]
        camps = [{"name": camp} if isinstance(camp, str) else camp for camp in camps]
        names_by_key = {name_key(name): name for name in reversed(list(_camps_of(classes)))}
        camps = camps or [{"name": name} for name in reversed(names_by_key.values())]
        classes = [_with_camps(entry, camps) for entry in classes]
        language = fields.get("language", "en")
        classes = classes or list(_usual(camps, "zh" if language == "zh" else "en"))
        return fields | {"camps": camps, "classes": classes}

    @model_validator(mode="after")
    def _consistent(self) -> Contest:
        names = [camp.name for camp in self.camps]
        if not names:
            raise ValueError(
                "no camp: give `camps`, or classes that are for or against one, as in Pro-Harbour"
            )
        for what, labels in (("camp", names), ("class", [intent.name for intent in self.classes])):
            twice = [name for name, count in Counter(map(name_key, labels)).items() if count > 1]
            if twice:
                raise ValueError(f"two of the {what} names cannot be told apart: {twice[0]!r}")
        for intent in self.classes:
            if intent.camp and intent.camp not in names:
                raise ValueError(
                    f"class {intent.name}: no camp is called {intent.camp!r} ({', '.join(names)})"
                )
        return self

    def class_of(self, label: str) -> IntentClass | None:
        """Returns the class of a label, ignoring case, spaces and hyphens; None if there is none."""
        key = name_key(label)
        return next((intent for intent in self.classes if name_key(intent.name) == key), None)

    def class_named(self, name: str) -> IntentClass:
        """Returns the class of exactly that name."""
        return next(intent for intent in self.classes if intent.name == name)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The camps in the form of the reader."""
        return tuple(camp.side for camp in self.camps)


def _as_list(raw: object) -> list[object]:
    return list(cast("Sequence[object]", raw)) if isinstance(raw, list | tuple) else []


def _read_class(raw: object) -> object:
    if not isinstance(raw, str):
        return raw
    name = raw.strip()
    for prefix, direction in _PREFIXES.items():
        camp = name[len(prefix) :].lstrip(" -_") if name.casefold().startswith(prefix) else ""
        if camp and (len(prefix) == 2 or not name[len(prefix)].isalpha()):
            return {"name": name, direction: camp}
    return {"name": name}


def _with_camps(raw: object, camps: Iterable[object]) -> object:
    if not isinstance(raw, dict):
        return raw
    names = {name_key(name): name for camp in camps if (name := _name(camp))}
    fields = cast("Mapping[str, object]", raw)
    return {
        key: names.get(name_key(str(value)), value) if key in ("for", "against") else value
        for key, value in fields.items()
    }


def _name(camp: object) -> str:
    return str(cast("Mapping[str, object]", camp).get("name", "")) if isinstance(camp, dict) else ""


def _camps_of(classes: Iterable[object]) -> Iterable[str]:
    for entry in classes:
        if isinstance(entry, dict):
            fields = cast("Mapping[str, object]", entry)
            yield from (str(fields[way]) for way in ("for", "against") if fields.get(way))


_USUAL: Mapping[Language, tuple[str, str, str]] = {
    "en": ("Anti-{}", "Pro-{}", "Neutral"),
    "zh": ("反对{}", "支持{}", "中立"),
}


def _usual(camps: Sequence[object], language: Language) -> Iterable[dict[str, str]]:
    against, pro, neutral = _USUAL[language]
    names = [name for camp in camps if (name := _name(camp))]
    yield from ({"name": against.format(name), "against": name} for name in names)
    yield from ({"name": pro.format(name), "for": name} for name in names)
    yield {"name": neutral}


ELECTION = Contest.model_validate(
    {
        "title": "Posts about an election",
        "camps": [
            {"name": "Democrat", "called": ["Democrats", "Democratic Party"]},
            {"name": "Republican", "called": ["Republicans", "Republican Party", "GOP"]},
        ],
    }
)
"""The five classes of section 4.2, taken where no others are given."""


_NEVER = datetime.min.replace(tzinfo=UTC)
_QUOTED = 400
"""Characters of a post that is told among others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Post:
    """A post as its file has it.

    Attributes:
        number: its place in time, from 0; posts of one moment stand as in the file.
        time: with its zone; None in a file without times, whose rows stand in order.
    """

    number: int
    author: str
    time: datetime | None
    text: str
    label: str | None = None
    line: int = 0

    @property
    def node(self) -> Player:
        """The author in a graph, where no camp can bear the same name."""
        return intern(AT + self.author)  # one string for all posts of an author

    @property
    def heading(self) -> str:
        """Its author and time, or its place in the order if it has no time."""
        return f"{self.node}, {f'{self.time:%Y-%m-%d %H:%M}' if self.time else f'#{self.number + 1}'}"

    @property
    def moment(self) -> datetime:
        """The sort key of posts."""
        return self.time or _NEVER

    @property
    def day(self) -> str:
        """Its day; empty if it has no time."""
        return f"{self.time:%Y-%m-%d}" if self.time else ""

    @property
    def one_line(self) -> str:
        """The post in one line, as a prompt tells it among others."""
        text = " ".join(self.text.split())
        return f"{self.heading}: {text if len(text) <= _QUOTED else text[:_QUOTED] + '…'}"
