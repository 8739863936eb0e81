"""The open requests of a seat: their cards with options, text fields and steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from nicegui import ui

from parlour.arena import Listener
from parlour.core import BIDS, CUT_IN, PASS, Action, Player, count_words, request_kinds
from parlour.errors import ParlourError
from parlour.language.hearing import split_reading
from parlour.web.hosting import Form
from parlour.web.pages.look import add_text
from parlour.web.pages.table.answering import (
    Drafts,
    called_by_name,
    confirmation,
    fault_in,
    heading,
    hint,
    may_pass,
    only_choice,
    pass_label,
    refusal,
    request_of,
    send_label,
    speech_label,
)
from parlour.web.pages.table.scene import (
    Scene,
    box,
    bring_into_view,
    button,
    choices,
    field,
    focus_within,
    forget_typed,
    sends,
    take_focus,
    tick,
)
from parlour.web.pages.table.typing_aid import TypingAid, dictation_key

_MANY = 3
"""The least number of simultaneous questions that are counted."""
_TYPING = 0.15
"""The seconds between two reports of the typed text."""

_Choice = tuple[str, Callable[[], None]]
URGENT = BIDS[CUT_IN]
"""The bid of a person who asks for the floor."""


@dataclass(frozen=True, kw_only=True)
class AnswerHandler:
    """The handling of an answer.

    Attributes:
        has_unread: tests whether others have spoken since the person's last act.
        living: returns the players who are not out.
        badge: returns what the player of the page knows of another's role or side.
        note_unheard: takes a speech that was sent with none of its readings.
        skip_rest: leaves all open questions about the story unanswered.
    """

    drafts: Drafts
    answer: Callable[[str, Action], None]
    listener: Listener | None
    typing: Callable[[], None] = lambda: None
    note_unheard: Callable[[str], None] = lambda _: None
    has_unread: Callable[[], bool] = lambda: False
    living: Callable[[], Sequence[Player]] = tuple
    badge: Callable[[Player], str] = lambda _: ""
    skip_rest: Callable[[], None] = lambda: None


class RequestCard:
    """The card of one open request."""

    def __init__(
        self, scene: Scene, form: Form, handler: AnswerHandler, *, unfolds: bool, is_first: bool
    ) -> None:
        self._scene, self._form, self._handler = scene, form, handler
        self._draft, self.is_folded = handler.drafts.of(form.id), False
        self._area: ui.element | None = None
        self._options: ui.element | None = None
        self._aid: TypingAid | None = None
        label = heading(scene, form)
        with box("section", f"asked is-{form.kind}", aria_label=label, data_request=form.id) as self.frame:
            with box("div", "asked-head"):
                with box("h2"):
                    self._fold = button(label, self.toggle_fold, "is-fold", aria_expanded="true")
                    if form.kind == request_kinds.VOTE and handler.has_unread():
                        self._write_unread(label)
                if place := self._place():
                    add_text("span", place, "asked-count")
                self._left = add_text("span", "", "asked-left", role="timer")
            self._clock = box("div", "asked-clock")
            with box("div", "asked-body"):
                if form.kind == request_kinds.ANSWER:
                    add_text("p", scene.say("story_why"), "faded small")
                if form.text and form.text != label:
                    add_text("p", form.text, "asked-text")
                self._write_options()
                self._write_field()
                self._write_rules(unfolds=unfolds)
            box("more-below", data_words=scene.say("more_below"))
            self._trouble = box("div", "asked-trouble", role="alert")
            self._steps = box("div", "asked-steps")
        self._usual_steps()
        self._deadline: float | None = None
        self.set_deadline(form.deadline)
        if not is_first and form.kind != request_kinds.ANSWER:
            self.toggle_fold()

    def set_deadline(self, deadline: float | None) -> None:
        """Shows the clock of the request, which typing may have moved."""
        if deadline == self._deadline:
            return
        self._deadline = deadline
        self._clock.clear()
        if deadline:
            left = max(0.0, deadline - time.time())
            with self._clock:
                box("div", "asked-bar", aria_hidden="true").style(f"animation-duration: {left:.0f}s")
                add_text("p", self._scene.say("time_held" if self._bids else "time_note"), "faded")
        self.tick()

    def tick(self) -> None:
        """Shows the remaining time."""
        left = round(self._deadline - time.time()) if self._deadline else 0
        clock = f"{left // 60}:{left % 60:02d}"
        text = self._scene.say("time_left", left=clock) if left > 0 else self._scene.say("no_time")
        self._left.text = text if self._deadline else ""

    def toggle_fold(self) -> None:
        self.is_folded = not self.is_folded
        self._fold.props["aria-expanded"] = str(not self.is_folded).lower()
        self.frame.classes(toggle="is-folded")

    def _write_unread(self, label: str) -> None:
        """Adds the one line to which a telephone folds a card until the talk above it was read."""
        self.frame.classes(add="is-unread")
        with button("", self._open_unread, "asked-read", aria_expanded="false"):
            add_text("span", label, "asked-read-label")
            add_text("span", self._scene.say("read_first"), "faded")

    def _open_unread(self) -> None:
        self.frame.classes(remove="is-unread")

    @property
    def _bids(self) -> bool:
        return self._scene.kind(self._form).bids

    def _place(self) -> str:
        form, table = self._form, self._scene.table
        request_names = [
            table.request_name(request.id)
            for request in table.feed.requests
            if request.player == form.player and request.kind == form.kind
        ]
        if form.id not in request_names or len(request_names) < _MANY:
            return ""
        return self._scene.say(
            "asked_place", number=request_names.index(form.id) + 1, count=len(request_names)
        )

    def _write_rules(self, *, unfolds: bool) -> None:
        if rules := self._scene.rulebook.at(self._form.kind):
            with box("details", "asked-rules") as details:
                details.props["open"] = unfolds
                add_text("summary", self._scene.say("rules_now"))
                for words in rules:
                    add_text("p", words)

    def _write_options(self) -> None:
        form, scene = self._form, self._scene
        if not form.most or only_choice(scene, form):
            return
        if note := hint(scene, form, self._handler.living()):
            add_text("p", note, "faded")
        labels = form.labels or tuple(
            scene.names_by_player.get(option) or scene.phrases.option(option) for option in form.options
        )
        kind = "is-lettered" if form.labels else "is-named"
        with box("div", f"options {kind}", role="group", aria_label=heading(scene, form)) as group:
            for number, (option, label) in enumerate(zip(form.options, labels, strict=True)):
                words = f"{option}. {label}" if form.labels else label
                known = self._handler.badge(option) if option != form.player else ""
                tick(
                    words,
                    number,
                    group=form.id,
                    is_one=form.most == 1,
                    is_ticked=option in self._draft.chosen,
                    classes=scene.seat(option),
                    note=known,
                )
        choices(group, self._chose)
        self._options = group

    def _write_field(self) -> None:
        form, scene = self._form, self._scene
        if not form.words:
            return
        with box("div", "field-frame"):
            self._label = add_text("label", speech_label(scene, form, self._to), "field-label")
            key = f"{scene.table.match}/{form.player}/{form.id}"
            self._area = field(self._draft.speech, self._on_typing, rows=3, seconds=_TYPING, key=key)
            self._label.props["for"] = self._area.html_id
            self._counter = add_text("span", "", "field-count")
            dictation_key(scene, self._area)
        sends(self._area, self._area, self._send, "keydown.enter")
        if listener := self._handler.listener:
            request = request_of(scene, form)
            self._aid = TypingAid(
                scene,
                self._area,
                listener.offers(request),
                lambda text: listener.hears(text, request, self._to or next(iter(form.options), None)),
            )
            self._aid.schedule_hearing(self._draft.speech)
        self._count()

    def _usual_steps(self, *, focus: bool = False) -> None:
        say = send_label(self._scene, self._form)
        self._steps.clear()
        self.frame.classes(remove="is-weighed")
        with self._steps:
            if self._area:
                go = self._step(say, "speak", "is-main")
                sends(go, self._area, self._ask_floor if self._bids else self._send, "click")
            else:
                go = button(say, lambda: self._send(""), "is-main")
            if may_pass(self._form):
                leave = self._step(pass_label(self._scene, self._form), "pass")
                leave.on("click", lambda _: self._confirm(PASS), js_handler="() => emit()")
            if self._form.kind == request_kinds.ANSWER:
                button(self._scene.say("story_leave"), self._weigh_skip)
        self._is_usual = True
        if focus:
            take_focus(self._area or go)

    def _step(self, label: str, effect: str, classes: str = "") -> ui.element:
        if not self._bids:
            return add_text("button", label, f"button {classes}", type="button")
        moment = "cut_in" if self._form.partner else "floor"
        with box("div", "step"):
            step = add_text("button", label, f"button {classes}", type="button")
            words = self._scene.say(f"{effect}_{moment}", partner=self._form.partner)
            note = add_text("p", words, "step-effect")
        step.props["aria-describedby"] = note.html_id
        return step

    def _choice_of(self, main: _Choice, *others: _Choice) -> None:
        self._steps.clear()
        self.frame.classes(add="is-weighed")
        with self._steps:
            first = button(*main, "is-main")
            for other in others:
                button(*other)
        self._is_usual = False
        take_focus(first)

    @property
    def _to(self) -> Player | None:
        is_addressed = self._scene.kind(self._form).addressed
        return next(iter(self._draft.chosen), None) if is_addressed else self._form.partner

    def _chose(self, numbers: tuple[int, ...]) -> None:
        options = self._form.options
        chosen = tuple(options[number] for number in numbers if 0 <= number < len(options))
        self._keep(replace(self._draft, chosen=chosen))
        if self._form.words:
            self._label.text = speech_label(self._scene, self._form, self._to)
        if self._aid:
            self._aid.hear_again()

    def _on_typing(self, text: str) -> None:
        if text == self._draft.speech:
            return
        self._keep(replace(self._draft, speech=text))
        self._count()
        if self._aid:
            self._aid.schedule_hearing(text)

    def _keep(self, draft: Action) -> None:
        self._draft = draft
        self._handler.drafts.put(self._form.id, draft)
        self._handler.typing()
        self._trouble.clear()
        if not self._is_usual:
            self._usual_steps()

    def _count(self) -> None:
        count, words = count_words(self._draft.speech), self._form.words
        self._counter.text = self._scene.say(
            "words_left", count=count, words=words, left=max(words - count, 0)
        )
        self._counter.classes(add="is-over") if count > words else self._counter.classes(remove="is-over")

    def _send(self, text: str) -> None:
        if self._area:
            self._on_typing(text)
        action = Action(chosen=self._draft.chosen or self._implied_choice, speech=self._draft.speech.strip())
        gap = self._aid.open_gap(action.speech) if self._aid else None
        if wrong := fault_in(self._scene, self._form, action):
            self._tell(wrong)
            if self._options and len(action.chosen) < max(1, self._form.least):
                bring_into_view(self._options)
        elif gap:
            self._tell(self._scene.say("error_gap", gap=gap))
        else:
            speech = self._aid.speech(action.speech) if self._aid and action.speech else action.speech
            self._confirm(Action(chosen=action.chosen, speech=speech))

    @property
    def _implied_choice(self) -> tuple[Player, ...]:
        """The only choice, or the addressee of a lit question or of the words; needs no tick."""
        if only := only_choice(self._scene, self._form):
            return only
        if not self._scene.kind(self._form).addressed:
            return ()
        lit = self._aid.addressee if self._aid else None
        called = called_by_name(self._draft.speech, self._form.options)
        return (lit,) if lit in self._form.options else called if len(called) == 1 else ()

    def _ask_floor(self, text: str) -> None:
        if text.strip():
            self._send(text)
        else:
            self._answer(Action(chosen=(URGENT,)))

    def _confirm(self, action: Action) -> None:
        question, say = confirmation(self._scene, self._form, action), self._scene.say
        if question is None:
            self._answer(action)
            return
        self._tell(question)
        self._choice_of((say("sure"), lambda: self._answer(action)), (say("not_sure"), self._again))

    def _weigh_skip(self) -> None:
        say = self._scene.say
        self._tell(say("story_sure"))
        self._choice_of((say("sure"), self._skip_rest), (say("not_sure"), self._again))

    def _skip_rest(self) -> None:
        try:
            self._handler.skip_rest()
        except ParlourError as error:
            self._usual_steps()
            self._tell(refusal(self._scene, error))

    def _again(self) -> None:
        self._trouble.clear()
        self._usual_steps(focus=True)

    def _answer(self, action: Action) -> None:
        try:
            self._handler.answer(self._form.id, action)
        except ParlourError as error:
            self._usual_steps()
            self._tell(refusal(self._scene, error))
        else:
            if self._aid and action.speech and self._aid.is_unheard:
                self._handler.note_unheard(split_reading(action.speech, self._scene.language)[0])
            if self._area:
                forget_typed(self._area)

    def _tell(self, *lines: str) -> None:
        self._trouble.clear()
        with self._trouble:
            for line in lines:
                add_text("p", line)
        bring_into_view(self._trouble)


class Composer:
    """The cards of all open requests of one seat."""

    def __init__(self, scene: Scene, handler: AnswerHandler, elsewhere: ui.element) -> None:
        self._scene, self._elsewhere = scene, elsewhere
        self._handler = replace(handler, answer=self._answer, skip_rest=self._skip_rest)
        self._give, self._was_answered = handler.answer, False
        self._asked_before = set[str]()
        self._cards: dict[str, RequestCard] = {}
        self._story: tuple[str, ...] = ()
        self._frame = box("div", "composer")
        self._clock = ui.timer(1.0, self._tick, active=False)

    def show(self, forms: Sequence[Form]) -> None:
        """Adds cards of new requests and removes those of closed ones; one story question at a time."""
        self._story = tuple(form.id for form in forms if form.kind == request_kinds.ANSWER)
        open_now = {form.id: form for form in forms if form.id not in self._story[1:]}
        gone_now = self._cards.keys() - open_now.keys()
        for form_id in gone_now:
            self._cards.pop(form_id).frame.delete()
        self._handler.drafts.keep_only([form.id for form in forms])
        for key, form in open_now.items():
            if key not in self._cards:
                unfolds = form.kind not in self._asked_before
                self._asked_before.add(form.kind)
                with self._frame:
                    self._cards[key] = RequestCard(
                        self._scene, form, self._handler, unfolds=unfolds, is_first=not self._cards
                    )
            self._cards[key].set_deadline(form.deadline)
        if gone_now:
            self._move_on()
        self._clock.active = any(form.deadline for form in forms)
        self._frame.set_visibility(bool(forms))

    def _answer(self, request: str, action: Action) -> None:
        self._give(request, action)
        self._was_answered = True
        if not action.is_pass:
            self._handler.drafts.drop(request)

    def _skip_rest(self) -> None:
        for request in self._story:
            self._answer(request, PASS)

    def _move_on(self) -> None:
        card = next(iter(self._cards.values()), None)
        if card and card.is_folded:
            card.toggle_fold()
        if self._was_answered:
            self._was_answered = False
            focus_within(card.frame if card else self._elsewhere)

    def _tick(self) -> None:
        for card in self._cards.values():
            card.tick()
