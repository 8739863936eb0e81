"""A group of buttons of which one is pressed: the games, the sources of a story, the scripts of the shelf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

from nicegui import ui

from parlour.web.pages.look import said

T = TypeVar("T", bound=str)


class Choices(Generic[T]):
    """The buttons.

    Args:
        label: of the group, read aloud.
        classes: of the group.
        on_choice: told which was pressed.
    """

    def __init__(self, label: str, classes: str, on_choice: Callable[[T], object]) -> None:
        self._buttons: dict[T, ui.element] = {}
        self._on_choice = on_choice
        self._group = ui.element("div").classes(classes)
        self._group.props["role"] = "group"
        self._group.props["aria-label"] = label

    def add(self, name: T, title: str, about: Sequence[str] = ()) -> None:
        """One more button, with lines about what it stands for."""
        with self._group, ui.element("button").classes("choice").props("type=button") as button:
            said("strong", title)
            for line in about:
                said("span", line, "small")
        self._buttons[name] = button.on("click", partial(self._choose, name))
        button.props["aria-pressed"] = "false"

    def press(self, name: T) -> None:
        """Shows one as pressed, and all others as not."""
        for each, button in self._buttons.items():
            button.props["aria-pressed"] = "true" if each == name else "false"

    def _choose(self, name: T) -> None:
        self.press(name)
        self._on_choice(name)
