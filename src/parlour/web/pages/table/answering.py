"""Answers before they are given: a form's words, checks, stored drafts, and the form of a free discussion."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Sequence

from pydantic import TypeAdapter

from parlour.core import PASS, Action, Player, Request, count_said, request_kinds
from parlour.errors import Answered, IllegalAction, ParlourError, TooLate
from parlour.language.wording import rules_of
from parlour.store import Hosting
from parlour.web.hosting import Form
from parlour.web.pages.table.scene import Scene

_SAID = (request_kinds.INTRODUCE, request_kinds.ASK, "ask_nobody", request_kinds.REPLY)
"""The kinds of request whose speech has its own label."""
_NAMED = (request_kinds.ASK, request_kinds.VOTE, request_kinds.ANSWER, request_kinds.BID)
"""The kinds of request whose buttons have their own labels."""


def request_of(scene: Scene, form: Form) -> Request:
    """Returns the request of a form, as far as what is typed is heard by it."""
    return Request(
        id=form.id,
        step=0,
        round=form.round,
        player=form.player,
        kind=scene.kind(form),
        case=form.case,
        partner=form.partner,
        words=form.words,
        text=form.text,
    )


def heading(scene: Scene, form: Form) -> str:
    """Returns the heading of a form; a question to all is its own heading."""
    if form.kind == request_kinds.ANSWER:
        return form.text
    if form.kind == request_kinds.BID and form.partner:
        return scene.say("request_cut_in", partner=form.partner)
    key = scene.phrases.asking("request", form.kind, rules_of(scene.table.setup.game))
    rounds = scene.table.setup.game.most_rounds
    names = scene.names(form.options)
    return scene.find_phrase(
        key, case=form.case, partner=form.partner, round=form.round, rounds=rounds, names=names
    )


def hint(scene: Scene, form: Form, living: Sequence[Player] = ()) -> str:
    """Returns the number of options to choose, if it is not obvious, and who may not be chosen and why."""
    if form.most > 1:
        is_exact = form.least == form.most
        return scene.say("choose_exactly" if is_exact else "choose_most", least=form.least, most=form.most)
    barred = tuple(player for player in living if player not in form.options)
    return (scene.phrases.find(f"barred_{form.kind}", names=scene.names(barred)) or "") if barred else ""


def speech_label(scene: Scene, form: Form, to: str | None) -> str:
    """Returns the label of the text field."""
    key = "ask_nobody" if form.kind == request_kinds.ASK and not to else form.kind
    label = scene.phrases.find(f"say_{key}", to=to, partner=form.partner)
    return label or scene.say(f"say_{key}" if key in _SAID else "say_speak", to=to, partner=form.partner)


def send_label(scene: Scene, form: Form) -> str:
    """Returns the label of the button that answers, in the game's words for its kind if it has any."""
    if label := _own_label(scene, form, "send"):
        return label
    usual = "send_target" if scene.kind(form).target or not form.words else "send"
    return scene.say(f"send_{form.kind}" if form.kind in _NAMED else usual)


def pass_label(scene: Scene, form: Form) -> str:
    """Returns the label of the button that passes, in the game's words for its kind if it has any."""
    if label := _own_label(scene, form, "pass"):
        return label
    usual = "pass_say" if form.words else "pass_nobody"
    return scene.say(f"pass_{form.kind}" if form.kind in _NAMED else usual)


def _own_label(scene: Scene, form: Form, deed: str) -> str | None:
    own = f"{deed}_{form.kind}"
    on_self = scene.phrases.find(f"{own}_self") if form.options == (form.player,) else None
    return on_self or scene.phrases.find(own, names=scene.names(form.options))


def only_choice(scene: Scene, form: Form) -> tuple[str, ...]:
    """Returns the only option of a form if the game's own label of the button says what it does."""
    is_only = len(form.options) == 1 and not form.words
    return form.options if is_only and _own_label(scene, form, "send") else ()


def may_pass(form: Form) -> bool:
    """Tests whether a form allows a pass."""
    return form.or_none or form.least == 0


def confirmation(scene: Scene, form: Form, action: Action) -> str | None:
    """Returns the question before an action takes effect; None if it takes effect at once."""
    if scene.kind(form).bids:
        return None
    if action.is_pass:
        if form.kind == request_kinds.ANSWER:
            return None  # there are many, and nothing hangs on one
        return scene.say("confirm_pass", pass_=pass_label(scene, form))
    if form.kind == request_kinds.VOTE:
        choice, is_early = scene.names(action.chosen), form.round < scene.table.setup.game.most_rounds
        early = scene.phrases.find("confirm_vote_early", choice=choice) if is_early else None
        return early or scene.say("confirm_vote", choice=choice)
    if not scene.kind(form).target:
        return None
    if only_choice(scene, form):
        return scene.say("confirm_pass", pass_=send_label(scene, form))
    return scene.say("confirm_target", asked=heading(scene, form), choice=scene.names(action.chosen))


def fault_in(scene: Scene, form: Form, action: Action) -> str | None:
    """Returns the fault in an answer before it is given; None for none."""
    count, chosen = count_said(action.speech), len(action.chosen)
    if count > form.words:
        return scene.say("error_words", count=count, words=form.words)
    if form.words and not action.speech.strip():
        return scene.say("error_say")
    if form.most and not chosen and (form.words or not form.or_none):
        return scene.say("error_choose")
    if chosen > form.most:
        return scene.say("error_most", most=form.most)
    return scene.say("error_exactly", least=form.least) if chosen < form.least else None


def called_by_name(speech: str, names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names by which a question addresses somebody: before "you", or set off at its end."""

    def is_called(name: str) -> bool:
        word = rf"{re.escape(name)}(?![a-z])"
        before_you = rf"^\W*{word}.*(?:\byou|你)"
        at_end = rf"[,，]\s*{word}\s*[?？!！.。]*$"
        return re.search(f"{before_you}|{at_end}", speech.strip(), re.IGNORECASE | re.DOTALL) is not None

    return tuple(filter(is_called, names))


def refusal(scene: Scene, error: ParlourError) -> str:
    """Returns the reason why an answer was refused."""
    match error:
        case Answered():
            return scene.say("error_answered")
        case TooLate():
            return scene.say("error_late")
        case IllegalAction():
            return scene.say("error_refused", why=str(error))
        case _:
            return scene.say("error_gone")


FLOOR = "floor"
"""The beginning of the ids of the free discussion's forms, which share one draft."""


def is_floor(request: str) -> bool:
    """Tests whether an id is of the free discussion's form."""
    return request.partition(".")[0] == FLOOR


DRAFTS = "drafts"
DRAFT_SECONDS = 0.4
"""The least seconds between two writes."""


_DRAFTS = TypeAdapter(dict[str, Action])


class Drafts:
    """The drafts of one seat, by request, stored so that a refresh or a restart loses nothing."""

    def __init__(self, hosting: Hosting, match: str, player: Player) -> None:
        self._hosting, self._match, self._player = hosting, match, player
        self._drafts = self._written()
        self._changes: dict[str, Action | None] = {}
        self._writing: asyncio.TimerHandle | None = None

    def of(self, request: str) -> Action:
        return self._drafts.get(_key(request), PASS)

    def put(self, request: str, draft: Action) -> None:
        """Stores a draft, after a short delay."""
        self._drafts[_key(request)] = self._changes[_key(request)] = draft
        if self._writing is None:
            self._writing = asyncio.get_running_loop().call_later(DRAFT_SECONDS, self.write)

    def drop(self, request: str) -> None:
        """Deletes the draft of an answered request: the same id may be asked again, as in free discussion."""
        self._drafts.pop(_key(request), None)
        self._changes[_key(request)] = None
        self.write()

    def keep_only(self, requests: Collection[str]) -> None:
        """Deletes the drafts of closed requests; without any open request, as in a pause, deletes none.

        Words for the floor are kept: they outlive a vote between two discussions.
        """
        if requests:
            for request in self._drafts.keys() - {*requests, FLOOR}:
                del self._drafts[request]
                self._changes[request] = None

    def write(self) -> None:
        """Writes the changes, beside those of another window of the seat."""
        if self._writing:
            self._writing.cancel()
            self._writing = None
        if self._changes:
            changed = {**self._written(), **self._changes}
            drafts = {request: draft for request, draft in changed.items() if draft is not None}
            self._hosting.put_sheet(self._match, self._player, DRAFTS, _DRAFTS.dump_json(drafts).decode())
            self._changes.clear()

    def _written(self) -> dict[str, Action]:
        sheet = self._hosting.sheets(self._match, DRAFTS).get(self._player)
        return _DRAFTS.validate_json(sheet) if sheet else {}


def _key(request: str) -> str:
    return FLOOR if is_floor(request) else request


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
        text = self._scene.say("floor_asked") if self._waiting else ""
        deadline = self._bid.deadline if bids else None
        changes = {
            "id": f"{FLOOR}.{self._sent}",
            "options": (),
            "most": 0,
            "deadline": deadline,
            "text": text,
        }
        return [*others, self._bid.model_copy(update=changes)]

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
