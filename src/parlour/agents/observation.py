"""A player's observation: the events it received, and how they go into a prompt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from parlour.agents.attention import Attention, Notes, Use, shuffle_notes, token_budgets
from parlour.agents.memory import Query, Segment, cut, pick
from parlour.agents.method import SeatContext
from parlour.core import Event, EventKind, Player, Request, event_kinds
from parlour.language.wording import MethodTemplates, game_words, tell
from parlour.llm import Origin, Part, Prompt, Source, Templates, count_tokens

LATER = 4
"""One part in so many of a talk that must be retrieved is kept free for what is said in the round."""

_TEMPLATES = Templates("parlour.agents")


@dataclass(frozen=True, kw_only=True)
class Recollection:
    """A selection of a player's talk and script; prompts of one round share it, and with it their prefix."""

    parts: tuple[Part, ...]
    until: int
    room: int


@dataclass(frozen=True, kw_only=True)
class FixedParts:
    """The parts that every prompt of a player repeats until it receives private information or first talk."""

    start: tuple[Part, ...]
    scripts: Mapping[Player, Sequence[Event]]
    long: tuple[Player, ...]
    head: tuple[Part, ...]
    dealt: Mapping[str, Sequence[Event]]
    budgets: dict[Use, tuple[int, int]] = field(default_factory=dict["Use", tuple[int, int]])


@dataclass(kw_only=True)
class Observation:
    """One player's share of the match.

    Attributes:
        attention: what of the talk it has in mind; None for all.
    """

    seat: SeatContext
    attention: Attention | None = None
    preface: tuple[Part, ...] = ()
    notes: Notes = "own"
    untold: frozenset[EventKind] = frozenset()
    heard: list[Event] = field(default_factory=list[Event])
    _private_events: dict[EventKind, list[Event]] = field(default_factory=dict[EventKind, list[Event]])
    _talk: list[Segment] = field(default_factory=list[Segment])
    _passing: set[int] = field(default_factory=set[int])
    _gone: list[Player] = field(default_factory=list[Player])
    _speakers: dict[int, Player] = field(default_factory=dict[int, Player])
    _fixed: FixedParts | None = None

    def observe(self, event: Event) -> None:
        """Keeps an event that this player may know."""
        if event.kind.dealt:
            self._private_events.setdefault(event.kind, []).append(event)
            self._fixed = None
        else:
            self.heard.append(event)
            if self.seat.game.is_talk(event.kind) and event.kind not in self.untold:
                self._hear(event)
        if self.attention and self.attention.chooses(event.kind):
            self._passing.add(event.number)
        if event.kind.removes:
            self._gone += event.chosen

    def private_events(self, kind: EventKind) -> list[Event]:
        """Returns the private events of a kind: this player's, and other scripts that it may read."""
        return self._private_events.get(kind, [])

    @property
    def own_victims(self) -> tuple[str, ...]:
        """The victims of this player, as its private information says."""
        return tuple(name for event in self.private_events(event_kinds.ROLE) for name in event.chosen)

    @property
    def role(self) -> str | None:
        """The role of this player, in a game that deals roles by name."""
        return next((event.role for event in self.private_events(event_kinds.ROLE)), None)

    def is_sought(self, case: str) -> bool:
        """Returns true if a case asks for this player: it killed that victim, or its role is sought."""
        first = next((entry.name for entry in self.seat.cases), case)
        return case in self.own_victims or (case == first and self.role in self.seat.game.sought)

    @property
    def fellows(self) -> tuple[Player, ...]:
        """The players still in the game who share this player's secret role."""
        names = (name for event in self.private_events(event_kinds.FELLOWS) for name in event.chosen)
        return tuple(name for name in names if name not in self._gone)

    @property
    def dealt(self) -> Mapping[str, Sequence[Event]]:
        """The events that dealt this player its cards, by the name of their kind."""
        return self._fixed_parts.dealt

    @property
    def living(self) -> tuple[Player, ...]:
        """The players who are still in the game, in seat order."""
        return tuple(name for name in self.seat.players if name not in self._gone)

    @property
    def others(self) -> tuple[Player, ...]:
        """The other players who are still in the game, in seat order."""
        return tuple(name for name in self.living if name != self.seat.player)

    @property
    def secrets(self) -> Part | None:
        """The part on this player's secrets, for the end of a prompt, where small models still read it."""
        papers = self.private_events(event_kinds.SECRET)
        return self._paper(papers[0]) if papers else None

    @property
    def beyond(self) -> tuple[Segment, ...]:
        """The talk outside the window, in order."""
        window = set(self._in_mind())
        return tuple(segment for segment in self._talk if segment not in window)

    @property
    def in_mind(self) -> tuple[Segment, ...]:
        """The talk in the window, in order."""
        return tuple(self._in_mind())

    def quote(self, title: Part, segments: Sequence[Segment]) -> tuple[Part, ...]:
        """Segments of the talk under a title, nothing where there are none."""
        return self._with_title(title, segments, "event")

    async def recall(
        self, request: Request, query: str, *, use: Use = "play", also: Collection[Segment] = ()
    ) -> Recollection:
        """Returns the talk relevant to a query: all of it if it fits its budget, else the retrieved part."""
        script, talk = self._budgets(use)
        parts: list[Part] = []
        for owner in self._fixed_parts.long:
            parts += await self._excerpts(request, owner, query, script)
        segments = self._in_mind(also)
        if sum(segment.tokens for segment in segments) > talk:
            segments = await self._best(request, "talk", query, segments, talk - talk // LATER)
        room = talk - sum(segment.tokens for segment in segments)
        parts += self._show(self._game_title("talk"), self._talk, segments)
        return Recollection(parts=tuple(parts), until=len(self._talk), room=room)

    def since(self, recollection: Recollection, case: str | None) -> tuple[Part, ...]:
        """Returns the talk since a recollection: all of it, or the latest on the case if space is short."""
        talk = fresh = self._talk[recollection.until :]
        if sum(segment.tokens for segment in fresh) > recollection.room:
            fresh = [segment for segment in fresh if segment.case == case]
            latest_first = range(len(fresh) - 1, -1, -1)
            fresh = [fresh[n] for n in pick(latest_first, fresh, recollection.room)]
        return self._show(self._title("since"), talk, fresh)

    def prompt(
        self,
        request: Request,
        purpose: str,
        recollection: Recollection,
        *parts: Part,
        is_told_secrets: bool = False,
    ) -> Prompt:
        """A prompt of this player: its papers, what it recalls, what is asked, and a last reminder."""
        if self.notes == "shuffled":
            parts = shuffle_notes(parts, self.seat)
        closing = (self.secrets,) if is_told_secrets and self.secrets else ()
        return Prompt(
            player=self.seat.player,
            request=request.id,
            purpose=purpose,
            language=self.seat.language,
            system=self.head(),
            user=(*recollection.parts, *parts, *closing, self._reminder(request)),
        )

    def thought(self, templates: MethodTemplates, verb: str, **variables: object) -> Part:
        """Returns a filled template of a method as a part with this player's own thoughts."""
        text = templates.speak(verb, self.seat.game, self.seat.language, **variables)
        return Part(text=text, source=Source(origin="thought", owner=self.seat.player))

    def head(self) -> tuple[Part, ...]:
        """Rules, role and papers; a script that exceeds its budget is left to `recall`."""
        return self._fixed_parts.head

    @property
    def _fixed_parts(self) -> FixedParts:
        if self._fixed is None:
            start, scripts = self._start(), self._scripts()
            long = self._too_long(start, scripts)
            whole = (
                self._whole_script(owner, script) for owner, script in scripts.items() if owner not in long
            )
            head = (*start, *(part for parts in whole for part in parts))
            dealt = {kind.name: self._own(kind) for kind in self.seat.game.events if kind.dealt}
            self._fixed = FixedParts(start=start, scripts=scripts, long=long, head=head, dealt=dealt)
        return self._fixed

    def _start(self) -> tuple[Part, ...]:
        order = [kind for kind in self.seat.game.events if kind.dealt and kind is not event_kinds.SCRIPT]
        public = [event for event in self.private_events(event_kinds.SCRIPT) if not event.actor]
        papers = [event for kind in order for event in self._own(kind)]
        return (*self.preface, Part(text=self.seat.rules), *map(self._paper, (*public, *papers)))

    def _scripts(self) -> dict[Player, list[Event]]:
        dealt: dict[Player, list[Event]] = {self.seat.player: []}
        for event in self.private_events(event_kinds.SCRIPT):
            if event.actor:
                dealt.setdefault(event.actor, []).append(event)
        return dealt

    def _own(self, kind: EventKind) -> list[Event]:
        return [event for event in self.private_events(kind) if event.actor == self.seat.player]

    def _too_long(
        self, start: Sequence[Part], scripts: Mapping[Player, Sequence[Event]]
    ) -> tuple[Player, ...]:
        lengths = {
            owner: sum(count_tokens(event.text) for event in script) for owner, script in scripts.items()
        }
        if not any(lengths.values()):
            return ()
        most, _ = self._room("play", start, scripts)
        return tuple(owner for owner, length in lengths.items() if length > most)

    def _whole_script(self, owner: Player, script: Sequence[Event]) -> tuple[Part, ...]:
        title = () if owner == self.seat.player else (self._title("script_of", player=owner),)
        return (*title, *map(self._paper, script))

    async def _excerpts(self, request: Request, owner: Player, query: str, budget: int) -> tuple[Part, ...]:
        segments = [
            segment for event in self._fixed_parts.scripts[owner] for segment in cut(event.text, event.number)
        ]
        if owner == self.seat.player:
            excerpts = await self._best(request, "script", query, segments, budget)
            return self._with_title(self._title("excerpts"), excerpts, "private")
        excerpts = await self._best(request, f"script of {owner}", query, segments, budget)
        return self._with_title(self._title("excerpts_of", player=owner), excerpts, "event")

    def _paper(self, event: Event) -> Part:
        origin = "private" if event.actor == self.seat.player else "event"
        owner = self.seat.player if origin == "private" else None
        return _part(self._words(event), origin, owner, (event.number,))

    def _hear(self, event: Event) -> None:
        """Adds an event to the talk; a question and its reply are one segment (Zhu et al. 2025, C.1)."""
        if event.kind.utterance and event.actor:
            self._speakers[event.number] = event.actor
        segment = Segment(text=self._words(event), events=(event.number,), case=event.case)
        if not self._talk:
            self._fixed = None
        if event.to and event.kind is not event_kinds.ASKED and self._talk:
            question = self._talk.pop()
            segment = Segment(
                text=f"{question.text}\n{segment.text}",
                events=(*question.events, event.number),
                case=question.case,
            )
        self._talk.append(segment)

    def _words(self, event: Event) -> str:
        return tell(event, self.seat.language, self.seat.game.name)

    def _in_mind(self, also: Collection[Segment] = ()) -> list[Segment]:
        if self.attention is None:
            return self._talk
        minded = self.attention.select(sorted(self._passing))
        return [
            segment
            for segment in self._talk
            if not (may_pass := self._passing.intersection(segment.events))
            or may_pass & minded
            or segment in also
        ]

    async def _best(
        self, request: Request, purpose: str, query: str, segments: Sequence[Segment], budget: int
    ) -> list[Segment]:
        wanted = Query(
            player=self.seat.player,
            request=request.id,
            purpose=purpose,
            text=query,
            language=self.seat.language,
        )
        ranked = await self.seat.ranking.rank(wanted, segments)
        return [segments[position] for position in pick(ranked, segments, budget)]

    def _title(self, verb: str, **variables: str) -> Part:
        return _part(_TEMPLATES.speak(verb, self.seat.language, **variables), "rules", None, ())

    def _game_title(self, verb: str) -> Part:
        return _part(game_words(self.seat.game).speak(verb, self.seat.language), "rules", None, ())

    def _show(self, title: Part, talk: Sequence[Segment], segments: Sequence[Segment]) -> tuple[Part, ...]:
        parts = self._with_title(title, segments, "event")
        shown_numbers = {number for segment in segments for number in segment.events}
        hidden = [number for segment in talk for number in segment.events if number not in shown_numbers]
        if not hidden:
            return parts
        speakers = [self._speakers[number] for number in hidden if number in self._speakers]
        text = _TEMPLATES.speak(
            "left_out",
            self.seat.language,
            remarks=len(speakers),
            speakers=[name for name in self.seat.players if name in speakers],
            others=len(hidden) - len(speakers),
        )
        note = Part(text=text, source=Source(origin="thought", owner=self.seat.player))
        return (title, note, *parts[1:])

    def _with_title(
        self, title: Part, segments: Sequence[Segment], origin: Literal["private", "event"]
    ) -> tuple[Part, ...]:
        if not segments:
            return ()
        owner = self.seat.player if origin == "private" else None
        parts = (_part(segment.text, origin, owner, segment.events) for segment in segments)
        return (title, *parts)

    def _budgets(self, use: Use) -> tuple[int, int]:
        fixed = self._fixed_parts
        if use not in fixed.budgets:
            fixed.budgets[use] = self._room(use, fixed.start, fixed.scripts)
        return fixed.budgets[use]

    def _room(
        self, use: Use, start: Sequence[Part], scripts: Mapping[Player, Sequence[Event]]
    ) -> tuple[int, int]:
        return token_budgets(self.seat, use, fixed=start, scripts=len(scripts), has_talk=bool(self._talk))

    def _reminder(self, request: Request) -> Part:
        text = game_words(self.seat.game).speak(
            "reminder",
            self.seat.language,
            player=self.seat.player,
            killed=list(self.own_victims),
            role=self.role,
            fellows=list(self.fellows),
            living=list(self.living),
            dealt=self.dealt,
            request=request,
        )
        return Part(text=text, source=Source(origin="private", owner=self.seat.player))


@lru_cache(maxsize=8192)
def _part(text: str, origin: Origin, owner: str | None, events: tuple[int, ...]) -> Part:
    return Part(text=text, source=Source(origin=origin, owner=owner, events=events))
