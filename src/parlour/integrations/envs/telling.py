"""A seat's view of an episode as text: the rules, its private information, the talk, and its request."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from parlour.agents import Observation, Recollection, SeatContext
from parlour.agents.memory import BM25, Budgets, LazyRanking
from parlour.arena import Setup
from parlour.core import Action, Event, Game, Player, Request, State, cut_words, find_game
from parlour.errors import Unreadable
from parlour.integrations.envs.encoding import is_enough
from parlour.language.wording import game_words, rules, tell
from parlour.llm import Part, Templates

_WIDE = 10**9
"""A token budget that leaves nothing out of an episode's text."""
_NOTHING = Recollection(parts=(), until=0, room=0)
_TEMPLATES = Templates("parlour.integrations.envs")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
NO_CHOICE_WORDS = frozenset({"nobody", "none", "no one", "pass", "无", "无人", "没有"})


@dataclass(kw_only=True)
class SeatText:
    """One seat's view of an episode in words."""

    observation: Observation
    talk: list[str] = field(default_factory=list[str])

    @classmethod
    def at(cls, setup: Setup, state: State, player: Player) -> SeatText:
        """Returns the view of a player's seat before the first event."""
        place = SeatContext(
            game=find_game(setup.game.name),
            player=player,
            players=state.players,
            cases=tuple(state.cases(player)),
            rules=rules(setup.game),
            rounds=setup.game.most_rounds,
            language=setup.language,
            seed=setup.seed,
            ranking=LazyRanking(BM25),
            budgets=Budgets(script=_WIDE, dialogue=_WIDE, answering=_WIDE),
            context=10 * _WIDE,
            roles=setup.game.dealt_roles,
        )
        return cls(observation=Observation(place=place))

    def hear(self, events: Iterable[Event]) -> list[str]:
        """Adds the events visible to the player; returns the words of new private information and talk."""
        fresh = [event for event in events if event.is_visible_to(self.observation.place.player)]
        for event in fresh:
            self.observation.observe(event)
        worded = [event for event in fresh if event.kind.dealt or self._game.is_talk(event.kind)]
        self.talk += [self._words(event) for event in worded if not event.kind.dealt]
        return [self._words(event) for event in worded]

    def head(self) -> str:
        """Returns the rules and the player's private information."""
        return _join(self.observation.head())

    def request_text(self, request: Request) -> str:
        """Returns the request in words, with the form of its answer and the player's reminders."""
        words, language = game_words(self._game), self.observation.place.language
        verb = "whom" if request.kind.addressed else request.kind.name
        task = words.speak(
            verb,
            language,
            request=request,
            addressee=None,
            killed=list(self.observation.own_victims),
            role=self.observation.role,
            dealt=self.observation.dealt,
        )
        prompt = self.observation.prompt(
            request, request.kind.name, _NOTHING, Part(text=task), is_told_secrets=request.kind.reminds
        )
        form = _TEMPLATES.speak("form", language, request=request, nobody=is_enough(request, ()))
        return f"{_join(prompt.user)}\n\n{form}"

    def whole(self, request: Request | None) -> str:
        """Returns the whole view, and the open request if there is one."""
        asks = (self.request_text(request),) if request else ()
        return "\n\n".join((self.head(), "\n".join(self.talk), *asks))

    @property
    def _game(self) -> Game[Any]:
        return self.observation.place.game

    def _words(self, event: Event) -> str:
        return tell(event, self.observation.place.language, self._game.name)


def read_action(text: str, request: Request) -> Action:
    """Reads an action from a text: options in brackets are chosen, and the rest is the speech.

    Of more options than may be chosen the last ones count, since a text that reasons decides at its end. A
    speech that is too long is cut at a sentence.

    Raises:
        Unreadable: if the request needs a choice and the text has none, or the speech is empty.
    """
    chosen: tuple[str, ...] = ()
    rest = text
    if request.options and request.most:
        options = {option.casefold(): option for option in request.options}
        marks = [mark.strip().casefold() for mark in _BRACKETS.findall(text)]
        named = [options[mark] for mark in marks if mark in options]
        is_none = any(mark in NO_CHOICE_WORDS for mark in marks) and is_enough(request, ())
        if not named and not is_none:
            raise Unreadable(f"no choice in brackets: [{request.options[0]}]", reply=text)
        chosen = tuple(dict.fromkeys(reversed(named)))[: request.most][::-1]
        rest = _BRACKETS.sub(lambda match: "" if match[1].strip().casefold() in options else match[0], text)
    if not request.words or (request.options and not chosen):
        return Action(chosen=chosen)
    speech = cut_words(" ".join(rest.split()), request.words)
    if not speech:
        raise Unreadable("nothing is said", reply=text)
    return Action(chosen=chosen, speech=speech)


def _join(parts: Iterable[Part]) -> str:
    return "\n\n".join(part.text for part in parts)
