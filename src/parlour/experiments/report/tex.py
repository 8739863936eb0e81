"""Templates of TeX's languages, whose braces are not those of other templates."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "β": r"$\beta$",
    "ε": r"$\epsilon$",
    "σ": r"$\sigma$",
    "≥": r"$\geq$",
    "→": r"$\to$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_ESCAPES = str.maketrans(_SPECIAL)


def escaped(text: str) -> str:
    """Text as TeX sets it, whatever signs it holds."""
    return text.translate(_ESCAPES)


def render(template: str, **values: object) -> str:
    """Renders a template of this folder, in which `<< x >>` is a value and `<% %>` a statement."""
    environment = Environment(
        loader=PackageLoader("parlour.experiments.report", "."),
        autoescape=False,  # noqa: S701 - TeX, which `tex` escapes
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
    )
    environment.filters["tex"] = escaped
    return environment.get_template(template).render(**values)
