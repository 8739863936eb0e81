"""Files of the repository that pages link to: each is a page of the site too, so that links lead there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((?P<path>(?:\.\./)+[^)#\s]+)(?P<anchor>#[^)\s]*)?\)")
LANGUAGES = {".py": "python", ".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".json": "json"}


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Adds the changelog, and a page for every file outside docs/ that a page links to."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "changelog.md", content=changelog.replace("](docs/", "](")))
    pages = [file for file in files if file.is_documentation_page()]
    for path in sorted({path for page in pages for path in named(page)} - {"CHANGELOG.md"}):
        if (ROOT / path).is_file():
            files.append(File.generated(config, page_of(path), content=shown(ROOT / path, path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leads links out of docs/ to those pages; a link to nothing is left, and fails the build by its name."""
    del config

    def led(link: re.Match[str]) -> str:
        path = outside(page.file, link["path"])
        if path is None or files.get_file_from_path(page_of(path)) is None:
            return link[0]
        start = posixpath.dirname(page.file.src_uri) or "."
        return f"]({posixpath.relpath(page_of(path), start)}{link['anchor'] or ''})"

    return LINK.sub(led, markdown)


def named(page: File) -> Iterator[str]:
    """The paths outside docs/, from the root of the repository, that a page links to."""
    for link in LINK.finditer(page.content_string):
        if (path := outside(page, link["path"])) is not None:
            yield path


def outside(page: File, target: str) -> str | None:
    """A link's target from the root of the repository; None where it stays in docs/."""
    whole = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page.src_uri), target))
    return None if whole.startswith("docs/") else whole


def page_of(path: str) -> str:
    """Where the page of a file stands."""
    return "changelog.md" if path == "CHANGELOG.md" else f"source/{path}.md"


def shown(file: Path, path: str) -> str:
    """A file as a page."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        return text
    return f"# {path}\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{text}\n````\n"
