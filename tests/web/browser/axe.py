"""What keeps people out of a page who see, hear or point otherwise."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from pydantic import BaseModel, JsonValue, TypeAdapter

_AT_REST = """() => document.getAnimations().every(
    each => each.playState !== "running" || each.effect.getComputedTiming().iterations === Infinity)"""


class Finding(BaseModel):
    """What axe found."""

    id: str
    impact: str | None
    nodes: list[dict[str, JsonValue]]


_FINDINGS = TypeAdapter(list[Finding])


def barriers(page: Page, within: str = "body") -> list[str]:
    """What axe calls serious or worse, once nothing on the page fades or moves into its place any more."""
    page.wait_for_function(_AT_REST)
    told = Axe().run(page, within).response  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    found = _FINDINGS.validate_python(told["violations"])
    return [f"{each.id}: {each.nodes}"[:600] for each in found if each.impact in ("serious", "critical")]
