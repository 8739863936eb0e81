"""What Markdown has no word for: the numbers of decisions, and the language of a page."""

from __future__ import annotations

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

DECISION = re.compile(r"^(?P<number>\d+)\. (?P<text>.*(?:\n {3,}.*)*)", re.MULTILINE)


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Decisions keep their numbers, where Markdown would count for itself, and can be linked to by them."""
    del config, files
    if page.file.src_uri != "decisions.md":
        return markdown
    return DECISION.sub(decision, markdown)


def decision(found: re.Match[str]) -> str:
    """A decision as a paragraph with an anchor."""
    lines = " ".join(line.strip() for line in found["text"].splitlines())
    number = found["number"]
    return f"<span class='number'>{number}</span> {lines}\n{{ .decision #decision-{number} }}\n"


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """A page that names its language in its head says so to browsers and screen readers."""
    del config
    language = page.meta.get("lang")
    return output.replace('<html lang="en"', f'<html lang="{language}"', 1) if language else output
