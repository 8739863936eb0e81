"""Forms filled by a player that the reader plays, without a provider around it."""

from __future__ import annotations

from pydantic import BaseModel

from parlour.llm import Prompt
from parlour.reader import AnyGame, SeatReader
from parlour.reader.filling import Filler


def filled(form: type[BaseModel], seat: SeatReader) -> dict[str, object]:
    """What a seat puts into a form."""
    prompt = Prompt(player=seat.me, request="r", purpose="test", language=seat.language, system=(), user=())
    return Filler(form=form, prompt=prompt, game=AnyGame(), seat=lambda: seat).fill()
