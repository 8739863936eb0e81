"""The events of a mystery: what is dealt and when, what players say, and how a victim's case ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.core import (
    Action,
    CaseOutcome,
    Event,
    EventKind,
    Player,
    Request,
    event,
    event_kinds,
    one_line,
    private,
    request_kinds,
)
from parlour.games.mystery.script import Victim
from parlour.games.mystery.setup import MysterySetup, Team

ANSWERED = EventKind("answered", choice=True)
"""The event kind that only a mystery has."""


def opening(setup: MysterySetup) -> Iterator[Event]:
    """Yields the events of the deal, before the first speech."""
    script = setup.script
    if script.synopsis:
        yield event(event_kinds.SCRIPT, text=script.synopsis)
    for character in script.characters:
        name = character.name
        yield private(event_kinds.ROLE, name, chosen=script.victims_of(name))
        yield from (_script(setup, name, act) for act in character.acts[: _acts_at_first(setup)])
        if character.secrets:
            yield private(event_kinds.SECRET, name, text="\n".join(character.secrets))
        if character.objectives:
            yield private(event_kinds.OBJECTIVE, name, text="\n".join(character.objectives))


def acts_of_round(setup: MysterySetup, number: int) -> Iterator[Event]:
    """Yields the acts dealt when a round opens.

    They are spread evenly over the rounds; with fewer rounds than acts, several come at once.
    """
    acts = setup.script.acts
    due = [act for act in range(_acts_at_first(setup), acts) if round_of_act(setup, act) == number]
    for character in setup.script.characters:
        for act in due:
            if act < len(character.acts):
                yield _script(setup, character.name, character.acts[act])


def round_of_act(setup: MysterySetup, act: int) -> int:
    """Returns the round in which an act is dealt, the first act being 0; 0 for before the rounds."""
    return 1 + act * setup.rounds // setup.script.acts if act >= _acts_at_first(setup) else 0


def _acts_at_first(setup: MysterySetup) -> int:
    return 1 if setup.rounds else setup.script.acts


def _script(setup: MysterySetup, name: Player, text: str) -> Event:
    dealt = private(event_kinds.SCRIPT, name, text=text)
    return replace(dealt, visible_to=frozenset(setup.script.players)) if setup.omniscient else dealt


def speech_event(request: Request, action: Action) -> Event:
    """Returns the event of an introduction or a reply; silence is an event too."""
    spoken_kind = event_kinds.INTRODUCED if request.kind is request_kinds.INTRODUCE else event_kinds.REPLIED
    kind = spoken_kind if one_line(action.speech) else event_kinds.PASSED
    return event(
        kind, actor=request.player, to=request.partner, case=request.case, text=one_line(action.speech)
    )


def answer_event(request: Request, action: Action) -> Event:
    """Returns the private event of an answer to one of the script's questions."""
    return private(ANSWERED, request.player, case=request.case, chosen=action.chosen)


@dataclass(frozen=True, kw_only=True)
class Vote:
    """One ballot; `choice` is None for an abstention."""

    voter: Player
    case: str
    choice: Player | None


def close_case(victim: Victim, votes: Sequence[Vote]) -> CaseOutcome:
    """Returns the end of a case.

    The player with most votes and at least half of those cast is eliminated; a tie eliminates no player.
    Civilians win if the eliminated player is any one of the murderers; a victim without a murderer
    at the table is not scored.
    """
    tally = Counter(vote.choice for vote in votes if vote.case == victim.name and vote.choice)
    (leader, most), (_, second) = (*tally.most_common(2), (None, 0), (None, 0))[:2]
    eliminated = leader if most > second and 2 * most >= tally.total() else None
    winner = Team.CIVILIAN if eliminated in victim.murderers else Team.MURDERER
    return CaseOutcome(
        case=victim.name,
        eliminated=eliminated,
        truth=victim.murderers,
        winner=winner if victim.murderers else None,
    )
