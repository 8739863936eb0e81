"""What a seat may know, each piece at its place in the vector."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from math import log2
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.best_of import KINDS, Policy, interval, play
from parlour.core import Case, Event, Request, event, event_kinds, find_game, private, request_kinds
from parlour.errors import IllegalAction, SetupError, Unreadable
from parlour.games.mystery import MysterySetup
from parlour.integrations.envs import environment
from parlour.integrations.envs.encoding import (
    MOST_CASES,
    MOST_COUNTED,
    OTHERS,
    ChoiceNumbers,
    Encoding,
    is_enough,
    is_full,
)
from parlour.integrations.envs.text_env import read_action
from tests.integrations.envs.playing import GAMES

GAME = find_game("werewolf")
PLAYERS = ("Ann", "Bo", "Cy")
NOBODY = len(PLAYERS)
"""As an actor; of those to whom something is done it is what is no player, and nobody is one further."""


def encoding() -> Encoding:
    return Encoding(game=GAME, players=PLAYERS, rounds=4)


def blocks(vector: NDArray[np.float32]) -> Mapping[str, NDArray[np.float32]]:
    made = encoding()
    return {name: vector[place].reshape(made.shapes[name]) for name, place in made.layout.items()}


def set_in(vector: NDArray[np.float32]) -> dict[str, list[tuple[float | int, ...]]]:
    found = {
        name: [*zip(*np.nonzero(block), block[np.nonzero(block)], strict=True)]
        for name, block in blocks(vector).items()
    }
    return {name: [tuple(map(float, each)) for each in places] for name, places in found.items() if places}


def asked(
    request: Request | None, *chosen: str, cases: tuple[Case, ...] = ()
) -> dict[str, list[tuple[float | int, ...]]]:
    vector = encoding().blank()
    encoding().ask(vector, "Bo", request, chosen, cases)
    return set_in(vector)


def known(*events: Event) -> dict[str, list[tuple[float | int, ...]]]:
    vector = encoding().blank()
    encoding().add(events, vector)
    return set_in(vector)


def vote(**about: object) -> Request:
    fields = {"options": ("Ann", "Cy", "left"), "most": 3, **about}
    return Request(id="v", step=1, player="Bo", kind=request_kinds.VOTE, **fields)  # pyright: ignore[reportArgumentType]


def test_where_nothing_is_asked_a_seat_knows_who_it_is():
    assert asked(None) == {"me": [(1, 1)]}


def test_a_request_is_told_with_its_round_and_who_put_it():
    number = list(GAME.requests).index(request_kinds.VOTE)
    assert asked(vote(round=2, partner="Cy")) == {
        "request": [(number, 1)],
        "round": [(0, pytest.approx(0.4))],
        "me": [(1, 1)],
        "partner": [(2, 1)],
    }
    assert asked(vote(round=9))["round"] == [(0, 1)]
    assert "partner" not in asked(vote(partner="a stranger"))


def test_what_is_chosen_so_far_is_told_by_its_number_without_nobody():
    assert asked(vote(), "Ann", "left")["chosen"] == [(0, 1), (3, 1)]
    assert asked(vote(), "Cy")["chosen"] == [(2, 1)]


def test_the_case_is_told_of_the_first_few():
    for number, told in ((0, [(0, 1)]), (MOST_CASES - 1, [(MOST_CASES - 1, 1)]), (MOST_CASES, None)):
        cases = tuple(Case(name=f"c{n}", candidates=PLAYERS) for n in range(MOST_CASES + 1))
        assert asked(vote(case=f"c{number}"), cases=cases).get("case") == told


def test_who_did_what_to_whom_is_counted():
    votes = list(GAME.events).index(event_kinds.VOTED)
    ballot = event(event_kinds.VOTED, actor="Ann", chosen=("Cy",))
    assert known(ballot) == {"told": [(votes, 0, 2, 1 / MOST_COUNTED)]}
    assert known(*[ballot] * 3)["told"] == [(votes, 0, 2, 3 / MOST_COUNTED)]
    assert known(*[ballot] * (MOST_COUNTED + 2))["told"] == [(votes, 0, 2, 1)]


def test_what_is_no_player_and_nobody_have_places_of_their_own():
    votes = list(GAME.events).index(event_kinds.VOTED)
    share = 1 / MOST_COUNTED
    for actor, chosen, places in (
        ("Ann", (), [(0, NOBODY + 1)]),
        ("Ann", ("a card",), [(0, NOBODY)]),
        (None, ("Bo", "Cy"), [(NOBODY, 1), (NOBODY, 2)]),
        (None, (), [(NOBODY, NOBODY + 1)]),
    ):
        told = known(event(event_kinds.VOTED, actor=actor, chosen=chosen))
        assert told == {"told": [(votes, *place, share) for place in places]}


def test_who_is_addressed_counts_and_not_who_is_named():
    said = event(event_kinds.SPOKE, actor="Cy", to="Ann", chosen=("Bo",))
    assert known(said)["told"] == [(list(GAME.events).index(event_kinds.SPOKE), 2, 0, 1 / MOST_COUNTED)]


def test_who_is_out_and_what_somebody_was_shown_to_be_is_kept():
    labels = encoding().labels
    out = event(event_kinds.ELIMINATED, chosen=("Cy", "a stranger"))
    checked = private(event_kinds.CHECKED, "Bo", chosen=("Ann",), role="werewolf")
    dealt = private(event_kinds.ROLE, "Bo", role="seer")
    told = known(out, checked, dealt)
    assert told["gone"] == [(2, 1)]
    assert told["roles"] == [(0, labels["werewolf"], 1), (1, labels["seer"], 1)]
    assert "roles" not in known(private(event_kinds.CHECKED, "Bo", chosen=("Ann",), role="of another game"))


NUMBERS = ChoiceNumbers(players=("Ann", "Bo", "Cy"))
VOTE = Request(id="v", step=1, player="Ann", kind=request_kinds.VOTE, options=("Cy", "Bo"), least=1, most=1)
MAY_PASS = Request(id="m", step=1, player="Ann", kind=request_kinds.VOTE, options=("Bo",), most=1)
PAIR = Request(
    id="p", step=1, player="Ann", kind=request_kinds.CHECK, options=("Bo", "Cy", "left", "right"), least=2,
    most=2, or_none=True,
)  # fmt: skip


def letters(count: int) -> Request:
    options = tuple("abcdefghi"[:count])
    return Request(id="a", step=1, player="Ann", kind=request_kinds.ANSWER, options=options, most=1)


def test_players_are_numbered_by_seat_and_what_is_no_player_after_them():
    assert [NUMBERS.number(option, PAIR) for option in PAIR.options] == [2, 3, 4, 5]
    assert [NUMBERS.number(option, VOTE) for option in VOTE.options] == [3, 2]
    assert NUMBERS.count == 1 + 3 + OTHERS


def test_a_number_means_the_option_that_has_it():
    for request_ in (VOTE, MAY_PASS, PAIR, letters(OTHERS)):
        for option in request_.options:
            assert NUMBERS.option(NUMBERS.number(option, request_), request_) == option
        assert NUMBERS.option(0, request_) is None


def test_a_number_that_is_not_offered_means_nothing():
    for number in (1, 4, 11, -1, 99):
        with pytest.raises(IllegalAction, match=f"vote offers no option of number {number}"):
            NUMBERS.option(number, VOTE)


def test_no_more_can_be_offered_than_can_be_numbered():
    assert NUMBERS.number("h", letters(OTHERS)) == NUMBERS.count - 1
    with pytest.raises(SetupError, match="answer offers 9 options that are no players; 8 can be numbered"):
        NUMBERS.number("a", letters(OTHERS + 1))


def allowed(request: Request | None, *chosen: str) -> list[int]:
    mask = NUMBERS.mask(request, chosen)
    assert mask.shape == (NUMBERS.count,)
    assert {*mask.tolist()} <= {0, 1}
    return mask.nonzero()[0].tolist()


def test_where_nothing_is_asked_nobody_can_be_chosen():
    assert allowed(None) == [0]


def test_what_is_offered_and_not_chosen_yet_is_allowed():
    assert allowed(VOTE) == [2, 3]
    assert allowed(MAY_PASS) == [0, 2]
    assert allowed(PAIR) == [0, 2, 3, 4, 5]
    assert allowed(PAIR, "Bo") == [3, 4, 5]
    assert allowed(PAIR, "Bo", "left") == [0, 3, 5]


def test_where_nothing_is_left_a_choice_may_end():
    assert allowed(MAY_PASS, "Bo") == [0]


def test_a_choice_may_end_with_enough_or_with_none_and_must_with_as_many_as_may_be():
    assert [is_enough(PAIR, PAIR.options[:n]) for n in range(4)] == [True, False, True, True]
    assert [is_enough(VOTE, VOTE.options[:n]) for n in range(3)] == [False, True, True]
    assert [is_full(PAIR, PAIR.options[:n]) for n in range(4)] == [False, False, True, True]


OPTIONS = ("Ann", "Ben", "Cat")


def _request(**told: Any) -> Request:
    usual: dict[str, Any] = {"kind": request_kinds.VOTE, "options": OPTIONS, "most": 1}
    return Request(id="1", step=1, player="Zoe", **{**usual, **told})


def _answer(text: str, rng: Random) -> str:
    form = text.rsplit("\n\n", 1)[-1]
    offered = [each.partition("]")[0] for each in form.split("[")[1:]]
    if not offered:
        return "I was in the kitchen all evening."
    chosen = rng.sample(offered[:-1], 2) if form.startswith(("Answer with exactly 2", "请把恰好2")) else None
    return f"I have my reasons. {''.join(f'[{each}]' for each in chosen or [rng.choice(offered)])}"


def test_textarenas_loop_plays_every_game_to_its_end():
    for language in ("en", "zh"):
        for game in GAMES:
            env = environment(game).text_env(seats=(0, 1), language=language)
            env.reset(num_players=6 if game != "werewolf" else 8, seed=4)
            rng, done, asked = Random(1), False, set[int]()
            while not done:
                player, observation = env.get_observation()
                asked.add(player)
                done, _ = env.step(action=_answer(observation, rng))
            rewards, told = env.close()
            assert set(rewards) == set(told) == {0, 1} >= asked
            assert all(-1 <= reward <= 1 for reward in rewards.values())
            assert not any(each["faults"] for each in told.values() if game != "avalon")


def test_nothing_of_another_seats_papers_stands_in_a_text():
    env = environment("mystery").text_env(seats=(0, 1))
    env.reset(num_players=6, seed=3)
    script = MysterySetup.of(env.episode.setup.game).script
    for character in script.characters[1:]:
        for line in "\n".join((*character.acts, *character.secrets)).splitlines():
            own = "\n".join((*script.characters[0].acts, script.synopsis))
            if len(line) > 40 and line not in own:
                assert line not in env.get_observation()[1]


def test_an_answer_that_cannot_be_read_is_asked_for_again_and_then_counted():
    env = environment("werewolf").text_env(seats=(0,), decides=("vote",))
    env.reset(num_players=8, seed=2)
    before = env.episode.turn
    done, info = env.step("I really cannot say")
    assert not done
    assert "brackets" in info["problem"]
    assert env.episode.turn == before
    assert env.get_observation()[1].endswith("no choice in brackets: [Player 2]")
    env.step("nor now")
    assert env.episode.turn != before
    assert env.close()[1][0]["faults"] == 1


def test_the_last_brackets_count_and_the_rest_is_said():
    assert read_action("Either [Ann] or [Ben]. I take [Ben]", _request()).chosen == ("Ben",)
    assert read_action("[nobody]", _request()).chosen == ()
    assert read_action("[ cat ]", _request()).chosen == ("Cat",)
    both = _request(least=2, most=2)
    assert read_action("[Ann] and [Cat]", both).chosen == ("Ann", "Cat")
    asked = _request(kind=request_kinds.ASK, words=5)
    action = read_action("[Ben] Where were you at eight?", asked)
    assert (action.chosen, action.speech) == (("Ben",), "Where were you at eight?")


def test_a_vote_that_names_nobody_who_may_be_named_is_unreadable():
    for text in ("", "Ann", "[Zoe]", "[]", "[Ann"):
        with pytest.raises(Unreadable):
            read_action(text, _request())


def test_the_environment_works_where_a_loop_is_running():
    async def notebook() -> float:
        env = environment("werewolf").text_env(seats=(0,), others="plain@reader")
        env.reset(num_players=5, seed=1)
        done = False
        while not done:
            done, _ = env.step(_answer(env.get_observation()[1], Random(0)))
        return env.close()[0][0]

    assert asyncio.run(notebook()) in (-1, 0, 1)


PAGE = (Path(__file__).parents[3] / "docs" / "envs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_runs(block: str):
    exec(compile(block, "docs/envs.md", "exec"), {})


def test_every_block_of_the_vector_is_on_the_page():
    assert len(BLOCKS) == 2
    env: Any = environment("werewolf").raw_env()
    for name in env.encoding.layout:
        assert re.search(rf"^\| .*`{name}`.*\|", PAGE, re.MULTILINE), name


def test_a_policy_of_the_experiment_asks_and_something_can_be_proved():
    result = play(Policy.drawn(Random(1)), 0)
    assert 0 < result.bits <= log2(11**2)
    assert 0 <= result.right <= 1
    assert result.won in (0, 0.5, 1)
    assert set(Policy.drawn(Random(1)).weights) == set(KINDS)


def test_the_interval_is_students():
    mean, low, high = interval([1.0, 2.0, 3.0])  # t(2, 0.975) = 4.3027, over √3
    assert (mean, round(low, 3), round(high, 3)) == (2.0, -0.484, 4.484)
