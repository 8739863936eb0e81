# pyright: basic, reportMissingImports=false

from __future__ import annotations

import pytest

pytest.importorskip("inspect_ai", reason="Inspect is not installed: pip install 'parlour[inspect]'")

from inspect_ai.event import ModelEvent, SpanBeginEvent
from inspect_ai.log import EvalSample

import parlour
from parlour.errors import UnknownMethod, UsageError
from parlour.integrations.inspect_tasks.tasks import solver_of
from tests.integrations.inspect_tasks.mock import INSPECTS_OWN_WARNINGS, SPENT, Mock, played, value

pytestmark = INSPECTS_OWN_WARNINGS
GAMES = ("avalon", "mystery", "onenight", "werewolf")


def samples(log: object) -> list[EvalSample]:
    return list(getattr(log, "samples", None) or [])


@pytest.mark.parametrize("game", GAMES)
def test_every_installed_game_is_a_task(game: str):
    mock = Mock()
    log = played(f"parlour/{game}", mock, method="plain", others="random", games=2)
    assert (log.status, log.eval.task) == ("success", f"parlour/{game}")
    assert [sample.metadata["seed"] for sample in samples(log)] == [0, 1]
    assert 0 <= value(log, "won") <= 1
    assert value(log, "fallbacks") < 1
    assert mock.heard


def test_inspect_logs_and_counts_each_call_under_who_asked_and_what_for():
    mock = Mock()
    [sample] = samples(played("parlour/werewolf", mock, method="plain", others="plain", games=1))
    calls = [event for event in sample.events if isinstance(event, ModelEvent)]
    spans = {event.name for event in sample.events if isinstance(event, SpanBeginEvent)}
    assert len(calls) == len(mock.heard) > 0
    assert sample.model_usage["mockllm/model"].total_tokens == SPENT.total_tokens * len(calls)
    [seat] = sample.metadata["seats"]
    assert f"{seat}: vote" in spans
    assert not [name for name in spans if name.startswith("Player") and not name.startswith(f"{seat}:")]


def test_a_match_is_kept_where_it_is_asked_for_and_replays_without_inspect():
    log = played("parlour/werewolf", method="gratr", others="plain", games=1, db="kept.db", players=6)
    [sample] = samples(log)
    match = parlour.load(sample.metadata["match"], db="kept.db")
    [player] = sample.metadata["seats"]
    [seat] = [seat for seat in match.setup.seats if seat.player == player]
    assert (seat.method, seat.model) == ("gratr", "inspect:mockllm/model")
    assert {other.model for other in match.setup.seats} == {"inspect:mockllm/model", "reader"}
    assert len(match.setup.seats) == 6
    assert match.replay().is_identical
    assert match.audit() == []
    assert sample.output.completion == match.transcript


def test_nobody_is_sent_what_a_sample_says_of_the_table():
    mock = Mock()
    [sample] = samples(played("parlour/werewolf", mock, method="plain", games=1, seats="werewolf"))
    told = (sample.input, f"'{sample.metadata['camp']}'", "metadata", '"setup"')
    assert mock.heard
    assert not [text for text in mock.heard for each in told if str(each) in text]


def test_a_side_is_all_its_seats_and_is_scored_as_one_camp():
    log = played("parlour/werewolf", method="plain", others="random", games=2, seats="werewolf")
    assert [sample.metadata["camp"] for sample in samples(log)] == ["werewolf"] * 2
    assert all(set(sample.metadata["roles"].values()) == {"werewolf"} for sample in samples(log))
    assert value(log, "won", "werewolf") == value(log, "won")
    assert log.results
    assert "votes" not in [each.name for each in log.results.scores]


def test_each_seat_of_a_table_is_a_sample_of_the_same_deal():
    log = played("parlour/werewolf", method="random", others="random", games=1, seats="each", players=6)
    seats = [tuple(sample.metadata["seats"]) for sample in samples(log)]
    assert len(set(seats)) == 6
    assert {sample.metadata["camp"] for sample in samples(log)} == {"good", "werewolf"}


def test_a_role_of_inspects_sits_in_the_other_seats():
    mock, rival = Mock(), Mock(name="rival")
    about = {"model_roles": {"rival": rival.model}}
    log = played(
        "parlour/onenight",
        mock,
        about=about,
        method="plain",
        others="plain@inspect:rival",
        games=1,
        db="r.db",
    )
    [sample] = samples(log)
    match = parlour.load(sample.metadata["match"], db="r.db")
    assert {seat.model for seat in match.setup.seats} == {
        "inspect:mockllm/model",
        "inspect:rival=mockllm/rival",
    }
    assert len(rival.heard) > len(mock.heard) > 0
    assert set(sample.model_usage) == {"mockllm/model", "mockllm/rival"}


def test_a_limit_of_inspects_ends_the_sample_and_is_no_error():
    log = played("parlour/werewolf", about={"token_limit": 20}, method="plain", games=1)
    [sample] = samples(log)
    assert (log.status, sample.error) == ("success", None)
    assert sample.limit
    assert sample.limit.type == "token"
    assert sample.scores["won"].explanation == "the match did not end"


def test_what_a_model_raises_is_the_samples_error():
    log = played("parlour/werewolf", Mock(fails=RuntimeError("out of order")), method="plain", games=1)
    assert log.status == "error"
    assert "out of order" in str(log.error)


def test_players_who_have_read_a_script_are_asked_and_the_right_answers_count():
    log = played("parlour/answering", about={"solver": solver_of("plain", "reader")}, games=1, db="a.db")
    assert len(samples(log)) == len({sample.id for sample in samples(log)}) >= 4
    shares = [sample.scores["answers"].value for sample in samples(log)]
    assert 0 < value(log, "answers") == pytest.approx(sum(shares) / len(shares))
    match = parlour.load(samples(log)[0].metadata["match"], db="a.db")
    [player] = samples(log)[0].metadata["seats"]
    assert not [event for event in match.events if event.kind.name in ("spoke", "asked", "replied")]
    assert match.setup.game.most_rounds == 0
    assert samples(log)[0].scores["answers"].metadata["of"] == sum(
        event.kind.name == "answered" and event.actor == player for event in match.events
    )


def test_what_cannot_be_played_is_refused_before_anything_is():
    with pytest.raises(UsageError, match="one, each, all, good, werewolf"):
        played("parlour/werewolf", seats="wolves")
    with pytest.raises(UsageError, match="playrs"):
        played("parlour/werewolf", playrs=6)
    with pytest.raises(UsageError, match="grater"):
        played("parlour/werewolf", method="grater")
    with pytest.raises((UnknownMethod, UsageError)):
        solver_of("nobody")
