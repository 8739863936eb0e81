"""What is held of a followed game without understanding it."""

from __future__ import annotations

from random import Random

import pytest

from parlour.evaluation import MatchScore, estimate, score_match
from parlour.lab.transcripts import Happening
from parlour.lab.watching import baselines, unwatchable
from parlour.lab.watching.followed import OUT
from parlour.lab.watching.metrics import (
    ACCUSED,
    LOT,
    PRIORS,
    QUIETEST,
    REGRESSION,
    VOTED,
    accusations,
    regress,
)
from tests.games.watched.watching import watched
from tests.lab.watching.recorded import SEATS, followed, night, said, talk, voted


def games(count: int = 24) -> list[str]:
    return [SEATS[Random(n).randrange(1, 4)] for n in range(count)]


@pytest.fixture(scope="module")
def found() -> dict[str, tuple[MatchScore, ...]]:
    return baselines([(followed(night(f"game-{n}", wolf=wolf)), "en") for n, wolf in enumerate(games())])


def value(scores: tuple[MatchScore, ...], name: str) -> float:
    told = estimate(scores, name).value
    assert told is not None
    return told


def test_by_lot_one_in_four_is_found_and_nobody_is_told_apart(found: dict[str, tuple[MatchScore, ...]]):
    assert value(found[LOT], "watch.hit") == 0.25
    assert value(found[LOT], "watch.auc") == 0.5
    assert value(found[LOT], "watch.brier") == pytest.approx((0.75**2 + 3 * 0.25**2) / 4)
    assert value(found[LOT], "watch.accuracy") == 0.75


def test_priors_come_from_the_other_games_alone():
    one, other = followed(night("a", winners=("werewolf",))), followed(night("b", winners=("village",)))
    scores = baselines([(one, "en"), (other, "en")])[PRIORS]
    [win] = [each for each in scores[0].forecasts if (each.case, each.round) == ("win", 1)]
    assert win.probabilities[0] > win.probabilities[1] == win.probabilities[2]
    assert value(scores[:1], "watch.win.hit") == 0.0


def test_accusations_are_those_that_annotators_marked_or_else_every_naming():
    marked = [said("Player 1", "It is Player 3.", "Accusation"), said("Player 2", "Player 1?", "Question")]
    assert accusations(followed(night(events=marked)), 4) == {"Player 3": 1}
    unmarked = [said("Player 1", "It is player 3, Player 3!"), said("Player 2", "Player 1? Not Player 2.")]
    assert accusations(followed(night(events=unmarked)), 4) == {"Player 3": 1, "Player 1": 1}
    assert accusations(followed(night(events=unmarked)), 0) == {}


def test_the_tables_own_votes_are_known_only_when_the_talk_is_over(found: dict[str, tuple[MatchScore, ...]]):
    assert value(found[VOTED], "watch.hit.at75") == 0.25
    assert value(found[VOTED], "watch.hit.at100") == 1.0


def test_a_regression_learns_from_all_other_games_and_never_from_the_one_it_judges():
    told = [followed(night(f"game-{n}", wolf=wolf)) for n, wolf in enumerate(games())]
    turned = [followed(night("game-0", wolf="Player 4", events=told[0].transcript.events)), *told[1:]]
    assert regress(told, 4)[0] == regress(turned, 4)[0]
    assert regress(told, 4)[1] != regress(turned, 4)[1]


def test_a_regression_says_nothing_where_only_the_chairs_player_is_left_and_goes_on():
    told = [followed(night(f"game-{n}", wolf=wolf)) for n, wolf in enumerate(games())]
    out = [
        Happening(number=0, kind="news", phase="day", deed=OUT, target=SEATS[1:]),
        said(SEATS[0], "Nobody else is here."),
    ]
    alone = followed(night("alone", events=out), chair=SEATS[0])
    assert alone.others(4) == ()
    assert regress([alone, *told], 4)[0] == {}
    assert regress([alone], 4) == [{}]


def test_a_regression_ranks_the_werewolf_above_others_where_the_talk_gives_it_away(
    found: dict[str, tuple[MatchScore, ...]],
):
    assert value(found[REGRESSION], "watch.auc.at0") == 0.5
    assert value(found[REGRESSION], "watch.auc.at100") > 0.7


@pytest.mark.parametrize("rule", [LOT, PRIORS, ACCUSED, QUIETEST, VOTED, REGRESSION])
def test_in_a_chair_a_rule_holds_what_a_watcher_in_it_is_asked(rule: str):
    """Of everybody but its own player, and only while that one is in the game."""
    out = Happening(number=0, kind="news", deed="out", target=("Player 1",), text="Player 1 is dead.")
    events = [*(said(SEATS[n % 4], "Player 3?") for n in range(4)), out, *talk("n", "Player 2", 4)]
    told = [night(f"game-{n}", wolf=wolf, events=events) for n, wolf in enumerate(games(6))]
    found = baselines([(followed(game, chair="Player 1"), "en") for game in told])[rule]
    record = watched(told[0], chair="Player 1")
    asked = {each.round: len(each.probabilities) for each in score_match(record).beliefs}
    assert {each.round: len(each.probabilities) for each in found[0].beliefs} == asked
    assert asked == {1: 3, 2: 3, 3: 3}
    assert {each.round for each in found[0].forecasts} <= set(asked)


def test_in_a_chair_the_prior_is_of_the_others_alone():
    """Its player is known to seek: of four one is sought, and of the three others one."""
    told = [night(f"game-{n}", wolf=wolf) for n, wolf in enumerate(games(6))]
    scores = baselines([(followed(game, chair="Player 1"), "en") for game in told])[PRIORS]
    assert all(p == pytest.approx(1 / 3) for each in scores[0].beliefs for p in each.probabilities)


def test_quarters_are_of_what_was_said_aloud():
    whisper = Happening(number=0, kind="speech", speaker="Player 1", text="psst", visible_to=("Player 2",))
    opening = Happening(number=0, kind="news", text="Night falls.")
    aloud = [said(SEATS[n % 4], f"line {n}") for n in range(8)]
    game = followed(night(events=[opening, *aloud[:2], whisper, *aloud[2:], voted("Player 1", "Player 2")]))
    assert game.stops == (1, 3, 6, 8, 10)
    assert [len(game.talk(quarter)) for quarter in range(5)] == [0, 2, 4, 6, 8]


def test_the_last_ballot_is_still_to_come_when_the_talk_is_over():
    game = followed(night())
    assert game.next_vote(4) == {"Player 2": 3, "Player 1": 1}
    assert not game.votes(game.stops[4])
    assert game.votes() == game.next_vote(4)


def test_of_several_votes_the_one_that_begins_next_is_meant_and_whoever_is_out_is_asked_about_no_more():
    out = Happening(number=0, kind="news", deed="out", target=("Player 3",), text="Player 3 is dead.")
    events = [
        *(said(SEATS[n], "first day") for n in range(4)),
        voted("Player 1", "Player 3", round_=1),
        voted("Player 2", "pass", round_=1),
        out,
        *(said(SEATS[n % 2], "second day") for n in range(4)),
        voted("Player 1", "Player 2", round_=2),
    ]
    game = followed(night(events=events))
    assert game.next_vote(0) == {"Player 3": 1}
    assert game.next_vote(2) == {"Player 3": 1}
    assert game.next_vote(3) == {"Player 2": 1}
    assert game.living(2) == SEATS
    assert game.living(3) == ("Player 1", "Player 2", "Player 4")


def test_a_game_without_talk_or_without_roles_cannot_be_watched_and_is_told_why():
    assert unwatchable(followed(night())) == ""
    assert unwatchable(followed(night(events=[voted("Player 1", "Player 2")]))).startswith("nothing that was")
    transcript = night()
    nameless = transcript.cast[2].model_copy(update={"end": None})
    cast = (*transcript.cast[:2], nameless, transcript.cast[3])
    assert "Player 3" in unwatchable(followed(transcript.model_copy(update={"cast": cast})))
