"""The page of every verb, of what `parlour VERB --help` says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer.core import TyperCommand, TyperGroup

from parlour.cli.verbs import app

MARKS = re.compile(r"[*_\[\]<|]")
"""What Markdown would read as its own."""
OF_EVERY_VERB = ("--install-completion", "--show-completion", "--help")
HEAD = """# The command line

Every verb with its options, as `parlour VERB --help` tells them. `python -m parlour` is the same as
`parlour`. Before the verb stand the options of all verbs, as in `parlour --log info serve`.
"""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Adds the page."""
    verbs = typer.main.get_command(app)
    assert isinstance(verbs, TyperGroup)
    of_all = section(verbs, "parlour", 2)
    content = "\n".join([HEAD, *of_all, *(part for verb in each(verbs, "parlour", 2) for part in verb)])
    files.append(File.generated(config, "reference/command-line.md", content=content))
    return files


def each(group: TyperGroup, name: str, level: int) -> Iterator[Iterator[str]]:
    """What is said of each command of a group, and of those in it."""
    context = typer.Context(group, info_name=name)
    for verb in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [verb])
        assert isinstance(command, TyperCommand | TyperGroup)
        yield section(command, f"{name} {verb}", level)
        if isinstance(command, TyperGroup):
            yield from each(command, f"{name} {verb}", level + 1)


def section(command: TyperCommand | TyperGroup, name: str, level: int) -> Iterator[str]:
    """The help of one command: what it does, how it is called, what it takes."""
    context = typer.Context(command, info_name=name)
    yield f"{'#' * level} {name}\n"
    yield f"{command.help or ''}\n"
    yield f"```\n{name} {' '.join(command.collect_usage_pieces(context))}\n```\n"
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if record is not None and record[0].split()[0] not in OF_EVERY_VERB:
            yield f"`{record[0]}`\n{plain(record[1])}\n{{ .options }}\n"


def plain(told: str) -> str:
    """A line of help without the marks by which a terminal colours it, and safe from Markdown."""
    return MARKS.sub(r"\\\g<0>", " ".join(told.replace("\\[", "[").split()))
