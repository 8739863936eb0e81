"""What the reader's characters would hear in an answer, for a program that has not given it yet."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from parlour.arena import Listener, listener
from parlour.core import Action, Player, Request
from parlour.errors import TooLate
from parlour.language.hearing import as_confirmed
from parlour.language.wording import read_chosen
from parlour.web.api.answer import Answer
from parlour.web.api.entry import Admission, AtTable
from parlour.web.api.problems import problems

router = APIRouter(prefix="/table", tags=["table"], responses=problems(401, 403, 409, 422, 503))


class OtherReadingView(BaseModel):
    """What else an answer may mean.

    Attributes:
        line: it, as a person is shown it.
        speech: what is sent by whoever means it: the words with this reading.
    """

    model_config = ConfigDict(frozen=True)
    line: str
    speech: str


class HearingView(BaseModel):
    """What would be heard in an answer.

    Attributes:
        is_certain: whether all of it is heard for certain, or nobody at the table listens as the reader does.
        lines: what is heard and what not, as a person is told it.
        confirmed: where it is not certain, what is sent by whoever means what was heard first: the words
            with that reading; empty where nothing was.
        others: where it is not certain, what else it may mean: two readings at most, the likelier first.
        nearest: where nothing was heard, the nearest sentence that is understood, perhaps with gaps.
    """

    model_config = ConfigDict(frozen=True)
    is_certain: bool = True
    lines: tuple[str, ...] = ()
    confirmed: str = ""
    others: tuple[OtherReadingView, ...] = ()
    nearest: str = ""


@router.post("/hearing")
async def hear(entry: AtTable, meant: Answer) -> HearingView:
    """What the reader's characters would hear in an answer to an open form; nothing is said by asking.

    Words that are not certain are heard only as far as they are. Whoever means what is heard first sends
    `confirmed` as the answer's speech, and whoever means one of the `others` sends that one's `speech`. What
    cannot be answered is refused as the answer would be.
    """
    return await hearing_view(entry, meant)


async def hearing_view(entry: Admission, meant: Answer) -> HearingView:
    """What would be heard in an answer.

    Raises:
        ParlourError: what would be wrong with the answer.
    """
    pending = entry.table.remote_seat(entry.player).pending
    request = next((each.request for each in pending if each.id == meant.request), None)
    if request is None:
        raise TooLate("This is not asked any more.")
    action = Action(chosen=read_chosen(meant.chosen, request.options), speech=meant.speech)
    request.check(action)
    to = next(iter(action.chosen), None) if request.kind.addressed else request.partner
    return await asyncio.to_thread(_heard, entry, action.speech.strip(), request, to)


def _heard(entry: Admission, said: str, request: Request, to: Player | None) -> HearingView:
    setup = entry.table.setup
    ears = listener(setup, entry.player)
    return _by(ears, as_confirmed(said, setup.language), request, to) if ears and said else HearingView()


def _by(ears: Listener, said: str, request: Request, to: Player | None) -> HearingView:
    doubt = ears.doubt(said, request, to)
    if doubt is None:
        return HearingView(lines=ears.hears(said, request, to).lines)
    return HearingView(
        is_certain=False,
        lines=doubt.lines,
        confirmed=doubt.confirmed,
        others=tuple(OtherReadingView(line=each.line, speech=each.confirmed) for each in doubt.others),
        nearest=doubt.nearest,
    )
