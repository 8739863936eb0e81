import asyncio

from parlour.agents import Latest, Observation, Recollection
from parlour.agents.memory import Budgets
from parlour.agents.observation import LATER
from parlour.core import Event, Request, event_kinds, request_kinds
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


def second_act(number: int = 90, text: str = "Now I remember the cellar.") -> Event:
    return Event(
        number=number, kind=event_kinds.SCRIPT, actor="Anna", text=text, visible_to=frozenset({"Anna"})
    )


def texts_of(recollection: Recollection) -> list[str]:
    return [part.text for part in recollection.parts]


# What stands first


def test_a_script_that_fits_goes_whole_into_the_system_message():
    system = written(observation()).system_text
    for paper in ("first act", "secret", "objective"):
        assert canary("Anna", paper) in system


def test_the_synopsis_that_everybody_knows_stands_there_too_as_an_event():
    parts = written(observation()).system
    told = [part for part in parts if "A mill in a storm." in part.text]
    assert [(part.source.origin, part.source.owner) for part in told] == [("event", None)]


def test_papers_are_marked_as_the_players_own():
    for part in written(observation()).system:
        if "canary" in part.text:
            assert (part.source.origin, part.source.owner) == ("private", "Anna")
            assert len(part.source.events) == 1


def test_the_system_message_does_not_change_while_nothing_is_dealt():
    seen = observation()
    before = written(seen).system_text
    seen.observe(introduced(20, "Ben", "I am Ben, the miller."))
    seen.observe(asked(21, "Ben", "Anna", "Where were you?"))
    seen.observe(replied(22, "Anna", "Ben", "Upstairs."))
    assert written(seen, "vote").system_text == before


def test_a_later_act_is_added_at_the_end_so_that_the_prefix_stays():
    seen = observation()
    before = written(seen).system_text
    seen.observe(second_act())
    after = written(seen).system_text
    assert after.startswith(before)
    assert "Now I remember the cellar." in after[len(before) :]


def test_talk_is_added_at_the_end_so_that_the_prefix_stays():
    seen = observation()
    seen.observe(introduced(20, "Ben", "I am Ben, the miller."))
    before = "\n\n".join(texts_of(recalled(seen)))
    seen.observe(introduced(21, "Carl", "I am Carl, the smith."))
    assert "\n\n".join(texts_of(recalled(seen))).startswith(before)


# What does not fit


def test_a_script_that_does_not_fit_is_retrieved_and_the_system_message_holds_none_of_it():
    seen = observation(game=mystery(write=long_papers), budgets=SMALL)
    prompt = written(seen)
    assert "o'clock" not in prompt.system_text
    assert canary("Anna", "first act") not in prompt.system_text
    assert "o'clock" in prompt.user_text


def test_role_secrets_and_objectives_stay_whatever_the_script_does():
    system = written(observation(game=mystery(write=long_papers), budgets=SMALL)).system_text
    assert "You play Anna." in system
    assert canary("Anna", "secret") in system
    assert canary("Anna", "objective") in system


def test_excerpts_are_the_scripts_own_words_and_keep_to_the_budget():
    seen = observation(game=mystery(write=long_papers), budgets=SMALL)
    excerpts = [part for part in recalled(seen).parts if part.source.origin == "private"]
    assert len(excerpts) > 3
    assert tokens([part.text for part in excerpts]) <= SMALL.script
    script = f"A mill in a storm. {canary('Anna', 'first act')}. {LONG}"
    assert all(part.text in script and part.source.owner == "Anna" for part in excerpts)


def test_what_is_retrieved_is_about_the_query():
    seen = observation(game=mystery(write=long_papers), budgets=Budgets(script=100, dialogue=300))
    excerpts = [part.text for part in recalled(seen, "number 271").parts if part.source.events]
    assert any("number 271." in text for text in excerpts)


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


def test_answering_has_its_own_budget():
    seen = observation(budgets=Budgets(script=4000, dialogue=100, answering=4000))
    for n in range(40):
        seen.observe(introduced(20 + n, "Ben", f"I saw light number {n} at {n} o'clock."))
    playing = recalled(seen)
    answering = asyncio.run(seen.recall(asking(kind=request_kinds.ANSWER), "Vera", use="answer"))
    assert len(playing.parts) < len(answering.parts) == 41


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


def test_a_question_that_gets_no_answer_is_one_segment_with_the_silence():
    seen = observation()
    seen.observe(asked(20, "Ben", "Carl", "Where were you?"))
    seen.observe(Event(number=21, kind=event_kinds.PASSED, actor="Carl", to="Ben", case="Vera"))
    assert [part.source.events for part in recalled(seen).parts if part.source.events] == [(20, 21)]


def test_a_turn_that_is_let_go_does_not_join_the_question_before_it():
    seen = observation()
    seen.observe(asked(20, "Ben", "Carl", "Where were you?"))
    seen.observe(replied(21, "Carl", "Ben", "In the cellar."))
    seen.observe(Event(number=22, kind=event_kinds.PASSED, actor="Dora", case="Vera"))
    told = [part.source.events for part in recalled(seen).parts if part.source.events]
    assert told == [(20, 21), (22,)]


def test_since_holds_only_what_was_said_after_the_recollection():
    seen = observation()
    seen.observe(introduced(20, "Ben", "I am Ben, the miller."))
    told = recalled(seen)
    assert seen.since(told, "Vera") == ()
    seen.observe(asked(21, "Ben", "Carl", "Where were you?"))
    seen.observe(replied(22, "Carl", "Ben", "In the cellar."))
    fresh = [part for part in seen.since(told, "Vera") if part.source.events]
    assert [part.source.events for part in fresh] == [(21, 22)]


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


def test_since_keeps_all_on_the_case_where_only_what_was_said_on_others_does_not_fit():
    seen = observation(budgets=Budgets(script=4000, dialogue=120))
    told = recalled(seen)
    for number, case in ((20, "Vera"), (22, "Walt"), (24, "Vera"), (26, "Walt"), (28, "Vera")):
        long = "Where were you on that day? " * (9 if case == "Walt" else 1)
        seen.observe(asked(number, "Ben", "Carl", long, case))
        seen.observe(replied(number + 1, "Carl", "Ben", "In the mill.", case))
    fresh = [part for part in seen.since(told, "Vera") if part.source.events]
    assert [part.source.events for part in fresh] == [(20, 21), (24, 25), (28, 29)]


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


def test_a_prompt_that_leaves_nothing_out_says_nothing_of_it():
    seen = observation()
    seen.observe(introduced(20, "Ben", "I am Ben."))
    seen.observe(introduced(21, "Carl", "I am Carl."))
    assert "left out" not in written(seen).user_text


def test_what_does_not_fit_its_budget_is_left_out_too():
    seen = observation(budgets=SMALL)
    for n in range(80):
        seen.observe(introduced(20 + n, "Ben", f"I saw light number {n} at {n} o'clock."))
    told = recalled(seen)
    shown = [part for part in told.parts if part.source.events]
    assert f"{80 - len(shown)} earlier remarks by Ben are left out here." in texts_of(told)


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


def test_only_prompts_that_need_them_repeat_the_secrets_at_the_end():
    seen = observation()
    told = recalled(seen)
    open_prompt = seen.prompt(asking(), "vote", told)
    hiding = seen.prompt(asking(), "reply", told, is_told_secrets=True)
    assert canary("Anna", "secret") not in open_prompt.user_text
    assert canary("Anna", "secret") in hiding.user[-2].text


def test_after_the_game_nothing_need_be_hidden():
    seen = observation("Ben")
    prompt = seen.prompt(asking("Ben", kind=request_kinds.ANSWER, case="q1"), "answer", recalled(seen))
    assert "nothing left to hide" in prompt.user[-1].text
    assert "Vera" not in prompt.user[-1].text


def test_whom_a_player_killed_is_read_from_its_own_papers():
    assert observation("Anna").killed == ()
    assert observation("Ben").killed == ("Vera",)
