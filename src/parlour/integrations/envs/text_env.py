"""A game in words, like TextArena's: a seat's view of an episode as text, and actions read from texts."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.agents import Observation, Recollection, SeatContext
from parlour.agents.memory import BM25, Budgets, LazyRanking
from parlour.arena import MOST_SEED, Setup
from parlour.core import Action, Event, Game, Player, Request, State, cut_words, find_game
from parlour.errors import IllegalAction, Unreadable, UsageError
from parlour.integrations.envs.encoding import is_enough
from parlour.integrations.envs.episode import EnvTask, Episode, EpisodeHost, camp_rewards, potential_of
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
        seat = SeatContext(
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
        return cls(observation=Observation(seat=seat))

    def hear(self, events: Iterable[Event]) -> list[str]:
        """Adds the events visible to the player; returns the words of new private information and talk."""
        fresh = [event for event in events if event.is_visible_to(self.observation.seat.player)]
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
        words, language = game_words(self._game), self.observation.seat.language
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
        return self.observation.seat.game

    def _words(self, event: Event) -> str:
        return tell(event, self.observation.seat.language, self._game.name)


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
        choices = [options[mark] for mark in marks if mark in options]
        is_none = any(mark in NO_CHOICE_WORDS for mark in marks) and is_enough(request, ())
        if not choices and not is_none:
            raise Unreadable(f"no choice in brackets: [{request.options[0]}]", reply=text)
        chosen = tuple(dict.fromkeys(reversed(choices)))[: request.most][::-1]
        rest = _BRACKETS.sub(lambda match: "" if match[1].strip().casefold() in options else match[0], text)
    if not request.words or (request.options and not chosen):
        return Action(chosen=chosen)
    speech = cut_words(" ".join(rest.split()), request.words)
    if not speech:
        raise Unreadable("nothing is said", reply=text)
    return Action(chosen=chosen, speech=speech)


def _join(parts: Iterable[Part]) -> str:
    return "\n\n".join(part.text for part in parts)


ALLOWED_ERRORS = 1
"""The number of unreadable actions in a row before the game's fallback is played; as in TextArena."""


class TextEnv:
    """An environment that asks learners in words, by the number of their seat."""

    def __init__(
        self, make: Callable[[int | None], EnvTask], *, bits: bool = False, max_steps: int | None = None
    ) -> None:
        self._make, self._most, self._has_bits = make, max_steps, bits
        self._seeds = random.Random(0)
        self._size: int | None = None
        self._host: EpisodeHost | None = None
        self._episode: Episode | None = None

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Deals an episode.

        Raises:
            UsageError: if the game has no such table.
        """
        if self._host is None or num_players != self._size:
            self._close_host()
            self._host, self._size = EpisodeHost(self._make(num_players), has_words=True), num_players
        self._episode = self._host.episode(self._seeds.randrange(MOST_SEED) if seed is None else seed)
        self._texts = {
            player: SeatText.at(self._episode.setup, self._episode.state, player)
            for player in self._episode.learners
        }
        self._news: dict[Player, list[str]] = {player: [] for player in self._texts}
        self._opened = set[Player]()
        self._observed_count, self._problem, self._errors = 0, "", 0
        self._invalid, self._turns = Counter[Player](), Counter[Player]()
        self._bits: dict[Player, float] = {}
        self._potential = potential_of(self._episode.setup.game.name) if self._has_bits else None
        self._proved = self._episode.provable_bits(self._potential)
        self._hear()

    @property
    def episode(self) -> Episode:
        """The current episode.

        Raises:
            UsageError: before the first `reset`.
        """
        if self._episode is None:
            raise UsageError("reset the environment first")
        return self._episode

    @property
    def gained_bits(self) -> Mapping[Player, float]:
        """The bits that each learner has gained since the start, if they are rewarded."""
        return dict(self._bits)

    def get_observation(self) -> tuple[int, str]:
        """Returns the seat that decides now, and its whole view with its request at the end.

        After the end, these are the first learner's seat and view.
        """
        request = self._turn()
        player = request.player if request else self.episode.learners[0]
        view = self._texts[player].whole(request)
        return self._seat(player), f"{view}\n\n{self._problem}" if self._problem else view

    def get_message(self) -> tuple[int, str]:
        """Returns the seat that decides now and what is new to it, for a caller that stores the conversation.

        The first message of a seat is the whole view of `get_observation`.
        """
        request = self._turn()
        player = request.player if request else self.episode.learners[0]
        if player not in self._opened or request is None:
            self._opened.add(player)
            self._news[player] = []
            return self.get_observation()
        news, self._news[player] = self._news[player], []
        parts = (self._problem,) if self._problem else (*news, self._texts[player].request_text(request))
        return self._seat(player), "\n\n".join(parts)

    @property
    def is_over(self) -> bool:
        return self._turn() is None

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the answer of the seat that decides now.

        After an unreadable answer the seat is asked again with the problem; after the next one in a row the
        game's fallback is played and counted.

        Returns:
            True if the episode is over, and its information: `bits` by seat if they are rewarded, `problem`
            if the answer was unusable.
        """
        request = self._turn()
        if request is None:
            return True, {}
        self._turns[request.player] += 1
        info: dict[str, Any] = {}
        try:
            self.episode.decide(read_action(action, request))
            self._problem, self._errors = "", 0
        except (Unreadable, IllegalAction) as error:
            self._refuse(request, str(error))
            info["problem"] = str(error)
        gained = self._hear()
        if self._has_bits:
            info["bits"] = {self._seat(player): bits for player, bits in gained.items()}
        return self._turn() is None, info

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Ends the episode and returns each learner's reward and information.

        Returns:
            By seat the reward of its side (`camp_rewards`), plus the gained bits if they are rewarded; and
            `role`, `turn_count`, `invalid_move`, `faults`.
        """
        episode = self.episode
        sides, won = episode.state.teams(), camp_rewards(episode.state)
        rewards = {
            self._seat(player): won[player] + self._bits.get(player, 0.0) for player in episode.learners
        }
        information = {
            self._seat(player): {
                "role": str(self._texts[player].observation.role or sides[player]),
                "turn_count": self._turns[player],
                "invalid_move": bool(self._invalid[player]),
                "faults": self._invalid[player],
            }
            for player in episode.learners
        }
        self._close_host()
        return rewards, information

    def _turn(self) -> Request | None:
        is_late = self._most is not None and self.episode.decisions >= self._most
        return None if is_late else self.episode.turn

    def _seat(self, player: Player) -> int:
        return self.episode.state.players.index(player)

    def _refuse(self, request: Request, problem: str) -> None:
        self._errors += 1
        self._problem = problem
        if self._errors > ALLOWED_ERRORS:
            self._invalid[request.player] += 1
            self.episode.fall_back()
            self._problem, self._errors = "", 0

    def _hear(self) -> dict[Player, float]:
        fresh = self.episode.events[self._observed_count :]
        if not fresh:
            return {}
        self._observed_count = len(self.episode.events)
        for player, text in self._texts.items():
            self._news[player] += text.hear(fresh)
        before, self._proved = self._proved, self.episode.provable_bits(self._potential)
        gained = {player: bits - before[player] for player, bits in self._proved.items()}
        self._bits = {player: self._bits.get(player, 0.0) + bits for player, bits in gained.items()}
        return gained

    def _close_host(self) -> None:
        if self._host:
            self._host.close()
            self._host = None
