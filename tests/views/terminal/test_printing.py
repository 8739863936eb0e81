"""JSON on the command line."""

import pytest
from pydantic import JsonValue

from parlour.views.terminal import print_json, print_json_object

ITEMS: list[JsonValue] = [
    {"text": "two\nlines, \u2028 and a \x85", "faults": ["a", {"b": []}]},
    {},
    3,
    "安",
    None,
]


@pytest.mark.parametrize("count", [0, 1, len(ITEMS), 450])
def test_an_object_is_printed_item_by_item_as_it_is_printed_whole(
    count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    items = (ITEMS * count)[:count]
    fields: dict[str, object] = {
        "file": "a.csv",
        "posts": items,
        "score": {"low": None, "high": [1.0, 2.5]},
        "none": [],
    }
    print_json(fields)
    whole = capsys.readouterr().out
    print_json_object(fields | {"posts": iter(items)})
    assert capsys.readouterr().out == whole
