"""What a pair of eyes at a table may see while a match is played."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.arena import Act, Fault, Item, Note
from parlour.core import Event, Player, Request
from parlour.web.hosting.lines import FeedLine
from parlour.web.hosting.remote_seat import NO_ANSWER


@dataclass(frozen=True, kw_only=True)
class Visibility:
    """Whose eyes they are.

    Attributes:
        player: whose seat; None sees what is public.
        is_god: whether everything is seen, thoughts too.
    """

    player: Player | None = None
    is_god: bool = False

    def shows(self, item: Item, request: Request | None = None) -> bool:
        """Whether something on record may be seen.

        Args:
            item: what it is.
            request: what was being answered, where that is known. Of faults everybody sees those in whose
                place the game's fallback was played in the open, and of the rest each player its own: others'
                would tell what they are, or how they think.
        """
        match item:
            case Event():
                return self.is_god or _visible(item, self.player)
            case Fault():
                is_in_the_open = request is not None and request.kind.is_open
                return self.is_god or item.player == self.player or is_in_the_open
            case Act() | Note():
                return self.is_god

    def told(self, line: FeedLine) -> FeedLine:
        """A line as those eyes may read it: what was wrong with another's answer could quote secrets."""
        is_told = self.is_god or line.actor == self.player or line.text.startswith(NO_ANSWER)
        return line if line.type != "fault" or is_told else line.model_copy(update={"text": ""})

    def shows_thinking(self, request: Request) -> bool:
        """Whether it may be seen that somebody is answering this."""
        return self.is_god or request.kind.is_open or request.player == self.player

    def hears(self, request: Request, *, alone: bool) -> bool:
        """Whether speech may be heard as it forms; what all say at once is heard when all have said it.

        Args:
            request: what the speech answers.
            alone: whether nothing else is being answered.
        """
        return self.is_god or (alone and request.kind.in_turn)


def _visible(event: Event, player: Player | None) -> bool:
    return event.visible_to is None or (player is not None and player in event.visible_to)
