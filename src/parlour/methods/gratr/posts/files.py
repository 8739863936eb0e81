"""Posts and classes at rest: a table in CSV or JSON, and a small YAML."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from itertools import islice
from pathlib import Path
from sys import intern
from typing import Literal

import yaml
from pydantic import ValidationError

from parlour.core import plain_yaml, visible
from parlour.errors import PostsError
from parlour.llm import Language
from parlour.methods.gratr.posts.contest import ELECTION, Contest, IntentClass, Post, Sign
from parlour.methods.gratr.posts.reader import AT
from parlour.methods.gratr.posts.table import (
    Calendar,
    CellTable,
    DateOrder,
    decode,
    has_zone,
    read_bytes,
    read_table,
)

SAMPLE = "sample"
"""Asked for in place of a file: the posts that ship."""
NAMES: Mapping[str, tuple[str, ...]] = {
    "author": (
        *("author", "user_screen_name", "screen_name", "handle", "username", "user", "user_name"),
        *("author_username", "user_username", "作者", "用户"),
    ),
    "time": ("time", "timestamp", "date", "datetime", "created_at", "posted_at", "时间", "日期"),
    "text": ("text", "tweet", "post", "content", "message", "body", "full_text", "内容", "正文"),
    "label": ("label", "intent", "class", "stance", "标签", "类别"),
}
"""The names that a header may give to each column, ignoring case; the first one present counts.

Handles stand before the names that accounts show, since posts address handles.
"""
STANCES: Mapping[str, Sign] = {"favor": 1, "favour": 1, "against": -1, "none": 0, "neutral": 0}
"""Labels of stance detection (SemEval-2016 task 6), toward the first camp."""
WANTED = ("author", "time", "text")
SKIPPED = ("", "-")
"""How `--columns` writes a column that is passed over."""
_LONGEST_HEADER = 300
MOST_PROBLEMS = 2
"""How many wrong rows are named at once."""
Dispensable = Literal["author", "time"]
"""Columns without which a file may be: each row has its own author, and their order is that of time."""


@dataclass(frozen=True, kw_only=True)
class PostsForm:
    """The layout of a file of posts, as far as the file does not define it itself.

    Attributes:
        columns: `author,text,-,time` names the columns of a file without a header, in order;
            `author=Screen,text=Body` says which names of a header stand for ours.
    """

    columns: str = ""
    without: frozenset[Dispensable] = frozenset()
    dates: DateOrder | None = None

    @property
    def is_headerless(self) -> bool:
        """True if `columns` names the cells of each row by their places."""
        return bool(self.columns) and "=" not in self.columns

    @property
    def required_columns(self) -> tuple[str, ...]:
        """The required columns."""
        return tuple(name for name in WANTED if name not in self.without)


@dataclass(frozen=True, kw_only=True)
class Posts:
    """The content of a file of posts."""

    file: str
    posts: tuple[Post, ...]
    columns: str = ""
    notes: tuple[str, ...] = ()

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors, the first to write first."""
        return tuple(dict.fromkeys(post.author for post in self.posts))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Row:
    """The cells of a row that count; empty where the file has no such column."""

    line: int
    author: str = ""
    time: str = ""
    text: str = ""
    label: str = ""


def sample(language: Language) -> tuple[Posts, Contest]:
    """Returns the posts that ship, in one language."""
    folder = resources.files("parlour.methods.gratr.posts") / "shipped"
    text, name = (folder / f"saltmere.{language}.yaml").read_text(encoding="utf-8"), f"saltmere.{language}"
    contest = parse_contest(text, f"{name}.yaml")
    return parse_posts((folder / f"{name}.csv").read_bytes(), contest, f"{name}.csv"), contest


def read_contest(path: Path | None) -> Contest:
    """Returns the camps and classes of a YAML file; by default those of the paper's election."""
    return parse_contest(decode(read_bytes(path), str(path)), str(path)) if path else ELECTION


def parse_contest(text: str, file: str) -> Contest:
    """Returns the camps and classes of a YAML text.

    Raises:
        PostsError: if it is not in the form.
    """
    try:
        _, document = plain_yaml(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise PostsError(f"{file}{where}: is not YAML: {getattr(error, 'problem', error)}") from error
    if not isinstance(document, dict):
        raise PostsError(f"{file}: should hold fields such as `camps:` and `classes:` (docs/trust.md)")
    try:
        return Contest.model_validate(document)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        field = ".".join(str(key) for key in wrong["loc"])
        raise PostsError(": ".join(filter(None, (file, field, wrong["msg"])))) from error


def read_posts(path: Path, contest: Contest, form: PostsForm | None = None) -> Posts:
    """Returns the posts of a file in CSV or JSON."""
    return parse_posts(read_bytes(path), contest, str(path), form)


def parse_posts(content: bytes, contest: Contest, file: str, form: PostsForm | None = None) -> Posts:
    """Returns the posts in the bytes of a file by time; rows of one moment stay in their order.

    Raises:
        PostsError: if they are not in the form; it names lines and columns.
    """
    form = form or PostsForm()
    table = read_table(decode(content, file), file, has_header=not form.is_headerless)
    if not table.rows and not table.header:
        raise PostsError(f"{file}: holds no post")
    columns = _Columns.of(table, form, file)
    if not table.rows:
        raise PostsError(f"{file}: holds no post under its header")
    rows = [_row(cells, line, columns, file) for line, cells in table.rows]
    calendar = Calendar.of((row.time for row in rows), form.dates)
    problems: list[str] = []
    posts: list[Post] = []
    for row in rows:
        post, wrong = _post(row, calendar, contest, form)
        problems += [f"{file}:{row.line}: {problem}" for problem in wrong]
        posts += [post] if post else []
    if problems:
        more = len(problems) - MOST_PROBLEMS
        rest = [f"and {more} more"] if more > 0 else []
        raise PostsError("\n".join([*problems[:MOST_PROBLEMS], *rest]))
    if "time" not in form.without:
        posts.sort(key=lambda post: post.moment)
    posts, alike = _merge_look_alikes(posts)
    notes = (*_notes(rows, calendar, posts, form), *_stance_notes(rows, contest), *alike)
    return Posts(file=file, posts=tuple(_number(posts)), columns=columns.description, notes=notes)


def _merge_look_alikes(posts: Iterable[Post]) -> tuple[list[Post], tuple[str, ...]]:
    """Gives authors whose names differ in case or in form alone (NFKC) the spelling that comes first."""
    first, merged, others = dict[str, str](), list[Post](), dict[str, str]()
    for post in posts:
        name = first.setdefault(unicodedata.normalize("NFKC", post.author).casefold(), post.author)
        if name != post.author:
            others[post.author] = name
            post = replace(post, author=name)
        merged.append(post)
    examples = ", ".join(f"{other!r} as {name!r}" for other, name in islice(others.items(), 3))
    rest = f", and {len(others) - 3} more" if len(others) > 3 else ""
    note = f"names that differ in case or form alone are one author's: {examples}{rest}"
    return merged, (note,) if others else ()


def _number(posts: Sequence[Post]) -> Iterator[Post]:
    return (replace(post, number=number) for number, post in enumerate(posts))


def _post(row: _Row, calendar: Calendar, contest: Contest, form: PostsForm) -> tuple[Post | None, list[str]]:
    author = " ".join(row.author.split()).removeprefix(AT).strip()
    cells = {"author": author, "time": row.time, "text": row.text}
    wrong = [f"{name}: is empty" for name in form.required_columns if not cells[name].strip()]
    label = _label(row.label, contest)
    if row.label.strip() and label is None:
        classes = ", ".join(intent.name for intent in contest.classes)
        wrong.append(f"label: {row.label.strip()!r} is none of the classes {classes} (--classes FILE)")
    try:
        time = calendar.read(row.time) if row.time.strip() else None
    except ValueError as error:
        time, wrong = None, [*wrong, f"time: {error}"]
    if wrong:
        return None, wrong
    author = f"row-{row.line}" if "author" in form.without else author
    name, text = label.name if label else None, row.text.strip()
    return Post(number=0, author=intern(author), time=time, text=text, label=name, line=row.line), []


def _label(cell: str, contest: Contest) -> IntentClass | None:
    if not cell.strip():
        return None
    sign, first = STANCES.get(cell.strip().casefold()), contest.camps[0].name
    fits = (intent for intent in contest.classes if intent.sign == sign and intent.camp in (first, None))
    return contest.class_of(cell) or next(fits, None)


def _stance_notes(rows: Sequence[_Row], contest: Contest) -> Iterator[str]:
    labels = {row.label for row in rows if row.label.strip()}
    if any(contest.class_of(label) is None for label in labels):
        yield f"FAVOR and AGAINST are read as labels for and against the first camp, {contest.camps[0].name}"


def _row(cells: Sequence[str], line: int, columns: _Columns, file: str) -> _Row:
    width = columns.width
    if len(cells) > width and any(cell.strip() for cell in cells[width:]):
        raise PostsError(
            f"{file}:{line}: has {len(cells)} cells where {columns.named_by} has {width}:"
            " put a text with commas in it into double quotes"
        )
    texts = {name: visible(cells[at]) if at < len(cells) else "" for name, at in columns.places.items()}
    return _Row(line=line, **texts)


@dataclass(frozen=True, kw_only=True)
class _Columns:
    places: Mapping[str, int]
    width: int
    description: str
    named_by: str = "the header"

    @staticmethod
    def of(table: CellTable, form: PostsForm, file: str) -> _Columns:
        where = f"{file}:{table.line}"
        if form.is_headerless:
            return _by_place(table, form, file)
        keys = [visible(cell).strip().casefold().replace(" ", "_").replace(".", "_") for cell in table.header]
        chosen = _chosen(form.columns, table.header, where) if form.columns else {}
        places, whys = dict[str, int](), dict[str, str]()
        for column, names in NAMES.items():
            fitting = [name for name in names if name in keys]
            if column in form.without or not (fitting or column in chosen):
                continue
            if column not in chosen and keys.count(fitting[0]) > 1:
                raise PostsError(
                    f"{where}: two columns are called {fitting[0]!r}; rename one,"
                    f" or say --columns {column}=NAME"
                )
            places[column] = chosen[column] if column in chosen else keys.index(fitting[0])
            others = [visible(table.header[keys.index(name)]).strip() for name in fitting[1:]]
            whys[column] = (
                " (--columns)" if column in chosen else f" (before {', '.join(others)})" if others else ""
            )
        missing = [column for column in form.required_columns if column not in places]
        if missing:
            raise PostsError(f"{where}: {_missing(missing, table.header)}")
        names = [visible(cell).strip() for cell in table.header]
        columns = [f"{name} = {names[at]}{whys[name]}" for name, at in places.items()]
        rest = [name for at, name in enumerate(names) if at not in places.values()]
        return _Columns(
            places=places, width=len(names), description=f"by name: {_describe_columns(columns, form, rest)}"
        )


def _by_place(table: CellTable, form: PostsForm, file: str) -> _Columns:
    names = [name.strip().casefold() for name in form.columns.split(",")]
    unknown = next((name for name in names if name not in (*NAMES, *SKIPPED)), None)
    if unknown is not None:
        choices = ", ".join(NAMES)
        raise PostsError(
            f"--columns: there is no column {unknown!r}; there are {choices}, and - for one passed over"
        )
    places = {name: names.index(name) for name in NAMES if name in names and name not in form.without}
    missing = [name for name in form.required_columns if name not in places]
    if missing or len(places) < sum(name in NAMES for name in names) - len(form.without & set(names)):
        wrong = f"names no {missing[0]}" if missing else "names a column twice"
        raise PostsError(f"{file}: --columns {form.columns} {wrong}: name the cells of a row in order")
    line, first = table.rows[0]
    if table.header or (
        len(first) >= len(names)
        and all(first[at].strip().casefold() in NAMES[name] for name, at in places.items())
    ):
        raise PostsError(
            f"{file}:{line}: names its columns already: leave out --columns, or say author=NAME there"
        )
    columns = [f"{name} = cell {at + 1}" for name, at in places.items()]
    rest = [f"cell {at + 1}" for at, name in enumerate(names) if name in SKIPPED]
    return _Columns(
        places=places,
        width=len(names),
        description=f"by --columns: {_describe_columns(columns, form, rest)}",
        named_by="--columns",
    )


def _chosen(spec: str, header: Sequence[str], where: str) -> dict[str, int]:
    names = [visible(cell).strip().casefold() for cell in header]
    places: dict[str, int] = {}
    for part in spec.split(","):
        column, _, name = (word.strip() for word in part.partition("="))
        if column not in NAMES:
            raise PostsError(f"--columns {part}: there is no column {column!r}; there are {', '.join(NAMES)}")
        if name.casefold() not in names:
            raise PostsError(
                f"{where}: no column {name}, which --columns names; there are {', '.join(header)}"
            )
        places[column] = names.index(name.casefold())
    return places


def _missing(missing: Sequence[str], header: Sequence[str]) -> str:
    names = ", ".join(visible(cell).strip() for cell in header)
    listing = names if len(names) <= _LONGEST_HEADER else f"{names[:_LONGEST_HEADER]}…"
    aliases = " or ".join(NAMES[missing[0]])
    dispensable = [name for name in missing if name in ("author", "time")]
    without = f"; --without {','.join(dispensable)} reads a file that has none" if dispensable else ""
    is_headerless = len(missing) == len(WANTED)
    return "\n".join(
        [
            f"no column {' and no column '.join(missing)}; there are {listing}",
            f"{missing[0]} may be called {aliases}; --columns {missing[0]}=NAME takes another{without}",
            *(
                ["of a file without a header, --columns author,time,text names its cells"]
                if is_headerless
                else []
            ),
        ]
    )


def _describe_columns(columns: Sequence[str], form: PostsForm, rest: Sequence[str]) -> str:
    own = {"author": "one a row", "time": "the order of rows"}
    defaults = [f"{name} = {own[name]} (--without)" for name in WANTED if name in form.without]
    return ", ".join([*columns, *defaults]) + (f"; passed over: {', '.join(rest)}" if rest else "")


def _notes(rows: Sequence[_Row], calendar: Calendar, posts: Sequence[Post], form: PostsForm) -> Iterator[str]:
    if calendar.is_guessed:
        yield (
            "dates with slashes are read as month/day/year: nothing in the column settles it "
            "(--dates dmy reads day/month/year)"
        )
    zoned = sum(has_zone(row.time) for row in rows)
    if 0 < zoned < len(rows):
        yield f"{len(rows) - zoned} of {len(rows)} times name no zone and are read as UTC"
    labelled = sum(post.label is not None for post in posts)
    if 0 < labelled < len(posts):
        yield f"{len(posts) - labelled} of {len(posts)} posts have no label and are not scored"
