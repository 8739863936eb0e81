"""Pickers of a seat's method and model; a provider's key is never sent to a browser."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from parlour.agents import METHODS, method_words
from parlour.arena import HUMAN, REMOTE
from parlour.llm import BUILT_IN, Language, approved_models
from parlour.web.pages.look import PHRASES

Changed = Callable[[], object]


def method_names(language: Language) -> dict[str, str]:
    """Returns the installed methods with their summaries."""
    return {
        name: f"{name} · {method_words(name, language).get('summary', method.summary)}"
        for name, method in METHODS.load_all().items()
    }


def told_mind(method: str, model: str, language: Language) -> str:
    """Returns a seat's method and model in a few words."""
    if method in (HUMAN, REMOTE):
        return PHRASES.say(method, language)
    return PHRASES.say("on_model", language, method=method, model=model) if model else method


class ModelPicker:
    """A choice among the approved models."""

    def __init__(self, language: Language, on_change: Changed, *, allows_default: bool = False) -> None:
        say = PHRASES.all(language)
        options = {name: say["reader"] if name == BUILT_IN else name for name in approved_models()}
        if allows_default:
            options = {"": say["as_table"], **options}
        with ui.element("div").classes("model-picker"):
            self.choice = ui.select(options, value=next(iter(options)), label=say["model"])
        self.choice.on_value_change(lambda _: on_change())

    @property
    def value(self) -> str:
        """The model string; empty for the table's."""
        return str(self.choice.value or "")


class MindPicker:
    """A choice of a method and a model, a person, or a program."""

    def __init__(
        self,
        language: Language,
        on_change: Changed,
        *,
        label: str,
        first: str = "agent",
        allows_default: bool = True,
    ) -> None:
        say = PHRASES.all(language)
        kinds = ("agent", "own", HUMAN, REMOTE) if allows_default else ("own", HUMAN, REMOTE)
        with ui.element("div").classes("mind-picker"):
            self.kind = ui.select({kind: say[kind] for kind in kinds}, value=first, label=label)
            with ui.element("div").classes("mind-own") as own:
                self.method = ui.select(method_names(language), value=METHODS.default, label=say["method"])
                self.model = ModelPicker(language, on_change, allows_default=allows_default)
            own.bind_visibility_from(self.kind, "value", value="own")
        self.kind.on_value_change(lambda _: on_change())
        self.method.on_value_change(lambda _: on_change())

    @property
    def value(self) -> tuple[str, str]:
        """The method, or `human` or `remote`, and the model; empty for the table's."""
        match self.kind.value:
            case "own":
                return str(self.method.value), self.model.value
            case "agent":
                return "", ""
            case kind:
                return str(kind), ""
