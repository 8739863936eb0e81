"""Counts what a reader of the source has to carry: files, lines, classes, terms, and how docstrings speak.

`python -m bench.weight [PACKAGE]` prints a row per figure with its bar; a package (`agents`, `games/mystery`)
narrows the count to it and lists the docstrings and functions that miss the style.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src/parlour", ROOT / "tests"
QUESTION = re.compile(r"(What|How|Whether|Whom|By|Of|Where)\b")
PRIVATE_WORDS = re.compile(r"\b(whoever|whom|nobody|somebody|everybody)\b", re.IGNORECASE)
PARTICIPLE = re.compile(
    r"_*([a-z]+ed|told|said|held|kept|made|put|seen|known|given|laid|shown|drawn|sought|heard|read)"
)
NO_PARTICIPLES = frozenset(
    {"read", "put", "embed", "feed", "need", "proceed", "seed", "speed", "heed", "bid"}
)


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A module, class or function of the source.

    Attributes:
        kind: `module`, `class` or `function`.
        docstring: its docstring, or the empty string.
    """

    place: str
    name: str
    kind: str
    docstring: str

    @property
    def asks(self) -> bool:
        """Whether the docstring begins with a question word instead of a noun or a verb."""
        return bool(QUESTION.match(self.docstring))

    @property
    def is_bare_participle(self) -> bool:
        """Whether it is a function that is named by a participle alone."""
        stem = self.name.lstrip("_")
        return (
            self.kind == "function" and bool(PARTICIPLE.fullmatch(self.name)) and stem not in NO_PARTICIPLES
        )


def python_files(folder: Path) -> list[Path]:
    """Returns the Python files below a folder, or the file itself."""
    return [folder] if folder.is_file() else sorted(folder.rglob("*.py"))


def code_lines(text: str) -> int:
    """Counts the lines that hold code: neither blank, nor comment, nor docstring, nor import."""
    lines: set[int] = set()
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_statement = token.type == tokenize.STRING and token.line.lstrip().startswith(('"""', 'r"""'))
        if token.type not in skipped and not is_statement:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - import_lines(text))


def import_lines(text: str) -> set[int]:
    """Returns the numbers of the lines that import."""
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom))
    return {line for node in nodes for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


def definitions(path: Path) -> Iterator[Definition]:
    """Yields the module, the classes and the functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module):
            name, kind, line = path.stem, "module", 1
        elif isinstance(node, ast.ClassDef):
            name, kind, line = node.name, "class", node.lineno
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name, kind, line = node.name, "function", node.lineno
        else:
            continue
        docstring = ast.get_docstring(node) or ""
        yield Definition(place=f"{place}:{line}", name=name, kind=kind, docstring=docstring)


def figures(files: list[Path]) -> Iterator[tuple[str, str, str]]:
    """Yields the name, the value and the bar of each figure of some files."""
    texts = [path.read_text(encoding="utf-8") for path in files]
    sizes = [len(text.splitlines()) for text in texts]
    found = [definition for path in files for definition in definitions(path)]
    documented = [definition for definition in found if definition.docstring]
    functions = [definition for definition in found if definition.kind == "function"]
    asking = sum(definition.asks for definition in documented)
    private = sum(len(PRIVATE_WORDS.findall(definition.docstring)) for definition in documented)
    yield "files", f"{len(files):,}", "520"
    yield "lines", f"{sum(sizes):,}", "88,000"
    yield "lines of code", f"{sum(map(code_lines, texts)):,}", "50,000"
    yield "lines of imports", f"{sum(len(import_lines(text)) for text in texts):,}", ""
    yield "median file", f"{median(sizes):.0f}", "150 to 200"
    yield "files of over 450 lines", f"{sum(size > 450 for size in sizes)}", "0"
    yield "files of under 30 lines", f"{sum(size < 30 for size in sizes)}", ""
    yield "classes", f"{sum(definition.kind == 'class' for definition in found):,}", "1,050"
    yield "docstrings that begin with a question word", f"{asking / len(documented):.1%}", "5 %"
    yield "whoever, whom, nobody, … in docstrings", f"{private:,}", "100"
    yield "functions named by a bare participle", f"{sum(f.is_bare_participle for f in functions)}", "0"


def glossary_terms() -> int:
    """Counts the terms of the glossary."""
    return (ROOT / "docs/glossary.md").read_text(encoding="utf-8").count("\n- **")


def list_misses(files: Iterable[Path]) -> Iterator[str]:
    """Yields a line for each docstring and function that misses the style."""
    for path in files:
        for definition in definitions(path):
            first = definition.docstring.partition("\n")[0]
            if definition.asks or PRIVATE_WORDS.search(definition.docstring):
                yield f"{definition.place} {definition.name}: {first}"
            if definition.is_bare_participle:
                yield f"{definition.place} {definition.name}(): a participle"


def main(arguments: list[str]) -> None:
    """Prints the figures of the source, or of one package with what misses the style in it."""
    parser = argparse.ArgumentParser(prog="python -m bench.weight", description=__doc__)
    parser.add_argument("package", nargs="?", default="", help="a package or file below src/parlour")
    package: str = parser.parse_args(arguments).package
    files = python_files(SOURCE / package)
    table = Table("figure", "now", "at most" if not package else "of the whole")
    for row in figures(files):
        table.add_row(*row)
    if not package:
        table.add_row("packages at the top", str(sum(path.is_dir() for path in SOURCE.glob("[a-z]*"))), "14")
        table.add_row("glossary terms", str(glossary_terms()), "70")
        sizes = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in python_files(TESTS))
        table.add_row("lines of tests", f"{sizes:,}", "52,000")
    Console().print(table)
    if package:
        print("\n".join(list_misses(files)))


if __name__ == "__main__":
    main(sys.argv[1:])
