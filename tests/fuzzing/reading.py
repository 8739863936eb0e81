"""Every reader of files from outside, with a small whole file that it reads."""

from __future__ import annotations

import json
import shutil
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from parlour.experiments.definition_file import read_definition
from parlour.experiments.league import ask_league
from parlour.games.mystery import Script, library
from parlour.games.werewolf.labelling import read_labels
from parlour.lab.transcripts import CORPORA, read_csv
from parlour.lab.transcripts.corpus import read_open_form
from parlour.llm.weights import trained_context
from parlour.methods.gratr.posts import read_contest, read_posts
from parlour.methods.gratr.posts.files import sample
from parlour.store import Store
from parlour.store.archive import Subject, export, import_export
from tests.games.mystery.library.wellplay.conftest import ROWS, part, table, write
from tests.lab.transcripts.layouts import quests, write_authors, write_copy, write_original, write_room
from tests.lab.watching.recorded import night
from tests.store.archive.played import games, laid, played

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = Path(__file__).parents[1] / "files" / "games"
SHIPPED = Path(__file__).parents[2] / "src/parlour/methods/gratr/posts/shipped"


@dataclass(frozen=True, kw_only=True)
class Reader:
    """A reader of one kind of file.

    Attributes:
        name: of the file, whose ending some readers go by.
        read: takes it in.
        whole: makes one that is as it should be.
    """

    name: str
    read: Callable[[Path], object]
    whole: Callable[[], bytes]


def _script() -> bytes:
    people = [
        {"name": name, "acts": ["You were there."], "secrets": ["A debt."]} for name in ("Ann", "Bo", "Cy")
    ]
    question = {"aspect": "who", "points": 5, "text": "Who?", "options": ["Ann", "Bo"], "key": ["a"]}
    told = {
        "title": "The Mill",
        "language": "en",
        "characters": people,
        "victims": [{"name": "Dee", "murderers": ["Bo"]}],
        "questions": [question],
    }
    return library.saves(Script.model_validate(told)).encode()


def _gguf() -> bytes:
    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    def pair(key: str, kind: int, value: bytes) -> bytes:
        return text(key) + struct.pack("<I", kind) + value

    words = struct.pack("<IQ", 8, 2) + text("a") + text("b")
    pairs = [
        pair("general.name", 8, text("small")),
        pair("tokenizer.tokens", 9, words),
        pair("tokenizer.types", 9, struct.pack("<IQ", 5, 2) + b"\x01\x00\x00\x00" * 2),
        pair("llama.context_length", 4, struct.pack("<I", 2048)),
    ]
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs)


def _labels(*, is_csv: bool) -> bytes:
    if is_csv:
        return b"rater,item,label\nann,1,correct\nann,2,deception\n"
    return json.dumps([{"rater": "ann", "item": "1", "label": "correct"}]).encode()


def _finch(damaged: Path) -> object:
    """Reads a folder in the authors' layout of which one file is damaged."""
    with TemporaryDirectory() as folder:
        game = Path(folder) / "finch"
        write(
            game,
            parts={name: part() for name in _CAST},
            tables={"Ada Moss": table(ROWS)},
            victims=["Old Finch"],
        )
        where = "json" if damaged.suffix == ".json" else "final_result"
        (game / where / damaged.name).write_bytes(damaged.read_bytes())
        return library.import_folder(Path(folder), "en")


_CAST = ("Ada Moss", "Ben Reed", "Cora Vale")


@cache
def exported() -> Mapping[str, bytes]:
    """The files of an export of one match, by their names."""
    with TemporaryDirectory() as folder, Store.open(f"{folder}/parlour.db") as store:
        match = played(store, laid(games()["onenight"], method="random"))
        export(store, Subject(matches=(match,)), Path(folder) / "out", "jsonl")
        return {each.name: each.read_bytes() for each in (Path(folder) / "out").iterdir()}


@cache
def _zipped() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "out.zip"
        with ZipFile(path, "w", ZIP_DEFLATED) as files:
            for name, content in exported().items():
                files.writestr(name, content)
        return path.read_bytes()


def _import(path: Path) -> object:
    """Takes in an export: a zip, or a folder of which one file is damaged."""
    with Store.open(f"{path.parent}/parlour.db") as store:
        if path.suffix == ".zip":
            return import_export(store, path)
        with TemporaryDirectory() as folder:
            for name, content in {**exported(), path.name: path.read_bytes()}.items():
                (Path(folder) / name).write_bytes(content)
            return import_export(store, Path(folder))


_LAYOUTS: Mapping[str, Callable[[Path], Path]] = {
    "gratr": write_authors,
    "llmafia": write_room,
    "werewolf-among-us": lambda folder: write_original(write_copy(folder)),
}


def _of_corpus(corpus: str, name: str) -> Reader:
    """A folder in the layout of a corpus of which one file is damaged."""

    def read(damaged: Path) -> object:
        with TemporaryDirectory() as folder:
            source = _LAYOUTS[corpus](Path(folder))
            (source / name).write_bytes(damaged.read_bytes())
            return list(CORPORA.find(corpus).read(source))

    def whole() -> bytes:
        with TemporaryDirectory() as folder:
            return (_LAYOUTS[corpus](Path(folder)) / name).read_bytes()

    return Reader(name=Path(name).name, read=read, whole=whole)


def _of_file(corpus: str, name: str) -> Reader:
    return Reader(
        name=name, read=lambda path: list(CORPORA.find(corpus).read(path)), whole=(GAMES / name).read_bytes
    )


def _of_pair(name: str) -> Reader:
    """A pair of tables of which one is damaged."""

    def read(damaged: Path) -> object:
        with TemporaryDirectory() as folder:
            pair = Path(shutil.copytree(GAMES / "pair", Path(folder) / "pair"))
            (pair / name).write_bytes(damaged.read_bytes())
            return list(CORPORA.find("mafia-tables").read(pair))

    return Reader(name=name, read=read, whole=(GAMES / "pair" / name).read_bytes)


def _of_export(name: str) -> Reader:
    return Reader(name=name, read=_import, whole=lambda: exported()[name])


READERS: Mapping[str, Reader] = {
    "script": Reader(name="script.yaml", read=library.load, whole=_script),
    "experiment": Reader(
        name="experiment.yaml", read=read_definition, whole=(EXAMPLES / "two-minds.yaml").read_bytes
    ),
    "league": Reader(name="league.yaml", read=ask_league, whole=(EXAMPLES / "first-league.yaml").read_bytes),
    "camps": Reader(name="camps.yaml", read=read_contest, whole=(SHIPPED / "saltmere.en.yaml").read_bytes),
    "posts": Reader(
        name="posts.csv",
        read=lambda path: read_posts(path, sample("en")[1]),
        whole=lambda: b"".join((SHIPPED / "saltmere.en.csv").read_bytes().splitlines(keepends=True)[:6]),
    ),
    "transcripts": Reader(
        name="games.jsonl",
        read=lambda path: list(read_open_form(path)),
        whole=lambda: night().model_dump_json().encode() + b"\n",
    ),
    "seats of people": _of_corpus("werewolf-among-us", "allrounds.csv"),
    "talk of people": _of_corpus("werewolf-among-us", "alltext.csv"),
    "recording of people": _of_corpus("werewolf-among-us", "Youtube/The Long Porch  Retro 3.json"),
    "room": _of_corpus("llmafia", "0007/config.json"),
    "chat of a room": _of_corpus("llmafia", "0007/public_daytime_chat.txt"),
    "log of the authors": _of_corpus("gratr", "logs7/57.md"),
    "record of the authors": _of_corpus("gratr", "record2/test1.4/57/57.json"),
    "quests": Reader(
        name="quests.json",
        read=lambda path: list(CORPORA.find("avalon-nlu").read(path.parent)),
        whole=lambda: json.dumps(quests()).encode(),
    ),
    "log of a contest": _of_file("aiwolf", "aiwolf.log"),
    "replay": _of_file("kaggle-werewolf", "kaggle.json"),
    "game of an arena": _of_file("werewolf-arena", "game_complete.json"),
    "dump of a state": _of_file("textarena", "secret-mafia.json"),
    "players in a table": _of_pair("node.csv"),
    "talk in a table": _of_pair("info.csv"),
    "table": Reader(
        name="table.csv",
        read=lambda path: read_csv(path, ("name", "text")),
        whole=lambda: b'name,text,more\nAnn,"Hello, all",1\nBo,Well,2\n',
    ),
    "labels": Reader(name="labels.csv", read=read_labels, whole=lambda: _labels(is_csv=True)),
    "labels as JSON": Reader(name="labels.json", read=read_labels, whole=lambda: _labels(is_csv=False)),
    "script of the authors": Reader(
        name="Ada Moss.json", read=_finch, whole=lambda: json.dumps(part()).encode()
    ),
    "questions of the authors": Reader(name="Ada Moss.csv", read=_finch, whole=lambda: table(ROWS).encode()),
    "GGUF": Reader(name="model.gguf", read=trained_context, whole=_gguf),
    "zip of an export": Reader(name="out.zip", read=_import, whole=_zipped),
    "manifest": _of_export("manifest.json"),
    "exported matches": _of_export("matches.jsonl"),
    "exported events": _of_export("events.jsonl"),
}
