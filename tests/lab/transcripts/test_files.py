"""What is wrong with a file is told with the line on which it stands, counted from 1."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parlour.errors import TranscriptError
from parlour.lab.transcripts.files import decode, parse_json, read_json, read_lines, read_text
from tests.cases import cases
from tests.lab.transcripts.layouts import OPEN

FILE = Path("games.json")


@cases(("text", "line"), [("{", 1), ("[1,\n2,\n}", 3), ("\n\nnothing", 3)])
def test_a_file_that_is_no_json_is_told_by_its_line(tmp_path: Path, text: str, line: int):
    file = tmp_path / FILE
    file.write_text(text, encoding="utf-8")
    with pytest.raises(TranscriptError, match="this is no JSON") as raised:
        read_json(file)
    assert (raised.value.file, raised.value.line) == (str(file), line)
    with pytest.raises(TranscriptError) as raised:
        parse_json(text, FILE, 10)
    assert raised.value.line == line + 9


@cases(("content", "line"), [(b"\xff", 1), (b"a\nb\n\xff", 3)])
def test_a_file_that_is_not_in_utf8_is_told_by_its_line(content: bytes, line: int):
    with pytest.raises(TranscriptError, match=re.escape("byte 0xff is not UTF-8")) as raised:
        decode(content, FILE)
    assert raised.value.line == line
    with pytest.raises(TranscriptError) as raised:
        decode(content, FILE, 10)
    assert raised.value.line == line + 9


def test_a_file_that_is_not_there_is_told_by_its_name(tmp_path: Path):
    with pytest.raises(TranscriptError, match="it cannot be read"):
        read_text(tmp_path / FILE)


def test_games_are_read_in_json_of_any_layout(tmp_path: Path):
    plain = [{**OPEN, "id": name} for name in ("one", "two")]
    for text in (
        "\n".join(map(json.dumps, plain)),
        "\n\n".join(json.dumps(game, indent=1) for game in plain),
        json.dumps(plain),
        json.dumps(plain, indent=2),
    ):
        file = tmp_path / "games.jsonl"
        file.write_text(text, encoding="utf-8")
        assert [game.id for _, game in read_lines(file)] == ["one", "two"]
    file.write_text(json.dumps(plain, indent=2)[:-9], encoding="utf-8")
    with pytest.raises(TranscriptError, match="this is no JSON"):
        list(read_lines(file))
