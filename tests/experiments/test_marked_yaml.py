"""Where a file stops being YAML is told by its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.errors import ExperimentError
from parlour.experiments.definition_file import read_marked
from tests.cases import cases


@cases(
    ("text", "line", "said"),
    [
        ("name: x\na: b: c\n", 2, "mapping values are not allowed here"),
        ("name: x\n\nmodel: *other\n", 3, "found undefined alias 'other'"),
        ("name: x\ngames: [3\nseed: 1\n", 3, "while parsing a flow sequence: expected ',' or ']'"),
    ],
)
def test_what_is_no_yaml_is_told_with_the_line_where_it_goes_wrong(
    tmp_path: Path, text: str, line: int, said: str
):
    file = tmp_path / "wrong.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(ExperimentError) as told:
        read_marked(file)
    assert told.value.line == line
    assert f"is not YAML: {said}" in str(told.value)
