"""A published way to play: a method fills a seat. The installed ones are found by their entry points."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from parlour.agents.agent import Agent
from parlour.agents.memory import Budgets, LookUp, Ranking
from parlour.core import PROTOCOL, Case, Event, Game, GameSetup, Player, Registry, Request, chance, find_part
from parlour.errors import SetupError, UnknownMethod, UsageError
from parlour.language.wording import Phrases
from parlour.llm import Language, LanguageModel

GainOracle = Callable[[Sequence[Event], str], Mapping[Player, float]]
"""From the events of a seat and a case to the gain of a question to each other player."""


@runtime_checkable
class ExactGains(Protocol):
    """A game's part `gains.exact_gains`: the exact gain of a question to each player, if it is known."""

    def __call__(
        self, setup: GameSetup, player: Player, events: Sequence[Event], case: str
    ) -> Mapping[Player, float]:
        """Returns the true drop of entropy, in nats, by the best question to each other player."""
        ...


@dataclass(frozen=True, kw_only=True)
class SeatContext:
    """A seat in a match, with nothing that another player may not see.

    Attributes:
        context: the window of its model in tokens, as the record holds it.
        model: what the seat thinks with; None where its method needs none.
        look_up: what looks things up by vectors and keeps what was found; None where nothing is.
        roles: how many of each role were dealt, as the rules say; none in a game that names none.
        truth: the side of each player, for a control of an experiment alone (`ControlMethod`); None else.
        oracle: what each answer would be worth (`ExactGains`), for a control likewise; None else.
    """

    game: Game[Any]
    player: Player
    players: tuple[Player, ...]
    cases: tuple[Case, ...]
    rules: str
    rounds: int
    language: Language
    seed: int
    ranking: Ranking
    budgets: Budgets = field(default_factory=Budgets)
    context: int = 0
    model: LanguageModel | None = None
    look_up: LookUp | None = None
    roles: Mapping[str, int] = field(default_factory=dict[str, int])
    truth: Mapping[Player, str] | None = None
    discusses_freely: bool = False
    oracle: GainOracle | None = None

    def require_model(self) -> LanguageModel:
        """Returns the model of the seat.

        Raises:
            SetupError: if it was given none.
        """
        if self.model is None:
            raise SetupError(f"{self.player} needs a model")
        return self.model

    def require_look_up(self) -> LookUp:
        """Returns the look-up by vectors.

        Raises:
            SetupError: if there is none.
        """
        if self.look_up is None:
            raise SetupError(f"{self.player} has nothing to look things up with")
        return self.look_up

    def chance(self, request: Request, purpose: str) -> Random:
        """This player's own draws for one request and purpose."""
        return chance(self.seed, self.player, request.id, purpose)


@runtime_checkable
class Method(Protocol):
    """A published way to play, or a bot: how to fill a seat.

    Attributes:
        protocol: the version of the contract for which it is written (`core.PROTOCOL`): a number, so that it
            stays what it was when Parlour goes on.
    """

    @property
    def protocol(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def wants_model(self) -> bool: ...

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        ...


METHODS: Registry[Method] = Registry(
    group="parlour.methods",
    noun="method",
    kind=Method,  # pyright: ignore[reportArgumentType, reportAbstractUsage]
    protocol=PROTOCOL,
    verb="parlour methods",
    unknown=UnknownMethod,
    is_named=True,
)
"""Every installed method."""


@dataclass(frozen=True, kw_only=True)
class MethodSpec:
    """A method as it is asked for: `METHOD:option=value,option=value`."""

    name: str
    options: Mapping[str, str]

    @staticmethod
    def read(text: str) -> MethodSpec:
        """Parses the spelling of a method with its options.

        Raises:
            SetupError: if an option has no value.
        """
        name, _, settings = text.partition(":")
        options: dict[str, str] = {}
        for piece in filter(None, settings.split(",")):
            option, equals, value = piece.partition("=")
            if not equals:
                raise SetupError(f"{text!r}: write options as name=value, such as {name}:{option}=...")
            options[option.strip()] = value.strip()
        return MethodSpec(name=name.strip(), options=options)


def find_method(name: str) -> Method:
    """Returns the method of that name; another package cannot replace ours.

    Raises:
        UnknownMethod: naming the nearest ones.
        BrokenPlugin: naming its package, if it cannot be used.
    """
    return METHODS.find(name)


P = TypeVar("P")


def find_method_part(method: str, module: str, kind: type[P]) -> P | None:
    """Returns a part of a method's package, or None if it has none or is not installed."""
    loaded = METHODS.load_all().get(method)
    package = _package(loaded) if loaded else ""
    return find_part(package, module, kind) if package else None


@cache
def method_words(method: str, language: Language) -> Mapping[str, str]:
    """Returns the words of a method from `words/{en,zh}.yaml` of its package; empty if it has none.

    `summary` is what it does in a line, `kind_KIND` a kind of its thoughts, `measure_KIND` a measure of them;
    `field_NAME` (or `field_KIND_NAME`) is what stands in a thought under a name, `value_WORD` a word of it.
    """
    loaded = METHODS.load_all().get(method)
    package = _package(loaded) if loaded else ""
    if not package or not (resources.files(package) / "words" / f"{language}.yaml").is_file():
        return {}
    return Phrases(package).all(language)


def _package(method: Method) -> str:
    module = type(method).__module__
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]


@runtime_checkable
class ControlMethod(Protocol):
    """A method that is a control with some of its options; an optional part of `Method`.

    The harness gives a control the side of each player (`SeatContext.truth`) and what each answer would be
    worth (`SeatContext.oracle`). Only experiments seat one; the setup of its match names its seats, and the
    audit reports what it makes of the truth anywhere else.
    """

    def is_control(self, options: Mapping[str, str]) -> bool:
        """Returns true if these options give it the truth."""
        ...


@runtime_checkable
class QuestionsEverybody(Protocol):
    """A method that questions all other players with some of its options; an optional part of `Method`."""

    def questions_everybody(self, options: Mapping[str, str]) -> bool:
        """Returns true if it questions all other players with these options."""
        ...


def questions_everybody(spelling: str) -> bool:
    """Returns true if a method, as spelled, questions all other players each round."""
    try:
        spec = MethodSpec.read(spelling)
        method = find_method(spec.name)
        return isinstance(method, QuestionsEverybody) and method.questions_everybody(spec.options)
    except UsageError:
        return False


def is_control(spelling: str) -> bool:
    """Returns true if a method, spelled `METHOD:option=value`, is given the truth."""
    spec = MethodSpec.read(spelling)
    method = METHODS.load_all().get(spec.name)
    return isinstance(method, ControlMethod) and method.is_control(spec.options)


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper.

    Attributes:
        authors: in their order, given names first, with "and" between; empty of an anonymous submission.
        where: where it appeared; empty where that is not known.
    """

    key: str
    title: str
    authors: str
    year: int
    where: str = ""


@runtime_checkable
class HasPapers(Protocol):
    """A method that names the papers it comes from; an optional part of `Method`."""

    @property
    def papers(self) -> tuple[Paper, ...]: ...
