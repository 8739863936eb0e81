"""Elements of the page; text of people and models enters by `text` alone, and so is never markup."""

from __future__ import annotations

import json
from collections.abc import Callable

from nicegui import ui
from nicegui.events import GenericEventArguments
from pydantic import TypeAdapter, ValidationError

MOST_TYPED = 20_000
"""Characters that a field takes; far beyond any limit of speech, and far below what a connection carries."""

_NUMBERS = TypeAdapter(tuple[int, ...])
Heard = Callable[[str], None]


def box(tag: str = "div", classes: str = "", **attributes: str) -> ui.element:
    """Creates an element for others."""
    return _with(ui.element(tag).classes(classes), attributes)


def text(tag: str, words: str, classes: str = "", **attributes: str) -> ui.label:
    """Creates an element with text."""
    label = ui.label(words).classes(classes)
    label.tag = tag
    _with(label, attributes)
    return label


def button(words: str, on_click: Callable[[], None], classes: str = "", **attributes: str) -> ui.label:
    """Creates a button."""
    pressed = text("button", words, f"button {classes}", type="button", **attributes)
    pressed.on("click", lambda _: on_click(), js_handler="() => emit()")
    return pressed


def sends(pressed: ui.element, area: ui.element, heard: Heard, *events: str) -> None:
    """Sends a field's current value with some events; the last letters may not have arrived otherwise."""
    value = f"() => emit(document.getElementById('{area.html_id}').value)"
    for event in events:
        pressed.on(event, lambda typed: heard(_read_text(typed)), js_handler=value)


_KEEP = """document.addEventListener('input', (e) => {
    const key = e.target.dataset?.keep;
    if (!key) return;
    const isHeard = Boolean(window.socket?.connected);
    sessionStorage.setItem(key, JSON.stringify({text: e.target.value, isHeard, at: Date.now()}));
})"""
"""Stores typed text in the browser: the server can be unreachable, and a field can leave the page, as in a
pause, before its last letters arrive."""
_UNDERWAY = 10_000
"""The milliseconds within which letters may not have arrived; after them the server's draft is newer."""


_GIVE_BACK = """(function giveBack(id, key, looks) {
    const kept = JSON.parse(sessionStorage.getItem(key)), area = document.getElementById(id);
    if (!kept || (kept.isHeard && Date.now() - kept.at > %s)) return;
    if (!area) { if (looks) setTimeout(giveBack, 50, id, key, looks - 1); return; }
    if (area.value === kept.text) return;
    area.value = kept.text;
    area.dispatchEvent(new Event('input', {bubbles: true}));
})(%s, %s, 200)"""
"""Restores a field's stored text; the field may be added to the page after this script."""


def keep_typed() -> None:
    """Stores typed text in the browser until the server has it.

    The script is part of the page itself, since the connection may be lost before a later script arrives.
    """
    ui.add_head_html(f"<script>{_KEEP}</script>")


def field(value: str, heard: Heard, *, rows: int, seconds: float, key: str, **attributes: str) -> ui.element:
    """Creates a field for several lines.

    Args:
        value: the first value; afterwards the browser owns it.
        heard: called with its value while it is typed.
        rows: its height.
        seconds: the least time between two such calls.
        key: the storage key of the browser.
        attributes: the attributes of the element.
    """
    area = text("textarea", value, "field", rows=str(rows), maxlength=str(MOST_TYPED), **attributes)
    area.props["autocomplete"] = "off"
    area.on(
        "input",
        lambda typed: heard(_read_text(typed)),
        throttle=seconds,
        js_handler="(e) => emit(e.target.value)",
    )
    area.props["data-keep"] = key
    ui.run_javascript(_GIVE_BACK % (_UNDERWAY, json.dumps(area.html_id), json.dumps(key)))
    return area


def forget_typed(area: ui.element) -> None:
    """Deletes a field's stored text in the browser."""
    key = json.dumps(area.props["data-keep"])
    area.client.run_javascript(f"sessionStorage.removeItem({key})")


def take_focus(element: ui.element) -> None:
    """Focuses an element once it is on the page."""
    element.client.run_javascript(f"document.getElementById('{element.html_id}')?.focus()")


def bring_into_view(element: ui.element) -> None:
    """Scrolls to an element once it is on the page."""
    script = f"document.getElementById('{element.html_id}')?.scrollIntoView({{block: 'nearest'}})"
    element.client.run_javascript(script)


def focus_within(frame: ui.element) -> None:
    """Focuses the first input within a frame, or the frame itself."""
    inner = f"document.querySelector('#{frame.html_id} :is(input, textarea, button)')"
    frame.client.run_javascript(f"({inner} ?? document.getElementById('{frame.html_id}'))?.focus()")


def choices(group: ui.element, heard: Callable[[tuple[int, ...]], None]) -> None:
    """Passes the numbers of a group's ticked boxes to a function whenever they change."""
    ticked = "(e) => emit([...e.currentTarget.querySelectorAll(':checked')].map(i => Number(i.value)))"
    group.on("change", lambda got: heard(_numbers(got)), js_handler=ticked)


def tick(words: str, number: int, *, group: str, is_one: bool, is_ticked: bool, classes: str = "") -> None:
    """Creates a labelled checkbox, or a radio button of a group."""
    with box("label", f"tick {classes}"):
        ticked = box("input", type="radio" if is_one else "checkbox", name=group, value=str(number))
        ticked.props["checked"] = is_ticked
        text("span", words)


def _numbers(event: GenericEventArguments) -> tuple[int, ...]:
    try:
        return _NUMBERS.validate_python(event.args)
    except ValidationError:
        return ()


def _read_text(event: GenericEventArguments) -> str:
    """Reads untrusted text from a browser's event."""
    return event.args[:MOST_TYPED] if isinstance(event.args, str) else ""


def _with(element: ui.element, attributes: dict[str, str]) -> ui.element:
    for name, value in attributes.items():
        element.props[name.rstrip("_").replace("_", "-")] = value
    return element
