"""What every template of the package must satisfy, whichever room speaks it."""

import re
from pathlib import Path

from jinja2 import Environment, meta

import parlour
from tests.cases import cases

PACKAGE = Path(parlour.__file__).parent
FOLDERS = sorted(PACKAGE.glob("**/prompts"))
TEMPLATES = sorted(path for folder in FOLDERS for path in folder.glob("??/**/*.md.j2"))
ENGLISH = [path for path in TEMPLATES if "en" in path.parts]
TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
LITERAL = re.compile(r"\"([^\"]*)\"|'([^']*)'")
HALF_WIDTH = re.compile(
    r"[\u3400-\u9fff][,:;?!()]|[,:;?!()][\u3400-\u9fff]|(?!名)[\u3400-\u9fff]\.(?=[\u3400-\u9fff]|\s|$)"
)


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def wanted(path: Path) -> set[str]:
    environment = Environment(autoescape=False)
    return meta.find_undeclared_variables(environment.parse(path.read_text(encoding="utf-8")))


def spoken(source: str) -> str:
    """A template's text with a Chinese name wherever a variable stands, and the words inside its tags."""
    inside = [a or b for tag in TAG.findall(source) for a, b in LITERAL.findall(tag)]
    outside = TAG.sub(lambda tag: "名" if tag[0].startswith("{{") else "", source)
    return "\n".join([outside, *inside])


def test_there_are_templates_to_check():
    games = {f"games/{game}/prompts" for game in ("mystery", "werewolf", "onenight")}
    assert {name(folder) for folder in FOLDERS} >= {*games, "agents/prompts", "llm/prompts"}
    assert len(ENGLISH) >= 15


@cases("folder", FOLDERS)
def test_both_languages_have_the_same_templates_and_nothing_else(folder: Path):
    files = {
        language.name: {
            path.relative_to(language).as_posix() for path in language.rglob("*") if path.is_file()
        }
        for language in folder.iterdir()
        if language.is_dir()
    }
    assert set(files) == {"en", "zh"}
    assert files["en"] == files["zh"]
    assert all(path.endswith(".md.j2") for path in files["en"])


def test_both_languages_ask_for_the_same_variables_and_each_is_in_its_own_script():
    for path in ENGLISH:
        place = path.parts.index("en", len(PACKAGE.parts))
        chinese = Path(*path.parts[:place], "zh", *path.parts[place + 1 :])
        assert wanted(path) == wanted(chinese), path
        assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", path.read_text(encoding="utf-8")), path
        words = spoken(chinese.read_text(encoding="utf-8"))
        assert not HALF_WIDTH.findall(words), chinese
        assert re.search(r"[\u3400-\u9fff]", words), chinese


def test_half_width_punctuation_would_be_noticed():
    assert HALF_WIDTH.search(spoken("你是{{ player }},凶手"))
    assert HALF_WIDTH.search(spoken('{{ names | join("和:他") }}'))
    assert not HALF_WIDTH.search(spoken("你是{{ player }}，{{ names | join('、') }}。"))
