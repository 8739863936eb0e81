"""The events of a mystery, before the state has numbered them."""

from __future__ import annotations

from parlour.games.game import Action, Event, EventKind, Kind, Player, Request


def spoken(request: Request, action: Action) -> Event:
    """An introduction or a reply; a player who says nothing is seen to say nothing."""
    said = EventKind.INTRODUCED if request.kind is Kind.INTRODUCE else EventKind.REPLIED
    kind = said if action.speech.strip() else EventKind.PASSED
    return event(
        kind, actor=request.player, to=request.partner, case=request.case, text=one_line(action.speech)
    )


def one_line(speech: str) -> str:
    """A speech without line breaks: no speech can look like several people's."""
    return " ".join(speech.split())


def answered(request: Request, action: Action) -> Event:
    """An answer to one of the script's questions, known to whoever gave it."""
    return private(EventKind.ANSWERED, request.player, case=request.case, chosen=action.chosen)


def private(
    kind: EventKind, player: Player, *, case: str | None = None, chosen: tuple[str, ...] = (), text: str = ""
) -> Event:
    """An event that one player alone learns of."""
    return event(kind, actor=player, case=case, chosen=chosen, text=text, visible_to=frozenset({player}))


def event(
    kind: EventKind,
    *,
    actor: Player | None = None,
    to: Player | None = None,
    case: str | None = None,
    chosen: tuple[str, ...] = (),
    text: str = "",
    visible_to: frozenset[Player] | None = None,
) -> Event:
    """An event, public unless said otherwise; the state numbers it."""
    return Event(
        number=0, kind=kind, actor=actor, to=to, case=case, chosen=chosen, text=text, visible_to=visible_to
    )
