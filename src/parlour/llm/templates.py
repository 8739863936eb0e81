"""Wording lives in files: strict templates, `prompts/{en,zh}/<verb>.md.j2` beside the module that speaks."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateNotFound, UndefinedError

from parlour.errors import TemplateError
from parlour.llm.prompt import Language


class Templates:
    """The templates of one package.

    Args:
        package: the dotted name of the package whose `prompts` folder holds them.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def has(self, verb: str, language: Language) -> bool:
        """Whether there is a template of that verb and language."""
        return _path(self._package, language, verb).is_file()

    def speak(self, verb: str, language: Language, **variables: object) -> str:
        """The template of that verb and language, filled.

        Raises:
            TemplateError: if there is no such template or it wants a variable that is not given.
        """
        try:
            if not variables:
                return _fixed(self._package, language, str(verb))
            return _template(self._package, language, str(verb)).render(**variables).strip()
        except UndefinedError as error:
            raise TemplateError(
                f"{self._package}: prompts/{language}/{verb}.md.j2: {error.message}"
            ) from error


@cache
def _path(package: str, language: Language, verb: str) -> Traversable:
    return resources.files(package) / "prompts" / language / f"{verb}.md.j2"


@cache
def _template(package: str, language: Language, verb: str) -> Template:
    def source(name: str) -> str | None:
        path = _path(package, language, name)
        return path.read_text(encoding="utf-8") if path.is_file() else None

    environment = Environment(  # noqa: S701 - prompts are plain text, never HTML
        loader=FunctionLoader(source), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    try:
        template = environment.get_template(verb)
    except TemplateNotFound as error:
        raise TemplateError(f"{package}: prompts/{language}/{verb}.md.j2 is missing") from error
    template.globals = dict(template.globals)  # copied for each rendering, in which a chain of maps is slow
    return template


@cache
def _fixed(package: str, language: Language, verb: str) -> str:
    """What a template says that wants no variables."""
    return _template(package, language, verb).render().strip()
