"""What a seat may know, as text: the rules, its papers, the talk, and what is asked, as prompts hold them."""

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
from parlour.integrations.envs.choices import is_enough
from parlour.language.wording import game_words, rules, tell
from parlour.llm import Part, Templates

_WIDE = 10**9
"""Tokens: nothing is left out of an episode's text."""
_NOTHING = Recollection(parts=(), until=0, room=0)
_TEMPLATES = Templates("parlour.integrations.envs")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
NOBODY = frozenset({"nobody", "none", "no one", "pass", "无", "无人", "没有"})


@dataclass(kw_only=True)
class SeatText:
    """One seat's share of an episode in words.

    Attributes:
        observation: what it was dealt.
        talk: what it heard, in order.
    """

    observation: Observation
    talk: list[str] = field(default_factory=list[str])

    @classmethod
    def at(cls, setup: Setup, state: State, player: Player) -> SeatText:
        """The seat of a player before anything happened."""
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
        """Takes in what the player may know; returns what of it is new to be told: papers and talk."""
        fresh = [event for event in events if event.is_visible_to(self.observation.place.player)]
        for event in fresh:
            self.observation.observe(event)
        told = [event for event in fresh if event.kind.dealt or self._game.is_talk(event.kind)]
        self.talk += [self._words(event) for event in told if not event.kind.dealt]
        return [self._words(event) for event in told]

    def head(self) -> str:
        """The rules and everything that the player was dealt."""
        return _joined(self.observation.head())

    def asked(self, request: Request) -> str:
        """What is asked of the player, how it is to be answered, and what it must mind."""
        words, language = game_words(self._game), self.observation.place.language
        verb = "whom" if request.kind.addressed else request.kind.name
        task = words.speak(
            verb,
            language,
            request=request,
            addressee=None,
            killed=list(self.observation.killed),
            role=self.observation.role,
            dealt=self.observation.dealt,
        )
        prompt = self.observation.prompt(
            request, request.kind.name, _NOTHING, Part(text=task), is_told_secrets=request.kind.reminds
        )
        form = _TEMPLATES.speak("form", language, request=request, nobody=is_enough(request, ()))
        return f"{_joined(prompt.user)}\n\n{form}"

    def whole(self, request: Request | None) -> str:
        """Everything at once, and what is asked now if anything is."""
        asked = (self.asked(request),) if request else ()
        return "\n\n".join((self.head(), "\n".join(self.talk), *asked))

    @property
    def _game(self) -> Game[Any]:
        return self.observation.place.game

    def _words(self, event: Event) -> str:
        return tell(event, self.observation.place.language, self._game.name)


def read_action(text: str, request: Request) -> Action:
    """What a text does on a request: what stands in brackets is chosen, and what else it says is said.

    Of more choices than may be made the last ones count, since whoever thinks aloud decides at the end. A
    speech that is too long is cut at a sentence.

    Raises:
        Unreadable: if a choice is wanted and none can be found, or an utterance has no words.
    """
    chosen: tuple[str, ...] = ()
    said = text
    if request.options and request.most:
        options = {option.casefold(): option for option in request.options}
        found = [each.strip().casefold() for each in _BRACKETS.findall(text)]
        named = [options[each] for each in found if each in options]
        is_nobody = any(each in NOBODY for each in found) and is_enough(request, ())
        if not named and not is_nobody:
            raise Unreadable(f"no choice in brackets: [{request.options[0]}]", reply=text)
        chosen = tuple(dict.fromkeys(reversed(named)))[: request.most][::-1]
        said = _BRACKETS.sub(lambda match: "" if match[1].strip().casefold() in options else match[0], text)
    if not request.words or (request.options and not chosen):
        return Action(chosen=chosen)
    speech = cut_words(" ".join(said.split()), request.words)
    if not speech:
        raise Unreadable("nothing is said", reply=text)
    return Action(chosen=chosen, speech=speech)


def _joined(parts: Iterable[Part]) -> str:
    return "\n\n".join(part.text for part in parts)
