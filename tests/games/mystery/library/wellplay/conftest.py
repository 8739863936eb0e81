"""A small game of our own in the authors' layout, and the way to the real ones where they are."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

HEADER = ("value", "type", "question", "a", "b", "c", "d", "e", "truth")
WHO = ("a", "a", "Who killed Old Finch?", "Ada Moss", "Ben Reed", "Cora Vale", "", "", "b")
HOW = ("b", "a", "How did Old Finch die?", "By a fall", "By smoke", "By frost", "", "", "c")
SUSPECT = ("b", "b", "Which two do you most suspect of killing Old Finch?", *WHO[3:])
RELATION = (
    "c",
    "a",
    "What is the relationship between Ada Moss and Ben Reed?",
    "Ada Moss is aunt of Ben Reed",
    "Ben Reed is debtor of Ada Moss",
    "Ben Reed is rival of Ada Moss",
    "Ben Reed is tenant of Ada Moss",
    "",
    "a",
)
ROWS = (WHO, HOW, SUSPECT, RELATION)


def table(rows: Sequence[Sequence[str]], header: Sequence[str] = HEADER) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows([header, *rows] if header else rows)
    return written.getvalue()


def part(**changes: object) -> dict[str, object]:
    fields = {"script": ["You rent a room."], "acts_goal": ["1. Stay calm."], "victims": ["Old Finch"]}
    return {**fields, "kill_by_me": [0], "is_murderer": 0, **changes}


Parts = dict[str, dict[str, object]]


def write(folder: Path, *, parts: Parts, tables: dict[str, str], **info: object) -> Path:
    """Writes a game's folder."""
    (folder / "json").mkdir(parents=True)
    (folder / "final_result").mkdir()
    told = {"agent_num": len(parts), "script_name": "Finch Hall", "character_name": list(parts), **info}
    (folder / "json" / "script_info.json").write_text(json.dumps(told), encoding="utf-8")
    for name, said in parts.items():
        (folder / "json" / f"{name}.json").write_text(json.dumps(said), encoding="utf-8")
    for name, text in tables.items():
        (folder / "final_result" / f"{name}.csv").write_text(text, encoding="utf-8", newline="")
    return folder


@pytest.fixture
def finch(tmp_path: Path) -> Callable[..., Path]:
    """Writes a game of three, with whatever a test changes."""

    def make(
        rows: Sequence[Sequence[str]] = ROWS,
        *,
        header: Sequence[str] = HEADER,
        parts: Parts | None = None,
        tables: dict[str, str] | None = None,
        **info: object,
    ) -> Path:
        cast = {"Ada Moss": part(), "Ben Reed": part(kill_by_me=[1], is_murderer=1), "Cora Vale": part()}
        cast.update(parts or {})
        asked = {"Ada Moss": table(rows, header), "Ben Reed": table([RELATION]), "Cora Vale": table([HOW])}
        asked.update(tables or {})
        return write(tmp_path / "Finch Hall (3 people)", parts=cast, tables=asked, **info)

    return make
