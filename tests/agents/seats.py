"""One seat of a small mystery, with what its player was given and has heard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parlour.agents import Observation, SeatContext, Thought
from parlour.agents.memory import BM25, Budgets, LazyRanking
from parlour.arena import start_state
from parlour.core import Event, Player, Request, event_kinds, find_game, request_kinds
from parlour.games.mystery import MysterySetup
from parlour.language.wording import rules
from parlour.llm import LanguageModel, count_tokens
from tests.arena.mysteries import WINDOW, laid, mystery
from tests.llm.samples import Scripted


@dataclass(kw_only=True)
class Slate:
    """A context that keeps what was noted at it."""

    thoughts: list[Thought] = field(default_factory=list[Thought])
    faults: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    said: list[str] = field(default_factory=list[str])

    def think(self, thought: Thought) -> None:
        self.thoughts.append(thought)

    def fault(self, purpose: str, problem: str) -> None:
        self.faults.append((purpose, problem))

    @property
    def listener(self) -> Callable[[str], None]:
        return self.said.append


def seat_context(
    player: Player | None = None,
    *,
    game: MysterySetup | None = None,
    context: int = WINDOW,
    budgets: Budgets | None = None,
    model: Scripted | None = None,
) -> SeatContext:
    """A place at the table of a mystery; the first one if nobody is named."""
    setup = laid(game or mystery())
    state = start_state(setup)
    seated = player or state.players[0]
    return SeatContext(
        game=find_game("mystery"),
        player=seated,
        players=state.players,
        cases=tuple(state.cases(seated)),
        rules=rules(setup.game),
        rounds=setup.game.most_rounds,
        language=setup.language,
        seed=setup.seed,
        ranking=LazyRanking(BM25),
        budgets=budgets or Budgets(),
        context=context,
        model=LanguageModel(backend=model) if model else None,
    )


def observation(
    player: Player | None = None,
    *,
    game: MysterySetup | None = None,
    context: int = WINDOW,
    budgets: Budgets | None = None,
    model: Scripted | None = None,
) -> Observation:
    """The observation of a player who was dealt its first papers."""
    chosen = game or mystery()
    seen = Observation(seat=seat_context(player, game=chosen, context=context, budgets=budgets, model=model))
    _, dealt = start_state(laid(chosen)).apply({})
    for event in dealt:
        if event.is_visible_to(seen.seat.player):
            seen.observe(event)
    return seen


def asking(player: Player = "Anna", **about: object) -> Request:
    """A request to ask about Vera, unless told otherwise."""
    others = tuple(name for name in ("Anna", "Ben", "Carl", "Dora") if name != player)
    fields = {
        "kind": request_kinds.ASK,
        "case": "Vera",
        "options": others,
        "most": 1,
        "words": 50,
        "round": 1,
        **about,
    }
    return Request(id=f"4.{fields['kind']}.{player}", step=4, player=player, **fields)  # pyright: ignore[reportArgumentType]


def asked(number: int, actor: Player, to: Player, text: str, case: str = "Vera") -> Event:
    return Event(number=number, kind=event_kinds.ASKED, actor=actor, to=to, case=case, text=text)


def replied(number: int, actor: Player, to: Player, text: str, case: str = "Vera") -> Event:
    return Event(number=number, kind=event_kinds.REPLIED, actor=actor, to=to, case=case, text=text)


def introduced(number: int, actor: Player, text: str) -> Event:
    return Event(number=number, kind=event_kinds.INTRODUCED, actor=actor, text=text)


def tokens(texts: Sequence[str]) -> int:
    """What these take in a prompt, by the estimate that budgets go by."""
    return sum(map(count_tokens, texts))
