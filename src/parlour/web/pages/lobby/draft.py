"""The form of a table as it is being filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue, ValidationError

from parlour.agents import METHODS, MethodSpec, find_method
from parlour.arena import HUMAN, OUTSIDE, secret_seed
from parlour.core import default_game
from parlour.errors import FieldError
from parlour.llm import Language, default_model, is_reader
from parlour.web.asked import TableAsked
from parlour.web.pages.lobby.rules import Rule, Widget, rules_of

Source = Literal["generated", "shelf", "upload"]


@dataclass(kw_only=True)
class TableDraft:
    """What stands in the form.

    Attributes:
        language: of the table, where its story does not say.
        game: which.
        source: where a story comes from, in a game that tells one.
        told: what is asked of each game and is not as usual, by game and field.
        seats: method and model of the seats that are not as the rest, by number from 1.
        method: of the rest.
        model: of the rest.
        seconds: for each request; None for ever.
        seed: of every draw.
        is_seed_named: whether somebody typed it; a seed that was drawn stays secret.
    """

    language: Language
    game: str = field(default_factory=lambda: default_game().name)
    source: Source = "generated"
    told: dict[str, dict[str, JsonValue]] = field(default_factory=dict[str, dict[str, JsonValue]])
    seats: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])
    method: str = field(default_factory=lambda: METHODS.default)
    model: str = ""
    seconds: int | None = None
    seed: int = field(default_factory=secret_seed)
    is_seed_named: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether enough is told for a table, rightly or wrongly."""
        sent = field_for(self.game, "file")
        is_sent = has_story(self.game) and self.source == "upload"
        return not is_sent or sent is None or bool(self.told_of_game().get(sent))

    def told_of_game(self) -> dict[str, JsonValue]:
        """What is asked of the game and is not as usual; to be changed."""
        return self.told.setdefault(self.game, {})

    def draw_seed(self) -> None:
        """Draws another seed in the place of the one that was drawn or typed."""
        self.seed, self.is_seed_named = secret_seed(), False

    def is_read(self, players: int) -> bool:
        """Whether the reader thinks in one of so many seats."""
        minds = [self.seats.get(number, ("", "")) for number in range(1, players + 1)]
        return any(
            is_reader(model or self.model or default_model())
            for method, model in minds
            if method not in OUTSIDE and _wants_model(method or self.method)
        )

    def asked(self, seats: int = 0) -> TableAsked:
        """The table that is asked for.

        Args:
            seats: how many seats there are; of none, what is said of seats is left out.

        Raises:
            FieldError: if a field cannot be as it is filled in.
        """
        told: dict[str, object] = {
            "game": self._game(),
            "language": None if has_story(self.game) and self.source != "generated" else self.language,
            "method": self.method,
            "model": self.model,
            "seats": [
                {"player": str(number), "method": method, "model": model}
                for number, (method, model) in self.seats.items()
                if number <= seats and method
            ],
            "seconds": self.seconds,
            "seed": self.seed,
        }
        try:
            asked = TableAsked.model_validate(told)
        except ValidationError as error:
            wrong = error.errors(include_url=False)[0]
            raise FieldError(wrong["msg"], field=".".join(map(str, wrong["loc"]))) from error
        people = [number for number, (method, _) in self.seats.items() if method == HUMAN]
        if len(people) != 1:
            return asked
        return asked.model_copy(update={"game": asked.game.for_person(people[0])})

    def _game(self) -> dict[str, JsonValue]:
        rules, told = rules_of(self.game), self.told_of_game()
        is_counted = any(told.get(rule.name) for rule in rules.values() if rule.widget == "counts")
        kept = {
            name: value
            for name, value in told.items()
            if name not in rules or (self._is_asked(rules[name]) and not (is_counted and name == "players"))
        }
        return {"name": self.game, **kept}

    def _is_asked(self, rule: Rule) -> bool:
        """Whether a field belongs to the source of the story that is chosen."""
        if rule.is_made:
            return self.source == "generated"
        return self.source == {"story": "shelf", "file": "upload"}.get(rule.widget, self.source)


def has_story(game: str) -> bool:
    """Whether one is told in a game."""
    return field_for(game, "story") is not None


def field_for(game: str, widget: Widget) -> str | None:
    """The first field of a game that is filled in so."""
    return next((rule.name for rule in rules_of(game).values() if rule.widget == widget), None)


def _wants_model(method: str) -> bool:
    return find_method(MethodSpec.read(method).name).wants_model
