"""The open requests of a seat: their cards, the questions about the story, and the free discussion's form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nicegui import ui

from parlour.core import PASS, Action, Player, request_kinds
from parlour.errors import ParlourError
from parlour.web.hosting import Form
from parlour.web.pages.table.answering import FLOOR, refusal
from parlour.web.pages.table.asked import AnswerHandler, RequestCard
from parlour.web.pages.table.scene import Scene, box, button, focus_within, text


class Composer:
    """The cards of all open requests of one seat."""

    def __init__(self, scene: Scene, handler: AnswerHandler, elsewhere: ui.element) -> None:
        self._elsewhere = elsewhere
        self._scene = scene
        self._handler = replace(handler, answer=self._answer)
        self._give, self._was_answered = handler.answer, False
        self._asked_before = set[str]()
        self._cards: dict[str, RequestCard] = {}
        with box("div", "composer") as self._frame:
            self._story = StoryQuestions(scene, self._answer)
        self._clock = ui.timer(1.0, self._tick, active=False)

    def show(self, forms: Sequence[Form]) -> None:
        """Adds cards of new requests and removes those of closed ones."""
        open_now = {form.id: form for form in forms}
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
            self._cards[key].set_deadline(form.deadline)
        if gone_now:
            self._move_on()
        self._story.show(forms)
        self._clock.active = any(form.deadline for form in forms)
        self._frame.set_visibility(bool(forms))

    def _answer(self, request: str, action: Action) -> None:
        self._give(request, action)
        self._was_answered = True
        if not action.is_pass:
            self._handler.drafts.drop(request)

    def _move_on(self) -> None:
        if self._was_answered:
            self._was_answered = False
            focus_within(next(iter(self._cards.values())).frame if self._cards else self._elsewhere)

    def _tick(self) -> None:
        for card in self._cards.values():
            card.tick()


class StoryQuestions:
    """The explanation of the questions about the story, and a button that passes them all."""

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
        """Shows the section while such questions are open."""
        self._open = tuple(form.id for form in forms if form.kind == request_kinds.ANSWER)
        self._frame.set_visibility(bool(self._open))

    def _usual_step(self) -> None:
        self._trouble.clear()
        self._steps.clear()
        with self._steps:
            button(self._scene.say("story_leave"), self._weigh)

    def _weigh(self) -> None:
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


class FloorForm:
    """The form of a free discussion, in place of the bids that come and go with each speech.

    Sent words are spoken at the next free moment, whether or not a bid is open then.
    """

    def __init__(self, scene: Scene, player: Player) -> None:
        self._scene, self._table, self._player = scene, scene.table, player
        self._bid: Form | None = None
        self._sent = 0

    def among(self, forms: Sequence[Form]) -> list[Form]:
        """Returns the open forms, with this form in place of a bid."""
        bids = [form for form in forms if form.kind == request_kinds.BID]
        others = [form for form in forms if form not in bids]
        if bids:
            self._bid = bids[0]
        elif others or not self._goes_on():
            self._bid = None
        if self._bid is None or self.words:
            return others
        asked = self._scene.say("floor_asked") if self._waiting else ""
        deadline = self._bid.deadline if bids else None
        told = {"id": f"{FLOOR}.{self._sent}", "options": (), "most": 0, "deadline": deadline, "text": asked}
        return [*others, self._bid.model_copy(update=told)]

    def answer(self, action: Action) -> None:
        """Passes on a speech or a bid; after a pass the form returns with the next bid.

        Raises:
            ParlourError: if it is refused.
        """
        self._table.remote_seat(self._player).take_floor(action)
        self._sent += 1
        if action.is_pass:
            self._bid = None

    def typing(self) -> None:
        """Holds the clock of the discussion while the person types."""
        if self._player in self._table.outside:
            self._table.remote_seat(self._player).type()

    @property
    def words(self) -> str:
        """The speech that waits for a free moment."""
        return self._waiting.speech if self._waiting else ""

    @property
    def _waiting(self) -> Action | None:
        outside = self._player in self._table.outside
        return self._table.remote_seat(self._player).ready if outside else None

    def _goes_on(self) -> bool:
        kinds = {request.kind for request in self._table.feed.requests}
        return bool(kinds) and kinds <= {request_kinds.BID, request_kinds.SPEAK}
