"""What a chat program is shown of a table: what its seat may know, as sentences."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from parlour.core import Player
from parlour.web.api.view import TableView
from parlour.web.hosting import OVER, Form


class Seen(BaseModel):
    """A table as one seat sees it.

    Attributes:
        match: its id.
        game: what is played.
        title: of the story; empty in a game without one.
        synopsis: what everybody knows before it begins.
        language: of the table: speak it.
        me: your seat.
        players: everybody, in seat order.
        standing: running, paused, stopped, finished, …
        why: what holds the table up; empty where nothing does.
        is_over: whether the match is over; then everything is shown.
        happened: what happened after the number that was asked for, oldest first, each line in a sentence.
        last: the number to ask after for what comes later.
        thinking: who is deciding now, as far as that may be known.
        asked: what you are asked now; `answer` each by its id.
    """

    model_config = ConfigDict(frozen=True)
    match: str
    game: str
    title: str
    synopsis: str
    language: str
    me: Player | None
    players: tuple[Player, ...]
    standing: str
    why: str
    is_over: bool
    happened: tuple[str, ...]
    last: int
    thinking: tuple[Player, ...]
    asked: tuple[Form, ...]

    @staticmethod
    def of(view: TableView) -> Seen:
        """What a view of a table comes to in sentences; thoughts, which have none, are left out."""
        standing = view.standing
        told = (line.words or line.text for line in view.lines)
        return Seen(
            match=view.match,
            game=view.game,
            title=view.title,
            synopsis=view.synopsis,
            language=view.language,
            me=view.me,
            players=tuple(seat.player for seat in view.seats),
            standing=standing.standing.value,
            why=standing.why,
            is_over=standing.standing in OVER,
            happened=tuple(filter(None, told)),
            last=view.last,
            thinking=tuple(thinker.player for thinker in view.thinking),
            asked=view.forms,
        )


class Seated(BaseModel):
    """A seat that was taken.

    Attributes:
        seat_pass: what opens the seat: give it to every other tool, and show it to nobody.
        rules: of the game, as this table plays it.
        seen: the table.
    """

    model_config = ConfigDict(frozen=True)
    seat_pass: str
    rules: str
    seen: Seen
