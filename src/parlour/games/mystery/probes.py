"""Probes of how well a reader understands a mystery: small tables of which one vote is asked.

Each probe is a dealt table, its introductions, and the prompt of one player's vote. Nothing in it is a clue
but for what decides, so that a reader that misses it finds all suspects equally likely. `know` shows noise
alone; `find` takes one statement of the own script, `compare` one of the table too, `chain` three statements;
`ignore` is `compare` beside another player, who is accused aloud and whose own word is confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, cycle, islice, product
from random import Random

from parlour.agents import Observation, Recollection, SeatContext, decision
from parlour.agents.memory import BM25, LazyRanking
from parlour.core import PASS, Action, Event, Request, chance, request_kinds
from parlour.games.mystery.game import GAME
from parlour.games.mystery.rules import start
from parlour.games.mystery.script import Character, Script, Victim
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.telling import phrases
from parlour.games.mystery.world import Cast, draw_cast
from parlour.lab.calibration import PLACES, Place, Probe, ProbesAsked
from parlour.language.facts import (
    Accusation,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Name,
    Presence,
    Relation,
    Secret,
    Sighting,
    Slot,
    Word,
    WordKind,
    entries,
    render,
    settings,
)
from parlour.language.wording import game_words, rules
from parlour.llm import Language, Part, Prompt, Source, count_tokens

_PLAYERS = 5
_SIZES = (0.25, 0.5, 1.0)
"""The lengths of prompts, as shares of the longest."""
_HANDS = {1: "alone", 2: "together"}
"""The numbers of murderers. With two murderers of whom one is known, the others are suspected too, but
less: only there does it show how often a reader chooses a suspect that it finds less likely."""
_ALL = 1_000_000
"""A window into which everything goes."""
_BEFORE = 12
"""The number of half hours between the victim's last public appearance and its death, which is no clue."""


_Design = tuple[str, int, Place, float, Language, int]
"""A probe's inference, murderers, place of its decisive statements, share of the longest prompt, language.

The last number is the turn by which the seats of the guilty are dealt, so that they sit everywhere about
equally often whatever else is varied: among equal suspects a reader without noise names the first."""


def _designs(languages: Sequence[Language]) -> list[_Design]:
    varied = product(
        enumerate(KINDS),
        enumerate(_HANDS),
        enumerate(PLACES),
        enumerate(_SIZES),
        enumerate(dict.fromkeys(languages)),
    )
    return [
        (kind, hands, place, size, language, first + 2 * second + third + fourth + 2 * fifth)
        for (first, kind), (second, hands), (third, place), (fourth, size), (fifth, language) in varied
    ]


def draw_probes(request: ProbesAsked) -> Sequence[Probe]:
    """Returns probes of every kind, place and length, with one and two suspects, mixed by the seed.

    A language always has the same players.
    """
    designs = _designs(request.languages)
    chance(request.seed, "probes", "order").shuffle(designs)
    casts = {
        language: draw_cast(chance(request.seed, "probes", "cast"), _PLAYERS, 1, language)
        for language in request.languages
    }
    drawn = zip(count(), islice(cycle(designs), request.count), strict=False)
    return [
        _Maker(
            kind=kind,
            hands=hands,
            place=place,
            size=size,
            language=language,
            seat=(turn + number // len(designs)) % (_PLAYERS - 1),
            number=number,
            asked=request,
            cast=casts[language],
            rng=chance(request.seed, "probes", number),
        ).probe()
        for number, (kind, hands, place, size, language, turn) in drawn
    ]


@dataclass(frozen=True, kw_only=True)
class _Maker:
    """One probe in the making."""

    kind: str
    hands: int
    place: Place
    size: float
    language: Language
    seat: int
    number: int
    asked: ProbesAsked
    cast: Cast
    rng: Random

    def probe(self) -> Probe:
        me = self.rng.choice(self.cast.players)
        others = [name for name in self.cast.players if name != me]
        guilty = others.pop(self.seat)
        roles = (guilty, *self.rng.sample(others, len(others)))
        evening = draw_evening(me, self.cast.victims[0], roles, self.rng)
        evidence = KINDS[self.kind](evening)
        sentences = self._render_all(evening, evidence)
        bare, request = self._vote_prompt(evening, evidence, sentences, ())
        whole, _ = self._vote_prompt(evening, evidence, sentences, self._others(evening, bare))
        return Probe(
            name=f"{self.language}-{self.number}",
            game=GAME.name,
            kind=self.kind,
            pattern=f"{self.kind} {_HANDS[self.hands]}",
            place=self.place,
            prompt=whole,
            bare=bare,
            reply=decision(request),
            bearing=tuple(sentences[key] for key in evidence.bearing),
            players=self.cast.players,
            roles=evening.roles,
            case=evening.victim,
        )

    def _render_all(self, evening: Evening, evidence: ProbeEvidence) -> dict[tuple[Name | None, Fact], str]:
        own = [(None, fact) for fact in (*evidence.public, *evidence.private_facts)]
        aloud = [(name, fact) for name, facts in evidence.spoken.items() for fact in facts]
        return {(by, fact): self._render(fact, by, evening.me) for by, fact in (*own, *aloud)}

    def _render(self, fact: Fact, by: Name | None, me: Name) -> str:
        return render(fact, self.language, self.rng, speaker=by, reader=None if by else me)

    def _others(self, evening: Evening, bare: Prompt) -> tuple[str, ...]:
        """Returns as many irrelevant sentences as give the prompt its length."""
        left = round(self.asked.longest * self.size) - sum(count_tokens(part.text) for part in bare.parts)
        sentences, chosen = self._idle(evening), list[str]()
        while left > 0 and (sentence := next(sentences, None)):
            chosen.append(sentence)
            left -= count_tokens(f"{sentence}\n")
        return tuple(chosen)

    def _idle(self, evening: Evening) -> Iterator[str]:
        people = (evening.me, *evening.roles)
        relations = product(people, people, entries(WordKind.RELATION))
        facts: list[Fact] = [Relation(of=of, to=to, kind=kind) for of, to, kind in relations if of != to]
        facts += [Secret(who=who, kind=kind) for who, kind in product(people, entries(WordKind.SECRET))]
        self.rng.shuffle(facts)
        return (self._render(fact, None, evening.me) for fact in facts)

    def _vote_prompt(
        self,
        evening: Evening,
        evidence: ProbeEvidence,
        sentences: dict[tuple[Name | None, Fact], str],
        idle: tuple[str, ...],
    ) -> tuple[Prompt, Request]:
        decisive = [sentences[None, fact] for fact in evidence.private_facts]
        at = {"beginning": 0, "middle": len(idle) // 2, "end": len(idle)}[self.place]
        public = [sentences[None, fact] for fact in evidence.public]
        setup = self._setup(evening, public, [*idle[:at], *decisive, *idle[at:]])
        aloud = {
            name: phrases(self.language).gap.join(sentences[name, fact] for fact in facts)
            for name, facts in evidence.spoken.items()
        }
        events, request = _play_to_vote(setup, aloud, evening.me)
        return _prompt(setup, events, request), request

    def _setup(self, evening: Evening, public: Sequence[str], private: Sequence[str]) -> MysterySetup:
        wording, language = phrases(self.language), self.language
        hall = Presence(
            who=evening.victim, place=evening.places[-2], slot=Slot(evening.death.number - _BEFORE)
        )
        synopsis = [render(hall, language, chance(self.asked.seed, "hall")), *public, wording.task]
        synopsis += [wording.together] if self.hands > 1 else []
        return MysterySetup(
            script=Script(
                title=f"probe {self.number}",
                language=language,
                synopsis=wording.gap.join(synopsis),
                characters=tuple(
                    Character(
                        name=name,
                        acts=(
                            "\n".join(private or (wording.innocent[0],))
                            if name == evening.me
                            else wording.find,
                        ),
                    )
                    for name in self.cast.players
                ),
                victims=(Victim(name=evening.victim, murderers=evening.roles[::3][: self.hands]),),
            ),
            rounds=0,
            answers=False,
        )


def _play_to_vote(setup: MysterySetup, aloud: dict[Name, str], me: Name) -> tuple[list[Event], Request]:
    """Returns the events up to the vote, as a player sees them, and its request."""
    state, visible = start(setup.players, 0, setup), list[Event]()
    while not (votes := [request for request in state.requests() if request.kind is request_kinds.VOTE]):
        actions = {request.id: _speak(request, aloud) for request in state.requests()}
        state, events = state.apply(actions)
        visible += [event for event in events if event.visible_to is None or me in event.visible_to]
    return visible, next(request for request in votes if request.player == me)


def _speak(request: Request, aloud: dict[Name, str]) -> Action:
    return Action(speech=aloud[request.player]) if request.player in aloud else PASS


def _prompt(setup: MysterySetup, events: Sequence[Event], request: Request) -> Prompt:
    """Returns the prompt that a player of a match would get."""
    me, language = request.player, setup.language
    case = request.case or ""
    seat = SeatContext(
        game=GAME,
        player=me,
        players=setup.players,
        cases=(),
        rules=rules(setup),
        rounds=0,
        language=language,
        seed=0,
        ranking=LazyRanking(BM25),
        context=_ALL,
    )
    observation = Observation(seat=seat)
    for event in events:
        observation.observe(event)
    words = game_words(GAME)
    title = Part(text=words.speak("talk", language))
    talk = observation.quote(title, observation.in_mind)
    task = Part(
        text=words.speak("vote", language, request=replace(request, case=case), killed=[]),
        source=Source(origin="request", owner=me),
    )
    recollection = Recollection(parts=talk, until=len(observation.in_mind), room=0)
    return observation.prompt(request, request.kind.name, recollection, task, is_told_secrets=True)


APART = 3
"""Half hours between one hour and the next: misread, none can be taken for another."""
_EARLIEST, _LATEST = 36, 44


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The whereabouts that a probe mentions.

    Attributes:
        roles: the others; the first is the murderer, the second the player that `ignore` accuses.
    """

    me: Name
    victim: Name
    roles: tuple[Name, ...]
    places: tuple[Word, ...]
    death: Slot

    @property
    def hours(self) -> tuple[Slot, ...]:
        """The hour that each of the others speaks of: the murderer of the death, others of earlier ones."""
        return tuple(Slot(self.death.number - APART * turn) for turn in range(len(self.roles)))


@dataclass(frozen=True, kw_only=True)
class ProbeEvidence:
    """The information of a player.

    Attributes:
        bearing: the statements that an answer can rest on, in the order of the pattern.
    """

    spoken: Mapping[Name, tuple[Fact, ...]]
    public: tuple[Fact, ...] = ()
    private_facts: tuple[Fact, ...] = ()
    bearing: tuple[tuple[Name | None, Fact], ...] = ()


def draw_evening(me: Name, victim: Name, roles: Sequence[Name], rng: Random) -> Evening:
    """Draws a random evening."""
    places = rng.sample(rng.choice(list(settings().values())), len(roles) + 2)
    death = Slot(rng.randint(_EARLIEST, _LATEST))
    return Evening(me=me, victim=victim, roles=tuple(roles), places=tuple(places), death=death)


def know(evening: Evening) -> ProbeEvidence:
    """Returns evidence that makes the answer public."""
    return ProbeEvidence(public=(_killing(evening),), spoken=_whereabouts(evening))


def find(evening: Evening) -> ProbeEvidence:
    """Returns evidence with the answer in one statement of the own script."""
    killing = _killing(evening)
    return ProbeEvidence(private_facts=(killing,), spoken=_whereabouts(evening), bearing=((None, killing),))


def compare(evening: Evening) -> ProbeEvidence:
    """Returns evidence in which a player claims to have been where the reader did not see it."""
    guilty, spoken = evening.roles[0], _whereabouts(evening)
    sighting = _sighting(evening, 0, evening.places[-1])
    return ProbeEvidence(
        private_facts=(sighting,), spoken=spoken, bearing=((None, sighting), (guilty, spoken[guilty][0]))
    )


def ignore(evening: Evening) -> ProbeEvidence:
    """Returns the same, beside another player who is accused without evidence."""
    plain, (_, lure, accuser, *_) = compare(evening), evening.roles
    accusation = Accusation(by=accuser, whom=lure, victim=evening.victim)
    confirmed = _sighting(evening, 1, evening.places[1])
    return ProbeEvidence(
        private_facts=(*plain.private_facts, confirmed),
        spoken={**plain.spoken, accuser: (*plain.spoken[accuser], accusation)},
        bearing=(*plain.bearing, (None, confirmed), (lure, plain.spoken[lure][0])),
    )


def chain(evening: Evening) -> ProbeEvidence:
    """Returns evidence with public time and place of death; one player claims a sighting elsewhere then."""
    guilty, victim = evening.roles[0], evening.victim
    place = DeathPlace(victim=victim, place=evening.places[-1])
    hour = DeathTime(victim=victim, slot=evening.death)
    rows = zip(evening.roles, evening.places, evening.hours, strict=False)
    spoken: dict[Name, tuple[Fact, ...]] = {
        name: (Sighting(by=name, whom=victim, place=where, slot=when),) for name, where, when in rows
    }
    return ProbeEvidence(public=(place, hour), spoken=spoken, bearing=((guilty, spoken[guilty][0]),))


KINDS: Mapping[str, Callable[[Evening], ProbeEvidence]] = {
    "know": know,
    "find": find,
    "compare": compare,
    "chain": chain,
    "ignore": ignore,
}


def _killing(evening: Evening) -> Killing:
    return Killing(who=evening.roles[0], victim=evening.victim)


def _whereabouts(evening: Evening) -> dict[Name, tuple[Fact, ...]]:
    rows = zip(evening.roles, evening.places, evening.hours, strict=False)
    return {name: (Presence(who=name, place=where, slot=when),) for name, where, when in rows}


def _sighting(evening: Evening, role: int, place: Word) -> Sighting:
    return Sighting(by=evening.me, whom=evening.roles[role], place=place, slot=evening.hours[role])


PART = draw_probes
