"""A recorded game as it went, with its watcher's forecasts, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Setup
from parlour.core import GameSetup
from parlour.lab.transcripts import CastMember
from parlour.lab.watching import VOTE, WIN, FollowedGame, most
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import recorded_game
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import SeatReading
from parlour.web.insight.thoughts import PHRASES, measure_name, stop_name

Cell = tuple[str, bool]
"""The text of a cell, and whether it is marked as right."""


@dataclass(frozen=True, kw_only=True)
class ToldTable:
    """A table in words; the first cell of a row is its head."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def likeliest(shares: Mapping[str, float]) -> tuple[str, ...]:
    """Returns the likeliest outcomes of a forecast; none if all are equally likely."""
    top = most(shares)
    return tuple(each for each in shares if each in top) if len(top) < len(shares) else ()


def recorded_words(setup: Setup, lines: Iterable[FeedLine]) -> RecordedWords | None:
    """Returns the words about the game that a match follows; None for a played match."""
    followed = recorded_game(setup.game)
    asked = [each.body for each in lines if each.type == "thought" and each.kind == BELIEFS]
    return (
        RecordedWords(followed, setup.game, map(ElicitedBeliefs.model_validate, asked)) if followed else None
    )


class RecordedWords:
    """The words about a recorded game, its votes, and its watcher's forecasts, stop by stop."""

    def __init__(self, followed: FollowedGame, setup: GameSetup, stops: Iterable[ElicitedBeliefs]) -> None:
        self._followed, self._stops = followed, tuple(stops)
        self._ballots = [
            {each.speaker: each.target for each in ballots if each.speaker} for ballots in followed.ballots()
        ]
        self._chair = next((name for name in setup.players if name in followed.players), None)
        self._language: Language = setup.language
        self._phrases = GamePhrases(setup.name, setup.language)

    @property
    def heading(self) -> str:
        """The heading of the section."""
        return self._say("recorded")

    def lines(self) -> Iterator[str]:
        """Yields the source, the watcher's seat, the winner, and the cards in the centre."""
        source = self._followed.transcript.source
        yield self._say("recorded_from", name=source.name, file=source.file, licence=source.licence)
        key = "recorded_in_chair" if self._chair else "recorded_beside"
        yield self._say(key, player=self._chair)
        if self._followed.subject.has_winner:
            yield self._won()
        if centre := self._followed.transcript.centre:
            yield self._say("centre", roles=self._join([self._role(role) for role in centre]))

    def notes(self, between: Iterable[SeatReading]) -> Iterator[str]:
        """Yields the notes on the readings beside the lines, those between two stops among them."""
        if self._stops:
            yield self._say("strips_stops")
        for key in dict.fromkeys((each.measure, each.case) for each in between):
            yield self._say("strips_events", measure=measure_name(*key, self._language))

    def seats(self) -> ToldTable:
        """Returns the roles of each player at the start and at the end, and the votes."""
        count = len(self._ballots)
        numbers = [self._say("votes_of", number=number) for number in range(1, count + 1)]
        votes = [self._say("votes")] if count == 1 else numbers
        heads = [self._say(key) for key in ("player", "dealt", "ended")]
        rows = tuple(map(self._seat, self._followed.transcript.cast))
        return ToldTable(caption=self.heading, heads=(*heads, *votes), rows=rows)

    def foretold(self) -> ToldTable | None:
        """Returns the likeliest forecast at each stop beside the outcome; None without stops."""
        if not self._stops:
            return None
        subject = self._followed.subject
        kinds = {"is_sought": True, "foretold_vote": subject.has_ballots, "foretold_win": subject.has_winner}
        heads = tuple(
            self._say(key) for key in ("stop", *(kind for kind, is_told in kinds.items() if is_told))
        )
        return ToldTable(caption=self._say("foretold"), heads=heads, rows=tuple(map(self._stop, self._stops)))

    def _seat(self, member: CastMember) -> tuple[Cell, ...]:
        unknown = self._say("unknown")
        roles = (self._role(role) if role else unknown for role in (member.start, member.end))
        votes = [ballot.get(member.player) for ballot in self._ballots]
        voted = [
            (self._join(chosen) if chosen else "–", bool(set(chosen or ()) & self._followed.sought_players))
            for chosen in votes
        ]
        return ((member.player, False), *((role, False) for role in roles), *voted)

    def _stop(self, held: ElicitedBeliefs) -> tuple[Cell, ...]:
        followed, quarter = self._followed, held.round - 1
        cells = [self._likeliest(held, held.probabilities, followed.sought_players)]
        if followed.subject.has_ballots:
            ballots = followed.next_vote(quarter)
            cells.append(
                self._likeliest(held, held.forecasts.get(VOTE, {}), most(ballots) if ballots else ())
            )
        if followed.subject.has_winner:
            shares = held.forecasts.get(WIN, {})
            cells.append(self._likeliest(held, shares, followed.winners or (), is_side=True))
        return ((stop_name(quarter, self._language), False), *cells)

    def _likeliest(
        self,
        held: ElicitedBeliefs,
        shares: Mapping[str, float],
        came: Collection[str],
        *,
        is_side: bool = False,
    ) -> Cell:
        if not shares:
            return self._say("not_read") if held.by == "unreadable" else "–", False
        named = likeliest(shares)
        if not named:
            return self._say("all_alike"), False
        names = self._join([self._phrases.side(each) if is_side else each for each in named])
        return f"{names} {shares[named[0]]:.0%}", set(named) <= set(came)

    def _won(self) -> str:
        winners = self._followed.winners
        if winners is None:
            return self._say("won_unknown")
        sides = self._join([self._phrases.side(side) for side in winners])
        return self._say("won", sides=sides) if sides else self._say("won_nobody")

    def _role(self, role: str) -> str:
        return self._phrases.find(f"card_{role}") or self._phrases.role(role)

    def _join(self, names: Sequence[str]) -> str:
        return self._say("listing").join(names)

    def _say(self, key: str, **variables: object) -> str:
        return PHRASES.say(key, self._language, **variables)
