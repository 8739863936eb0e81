"""Everything that a person is asked just now; what is answered goes away by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nicegui import ui

from parlour.core import Action
from parlour.web.hosting import Form
from parlour.web.pages.table.asked import AnswerHandler, RequestCard
from parlour.web.pages.table.nodes import box, focus_within
from parlour.web.pages.table.scene import Scene
from parlour.web.pages.table.story_questions import StoryQuestions


class Composer:
    """The cards of all open requests of one seat.

    Args:
        scene: the table.
        handler: what becomes of answers.
        elsewhere: where the keyboard goes when all is answered.
    """

    def __init__(self, scene: Scene, handler: AnswerHandler, elsewhere: ui.element) -> None:
        self._elsewhere = elsewhere
        self._scene = scene
        self._handler = replace(handler, answer=self._answer)
        self._give, self._was_answered = handler.answer, False
        self._asked_before = set[str]()
        self._cards: dict[tuple[str, float | None], RequestCard] = {}
        with box("div", "composer") as self._frame:
            self._story = StoryQuestions(scene, self._answer)
        self._clock = ui.timer(1.0, self._tick, active=False)

    def show(self, forms: Sequence[Form]) -> None:
        """Opens what is asked and closes what is not any more."""
        open_now = {(form.id, form.deadline): form for form in forms}
        gone_now = self._cards.keys() - open_now.keys()
        for gone in gone_now:
            self._cards.pop(gone).frame.delete()
        self._handler.drafts.keep_only([form.id for form in forms])
        for key, form in open_now.items():
            if key not in self._cards:
                unfolds = form.kind not in self._asked_before
                self._asked_before.add(form.kind)
                with self._frame:
                    self._cards[key] = RequestCard(self._scene, form, self._handler, unfolds=unfolds)
        if gone_now:
            self._move_on()
        self._story.show(forms)
        self._clock.active = any(form.deadline for form in forms)
        self._frame.set_visibility(bool(forms))

    def _answer(self, request: str, action: Action) -> None:
        self._give(request, action)
        self._was_answered = True
        self._handler.drafts.drop(request)

    def _move_on(self) -> None:
        """Takes the keyboard to what is asked next, or to the conversation, once an answer was given here."""
        if self._was_answered:
            self._was_answered = False
            focus_within(next(iter(self._cards.values())).frame if self._cards else self._elsewhere)

    def _tick(self) -> None:
        for card in self._cards.values():
            card.tick()
