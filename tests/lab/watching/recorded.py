"""Games of our own making in the open form, as people's are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.lab.transcripts import (
    CastMember,
    GameTranscript,
    Happening,
    TranscriptOutcome,
    TranscriptSource,
    number_events,
)
from parlour.lab.watching import FollowedGame, WatchedSubject

SOURCE = TranscriptSource(name="ours", file="games.jsonl", licence="MIT", revision="1")
ONE_NIGHT = WatchedSubject(
    case="werewolf", sought=frozenset({"werewolf"}), sides=("village", "werewolf", "tanner")
)
SEATS = ("Player 1", "Player 2", "Player 3", "Player 4")
FREE_TALK = (
    "well i dunno, {other} was looking around a lot",
    "okay okay, but why did {other} say that first?",
    "hm.",
    "{other}, you went pretty quiet there",
)


def said(speaker: str, text: str, *labels: str) -> Happening:
    """Something that is said aloud by day."""
    return Happening(number=0, kind="speech", phase="day", speaker=speaker, text=text, labels=labels)


def voted(speaker: str, *target: str, round_: int = 0) -> Happening:
    """A ballot."""
    return Happening(number=0, kind="vote", phase="day", round=round_, speaker=speaker, target=target)


def night(
    name: str = "night-1",
    *,
    events: Sequence[Happening] | None = None,
    wolf: str = "Player 2",
    starts: bool = True,
    winners: tuple[str, ...] | None = ("village",),
    centre: tuple[str, ...] = (),
) -> GameTranscript:
    """A game of One Night by four, of whom one ends as the werewolf; Player 1 is the robber."""

    def end(seat: str) -> str:
        return "werewolf" if seat == wolf else "robber" if seat == "Player 1" else "villager"

    told = talk(name, wolf) if events is None else tuple(events)
    return GameTranscript(
        id=name,
        corpus="jsonl",
        game="onenight",
        source=SOURCE,
        cast=tuple(
            CastMember(
                player=seat,
                holder="person",
                start=end(seat) if starts else None,
                end=end(seat),
                team="werewolf" if seat == wolf else "village",
            )
            for seat in SEATS
        ),
        centre=centre,
        events=number_events(told),
        outcome=TranscriptOutcome(winners=winners, basis="rules"),
    )


def talk(name: str, wolf: str, lines: int = 16) -> tuple[Happening, ...]:
    """Free talk in which everybody accuses somebody now and then, the werewolf most, and then a vote."""
    rng = Random(name)
    events: list[Happening] = []
    for n in range(lines):
        speaker = SEATS[n % len(SEATS)]
        other = wolf if speaker != wolf and rng.random() < 0.6 else rng.choice([*{*SEATS} - {speaker}])
        labels = ("Accusation",) if n % 3 == 0 else ("No Strategy",)
        events.append(said(speaker, rng.choice(FREE_TALK).format(other=other), *labels))
    events += [voted(seat, wolf if seat != wolf else SEATS[0]) for seat in SEATS]
    return tuple(events)


def followed(transcript: GameTranscript, chair: str | None = None) -> FollowedGame:
    """A game of One Night with what is asked of it."""
    return FollowedGame(transcript, ONE_NIGHT, chair)


ELSEWHERE = {
    "werewolf": {"robber": "seer", "village": "good"},
    "avalon": {"robber": "merlin", "villager": "servant", "werewolf": "morgana", "village": "good"},
}
"""What roles and sides of One Night are called in other games."""


def elsewhere(game: str, name: str = "day-1") -> GameTranscript:
    """The same talk as of another game."""
    told, words = night(name), ELSEWHERE[game]
    sides = {"avalon": {"werewolf": "evil"}}.get(game, {})
    cast = tuple(
        each.model_copy(
            update={
                "start": words.get(each.start or "", each.start),
                "end": words.get(each.end or "", each.end),
                "team": {**words, **sides}.get(each.team or "", each.team),
            }
        )
        for each in told.cast
    )
    outcome = TranscriptOutcome(winners=("good",), basis="rules")
    return told.model_copy(update={"game": game, "cast": cast, "outcome": outcome})


def seated(holders: str, game: GameTranscript) -> GameTranscript:
    """The same game with people (p) and models (m) in its seats."""
    kinds = {"p": "person", "m": "model"}
    cast = (
        each.model_copy(update={"holder": kinds[holder]})
        for each, holder in zip(game.cast, holders, strict=True)
    )
    return game.model_copy(update={"cast": tuple(cast)})
