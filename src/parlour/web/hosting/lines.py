"""What is shown of a match: one form for pages, programs and exports."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from parlour.arena import Act, Fault, Note, Setup
from parlour.core import Event, Player, Request
from parlour.language.wording import GamePhrases, tell, word
from parlour.views import put_question
from parlour.web.hosting.feed import Happened
from parlour.web.hosting.remote_seat import PendingRequest

LineKind = Literal["event", "fault", "thought"]


class FeedLine(BaseModel):
    """Something that happened, as somebody may see it.

    Attributes:
        number: its position in the journal, which `Projection` replaces by the one in its viewer's own count.
        type: an event of the game, a fault, or a thought (in the god view alone).
        kind: of the event (`spoke`, `voted`, …) or of the thought; for a fault what it was made in.
        round: of the game.
        actor: who did it.
        to: who was addressed.
        case: the hidden question it is about.
        chosen: names or letters.
        text: what was said, or stands on a paper that is dealt; in a fault what was wrong, and in that of
            another seat only that its time ran out.
        role: what the event shows somebody to be.
        words: the whole of it as a sentence in the language of the table.
        is_private: whether not everybody sees it.
        is_dealt: whether it is a paper of the character rather than something that happened.
        body: of a thought.
    """

    model_config = ConfigDict(frozen=True)
    number: int
    type: LineKind
    kind: str
    round: int = 0
    actor: Player | None = None
    to: Player | None = None
    case: str | None = None
    chosen: tuple[str, ...] = ()
    text: str = ""
    role: str | None = None
    words: str = ""
    is_private: bool = False
    is_dealt: bool = False
    body: dict[str, JsonValue] = {}


class Form(BaseModel):
    """What somebody is asked, as a page or a program needs it to answer.

    Attributes:
        id: what an answer names; it tells nothing of the match's step.
        kind: what it asks for, such as `ask` or `vote`.
        player: who is asked.
        round: of the game.
        case: the hidden question it is about.
        options: what may be chosen.
        labels: what each option says, where the options are letters.
        least: how many options must be chosen.
        most: how many may be; 0 where nothing is chosen.
        or_none: whether nothing may be chosen, too, where otherwise so many must be.
        words: the limit of what is said; 0 where nothing is.
        text: the question that is to be replied to or answered.
        partner: who put it.
        deadline: when the game's fallback is played instead, in seconds since 1970.
        answer_schema: JSON schema of the answer.
    """

    model_config = ConfigDict(frozen=True)
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


def line(one: Happened, setup: Setup) -> FeedLine | None:
    """The line for something that happened; None for what is no line of its own.

    Whether it may be seen is not asked here, nor how much of it (`Visibility`).
    """
    match one.item:
        case Event() as event:
            return _event(one.number, event, setup)
        case Fault() as fault:
            return FeedLine(
                number=one.number,
                type="fault",
                kind=fault.purpose,
                actor=fault.player,
                text=fault.problem,
                is_private=True,
            )
        case Note(player=player, thought=thought):
            return FeedLine(
                number=one.number,
                type="thought",
                kind=thought.kind,
                actor=player,
                case=thought.case,
                body=dict(thought.body),
                is_private=True,
            )
        case Act():
            return None


def _event(number: int, event: Event, setup: Setup) -> FeedLine:
    return FeedLine(
        number=number,
        type="event",
        kind=event.kind.name,
        round=event.round,
        actor=event.actor,
        to=event.to,
        case=event.case,
        chosen=event.chosen,
        text=event.text,
        role=event.role,
        words=_answered(event, setup) or tell(event, setup.language, setup.game.name),
        is_private=event.visible_to is not None,
        is_dealt=event.kind.dealt,
    )


def _answered(event: Event, setup: Setup) -> str | None:
    """What was answered to a question by a letter, in the words of both; None where it is no such answer."""
    if not (event.kind.choice and event.case):
        return None
    question = put_question(setup.game, event.case)
    if question is None:
        return None
    phrases = GamePhrases(setup.game.name, setup.language)
    answers = [question.answers.get(letter, letter) for letter in event.chosen]
    answer = word("comma", setup.language).join(answers) or phrases.say("answered_nothing")
    return phrases.find("answered", actor=event.actor, question=question.text, answer=answer)


def form(pending: PendingRequest) -> Form:
    """What is asked, with the schema of its answer."""
    request = pending.request
    return Form(
        id=pending.id,
        kind=request.kind.name,
        player=request.player,
        round=request.round,
        case=request.case,
        options=request.options,
        labels=request.labels,
        least=request.least,
        most=request.most,
        or_none=request.or_none,
        words=request.words,
        text=request.text,
        partner=request.partner,
        deadline=pending.deadline,
        answer_schema=answer_schema(request),
    )


def answer_schema(request: Request) -> dict[str, JsonValue]:
    """The JSON schema of an answer, with `chosen`, `speech` or both; an empty object is a pass."""
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
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
