"""`parlour.play` and `parlour.resume`: a match from the deal to the verdict, in one call."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping

from parlour.agents import METHODS
from parlour.arena import OUTSIDE, Seating, Setup, SilentPerson, drawn_seed, is_free
from parlour.core import Player, default_game, find_game
from parlour.errors import UsageError
from parlour.library.blocking import blocking
from parlour.library.game_options import (
    MatchOrder,
    find_unfinished,
    play_on,
    read_game,
    read_keywords,
    refuse_people,
    refuse_unused_budgets,
)
from parlour.library.match import Match, MatchOutcome, Place, outcome_of, path_of
from parlour.llm import TEMPERATURE, Language, ModelPool, default_model
from parlour.store import MEMORY, Store, play_in_memory, refuse_foreign

HOTTEST = 2.0


async def aplay(
    game: str | None = None,
    *,
    seed: int | None = None,
    method: str | None = None,
    model: str | None = None,
    seats: Mapping[str, str] | None = None,
    language: Language | None = None,
    temperature: float = TEMPERATURE,
    embedding: str | None = None,
    script_tokens: int | None = None,
    dialogue_tokens: int | None = None,
    answer_tokens: int | None = None,
    budget: float | None = None,
    concurrency: int | None = None,
    db: Place = None,
    **options: object,
) -> Match:
    """Plays a match to its end, and returns the whole record of it.

    It is kept where the command line keeps its own, so that nothing that was paid for is lost: whatever stops
    it (an interrupt, a budget, a server that is gone), `resume` goes on with it, and what is raised says how.

    Args:
        game: one of `list_games()`; the usual one if left out.
        seed: of every draw; any if left out.
        method: how the seats play, one of `list_methods()` with its options: ``"METHOD:window=5"``; the
            usual one if left out.
        model: what they think with; `PARLOUR_MODEL` or the reader if left out.
        seats: how single seats play, by name, as ``"METHOD"`` or ``"METHOD@MODEL"``.
        language: of the table, en or zh.
        temperature: of everything that models write, from 0 to 2.
        embedding: what retrieval ranks by.
        script_tokens: of script in a prompt, where one is dealt.
        dialogue_tokens: of dialogue in a prompt.
        answer_tokens: of each, when answering questions.
        budget: dollars before which it stops.
        concurrency: the most calls at once per model.
        db: where it is kept: a path or a URL; ``":memory:"`` keeps it nowhere but in what is returned.
        **options: the game's own, as on the command line (``players=6``), and how its sides play, each by
            its name (``SIDE="plain"``).

    Raises:
        UsageError: if something is asked for that does not exist or cannot be played so.
        UnknownOption: if the game has no such option; a `TypeError` too.
        ParlourError: if something stopped the match.
    """
    game_name = (find_game(game) if game else default_game()).name
    fields, sides = read_keywords(game_name, options, _TAKEN)
    budgets = {
        "script_tokens": script_tokens,
        "dialogue_tokens": dialogue_tokens,
        "answer_tokens": answer_tokens,
    }
    tokens = {name: count for name, count in budgets.items() if count is not None}
    refuse_unused_budgets(find_game(game_name), tokens)
    if not 0 <= temperature <= HOTTEST:
        raise UsageError(f"temperature: from 0 to {HOTTEST:g}, not {temperature:g}")
    seating = Seating(
        method=method or METHODS.default,
        model=model or default_model(),
        seats=[f"{name}={filling}" for name, filling in (seats or {}).items()],
        teams=[f"{name}={filling}" for name, filling in sides.items()],
    )
    order = MatchOrder(
        game=read_game(game_name, fields),
        seating=seating,
        seed=drawn_seed(seating) if seed is None else seed,
        language=language,
        tokens=tokens,
        embedding=embedding,
        temperature=temperature,
    )
    async with ModelPool(budget=budget, concurrency=concurrency) as models:
        setup = await asyncio.to_thread(order.lay, models.window)  # a server may take its time to answer
        refuse_people(setup)
        return await play_laid(setup, models, db)


async def aresume(
    match: str, *, budget: float | None = None, concurrency: int | None = None, db: Place = None
) -> Match:
    """Resumes a match that was stopped; recorded calls are not repeated.

    Args:
        match: its id, or an unambiguous beginning of it.
        budget: dollars before which it stops again.
        concurrency: the most calls at once per model.
        db: where it is kept, as for `play`.

    Raises:
        UnknownMatch: if there is no such match.
        UsageError: if it is finished, waits for a person, or was imported and names addresses that the user
            has not named.
        ParlourError: if something stopped it again.
    """
    async with ModelPool(budget=budget, concurrency=concurrency) as models:
        with Store.open(path_of(db)) as store:
            match_id = find_unfinished(store, match)
            refuse_people(store.setup(match_id))
            refuse_foreign(store, match_id)
            return await _to_its_end(store, models, match_id, db)


async def play_laid(setup: Setup, models: ModelPool, db: Place = None) -> Match:
    """Plays a given setup to its end, as `aplay` does with its own.

    Args:
        setup: of the match.
        models: of the seats.
        db: where it is kept.
    """
    if db == MEMORY:
        return Match(await play_in_memory(setup, models))
    with Store.open(path_of(db)) as store:
        return await _to_its_end(store, models, store.create(setup), db)


play, resume = blocking(aplay), blocking(aresume)
_TAKEN = tuple(
    name
    for name, parameter in inspect.signature(aplay).parameters.items()
    if parameter.kind is not inspect.Parameter.VAR_KEYWORD
)
"""The keywords that every game has."""


async def _to_its_end(store: Store, models: ModelPool, match: str, db: Place) -> Match:
    try:
        return Match(await play_on(store, models, match))
    except BaseException as error:
        db_option = "" if db is None else f", db={path_of(db)!r}"
        error.add_note(f"Nothing recorded is lost. Go on with: parlour.resume({match!r}{db_option})")
        raise


def can_do_without(setup: Setup, player: Player) -> bool:
    """Returns True if `without` is free: other seats use the reader, and the player is the only person."""
    others = [seat for seat in setup.seats if seat.player != player]
    own_seat = next((seat for seat in setup.seats if seat.player == player), None)
    is_alone = not any(seat.holder.method in OUTSIDE or seat.then for seat in others)
    return (
        is_free(others)
        and is_alone
        and own_seat is not None
        and own_seat.method in OUTSIDE
        and not own_seat.then
    )


async def without(setup: Setup, player: Player) -> MatchOutcome:
    """Returns the outcome of a match if one of its people had said nothing and abstained.

    All else is the same: the deal, the seats, every draw. The others' actions follow from what they observe,
    so that it is the same match up to the person's first speech.

    Args:
        setup: of the match.
        player: the person.
    """
    async with ModelPool() as models:
        return outcome_of(await play_in_memory(setup, models, {player: SilentPerson()}))
