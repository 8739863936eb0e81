"""The notebooks as pages: text and code; what they come to stands in whoever's copy has run."""

from __future__ import annotations

import json
import posixpath
from typing import TypedDict

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

SUFFIX = ".ipynb"


class Cell(TypedDict):
    """What is read of a notebook's cell."""

    cell_type: str
    source: list[str]


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Adds a page for each notebook, beside the notebook itself."""
    for file in [file for file in files if file.src_uri.endswith(SUFFIX)]:
        name = posixpath.basename(file.src_uri)
        cells: list[Cell] = json.loads(file.content_string)["cells"]
        note = f"A notebook, [{name}]({name}): `pip install 'parlour[frames,report]' jupyterlab` runs it."
        content = "\n".join([*map(written, cells), f"---\n\n{note}\n"])
        files.append(File.generated(config, page_of(file.src_uri), content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leads a link to a notebook to its page, except on that page."""
    del config
    if files.get_file_from_path(page.file.src_uri.removesuffix(".md") + SUFFIX):
        return markdown
    return markdown.replace(f"{SUFFIX})", ".md)")


def page_of(notebook: str) -> str:
    """Where the page of a notebook stands."""
    return notebook.removesuffix(SUFFIX) + ".md"


def written(cell: Cell) -> str:
    """A cell as Markdown."""
    text = "".join(cell["source"])
    return f"```python\n{text}\n```\n" if cell["cell_type"] == "code" else f"{text}\n"
