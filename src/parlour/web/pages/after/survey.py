"""The survey: five scales with what each mark means, filled by whoever played, shown to the host."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from nicegui import ui
from pydantic import ValidationError

from parlour.core import Player
from parlour.errors import ParlourError
from parlour.evaluation import BEST, SCALES, WORST, Survey
from parlour.llm import Language
from parlour.web.hosting import LiveMatch
from parlour.web.insight import Visit
from parlour.web.pages.after.phrases import PHRASES
from parlour.web.pages.god import data_table, said
from parlour.web.survey import put_survey, surveys

_MARKS = range(BEST, WORST - 1, -1)


class SurveyForm:
    """What one person is asked; what was said before stands in it and may be changed.

    Args:
        seen: who looks back.
        table: of the match.
        player: whose survey it is.
        language: of the table.
    """

    def __init__(self, seen: Visit, table: LiveMatch, player: Player, language: Language) -> None:
        self._seen, self._table, self._player = seen, table, player
        self._say = partial(PHRASES.say, language=language)
        known = surveys(seen.house.store, table.match).get(player)
        said("h2", self._say("survey"))
        said("p", self._say("survey_note"), "faded")
        self._marks: dict[str, ui.radio] = {}
        for scale in SCALES:
            self._scale(scale, known.marks[scale] if known else None)
        self._remark = ui.textarea(self._say("remark"), value=known.remark if known else "")
        self._remark.props("autogrow maxlength=2000").classes("remark")
        ui.button(self._say("change" if known else "send"), on_click=self._send)
        self._told = said("p", "")
        self._told.props["aria-live"] = "polite"

    def _scale(self, scale: str, known: int | None) -> None:
        with ui.element("fieldset").classes("scale"):
            said("legend", self._say(scale))
            said("p", self._say(f"{scale}_asks"), "faded")
            options = {mark: f"{mark} – {self._say(f'{scale}_{mark}')}" for mark in _MARKS}
            self._marks[scale] = ui.radio(options, value=known)
            self._marks[scale].props["aria-label"] = self._say(scale)

    def _send(self) -> None:
        told = {scale: mark.value for scale, mark in self._marks.items()}
        missing = [self._say(scale) for scale, value in told.items() if value is None]
        if missing:
            self._answer(self._say("missing", scales=self._say("listing").join(missing)), is_wrong=True)
            return
        try:
            self._seen.check_pass()
            survey = Survey.model_validate({**told, "remark": self._remark.value or ""})
            put_survey(self._seen.house.store, self._table, self._player, survey)
        except (ValidationError, ParlourError) as error:
            self._answer(str(error), is_wrong=True)
            return
        self._answer(self._say("thanks"), is_wrong=False)

    def _answer(self, sentence: str, *, is_wrong: bool) -> None:
        self._told.text = sentence
        self._told.classes(replace="wine" if is_wrong else "")


def show_surveys(told: Mapping[Player, Survey], language: Language) -> None:
    """What everybody answered; for the host."""
    said("h2", PHRASES.say("surveys", language))
    if not told:
        said("p", PHRASES.say("no_surveys", language), "faded")
        return
    scales = [PHRASES.say(scale, language) for scale in SCALES]
    heads = [
        PHRASES.say("player", language),
        *scales,
        PHRASES.say("mean", language),
        PHRASES.say("remark", language),
    ]
    with data_table(PHRASES.say("surveys", language), heads):
        for player, survey in told.items():
            with ui.element("tr"):
                said("th", player, scope="row")
                for mark in survey.marks.values():
                    said("td", str(mark), "number")
                said("td", f"{survey.overall:.2f}", "number")
                said("td", survey.remark)
