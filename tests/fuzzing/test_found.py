"""What the fuzzers have found: each file once ended in a traceback, a hang or all the memory there is."""

from __future__ import annotations

import json
import struct
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from pydantic import create_model

from parlour.errors import ParlourError
from parlour.llm import read_reply
from tests.fuzzing.damage import DEEP, DIGITS
from tests.fuzzing.reading import READERS, exported

DEEP_LIST, DEEP_JSON, MANY_DIGITS = b"[" * DEEP, b"[" * 100_000, b"7" * DIGITS
LAUGHS = "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
ARRAYS = struct.pack("<IQ", 9, 1) * DEEP


def gguf(kind: int, value: bytes) -> bytes:
    return (
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"a" + struct.pack("<I", kind) + value
    )


TALK_OF_NOBODY = (
    b"Rec_Id,speaker,timestamp,text,strategy,source,game_id\n1,narrator,1,Night.,[],Youtube,Game7 - Eve\n"
)
"""Talk of a game of which no other file tells who sits in it."""


def zipped() -> bytes:
    """One whose first file is not packed as it says."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as files:
        files.writestr("manifest.json", exported()["manifest.json"])
    whole = bytearray(packed.getvalue())
    whole[60] ^= 0xFF
    return bytes(whole)


def elsewhere() -> bytes:
    """A manifest that names a file which never ends, beside no export."""
    told = json.loads(exported()["manifest.json"])
    told["tables"]["matches"]["file"] = "/dev/zero"
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    ("kind", "content", "told"),
    [
        ("experiment", b"a: " + DEEP_LIST, "nested too deeply"),
        ("experiment", b"name: 2001-99-99", "cannot be read as timestamp"),
        ("experiment", b"name: !!timestamp x", "cannot be read as timestamp"),
        ("experiment", b"seed: " + MANY_DIGITS, "cannot be read as int"),
        ("experiment", b"name: &a [*a]", "repeats too much"),
        ("experiment", f"a: &a [x]\n{LAUGHS}".encode(), "repeats too much"),
        ("league", b"a: " + DEEP_LIST, "nested too deeply"),
        ("camps", b"camps: " + DEEP_LIST, "nested too deeply"),
        ("camps", b"camps: 2001-99-99", "cannot be read as timestamp"),
        ("script", b"title: x\nquestions:\n- points: " + MANY_DIGITS, "points"),
        ("transcripts", MANY_DIGITS, "cannot be read"),
        ("talk of people", TALK_OF_NOBODY, "alltext.csv:2: game_id: nobody sits in the game 'Game7'"),
        ("table", DEEP_LIST + b",text\n", r"the columns are \[{500}…$"),
        ("labels", b"rater,item,label\n" + b"x" * 200_000, "cannot be read"),
        ("labels as JSON", DEEP_JSON, "nested too deeply"),
        ("script of the authors", DEEP_JSON, "nested too deeply"),
        ("script of the authors", MANY_DIGITS, "cannot be read"),
        ("manifest", DEEP_JSON, "nested too deeply"),
        ("manifest", elsewhere(), "tables.matches.file"),
        ("exported matches", DEEP_JSON, "no JSON"),
        ("zip of an export", zipped(), "damaged"),
        ("GGUF", gguf(8, b"\xff" * 7 + b"\x0f"), "not a GGUF model file"),
        ("GGUF", gguf(9, struct.pack("<IQ", 0, 1 << 40)), "not a GGUF model file"),
        ("GGUF", gguf(9, ARRAYS), "not a GGUF model file"),
    ],
)
def test_a_file_that_broke_its_reader_is_refused_in_a_sentence(
    kind: str, content: bytes, told: str, tmp_path: Path
):
    path = tmp_path / READERS[kind].name
    path.write_bytes(content)
    with pytest.raises(ParlourError, match=told):
        READERS[kind].read(path)


def test_a_models_reply_that_broke_its_reader_is_no_reply():
    for text in ('{"why":' * DEEP, '{"why": ' + "[" * 100_000, "{" * 200_000):
        with pytest.raises(ValueError, match=r"nested too deeply|broken"):
            read_reply(text, create_model("Reply", why=str))
