"""One live match: its state between two starts of the server, its run, and its outside seats."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum

from pydantic import Field

from parlour.agents.memory import LazyRanking
from parlour.arena import OUTSIDE, Act, Fault, Record, SeatAssignment, open_match, passed_to, play_rules
from parlour.core import Event, FrozenModel, Player, Request
from parlour.errors import ModelUnavailable, ParlourError, StoreUnavailable, TableError
from parlour.llm import MatchModels, ModelPool
from parlour.store import Store
from parlour.web.hosting.feed import Feed
from parlour.web.hosting.projection import FeedLine, Form, Projection, Visibility, form
from parlour.web.hosting.remote_seat import RemoteSeat

MOST_SECONDS = 24 * 60 * 60
MOST_TROUBLES = 50
"""The number of stored troubles, the newest."""


class Standing(StrEnum):
    """The state of a table."""

    WAITING = "waiting"
    """Opened and not started."""
    RUNNING = "running"
    PAUSED = "paused"
    """Until the host goes on."""
    STOPPED = "stopped"
    """A permanent failure; the host may try again."""
    ENDED = "ended"
    """By the host, before its end."""
    FINISHED = "finished"


OVER = frozenset({Standing.ENDED, Standing.FINISHED})


class Trouble(FrozenModel):
    """Something that went wrong outside the rules, such as a model that could not be reached.

    Attributes:
        at: the time, in seconds since 1970.
        sentence: the description.
    """

    at: float
    sentence: str


class Settings(FrozenModel):
    """The stored state of a table beside its match."""

    standing: Standing = Standing.WAITING
    why: str = ""
    seconds: int | None = Field(default=None, ge=5, le=MOST_SECONDS)
    troubles: tuple[Trouble, ...] = ()
    is_study: bool = False


_LOG = logging.getLogger(__name__)
FIRST_PATIENCE, MOST_PATIENCE = 2.0, 60.0
"""The seconds before a retry of an unavailable model or database: at first, and at most."""
_NAME_LENGTH = 16
"""The length of a request's public id."""


class LiveMatch:
    """A match of this server.

    The store has its record. A run is a task that can be cancelled at any moment: the next run repeats the
    record without any call, and continues. Pauses, crashes, replaced players and unavailable models are all
    handled by this one mechanism.
    """

    def __init__(
        self,
        store: Store,
        models: ModelPool,
        match: str,
        settings: Settings,
        *,
        patience: float = FIRST_PATIENCE,
    ) -> None:
        self.match, self.feed = match, Feed(on_news=self._went_on)
        self._store, self._models, self._patience = store, models, patience
        self.settings, self.locks = settings, 0
        """The number of links revoked since the server's start; each page then checks its own."""
        self._task: asyncio.Task[None] | None = None
        self._remote_seats: dict[Player, RemoteSeat] = {}
        self.outside: Mapping[Player, str] = {}
        record = store.record(match)
        self.setup = record.setup
        self._projections: dict[tuple[Visibility, Visibility | None], Projection] = {}
        self.feed.load(record.items, _requests(record))
        self._lay_remote_seats()

    @property
    def is_over(self) -> bool:
        """True once the match has ended, so that everything is visible to all."""
        return self.settings.standing in OVER

    def change_locks(self) -> None:
        """Announces that a link was revoked."""
        self.locks += 1
        self.feed.announce_change()

    def start(self) -> None:
        """Starts or resumes the match.

        Raises:
            TableError: if the match is over.
        """
        if self.is_over:
            raise TableError("This match is over.")
        if self._task is None or self._task.done():
            self._set(standing=Standing.RUNNING, why="")
            self._task = asyncio.create_task(self._run(), name=f"table {self.match}")

    async def pause(self, standing: Standing = Standing.PAUSED) -> None:
        """Pauses the match until it is started again; given answers are kept."""
        if not self.is_over:
            await self.close()
            self._set(standing=standing)

    async def end(self) -> None:
        """Ends the match for good, before its end."""
        await self.pause(Standing.ENDED)

    async def close(self) -> None:
        """Stops the run; the next one, perhaps of the next server, resumes it."""
        if self._task and not self._task.done():
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._task = None

    def set_seconds(self, seconds: int | None) -> None:
        """Sets the time limit of outside players from the next request on."""
        self._set(**Settings.model_validate({"seconds": seconds}).model_dump(include={"seconds"}))
        for remote_seat in self._remote_seats.values():
            remote_seat.seconds = seconds

    async def hand_over(self, player: Player, holder: SeatAssignment) -> None:
        """Replaces the method of a seat from the current step on.

        Raises:
            TableError: if the match is over.
        """
        if self.is_over:
            raise TableError("This match is over.")
        was_running = self.settings.standing is Standing.RUNNING
        await self.close()
        step = play_rules(self._store.record(self.match, with_calls=False)).step
        self.setup = passed_to(self.setup, player, step, holder)
        self._store.reseat(self.match, self.setup)
        self._lay_remote_seats()
        if was_running:
            self.start()
        else:
            self.feed.announce_change()

    def remote_seat(self, player: Player) -> RemoteSeat:
        """Returns the seat that awaits answers from outside.

        Raises:
            TableError: if the seat is not played from outside.
        """
        if player not in self.outside:
            raise TableError(f"{player} is not played from outside any more.")
        return self._remote_seats[player]

    def forms(self, player: Player) -> tuple[Form, ...]:
        """Returns the open requests of a seat that is played from outside."""
        remote_seat = self._remote_seats.get(player) if player in self.outside else None
        pending = remote_seat.pending if remote_seat else ()
        return tuple(
            form(open_request.id, open_request.request, open_request.deadline) for open_request in pending
        )

    def projection(self, visibility: Visibility, in_play: Visibility | None = None) -> Projection:
        """Returns the lines of the match for a viewer."""
        key = visibility, in_play
        if key not in self._projections:
            self._projections[key] = Projection(self.feed.past, self.setup, *key)
        return self._projections[key]

    def lines(self, visibility: Visibility, after: int = -1) -> tuple[FeedLine, ...]:
        """Returns the lines after a number for a viewer."""
        return self.projection(visibility).lines(after)

    def request_name(self, request: str) -> str:
        """Returns the public id of a request.

        The private id begins with its step, and steps also count the secret requests of other seats.
        """
        key = f"{self.setup.seed}.{self.match}".encode()
        return hmac.digest(key, request.encode(), "sha256").hex()[:_NAME_LENGTH]

    def thinking(self, visibility: Visibility) -> tuple[Request, ...]:
        """Returns the undecided requests that a viewer may see."""
        return tuple(
            request for request in self.open_requests(visibility) if request.id not in self.feed.settled
        )

    def open_requests(self, visibility: Visibility) -> tuple[Request, ...]:
        """Returns the requests of this step that a viewer may see, decided or not."""
        if self.settings.standing is not Standing.RUNNING:
            return ()
        return tuple(request for request in self.feed.requests if visibility.shows_thinking(request))

    def given_answers(self, player: Player) -> tuple[Act, ...]:
        """Returns a seat's answers of this step before they take effect; a bid counts only with words."""
        requests = [
            request for request in self.open_requests(Visibility(player=player)) if not request.kind.silent
        ]
        acts = ((request.kind, self.feed.sent.get(request.id)) for request in requests)
        answers = ((kind, act) for kind, act in acts if act and act.player == player and not act.is_fallback)
        return tuple(act for kind, act in answers if act.speech or not kind.bids)

    def events(self) -> list[Event]:
        return [entry.item for entry in self.feed.past if isinstance(entry.item, Event)]

    def record(self) -> Record:
        return self._store.record(self.match)

    async def _run(self) -> None:
        patience = self._patience
        while True:
            entry_count = len(self.feed.past)
            try:
                await self._play()
            except (ModelUnavailable, StoreUnavailable) as error:
                patience = (
                    self._patience if len(self.feed.past) > entry_count else min(2 * patience, MOST_PATIENCE)
                )
                self._trouble(f"{error} (tried again in {patience:.0f} s)")
                await asyncio.sleep(patience)
            except ParlourError as error:
                self._trouble(str(error), standing=Standing.STOPPED)
                return
            except Exception as error:  # noqa: BLE001 - one table that breaks must not take the others along
                _LOG.exception("table %s", self.match)
                self._trouble(f"{type(error).__name__}: {error}", standing=Standing.STOPPED)
                return
            else:
                return

    async def _play(self) -> None:
        log = self._store.journal(self.match)
        self._models.carry_over(self.match, log.dollars)
        self.feed.begin()
        for model in dict.fromkeys(
            holder.model for seat in self.setup.seats for holder in (seat, *seat.then)
        ):
            if model:
                await asyncio.to_thread(self._models.provider, model)
        models, ranking = MatchModels(self._models, log=log), LazyRanking(self.setup.embedding)
        seats = self._remote_seats
        await open_match(self.setup, log, models, ranking, seats, self.feed, match=self.match).play()
        self._set(standing=Standing.FINISHED, why="")

    def _lay_remote_seats(self) -> None:
        self.outside = {
            seat.player: seat.holder.method for seat in self.setup.seats if seat.holder.method in OUTSIDE
        }
        for seat in self.setup.seats:
            if any(holder.method in OUTSIDE for holder in (seat, *seat.then)):
                remote_seat = self._remote_seats.setdefault(
                    seat.player, RemoteSeat(self.feed.announce_change, self.request_name)
                )
                remote_seat.seconds = self.settings.seconds

    def _trouble(self, sentence: str, **changes: object) -> None:
        """Shows and stores a trouble; if the store itself fails, the next write stores it."""
        trouble = Trouble(at=time.time(), sentence=sentence)
        troubles = (*self.settings.troubles, trouble)[-MOST_TROUBLES:]
        settings = self.settings.model_copy(update={"troubles": troubles, "why": sentence, **changes})
        try:
            self._keep(settings)
        except StoreUnavailable:
            self._show(settings)

    def _went_on(self) -> None:
        if self.settings.why:
            self._set(why="")

    def _set(self, **changes: object) -> None:
        self._keep(self.settings.model_copy(update=changes))

    def _keep(self, settings: Settings) -> None:
        self._store.hosting.put_table(self.match, settings.model_dump_json())
        self._show(settings)

    def _show(self, settings: Settings) -> None:
        self.settings = settings
        self.feed.announce_change()


def _requests(record: Record) -> Mapping[str, Request]:
    wrong = {item.request for item in record.items if isinstance(item, Fault)}
    try:
        decisions = play_rules(record).decisions if wrong else ()
    except ParlourError:
        return {}
    return {decision.request.id: decision.request for decision in decisions if decision.request.id in wrong}
