"""From the options of `parlour play` to the setup of the game that they ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from parlour import library
from parlour.arena import GameSetup
from parlour.errors import UsageError
from parlour.games import GameName
from parlour.games.mystery import MysterySetup, Script, generate
from parlour.games.werewolf import Role, RoleTable, WerewolfSetup, seat_names

GENERATED = "generated"
USUAL_PLAYERS: Mapping[GameName, int] = {"mystery": 6, "werewolf": 8}
"""At a generated mystery and at the werewolf table of GRATR."""
ONLY: Mapping[GameName, frozenset[str]] = {
    "mystery": frozenset(
        {
            "script",
            "victims",
            "rounds",
            "questions",
            "self_votes",
            "answers",
            "script_tokens",
            "answer_tokens",
        }
    ),
    "werewolf": frozenset(
        {
            "roles",
            "words",
            "discussions",
            "confers",
            "self_save",
            "doubly_saved",
            "opens",
            "ties",
            "reveal",
            "days",
        }
    ),
}
"""The options that one game has and the other does not."""


def refuse_options_of_others(game: GameName, told: Collection[str]) -> None:
    """Raises `UsageError` if an option was given that belongs to another game."""
    for other, options in ONLY.items():
        wrong = [name for name in told if name in options]
        if other != game and wrong:
            raise UsageError(f"--{wrong[0].replace('_', '-')} is an option of {other}, not of {game}")


@dataclass(frozen=True, kw_only=True)
class MysteryAsked:
    """A mystery as it was asked for; what is left out is as usual."""

    script: str
    lang: library.Language | None
    players: int | None
    victims: int | None
    rounds: int
    questions: int
    self_votes: bool
    answers: bool

    def setup(self, seed: int) -> GameSetup:
        """The mystery of that seed."""
        return MysterySetup(
            script=self._script(seed),
            rounds=self.rounds,
            questions=self.questions,
            self_votes=self.self_votes,
            answers=self.answers,
        )

    def _script(self, seed: int) -> Script:
        """A script from the library, or one made for this seed."""
        if self.script == GENERATED:
            players = self.players or USUAL_PLAYERS["mystery"]
            return generate(seed, players=players, victims=self.victims or 1, lang=self.lang or "en")
        if self.players or self.victims:
            raise UsageError(
                f"--players and --victims are for generated mysteries; {self.script!r} has its own"
            )
        return library.find(self.script, self.lang)


@dataclass(frozen=True, kw_only=True)
class WerewolfAsked:
    """A game of Werewolf as it was asked for.

    Attributes:
        lang: of the table.
        players: how many; as many as there are roles where nothing is said.
        roles: how many of each, such as `werewolf=3,seer=1`.
        options: of the setup, None where nothing is said.
    """

    lang: library.Language | None
    players: int | None
    roles: str | None
    options: Mapping[str, object]

    def setup(self, seed: int) -> GameSetup:
        """The table, which a seed changes nothing of."""
        del seed
        roles = read_roles(self.roles) if self.roles else None
        usual = len(roles.roles) if roles else USUAL_PLAYERS["werewolf"]
        language = self.lang or "en"
        told = {name: value for name, value in self.options.items() if value is not None}
        players = seat_names(usual if self.players is None else self.players, language)
        return WerewolfSetup.model_validate(
            {"language": language, "players": players, "roles": roles, **told}
        )


def read_roles(text: str) -> RoleTable:
    """A table of roles from its spelling.

    Raises:
        UsageError: if it cannot be read.
    """
    counts: dict[str, str] = {}
    for piece in text.split(","):
        role, equals, count = (each.strip() for each in piece.partition("="))
        if not equals or role not in list(Role) or not count.isdecimal() or role in counts:
            known = ", ".join(Role)
            raise UsageError(f"--roles {text}: write it as werewolf=3,seer=1,…; the roles are {known}")
        counts[role] = count
    try:
        return RoleTable.model_validate({"werewolf": 0, **counts})
    except ValidationError as error:
        raise UsageError(f"--roles {text}: {error.errors(include_url=False)[0]['msg']}") from error
