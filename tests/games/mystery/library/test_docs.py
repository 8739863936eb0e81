import re
from pathlib import Path

from parlour.games.mystery import Character, Kinship, Question, Script, Victim
from parlour.games.mystery.library import advise, loads

PAGE = (Path(__file__).parents[4] / "docs" / "scripts.md").read_text("utf-8")


def example() -> str:
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    return block


def test_the_example_is_a_whole_script():
    script = loads(example())
    assert script.id == "the-locked-mill"
    assert script.victims_of("Bo") == ("Dunstan",)
    assert [len(question.options) for question in script.questions] == [3, 3, 3, 4]


def test_the_only_advice_for_the_example_is_that_it_is_small():
    assert all(advice.startswith("questions: ") for advice in advise(loads(example())))


def test_the_page_names_every_field_of_the_form():
    for form in (Script, Character, Victim, Kinship, Question):
        for name in form.model_fields:
            assert f"`{name}`" in PAGE
