"""The journal of a match as a viewer reads it: visible entries, their lines and numbers, and open requests.

A number must reveal nothing of private entries: the journal positions of two mornings would show which of the
players who act by night had died between them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field, JsonValue

from parlour.arena import Act, Fault, Item, Note, Setup
from parlour.core import Event, FrozenModel, Player, Request
from parlour.language.hearing import split_reading
from parlour.language.wording import GamePhrases, tell, tell_named, word
from parlour.views import put_question
from parlour.web.hosting.feed import Happened
from parlour.web.hosting.remote_seat import NO_ANSWER


@dataclass(frozen=True, kw_only=True)
class Visibility:
    """The information visible to a viewer of a match."""

    player: Player | None = None
    is_god: bool = False

    def shows(self, item: Item, request: Request | None = None) -> bool:
        """Tests whether an entry of the journal is visible.

        Args:
            item: the entry.
            request: the request of the entry, if known. Faults of open requests are public, because their
                fallback is; other faults are visible to their player alone, since they could reveal its role
                or its method.
        """
        match item:
            case Event():
                return self.is_god or item.is_visible_to(self.player or "")
            case Fault():
                is_in_the_open = request is not None and request.kind.is_open
                return self.is_god or item.player == self.player or is_in_the_open
            case Act() | Note():
                return self.is_god

    def redact(self, line: FeedLine) -> FeedLine:
        """Returns a line without another player's fault text, which could quote secrets."""
        is_told = self.is_god or line.actor == self.player or line.text.startswith(NO_ANSWER)
        return line if line.type != "fault" or is_told else line.model_copy(update={"text": ""})

    def shows_thinking(self, request: Request) -> bool:
        """Tests whether it is visible that a request is being answered."""
        return self.is_god or request.kind.is_open or request.player == self.player

    def hears(self, request: Request, *, alone: bool) -> bool:
        """Tests whether a forming speech is audible; simultaneous speeches are audible only when complete."""
        return self.is_god or (alone and request.kind.in_turn)


NOBODY = Visibility()
"""The visibility of a stranger."""

LineKind = Literal["event", "fault", "thought"]


class FeedLine(FrozenModel):
    """A line of a match, as a viewer may see it.

    Attributes:
        number: its position in the journal, which `Projection` replaces by the viewer's own count.
        type: an event of the game, a fault, or a thought (in the god view alone).
        kind: the kind of event (`spoke`, `voted`, …) or thought; for a fault, its purpose.
        round: the round of the game.
        actor: the acting player.
        to: the addressee.
        case: the hidden question it is about.
        chosen: the chosen names or letters.
        text: the speech, or the dealt text; for a fault the problem, and for another seat's fault only that
            its time ran out.
        understood: the reading that a person sent with the words of the speech.
        role: the role that the event shows.
        words: the line as a sentence in the language of the table.
        is_private: whether some players cannot see it.
        is_shared: whether it is private and several players see it; not sent to programs.
        is_dealt: whether it is dealt information rather than an action.
        body: the content of a thought.
    """

    number: int
    type: LineKind
    kind: str
    round: int = 0
    actor: Player | None = None
    to: Player | None = None
    case: str | None = None
    chosen: tuple[str, ...] = ()
    text: str = ""
    understood: str = ""
    role: str | None = None
    words: str = ""
    is_private: bool = False
    is_shared: bool = Field(default=False, exclude=True)
    is_dealt: bool = False
    body: Mapping[str, JsonValue] = {}


class Form(FrozenModel):
    """A request to a seat, with everything that a page or a program needs to answer it.

    Attributes:
        id: the id that an answer names; it reveals nothing of the match's step.
        kind: the kind of request, such as `ask` or `vote`.
        player: the player.
        round: the round of the game.
        case: the hidden question it is about.
        options: the options.
        labels: the text of each option, if options are letters.
        least: the least number of chosen options.
        most: the greatest number; 0 without a choice.
        or_none: whether choosing none is allowed too.
        words: the limit of words; 0 without speech.
        text: the question to answer.
        partner: the player who asked it.
        deadline: the time of the game's fallback, in seconds since 1970.
        answer_schema: the JSON schema of the answer.
    """

    id: str
    kind: str
    player: Player
    round: int
    case: str | None
    options: tuple[str, ...]
    labels: tuple[str, ...]
    least: int
    most: int
    or_none: bool
    words: int
    text: str
    partner: Player | None
    deadline: float | None
    answer_schema: dict[str, JsonValue]


def line(entry: Happened, setup: Setup, visibility: Visibility = NOBODY) -> FeedLine | None:
    """Returns the line of an entry as a viewer reads it; None for an entry without one.

    Whether it is visible is not checked here (see `Visibility`).
    """
    match entry.item:
        case Event() as event:
            return _event(entry.number, event, setup, visibility)
        case Fault() as fault:
            return FeedLine(
                number=entry.number,
                type="fault",
                kind=fault.purpose,
                actor=fault.player,
                text=fault.problem,
                is_private=True,
            )
        case Note(player=player, thought=thought):
            return FeedLine(
                number=entry.number,
                type="thought",
                kind=thought.kind,
                actor=player,
                case=thought.case,
                body=dict(thought.body),
                is_private=True,
            )
        case Act():
            return None


def _event(number: int, event: Event, setup: Setup, visibility: Visibility) -> FeedLine:
    speech, understood = split_reading(event.text, setup.language)
    event = replace(event, text=speech)
    by_name = visibility.is_god and event.actor != visibility.player
    fields = {
        "number": number,
        "type": "event",
        "kind": event.kind.name,
        "understood": understood or "",
        "words": _answer_words(event, setup)
        or (tell_named if by_name else tell)(event, setup.language, setup.game.name),
        "is_private": event.visible_to is not None,
        "is_shared": len(event.visible_to or ()) > 1,
        "is_dealt": event.kind.dealt,
    }
    return FeedLine.model_validate({**vars(event), **fields})


def _answer_words(event: Event, setup: Setup) -> str | None:
    if not (event.kind.choice and event.case):
        return None
    question = put_question(setup.game, event.case)
    if question is None:
        return None
    phrases = GamePhrases(setup.game.name, setup.language)
    answers = [question.answers.get(letter, letter) for letter in event.chosen]
    answer = word("comma", setup.language).join(answers) or phrases.say("answered_nothing")
    return phrases.find("answered", actor=event.actor, question=question.text, answer=answer)


def form(name: str, request: Request, deadline: float | None = None) -> Form:
    """Returns the form of a request under its public id, with the schema of its answer."""
    fields = {"id": name, "kind": request.kind.name, "deadline": deadline}
    return Form.model_validate({**vars(request), **fields, "answer_schema": answer_schema(request)})


def answer_schema(request: Request) -> dict[str, JsonValue]:
    """Returns the JSON schema of an answer with `chosen`, `speech` or both; an empty object is a pass."""
    properties: dict[str, JsonValue] = {}
    required: list[JsonValue] = []
    if request.most:
        options: list[JsonValue] = list(request.options)
        chosen: dict[str, JsonValue] = {
            "type": "array",
            "items": {"enum": options},
            "maxItems": request.most,
            "uniqueItems": True,
        }
        if request.least and not request.or_none:
            chosen["minItems"] = request.least
            required.append("chosen")
        properties["chosen"] = chosen
    if request.words:
        limit = f"At most {request.words} words; a Chinese character counts as one."
        properties["speech"] = {"type": "string", "description": limit}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


class Projection:
    """The lines of a match for one viewer, numbered from 1 in the order in which they became visible.

    What the end of a match reveals has the numbers after those of the lines that were visible in play, so
    that `after` means the same before and after the end. Only the host's view numbers by journal position.
    """

    def __init__(
        self,
        happened: Sequence[Happened],
        setup: Setup,
        visibility: Visibility,
        in_play: Visibility | None = None,
    ) -> None:
        self._happened, self._setup = happened, setup
        self._visibility, self._in_play = visibility, in_play or visibility
        self._is_by_position = self._in_play.is_god
        self._positions = list[int]()
        """Of the lines in the journal, in the order of their numbers."""
        self._read = 0

    @property
    def last(self) -> int:
        """The highest number so far."""
        self._read_on()
        return self._read - 1 if self._is_by_position else len(self._positions)

    def lines(self, after: int = -1) -> tuple[FeedLine, ...]:
        """Returns the lines with higher numbers, in the order of the journal."""
        self._read_on()
        first = bisect_right(self._positions, after) if self._is_by_position else max(0, after)
        later = sorted((position, first + n) for n, position in enumerate(self._positions[first:], 1))
        visible = (
            (number, line(self._happened[position], self._setup, self._visibility))
            for position, number in later
        )
        return tuple(self._number(feed_line, number) for number, feed_line in visible if feed_line)

    def _number(self, feed_line: FeedLine, number: int) -> FeedLine:
        feed_line = self._visibility.redact(feed_line)
        return feed_line if self._is_by_position else feed_line.model_copy(update={"number": number})

    def _read_on(self) -> None:
        new = range(self._read, len(self._happened))
        self._read = len(self._happened)
        in_play = [position for position in new if self._shows(position, self._in_play)]
        self._positions += in_play
        if self._visibility != self._in_play:
            numbered = set(in_play)
            self._positions += [
                position
                for position in new
                if position not in numbered and self._shows(position, self._visibility)
            ]

    def _shows(self, position: int, visibility: Visibility) -> bool:
        entry = self._happened[position]
        return not isinstance(entry.item, Act) and visibility.shows(entry.item, entry.request)
