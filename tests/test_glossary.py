import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERM = re.compile(r"^- \*\*(.+?)\*\*: .+\.$")
PER_GAME = {
    *("Attitudes", "Beliefs", "Clue", "Considering", "Mind", "Reasons"),
    *("Role", "RoleTable", "Speaker", "Stage", "Team"),
}
"""What is the same in each game, and stands in the folder of each."""
IN_SCHEMAS = {"Decision", "Extracted", "Rated", "Reflection"}
"""Forms of replies, whose names models read in a schema: a call's key holds them."""
FACT_NAMES = {"Relation"}
"""Facts: patterns and prompts call them by the names of their classes."""


def classes(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name


@cache
def counted() -> Counter[str]:
    return Counter(classes(ROOT / "src"))


def test_every_class_that_the_glossary_names_exists():
    named = set(re.findall(r"`(\w+)`", GLOSSARY))
    assert len(named) > 100
    assert sorted(named - counted().keys()) == []


def test_a_term_stands_once_and_in_its_place():
    lines = [line for line in GLOSSARY.splitlines() if line.startswith("- ")]
    terms = [match[1].lower() for line in lines if (match := TERM.match(line))]
    assert len(terms) == len(lines)
    assert terms == sorted(set(terms))


def test_a_word_means_one_thing():
    twice = {name for name, times in counted().items() if times > 1 and not name.startswith("_")}
    assert sorted(twice - PER_GAME - IN_SCHEMAS - FACT_NAMES) == []
