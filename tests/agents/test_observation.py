import asyncio

from parlour.agents import Latest, Observation, Recollection
from parlour.agents.memory import Budgets
from parlour.agents.observation import LATER
from parlour.core import Event, Request, event_kinds
from parlour.llm import REPLY_TOKENS, Prompt
from tests.agents.seats import asked, asking, introduced, observation, replied, tokens
from tests.arena.mysteries import NAMES, VICTIMS, canary, mystery

LONG = " ".join(f"At {n} o'clock I saw a light in the mill, number {n}." for n in range(400))
SMALL = Budgets(script=300, dialogue=300, answering=300)


def long_papers(player: str, paper: str) -> str:
    return f"{canary(player, paper)}. {LONG}" if paper.endswith("act") else canary(player, paper)


def recalled(seen: Observation, query: str = "Vera", request: Request | None = None) -> Recollection:
    return asyncio.run(seen.recall(request or asking(), query))


def written(seen: Observation, purpose: str = "ask") -> Prompt:
    return seen.prompt(asking(), purpose, recalled(seen))


def texts_of(recollection: Recollection) -> list[str]:
    return [part.text for part in recollection.parts]


# What stands first


def test_the_system_message_does_not_change_while_nothing_is_dealt():
    seen = observation()
    before = written(seen).system_text
    seen.observe(introduced(20, "Ben", "I am Ben, the miller."))
    seen.observe(asked(21, "Ben", "Anna", "Where were you?"))
    seen.observe(replied(22, "Anna", "Ben", "Upstairs."))
    assert written(seen, "vote").system_text == before


# What does not fit


def test_a_script_that_does_not_fit_is_retrieved_and_the_system_message_holds_none_of_it():
    seen = observation(game=mystery(write=long_papers), budgets=SMALL)
    prompt = written(seen)
    assert "o'clock" not in prompt.system_text
    assert canary("Anna", "first act") not in prompt.system_text
    assert "o'clock" in prompt.user_text


def test_excerpts_are_the_scripts_own_words_and_keep_to_the_budget():
    seen = observation(game=mystery(write=long_papers), budgets=SMALL)
    excerpts = [part for part in recalled(seen).parts if part.source.origin == "private"]
    assert len(excerpts) > 3
    assert tokens([part.text for part in excerpts]) <= SMALL.script
    script = f"A mill in a storm. {canary('Anna', 'first act')}. {LONG}"
    assert all(part.text in script and part.source.owner == "Anna" for part in excerpts)


def test_talk_that_does_not_fit_is_retrieved_within_its_budget_in_the_order_it_was_said():
    seen = observation(budgets=SMALL)
    for n in range(80):
        seen.observe(introduced(20 + n, "Ben", f"I saw light number {n} at {n} o'clock."))
    told = [part for part in recalled(seen, "light number 40").parts if part.source.events]
    numbers = [part.source.events[0] for part in told]
    assert 60 in numbers
    assert numbers == sorted(numbers)
    assert len(numbers) < 80
    assert tokens([part.text for part in told]) <= SMALL.dialogue


def test_a_prompt_and_its_reply_stay_within_a_small_window():
    for language in ("en", "zh"):
        for context in (2500, 4096, 8192):
            game = mystery(language, write=long_papers)
            anna, ben, *_ = NAMES[language]
            case = VICTIMS[language][0]
            seen = observation(game=game, context=context)
            for n in range(0, 200, 2):
                seen.observe(asked(20 + n, anna, ben, f"Where were you at {n}?", case))
                seen.observe(replied(21 + n, ben, anna, f"I was in the mill at {n} o'clock.", case))
            request = asking(anna, case=case)
            told = asyncio.run(seen.recall(request, case))
            prompt = seen.prompt(request, "ask", told, *seen.since(told, case), is_told_secrets=True)
            assert tokens([part.text for part in prompt.parts]) + REPLY_TOKENS <= context
            assert tokens(texts_of(told)) > 100


def test_a_window_without_any_room_recalls_nothing_rather_than_failing():
    seen = observation(game=mystery(write=long_papers), context=500)
    seen.observe(introduced(20, "Ben", "I am Ben, the miller."))
    assert not [part for part in recalled(seen).parts if part.source.events]


# What is heard


def test_a_question_and_its_answer_are_one_segment():
    seen = observation()
    seen.observe(asked(20, "Ben", "Carl", "Where were you?"))
    seen.observe(replied(21, "Carl", "Ben", "In the cellar."))
    told = [part for part in recalled(seen).parts if part.source.events]
    assert [part.source.events for part in told] == [(20, 21)]
    assert told[0].text.index("Where were you?") < told[0].text.index("In the cellar.")


def test_since_keeps_the_latest_on_the_case_where_there_is_no_room_for_all():
    seen = observation(budgets=Budgets(script=4000, dialogue=100))
    told = recalled(seen)
    for n in range(0, 40, 2):
        case = "Vera" if n % 4 else "Walt"
        seen.observe(asked(20 + n, "Ben", "Carl", f"Where were you at {n} on that day?", case))
        seen.observe(replied(21 + n, "Carl", "Ben", f"I was in the mill at {n} o'clock.", case))
    fresh = [part for part in seen.since(told, "Vera") if part.source.events]
    assert fresh
    assert tokens([part.text for part in fresh]) <= 100
    assert all("about Vera" in part.text for part in fresh)
    assert fresh[-1].source.events == (58, 59)


def test_a_talk_that_is_retrieved_leaves_room_for_what_is_said_in_the_round_and_no_more_is_told():
    seen = observation(budgets=SMALL)
    for n in range(80):
        seen.observe(introduced(20 + n, "Ben", f"I saw light number {n} at {n} o'clock."))
    told = recalled(seen)
    heard = [part.text for part in told.parts if part.source.events]
    assert told.room >= SMALL.dialogue // LATER
    for n, fresh in ((3, range(100, 106, 2)), (20, range(106, 140, 2))):
        for number in fresh:
            seen.observe(asked(number, "Ben", "Carl", f"Where were you at {number}?"))
            seen.observe(replied(number + 1, "Carl", "Ben", "In the cellar."))
        later = [part for part in seen.since(told, "Vera") if part.source.events]
        assert later[-1].source.events == (fresh[-1], fresh[-1] + 1)
        assert 3 <= len(later) <= n
        assert tokens([*heard, *(part.text for part in later)]) <= SMALL.dialogue


# What is left out


LEFT_OUT = {
    "en": (
        "2 earlier remarks by Ben and Carl are left out here.",
        "Left out as well is other news, 1 line in all.",
    ),
    "zh": ("这里略去了邱月茹和何三先前的2次发言。", "这里还略去了先前发生的1件事。"),
}


def test_a_prompt_says_how_many_remarks_it_leaves_out_and_whose_and_how_much_else():
    for language in ("en", "zh"):
        anna, ben, carl = NAMES[language][:3]
        seen = observation(anna, game=mystery(language))
        seen.attention = Latest(most=1, counts="messages")
        seen.observe(introduced(20, ben, "A"))
        seen.observe(introduced(21, carl, "B"))
        seen.observe(Event(number=22, kind=event_kinds.PASSED, actor=carl, case=VICTIMS[language][0]))
        seen.observe(introduced(23, ben, "C"))
        told = asyncio.run(seen.recall(asking(anna, case=VICTIMS[language][0]), "?"))
        assert told.parts[1].text == "\n".join(LEFT_OUT[language]).replace("邱月茹", ben).replace(
            "何三", carl
        )
        assert told.parts[1].source.owner == anna


# What stands last


def test_the_reminder_is_last_and_says_whom_a_murderer_killed():
    for language in ("en", "zh"):
        game, case = mystery(language, victims=2), VICTIMS[language][0]
        other = VICTIMS[language][1]
        said: dict[str, str] = {}
        for player in NAMES[language][:4]:
            seen = observation(player, game=game)
            request = asking(player, case=case)
            prompt = seen.prompt(request, "ask", recalled(seen, request=request), is_told_secrets=True)
            said[player] = prompt.user[-1].text
            assert player in said[player]
        civilian, murderer, other_murderer, _ = (said[name] for name in NAMES[language][:4])
        assert case in murderer
        assert other in other_murderer
        assert case not in other_murderer
        assert case not in civilian
        assert other not in civilian
