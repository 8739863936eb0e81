"""What an omniscient table's prompts hold: everybody's script, and nothing else that is another's."""

import asyncio

from parlour.agents import Observation
from parlour.agents.memory import Budgets
from parlour.core import request_kinds
from parlour.llm import Prompt
from tests.agents.seats import asking, observation, tokens
from tests.arena.mysteries import NAMES, Write, canary, mystery

PLAYERS = NAMES["en"][:4]
LONG = " ".join(f"At {n} o'clock I saw a light in the mill, number {n}." for n in range(400))
SMALL = Budgets(script=100, dialogue=100, answering=300)


def long_papers(player: str, paper: str) -> str:
    return f"{canary(player, paper)}. {LONG}" if paper.endswith("act") else canary(player, paper)


def omniscient(write: Write | None = None) -> Observation:
    game = mystery(write=write) if write else mystery()
    silent = game.model_copy(update={"rounds": 0, "introductions": False, "omniscient": True})
    return observation(game=silent, budgets=SMALL if write else None)


def voting(seen: Observation) -> Prompt:
    request = asking(kind=request_kinds.VOTE, words=0)
    return seen.prompt(request, "vote", asyncio.run(seen.recall(request, "Vera Anna")))


def test_every_script_stands_in_the_prompt_under_its_owners_name_ones_own_first():
    system = voting(omniscient()).system_text
    places = [system.index(canary(name, "first act")) for name in PLAYERS]
    assert places == sorted(places)
    for name in PLAYERS[1:]:
        title = f'The script of {name}, who is "you" in it:'
        assert system.index(title) < system.index(canary(name, "first act"))


def test_what_others_hide_and_want_is_not_theirs_to_read():
    text = voting(omniscient()).system_text
    for name in PLAYERS[1:]:
        assert canary(name, "secret") not in text
        assert canary(name, "objective") not in text


def test_each_script_that_is_too_long_has_a_budget_of_its_own():
    text = voting(omniscient(long_papers)).user_text
    for name in PLAYERS[1:]:
        assert f'From the script of {name}, who is "you" in it:' in text
    excerpts = text.split("From ")[1:]
    assert len(excerpts) == len(PLAYERS)
    assert all(150 < tokens([excerpt]) <= 330 for excerpt in excerpts)
