"""The form of a table as it is being filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue, ValidationError

from parlour.agents import MethodSpec, find_method
from parlour.arena import DEFAULT_METHOD, GENERATED, OUTSIDE, any_seed
from parlour.errors import FieldError
from parlour.llm import READER, Language, default_model
from parlour.web.asked import TableAsked

Source = Literal["generated", "shelf", "upload"]
_SHORT = 10_000


@dataclass(kw_only=True)
class Draft:
    """What stands in the form.

    Attributes:
        language: of the table, where its story does not say.
        game: which.
        source: where a mystery comes from.
        script: the one on the shelf.
        yaml: the one that was uploaded.
        players: how many, where that can be chosen; None for as usual.
        victims: likewise.
        rules: those that are not as usual, by game.
        roles: how many of each, by game, where they were changed.
        seats: method and model of the seats that are not as the rest, by number from 1.
        method: of the rest.
        model: of the rest.
        seconds: for each request; None for ever.
        seed: of every draw.
    """

    language: Language
    game: str = "mystery"
    source: Source = "generated"
    script: str = ""
    yaml: str = ""
    players: int | None = None
    victims: int | None = None
    rules: dict[str, dict[str, JsonValue]] = field(default_factory=dict[str, dict[str, JsonValue]])
    roles: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    seats: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])
    method: str = DEFAULT_METHOD
    model: str = ""
    seconds: int | None = None
    seed: int = field(default_factory=lambda: fresh_seed("mystery"))

    @property
    def is_complete(self) -> bool:
        """Whether enough is told for a table, rightly or wrongly."""
        return self.game != "mystery" or self.source != "upload" or bool(self.yaml)

    def is_read(self, players: int) -> bool:
        """Whether the reader thinks in one of so many seats."""
        minds = [self.seats.get(number, ("", "")) for number in range(1, players + 1)]
        return any(
            (model or self.model or default_model()) == READER
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
            "language": None if self.game == "mystery" and self.source != "generated" else self.language,
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
            return TableAsked.model_validate(told)
        except ValidationError as error:
            wrong = error.errors(include_url=False)[0]
            place = [
                part for part in map(str, wrong["loc"]) if part not in ("mystery", "werewolf", "onenight")
            ]
            raise FieldError(wrong["msg"], field=".".join(place)) from error

    def _game(self) -> dict[str, JsonValue]:
        told: dict[str, JsonValue] = {"name": self.game, **self.rules.get(self.game, {})}
        if self.game != "mystery":
            roles = self.roles.get(self.game)
            return {**told, "roles": dict(roles)} if roles else {**told, "players": self.players}
        match self.source:
            case "generated":
                return {**told, "script": GENERATED, "players": self.players, "victims": self.victims}
            case "shelf":
                return {**told, "script": self.script}
            case "upload":
                return {**told, "yaml": self.yaml}


def _wants_model(method: str) -> bool:
    return find_method(MethodSpec.read(method).name).wants_model


def fresh_seed(game: str) -> int:
    """A seed that nobody chose; a short one for a mystery, in whose title it stands."""
    return any_seed() % _SHORT if game == "mystery" else any_seed()
