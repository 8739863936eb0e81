"""Checks that every prompt held only what its player may know, and that no model's thoughts leaked.

Three checks, none of which trusts the code that built the prompts. *By source*: a part that says it tells
events must consist of the words of these events, and each of them must have happened by then and be visible
to the player; private papers and thoughts must be the player's own. *By content*: no sentence of another
player's private papers, and nothing that was told or said to others alone, may stand in a prompt unless the
player has by then heard it said, or is asked it. A prompt sent for all players may hold what all may know.
What an experiment tells its controls of the truth is marked so, and is a leak in any other seat.
What is said later excuses nothing: a model that was shown too much may well have said it aloud. In a thought
a sentence may also stand that the player's own model wrote in an earlier reply: two people may know the same
and put it alike, and had the model copied it, the prompt that showed it would be reported itself.
*By thoughts*: what a model thought before a reply stands in no later prompt and in no speech, unless it had
read it, a model or a person has written it as a reply by then, or the game itself says it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.arena import Record, RecordedCall
from parlour.core import Event, GameSetup, Player, event_kinds
from parlour.language.wording import tell
from parlour.llm import AT, Language, Part, Source, split_settings

THOUGHT_CHARACTERS = (30, 14)
"""Shorter sentences of thoughts, in ASCII and in other scripts, may be alike by chance, spaces left out."""
SENTENCE_CHARACTERS: Mapping[Language, int] = {"en": 25, "zh": 10}
"""Shorter sentences (a name, a date) may stand in two scripts by chance."""
_NONE: Mapping[str, int] = {}
_SENTENCE = re.compile(r"[^.!?。！？\n]+")


@runtime_checkable
class AsksAtTheEnd(Protocol):
    """The setup of a game with secrets in its requests besides its events."""

    def asked_at_the_end(self, player: Player) -> str:
        """The words of all that is put to a player after the last vote."""
        ...


@dataclass(frozen=True, kw_only=True)
class Leak:
    """Something in a prompt that its player may not know."""

    player: Player
    request: str
    purpose: str
    problem: str


def audit(record: Record) -> list[Leak]:
    """Every leak in a match's prompts."""
    events = record.events
    guards = {asker: _Guard(record, events, asker) for asker in {call.key.player for call in record.calls}}
    counts_before = _told_before(record)
    seen: set[tuple[Player, str, tuple[int, ...]]] = set()
    leaks: list[Leak] = []
    calls = enumerate(record.calls)
    for place, call in sorted(calls, key=lambda pair: _by_then(pair[1], counts_before, len(events))):
        by_then = _by_then(call, counts_before, len(events))
        for part in (*call.system, *call.user):
            mark = (call.key.player, f"{part.source}{part.digest}", part.source.events)
            if mark not in seen:
                seen.add(mark)
                problems = guards[call.key.player].problems(part, by_then, place)
                leaks += [_leak(call, problem) for problem in problems]
    if any(call.completion.thoughts for call in record.calls):
        leaks += _PrivateThoughts(record, events, counts_before).leaks()
    return leaks


def _told_before(record: Record) -> Mapping[str, int]:
    count, before = 0, dict[str, int]()
    for item in record.items:
        if isinstance(item, Event):
            count += 1
        else:
            before.setdefault(item.request, count)
    return before


def _by_then(call: RecordedCall, counts_before: Mapping[str, int], all_told: int) -> int:
    """Returns the number of events before a call.

    A call for all players is about an event and no request: it may hold that event, and none that came after.
    """
    if call.key.player.startswith(AT):
        return 1 + max((n for part in (*call.system, *call.user) for n in part.source.events), default=-1)
    return counts_before.get(call.key.request, all_told)


def _remembering(record: Record) -> frozenset[Player]:
    """Returns the players whose prompts hold their own earlier thoughts (`reasoning_history`)."""
    holders = ((seat.player, holder) for seat in record.setup.seats for holder in (seat, *seat.then))
    settings = ((player, split_settings(holder.model)[1]) for player, holder in holders)
    return frozenset(
        player for player, chosen in settings if chosen.get("reasoning_history", "none") != "none"
    )


class _Guard:
    """The texts that one player, or all players, may see."""

    def __init__(self, record: Record, events: Sequence[Event], player: Player) -> None:
        self._player: Player = player
        self._language: Language = record.setup.language
        self._game: str = record.setup.game.name
        self._is_control: bool = player in record.setup.controls
        self._events = {event.number: event for event in events}
        has_history = player in _remembering(record)
        self._written = [
            (n, call.completion.text + has_history * f"\n{call.completion.thoughts}")
            for n, call in enumerate(record.calls)
            if call.key.player == player
        ]
        self._heard = [(event.number, self._tell(event)) for event in events if event.is_visible_to(player)]
        self._heard.append((_vote_of(events), _asked_at_the_end(record.setup.game, player)))
        all_heard = "\n".join(words for _, words in self._heard)
        self._forbidden = [
            (event, sentence, self._hears(sentence) if sentence in all_heard else len(events))
            for event in events
            if event.kind.secret and not event.is_visible_to(player)
            for sentence in self._secrets(event)
        ]

    def problems(self, part: Part, by_then: int, place: int) -> Iterator[str]:
        """Yields the problems of a part, in words."""
        source = part.source
        if source.origin == "event" and not source.events:
            yield f"words of no event: {part.text[:80]!r}"
        if source.origin == "truth" and not self._is_control:
            yield "the truth, which only a declared control may be told"
        if source.origin != "event" and source.owner not in (None, self._player):
            yield f"a {source.origin} part of {source.owner}"
        unknown = [number for number in source.events if number not in self._events]
        yield from (f"event {number}, which the record does not have" for number in unknown)
        cited = [self._events[number] for number in source.events if number in self._events]
        early = [event.number for event in cited if event.number >= by_then]
        yield from (f"event {number}, which had not happened yet" for number in early)
        hidden = [event.number for event in cited if not event.is_visible_to(self._player)]
        yield from (f"event {number}, which {self._player} did not see" for number in hidden)
        if source.origin in ("event", "private") and cited and not self._tells(part, cited):
            yield f"words that are not those of events {source.events}: {part.text[:80]!r}"
        for event, sentence, first_heard in self._forbidden:
            if first_heard >= by_then and sentence in part.text and not self._wrote(sentence, source, place):
                yield f"{_whose(event)}: {sentence[:80]!r}"

    def _tell(self, event: Event) -> str:
        return tell(event, self._language, self._game)

    def _secrets(self, event: Event) -> list[str]:
        """The sentences of an event that may not be shown; of a role also all of them together.

        Each sentence of a role may be known from another's, or one's own, and tell nothing.
        """
        if event.text:
            return _sentences(event.text, self._language)
        words = self._tell(event)
        return [*_sentences(words, self._language), *([words] if event.kind.dealt else [])]

    def _wrote(self, sentence: str, source: Source, place: int) -> bool:
        if source.origin != "thought":
            return False
        spellings = (sentence, json.dumps(sentence)[1:-1])
        return any(spelling in text for n, text in self._written if n < place for spelling in spellings)

    def _hears(self, sentence: str) -> int:
        return min(number for number, words in self._heard if sentence in words)

    def _tells(self, part: Part, events: Sequence[Event]) -> bool:
        words = "\n".join(self._tell(event) for event in events)
        return _squeeze(part.text) in _squeeze(words)


class _PrivateThoughts:
    """The thoughts that models did not publish: sentences by their beginnings, without spaces."""

    def __init__(self, record: Record, events: Sequence[Event], counts_before: Mapping[str, int]) -> None:
        self._calls, self._told = record.calls, events
        self._remembering = _remembering(record)
        self._dates = [_by_then(call, counts_before, len(events)) for call in record.calls]
        announcements = (
            tell(event, record.setup.language, record.setup.game.name) for event in events if not event.text
        )
        self._said = _squeeze("\n".join(announcements))
        self._replies = [_spellings(call.completion.text) for call in record.calls]
        self._starts: dict[int, dict[str, dict[str, int]]] = {size: {} for size in THOUGHT_CHARACTERS}
        for place, call in enumerate(record.calls):
            thoughts = _SENTENCE.findall(call.completion.thoughts)
            read = _squeeze("".join(part.text for part in (*call.system, *call.user))) if thoughts else ""
            for sentence in map(_squeeze, thoughts):
                size = THOUGHT_CHARACTERS[not sentence.isascii()]
                if len(sentence) >= size and sentence not in read:
                    self._starts[size].setdefault(sentence[:size], {}).setdefault(sentence, place)

    def leaks(self) -> Iterator[Leak]:
        seen = set[str]()
        for place, call in enumerate(self._calls):
            parts = (*call.system, *call.user)
            source = Source(origin="thought", owner=call.key.player)
            has_history = call.key.player in self._remembering
            own = {part.text for part in parts if has_history and part.source == source}
            texts = [part.text for part in parts]
            texts += [text for repair in call.repairs for text in repair]
            for text in texts:
                if text not in seen:
                    seen.add(text)
                    by_then = [n for n in range(place) if text not in own or not self._is_of(call, n)]
                    yield from (_leak(call, problem) for problem in self._problems(text, by_then))
        for event in self._told:
            if event.kind.utterance:
                by_then = [place for place, date in enumerate(self._dates) if date <= event.number]
                for problem in self._problems(event.text, by_then):
                    player = event.actor or ""
                    yield Leak(
                        player=player, request=f"event {event.number}", purpose="speech", problem=problem
                    )

    def _is_of(self, call: RecordedCall, place: int) -> bool:
        return self._calls[place].key.player == call.key.player

    def _problems(self, text: str, by_then: Collection[int]) -> Iterator[str]:
        squeezed = _squeeze(text)
        for size, starts in self._starts.items():
            for at in range(len(squeezed) - size + 1) if starts else ():
                for sentence, place in starts.get(squeezed[at : at + size], _NONE).items():
                    is_told = place in by_then and squeezed.startswith(sentence, at)
                    if is_told and not self._is_known(sentence, by_then):
                        yield f"private thoughts of {self._calls[place].key.player}: {sentence[:80]!r}"

    def _is_known(self, sentence: str, by_then: Collection[int]) -> bool:
        replies = (reply for place in by_then for reply in self._replies[place])
        return sentence in self._said or any(sentence in reply for reply in replies)


def _spellings(reply: str) -> tuple[str, ...]:
    try:
        read = json.dumps(json.loads(reply), ensure_ascii=False)
    except (ValueError, RecursionError):
        read = ""
    return _squeeze(reply), _squeeze(read.replace("\\n", "\n").replace('\\"', '"'))


def _whose(event: Event) -> str:
    return f"words of {event.actor}'s private papers" if event.kind.dealt else f"the secret {event.kind}"


def _vote_of(events: Sequence[Event]) -> int:
    return max((event.number for event in events if event.kind is event_kinds.VOTED), default=len(events))


def _asked_at_the_end(game: GameSetup, player: Player) -> str:
    return game.asked_at_the_end(player) if isinstance(game, AsksAtTheEnd) else ""


def _sentences(text: str, language: Language) -> list[str]:
    sentences = (sentence.strip() for sentence in _SENTENCE.findall(text))
    return [sentence for sentence in sentences if len(sentence) >= SENTENCE_CHARACTERS[language]]


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _leak(call: RecordedCall, problem: str) -> Leak:
    key = call.key
    return Leak(player=key.player, request=key.request, purpose=key.purpose, problem=problem)
