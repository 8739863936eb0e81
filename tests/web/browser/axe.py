"""What keeps people out of a page who see, hear or point otherwise."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from pydantic import BaseModel, JsonValue, TypeAdapter

_AT_REST = """() => document.getAnimations().every(
    each => each.playState !== "running" || each.effect.getComputedTiming().iterations === Infinity)"""

_CONTRAST = """selector => {
    const shade = text => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(each => each / 255)
        .map(each => each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
        .reduce((sum, each, place) => sum + each * [.2126, .7152, .0722][place], 0);
    const element = document.querySelector(selector), box = element.getBoundingClientRect();
    const painted = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        .map(each => shade(getComputedStyle(each).backgroundColor)).filter(each => (each[3] ?? 1) > 0);
    if (!painted.length || (painted[0][3] ?? 1) < 1) return 1;
    const [dark, bright] = [light(painted[0]), light(shade(getComputedStyle(element).color))].sort();
    return (bright + .05) / (dark + .05);
}"""
"""The contrast of a text with the background that the browser paints behind it; 1 where none is opaque.

axe orders layers itself, and takes what stands in a dialog for lying under its backdrop.
"""
LEAST_CONTRAST = 4.5


_UNSEEN = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return "";
    for (let each = at, up = 0; each && up < 4; each = each.parentElement, up++) {
        const look = getComputedStyle(each);
        if (look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2) return "";
    }
    return getComputedStyle(at).boxShadow !== "none" ? "" : at.outerHTML.slice(0, 120);
}"""
"""What has the keyboard without anything that shows it."""


class Finding(BaseModel):
    id: str
    nodes: list[dict[str, JsonValue]]


_FINDINGS = TypeAdapter(list[Finding])


def barriers(page: Page, within: str | None = None) -> list[str]:
    page.wait_for_function(_AT_REST)
    told = Axe().run(page, within).response  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    found = _FINDINGS.validate_python(told["violations"])
    barred = [f"{each.id}: {nodes}"[:600] for each in found if (nodes := _real(page, each))]
    headings = page.locator("h1").count()
    return barred if within or headings == 1 else [*barred, f"{headings} headings of level one"]


def _real(page: Page, finding: Finding) -> list[dict[str, JsonValue]]:
    if finding.id != "color-contrast":
        return finding.nodes
    return [node for node in finding.nodes if _contrast(page, node["target"]) < LEAST_CONTRAST]


def _contrast(page: Page, target: JsonValue) -> float:
    if not isinstance(target, list) or len(target) != 1:
        return 1.0
    return float(page.evaluate(_CONTRAST, target[0]))


def unseen_focus(page: Page, presses: int = 25) -> set[str]:
    found = set[str]()
    for _ in range(presses):
        page.keyboard.press("Tab")
        found.add(str(page.evaluate(_UNSEEN)))
    return found - {""}
