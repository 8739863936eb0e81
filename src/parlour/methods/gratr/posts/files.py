"""Posts and classes at rest: a table in CSV, and a small YAML."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Literal

import yaml
from pydantic import ValidationError

from parlour.core import plain_yaml, visible
from parlour.errors import PostsError
from parlour.llm import Language
from parlour.methods.gratr.posts.contest import AT, ELECTION, Contest, IntentClass, Sign
from parlour.methods.gratr.posts.post import Post
from parlour.methods.gratr.posts.times import Calendar, has_zone

SAMPLE = "sample"
"""Asked for in place of a file: the posts that ship."""
NAMES: Mapping[str, tuple[str, ...]] = {
    "author": (
        *("author", "user_screen_name", "screen_name", "handle", "username", "user", "user_name"),
        *("作者", "用户"),
    ),
    "time": ("time", "timestamp", "date", "datetime", "created_at", "posted_at", "时间", "日期"),
    "text": ("text", "tweet", "post", "content", "message", "body", "full_text", "内容", "正文"),
    "label": ("label", "intent", "class", "stance", "标签", "类别"),
}
"""How a header may call each column, whatever its case; the first that is there counts.

Handles stand before the names that accounts show, since posts address handles.
"""
STANCES: Mapping[str, Sign] = {"favor": 1, "favour": 1, "against": -1, "none": 0, "neutral": 0}
"""Labels of stance detection (SemEval-2016 task 6), toward the first camp."""
WANTED = ("author", "time", "text")
DELIMITERS = ",;\t"
MOST_PROBLEMS = 5
"""How many wrong rows are named at once."""
_Quoting = Literal[0, 1, 2, 3]
_LONGEST_CELL = 10_000_000
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, kw_only=True)
class Posts:
    """What a file of posts holds.

    Attributes:
        file: its name as it was given.
        posts: in the order of time.
        columns: which column of the file was taken for which of ours, and which were passed over.
        notes: what was taken for granted in reading it.
    """

    file: str
    posts: tuple[Post, ...]
    columns: str = ""
    notes: tuple[str, ...] = ()

    @property
    def authors(self) -> tuple[str, ...]:
        """Everybody who wrote, the first to write first."""
        return tuple(dict.fromkeys(post.author for post in self.posts))


@dataclass(frozen=True, kw_only=True)
class _Row:
    """The cells of one row by the names of our columns, and the line on which it begins."""

    line: int
    cells: Mapping[str, str]


def sample(language: Language) -> tuple[Posts, Contest]:
    """The posts that ship, in one language."""
    folder = resources.files("parlour.methods.gratr.posts") / "shipped"
    told, name = (folder / f"saltmere.{language}.yaml").read_text(encoding="utf-8"), f"saltmere.{language}"
    contest = parse_contest(told, f"{name}.yaml")
    return parse_posts((folder / f"{name}.csv").read_bytes(), contest, f"{name}.csv"), contest


def read_contest(path: Path | None) -> Contest:
    """The camps and classes of a YAML file; those of the paper's election where none is given.

    Raises:
        PostsError: if it cannot be read, or is not in the form.
    """
    return parse_contest(_decoded(_bytes(path), str(path)), str(path)) if path else ELECTION


def parse_contest(text: str, file: str) -> Contest:
    """The camps and classes of a YAML text.

    Raises:
        PostsError: if it is not in the form.
    """
    try:
        _, told = plain_yaml(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise PostsError(f"{file}{where}: is not YAML: {getattr(error, 'problem', error)}") from error
    if not isinstance(told, dict):
        raise PostsError(f"{file}: should hold fields such as `camps:` and `classes:` (docs/trust.md)")
    try:
        return Contest.model_validate(told)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        field = ".".join(str(each) for each in wrong["loc"])
        raise PostsError(": ".join(filter(None, (file, field, wrong["msg"])))) from error


def read_posts(path: Path, contest: Contest) -> Posts:
    """The posts of a CSV file.

    Raises:
        PostsError: if it cannot be read, or is not in the form; it names lines and columns.
    """
    return parse_posts(_bytes(path), contest, str(path))


def parse_posts(content: bytes, contest: Contest, file: str) -> Posts:
    """The posts in the bytes of a CSV file, by time; rows of one moment stay in their order.

    Raises:
        PostsError: if they are not in the form; it names lines and columns.
    """
    text = _decoded(content, file)
    header, rows = _table(text, file)
    if not rows:
        raise PostsError(f"{file}: holds no post")
    calendar = Calendar.of(row.cells["time"] for row in rows)
    problems: list[str] = []
    posts: list[Post] = []
    for row in rows:
        post, wrong = _post(row, calendar, contest)
        problems += [f"{file}:{row.line}: {each}" for each in wrong]
        posts += [post] if post else []
    if problems:
        more = len(problems) - MOST_PROBLEMS
        rest = [f"and {more} more"] if more > 0 else []
        raise PostsError("\n".join([*problems[:MOST_PROBLEMS], *rest]))
    posts.sort(key=lambda post: post.time)
    notes = (*_notes(rows, calendar, posts), *_stance_notes(rows, contest))
    return Posts(file=file, posts=tuple(_numbered(posts)), columns=_told_columns(header), notes=notes)


def _numbered(posts: Sequence[Post]) -> Iterator[Post]:
    return (replace(post, number=number) for number, post in enumerate(posts))


def _post(row: _Row, calendar: Calendar, contest: Contest) -> tuple[Post | None, list[str]]:
    """A row as a post, or what is wrong with it."""
    cells = row.cells
    author = " ".join(cells["author"].split()).removeprefix(AT).strip()
    told = {**cells, "author": author}
    wrong = [f"{name}: is empty" for name in WANTED if not told[name].strip()]
    label = _label(cells["label"], contest)
    if cells["label"].strip() and label is None:
        known = ", ".join(each.name for each in contest.classes)
        wrong.append(f"label: {cells['label'].strip()!r} is none of the classes {known} (--classes FILE)")
    try:
        time = calendar.read(cells["time"]) if cells["time"].strip() else None
    except ValueError as error:
        time, wrong = None, [*wrong, f"time: {error}"]
    if wrong or time is None:
        return None, wrong
    name, text = label.name if label else None, cells["text"].strip()
    return Post(number=0, author=author, time=time, text=text, label=name, line=row.line), []


def _label(cell: str, contest: Contest) -> IntentClass | None:
    """The class that a label means: by its name, or as a stance toward the first camp; None for none."""
    if not cell.strip():
        return None
    return contest.class_of(cell) or _of_stance(cell, contest)


def _of_stance(cell: str, contest: Contest) -> IntentClass | None:
    sign = STANCES.get(cell.strip().casefold())
    first = contest.camps[0].name
    fits = (each for each in contest.classes if each.sign == sign and each.camp in (first, None))
    return next(fits, None)


def _stance_notes(rows: Sequence[_Row], contest: Contest) -> Iterator[str]:
    labels = [row.cells["label"] for row in rows if row.cells["label"].strip()]
    if any(contest.class_of(label) is None for label in labels):
        yield f"FAVOR and AGAINST are read as labels for and against the first camp, {contest.camps[0].name}"


def _table(text: str, file: str) -> tuple[list[str], list[_Row]]:
    """The header and the rows; cells between tabs are taken as they are where they are not CSV's."""
    delimiter = _delimiter(text)
    try:
        return _rows(text, file, delimiter, csv.QUOTE_MINIMAL)
    except _BadQuotes as error:
        if delimiter == "\t":
            return _rows(text, file, delimiter, csv.QUOTE_NONE)
        raise PostsError(
            f"{error}: double each quotation mark within a text that stands between quotation marks, or "
            "save the table with tabs between its cells"
        ) from error


class _BadQuotes(PostsError):
    """A cell is quoted in part."""


def _rows(text: str, file: str, delimiter: str, quoting: _Quoting) -> tuple[list[str], list[_Row]]:
    """The header and the rows under it; blank lines are passed over."""
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=delimiter, quoting=quoting, strict=True)
    header: list[str] = []
    rows: list[_Row] = []
    places: dict[str, int] = {}
    line = 1
    with _long_cells():
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    if not header:
                        header, places = cells, _places(cells, f"{file}:{line}")
                    else:
                        rows.append(_row(cells, places, len(header), line, file))
                line = reader.line_num + 1
        except csv.Error as error:
            raise _BadQuotes(f"{file}:{line}: is not CSV") from error
    if not header:
        raise PostsError(f"{file}: is empty; its first line should name the columns {', '.join(WANTED)}")
    return header, rows


@contextmanager
def _long_cells() -> Generator[None]:
    """Lets cells be longer while a file of posts is read; the limit is the whole process's."""
    usual = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(usual)


def _row(cells: Sequence[str], places: Mapping[str, int], width: int, line: int, file: str) -> _Row:
    if any(cell.strip() for cell in cells[width:]):
        raise PostsError(
            f"{file}:{line}: has {len(cells)} cells where the header has {width}:"
            " put a text with commas in it into double quotes"
        )
    told = {name: visible(cells[place]) if place < len(cells) else "" for name, place in places.items()}
    return _Row(line=line, cells={"label": "", **told})


def _places(header: Sequence[str], where: str) -> dict[str, int]:
    """Where each of our columns stands."""
    told = [cell.strip().casefold().replace(" ", "_") for cell in header]
    places: dict[str, int] = {}
    for column, names in NAMES.items():
        found = next((name for name in names if name in told), None)
        if found is not None:
            if told.count(found) > 1:
                raise PostsError(f"{where}: two columns are called {found!r}")
            places[column] = told.index(found)
    missing = [column for column in WANTED if column not in places]
    if missing:
        known = " or ".join(NAMES[missing[0]])
        raise PostsError(
            f"{where}: no column {' and no column '.join(missing)}; there are {', '.join(told)}"
            f" ({missing[0]} may be called {known})"
        )
    return places


def _told_columns(header: Sequence[str]) -> str:
    """Which column was taken for which of ours, and which were passed over."""
    places = _places(header, "")
    taken = [f"{name} = {visible(header[place]).strip()}" for name, place in places.items()]
    rest = [visible(cell).strip() for place, cell in enumerate(header) if place not in places.values()]
    return ", ".join(taken) + (f"; passed over: {', '.join(rest)}" if rest else "")


def _delimiter(text: str) -> str:
    """What the header is cut by: whichever of comma, semicolon and tab it has most of."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=header.count)


def _notes(rows: Sequence[_Row], calendar: Calendar, posts: Sequence[Post]) -> Iterator[str]:
    if calendar.is_guessed:
        yield "dates with slashes are read as month/day/year: nothing in the column settles it"
    zoned = sum(has_zone(row.cells["time"]) for row in rows)
    if 0 < zoned < len(rows):
        yield f"{len(rows) - zoned} of {len(rows)} times name no zone and are read as UTC"
    labelled = sum(post.label is not None for post in posts)
    if 0 < labelled < len(posts):
        yield f"{len(posts) - labelled} of {len(posts)} posts have no label and are not scored"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PostsError(f"{path}: cannot be read: {error.strerror}") from error


def _decoded(content: bytes, file: str) -> str:
    encoding = next((name for mark, name in _BOMS if content.startswith(mark)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PostsError(f"{file}:{line}: is not {encoding}; save the file as UTF-8") from error
