"""Above the questions about the story, which are put at once: what they are for, and a way past them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.core import PASS, Action, request_kinds
from parlour.errors import ParlourError
from parlour.web.hosting import Form
from parlour.web.pages.table.answering import refusal
from parlour.web.pages.table.nodes import box, button, text
from parlour.web.pages.table.scene import Scene


class StoryQuestions:
    """Says so while any are open.

    Args:
        scene: the table.
        answer: gives an answer; raises what is wrong with it.
    """

    def __init__(self, scene: Scene, answer: Callable[[str, Action], None]) -> None:
        self._scene, self._answer = scene, answer
        self._open: tuple[str, ...] = ()
        with box("section", "story-questions", aria_label=scene.say("story_questions")) as self._frame:
            text("h2", scene.say("story_questions"))
            text("p", scene.say("story_why"))
            self._trouble = box("div", "asked-trouble", role="alert")
            self._steps = box("div", "asked-steps")
        self._usual_step()

    def show(self, forms: Sequence[Form]) -> None:
        """Takes what is asked; other requests are none of its business."""
        self._open = tuple(form.id for form in forms if form.kind == request_kinds.ANSWER)
        self._frame.set_visibility(bool(self._open))

    def _usual_step(self) -> None:
        self._trouble.clear()
        self._steps.clear()
        with self._steps:
            button(self._scene.say("story_leave"), self._weigh)

    def _weigh(self) -> None:
        """Asks once more, for all of them together."""
        say = self._scene.say
        self._tell(say("story_sure"))
        self._steps.clear()
        with self._steps:
            button(say("sure"), self._leave_open, "is-main")
            button(say("not_sure"), self._usual_step)

    def _leave_open(self) -> None:
        self._usual_step()
        for each in self._open:
            try:
                self._answer(each, PASS)
            except ParlourError as error:
                self._tell(refusal(self._scene, error))

    def _tell(self, line: str) -> None:
        self._trouble.clear()
        with self._trouble:
            text("p", line)
