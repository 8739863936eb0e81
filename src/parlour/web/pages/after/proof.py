"""Why it was nobody else: the steps of the proof, which whoever reads takes one after the other."""

from __future__ import annotations

from nicegui import ui

from parlour.core import Player
from parlour.llm import Language
from parlour.views import Finale, FinaleLine, FinaleStep
from parlour.web.pages.after.phrases import PHRASES
from parlour.web.pages.look import said


class ProofPanel:
    """The proof of a match, of which the first step is shown, and the next on demand.

    Args:
        told: the proof.
        players: in seat order, whose portraits stand beside the steps.
        language: of the page.
    """

    def __init__(self, told: Finale, players: tuple[Player, ...], language: Language) -> None:
        self._players: tuple[Player, ...] = players
        self._language: Language = language
        said("h2", PHRASES.say("proof", language))
        said("p", told.opening, "faded")
        with ui.element("ol").classes("proof"):
            self._steps = [self._step(step) for step in told.steps]
        with ui.element("div").classes("proof-end") as self._end:
            said("p", told.verdict, "truth")
            if told.lies:
                with ui.element("ul").classes("proof is-lies"):
                    for each in told.lies:
                        self._step(each)
        self._end.props["tabindex"] = "-1"
        with ui.element("div").classes("proof-on") as self._on:
            ui.button(PHRASES.say("proof_next", language), on_click=self._go_on, color=None).classes(
                "is-next"
            )
            ui.button(PHRASES.say("proof_all", language), on_click=self._show_all, color=None)
        self._shown = 1
        self._show()

    def _go_on(self) -> None:
        self._shown += 1
        self._show()
        shown = (*self._steps, self._end)[self._shown - 1]
        shown.run_method("focus")

    def _show_all(self) -> None:
        self._shown = len(self._steps) + 1
        self._show()
        self._steps[0].run_method("focus")

    def _show(self) -> None:
        """Shows as many steps as were asked for, and who did it after the last."""
        for number, step in enumerate(self._steps):
            step.set_visibility(number < self._shown)
        is_told = self._shown > len(self._steps)
        self._end.set_visibility(is_told)
        self._on.set_visibility(not is_told)

    def _step(self, step: FinaleStep) -> ui.element:
        with ui.element("li").classes("proof-step") as shown:
            with ui.element("h3"):
                for name in step.about:
                    self._face(name)
                said("span", step.title)
            for line in step.lines:
                self._line(line)
            if step.conclusion:
                said("p", step.conclusion, "proof-so")
        shown.props["tabindex"] = "-1"
        return shown

    def _line(self, line: FinaleLine) -> None:
        with ui.element("div").classes("proof-line" if line.speaker else "proof-line is-common"):
            if line.speaker:
                self._face(line.speaker)
            with ui.element("div"):
                with ui.element("p").classes("proof-word"):
                    if line.speaker:
                        said("b", line.speaker)
                    said("span", line.text)
                said("p", line.note, "faded small")

    def _face(self, name: Player) -> None:
        seat = f"seat-{self._players.index(name)}" if name in self._players else ""
        said("span", "", f"face {seat}", aria_hidden="true")
