"""Elements of HTML that hold text, which is shown as text whatever is in it."""

from __future__ import annotations

from nicegui.elements.mixins.text_element import TextElement


def said(tag: str, text: str, classes: str = "", **attributes: str) -> TextElement:
    """An element with a text in it.

    Args:
        tag: of HTML.
        text: what it says.
        classes: of CSS.
        attributes: of HTML; an underscore stands for a hyphen.
    """
    element = TextElement(tag=tag, text=text)
    if classes:
        element.classes(classes)
    for name, value in attributes.items():
        element.props[name.replace("_", "-")] = value
    return element
