"""The documentation is built strictly, is whole, and asks no other host for anything."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

import parlour
from parlour.cli.verbs import app

ROOT = Path(__file__).parents[2]
FETCHING = {"src", "srcset", "poster", "data"}
FOREIGN = re.compile(r"^\s*(?:https?:)?//")
IN_STYLES = re.compile(r"(?:url\(|@import)\s*['\"]?(?P<url>[^'\")\s]+)")


def build(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH"))))
    env = {**os.environ, "PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1"}
    words = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--site-dir",
        str(site),
    ]  # --quiet is not strict
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=source, env=env)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = build(ROOT, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_a_page_without_a_place_and_a_link_to_nothing_fail_the_build_by_name(tmp_path: Path):
    copied = tmp_path / "repository"
    shutil.copytree(ROOT / "docs", copied / "docs")
    for page in (copied / "docs").rglob("*.md"):
        page.write_text(f"# {page.stem}\n")  # a page without its text is built in no time
    for name in ("CHANGELOG.md", "examples", "mkdocs.yml", "packages", "src"):
        (copied / name).symlink_to(ROOT / name)
    (copied / "docs/arrived.md").write_text("# A page that arrives\n\n[Nothing](../src/nothing.py)\n")
    (copied / "docs/reference/misplaced.md").write_text("# A page that nobody put anywhere\n")
    done = build(copied, tmp_path / "site")
    assert done.returncode != 0
    warnings = re.findall(r"^WARNING.*(?:\n  - .*)*", done.stderr, re.MULTILINE)
    assert len(warnings) == 2, done.stderr
    assert "reference/misplaced.md" in warnings[0]
    assert "arrived.md" in warnings[1]
    assert "../src/nothing.py" in warnings[1]


class Fetched(HTMLParser):
    """What a browser fetches for a page by itself, and not when somebody follows a link."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value for name, value in attrs if value}
        self.found += [of[name] for name in FETCHING & of.keys()]
        self.found += [of["href"]] if tag in ("link", "use", "image") and "href" in of else []
        self.found += IN_STYLES.findall(of.get("style", ""))
        if "mermaid" in of.get("class", ""):
            self.found.append("https://a.diagram.fetches.its/program")

    def handle_data(self, data: str) -> None:
        self.found += IN_STYLES.findall(data) if self.lasttag == "style" else []


def fetched(site: Path) -> Iterator[tuple[Path, str]]:
    for page in site.rglob("*.html"):
        yield from ((page, url) for url in Fetched(page.read_text(encoding="utf-8")).found)
    for style in site.rglob("*.css"):
        yield from ((style, url) for url in IN_STYLES.findall(style.read_text(encoding="utf-8")))


def test_no_page_fetches_anything_from_another_host(site: Path):
    everything = list(fetched(site))
    assert len(everything) > 100
    assert [(page.name, url) for page, url in everything if FOREIGN.match(url)] == []


def test_every_verb_and_its_options_are_in_the_reference(site: Path):
    page = (site / "reference/command-line.html").read_text(encoding="utf-8")
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    context = typer.Context(group)
    of_all = [option for each in group.params for option in each.opts if option in ("--trace", "--log")]
    assert [option for option in of_all if f"{option} " in page] == ["--trace", "--log"]
    for name in group.list_commands(context):
        _, verb, _ = group.resolve_command(context, [name])
        assert verb is not None
        assert f'id="parlour-{name}"' in page
        options = [name for option in verb.params for name in option.opts if name.startswith("-")]
        options = [name for name in options if not name.endswith("-completion")]
        assert [option for option in options if not re.search(f"{option}[ &<]", page)] == []


def test_every_name_of_the_library_is_in_the_reference(site: Path):
    page = (site / "reference/library.html").read_text(encoding="utf-8")
    assert [name for name in parlour.__all__ if f'id="parlour.{name}"' not in page] == []
