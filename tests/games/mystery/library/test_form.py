from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.core import one_line, visible
from parlour.errors import ScriptError
from parlour.games.mystery import LETTERS, Aspect, Character, Kinship, Question, Script, Victim
from parlour.games.mystery.library import load, loads, save, saves

PLAYERS = ("Ann", "Bo", "陈三")

TEXTS = st.text(st.characters(blacklist_categories=["Cs"]), max_size=300).filter(visible)
NAMES = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20).map(one_line).filter(bool)
MANY_TEXTS = st.lists(TEXTS, max_size=3).map(tuple)
ALIASES = st.lists(NAMES, max_size=3).map(tuple)


def story(**changes: object) -> Script:
    """A small whole script, with whatever a test changes."""
    fields: dict[str, object] = {
        "title": "The Locked Mill",
        "language": "en",
        "warning": "A death.",
        "characters": tuple(Character(name=name, acts=("You were there.",)) for name in PLAYERS),
        "victims": (Victim(name="Dee", murderers=("Bo",)),),
    }
    return Script.model_validate({**fields, **changes})


@st.composite
def questions(draw: st.DrawFn) -> Question:
    """Any question that the model allows."""
    options = draw(st.lists(TEXTS, min_size=2, max_size=5))
    letters = st.sampled_from(LETTERS[: len(options)])
    return Question(
        asked_of=tuple(draw(st.lists(st.sampled_from(PLAYERS), unique=True))),
        aspect=draw(st.sampled_from(Aspect)),
        points=draw(st.sampled_from([10, 5, 2])),
        text=draw(st.text(st.characters(blacklist_categories=["Cs"]), max_size=80)),
        options=tuple(options),
        key=tuple(draw(st.lists(letters, unique=True, min_size=1))),
        choose=draw(st.integers(1, len(options))),
        flags=tuple(draw(st.lists(st.sampled_from(["no-text", "key-in-e"]), unique=True))),
    )


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """Any script that the model allows, with three characters."""
    characters = tuple(
        Character(
            name=name,
            aliases=draw(ALIASES),
            gender=draw(st.sampled_from([None, "woman", "man"])),
            acts=draw(MANY_TEXTS.filter(bool)),
            secrets=draw(MANY_TEXTS),
            objectives=draw(MANY_TEXTS),
        )
        for name in PLAYERS
    )
    relation = st.builds(Kinship, of=NAMES, to=NAMES, kinds=ALIASES.filter(bool))
    return story(
        title=draw(TEXTS),
        language=draw(st.sampled_from(["en", "zh"])),
        warning=draw(st.one_of(st.just(""), TEXTS)),
        synopsis=draw(st.one_of(st.just(""), TEXTS)),
        characters=characters,
        victims=(Victim(name=draw(NAMES), aliases=draw(ALIASES), murderers=("Bo",)),),
        relations=tuple(draw(st.lists(relation, max_size=2))),
        questions=tuple(draw(st.lists(questions(), max_size=3))),
        options_seed=draw(st.one_of(st.none(), st.integers())),
    )


GOOD = saves(story())


def wrong(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as caught:
        loads(text, "mill.yaml")
    return caught.value


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(scripts())
def test_what_is_saved_is_loaded_again_unchanged(script: Script):
    assert loads(saves(script)) == script


def test_a_file_is_written_and_read_in_utf_8(tmp_path: Path):
    path = tmp_path / "mill.yaml"
    save(story(title="磨坊"), path)
    assert "磨坊" in path.read_text("utf-8")
    assert load(path).title == "磨坊"


def test_a_long_text_is_written_as_a_block():
    act = "You came by night.\n\nNobody saw you."
    written = saves(story(characters=[{"name": name, "acts": [act]} for name in ("Ann", "Bo", "Cy")]))
    assert "  - |-\n    You came by night.\n\n    Nobody saw you.\n" in written


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path):
    path = tmp_path / "mill.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load(path) == story()


def test_words_that_yaml_takes_for_something_else_stay_words():
    text = GOOD + (
        "questions:\n- aspect: when\n  points: 5\n  text: 2024-01-01\n"
        "  options: [Yes, No, 22:10, 1.0]\n  key: c\n"
    )
    question = loads(text).questions[0]
    assert question.options == ("Yes", "No", "22:10", "1.0")
    assert question.key == ("c",)
    assert question.text == "2024-01-01"


QUESTION = "questions:\n- aspect: who\n  points: 5\n  text: Who?\n  options: [Ann, Bo]\n  key: [b]\n"


def test_an_error_names_file_line_and_field():
    for text, field, line, message in (
        (GOOD + QUESTION.replace("[b]", "[e]"), "questions[0].key", 6, "'e' has no option"),
        (GOOD + QUESTION.replace("[b]", "[B]"), "questions[0].key[0]", 6, "'a', 'b'"),
        (GOOD + QUESTION.replace("  key: [b]\n", ""), "questions[0].key", 2, "missing"),
        (GOOD + QUESTION.replace("key: [b]", "key: []"), "questions[0].key", 6, "missing"),
        (GOOD + QUESTION.replace("points: 5", "points: 7"), "questions[0].points", 3, "10, 5 or 2"),
        (GOOD + QUESTION.replace("[Ann, Bo]", "[Ann]"), "questions[0].options", 5, "at least 2"),
        (GOOD + QUESTION.replace("aspect: who", "aspect: whom"), "questions[0].aspect", 2, "'who'"),
        (GOOD + QUESTION.replace("key:", "keys:"), "questions[0].keys", 6, "did you mean key?"),
        (GOOD + QUESTION + "  choose: 3\n", "questions[0].choose", 7, "3 of 2"),
        (GOOD + QUESTION + "  asked_of: [Zed]\n", "questions[0].asked_of", 7, "'Zed' is not a character"),
    ):
        error = wrong(text)
        before = GOOD.count("\n")
        assert (error.file, error.field, error.line) == ("mill.yaml", field, before + line)
        assert message in error.message
        assert str(error).startswith(f"mill.yaml:{before + line}: {field}: ")


def test_of_several_errors_the_first_in_the_file_is_told_and_the_others_counted():
    error = wrong(GOOD.replace("language: en", "language: fr") + QUESTION.replace("[b]", "[e]"))
    assert error.field == "language"
    assert error.message.endswith("(and 1 more)")


def test_what_is_not_the_form_is_said_with_its_line():
    for text, line, message in (
        ("", None, "empty"),
        ("# only a remark\n", 1, "fields"),
        ("- a list\n", 1, "fields"),
        ("just words", 1, "fields"),
        ("title: A\ntitle: B\n", 2, "stands twice, first on line 1"),
        ("title: A\ncharacters:\n\t- name: Ann\n", 3, "tab"),
        ("title: [A\nlanguage: en\n", 2, "not YAML"),
        ("title: A\n---\ntitle: B\n", 3, "one script"),
        ("a: &a [x]\nb: [*a, *a]\n", 1, "anchors"),
        ("a: *nowhere\n", 1, "anchors"),
        ("? [a, b]\n: c\n", 1, "one word"),
        ("title: \x07\n", 1, "printed"),
        ("a: " + "[" * 50 + "]" * 50, 1, "nested"),
        ("- " * 100_000, 1, "fields"),
        ("a:\n " + "- " * 100_000, 2, "nested"),
        ("title:\n  of: {the: mill}\n", 1, "text"),
    ):
        error = wrong(text)
        assert error.line == line
        assert message in error.message


def test_a_field_left_empty_is_a_field_left_out():
    assert loads(GOOD + "synopsis:\n").synopsis == ""


def test_a_folder_a_missing_file_and_a_huge_one_are_said(tmp_path: Path):
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"a" * 4_000_001)
    for path, message in ((tmp_path, "folder"), (tmp_path / "none.yaml", "no such file"), (huge, "larger")):
        with pytest.raises(ScriptError, match=message):
            load(path)


def test_a_place_that_cannot_be_written_is_said_and_keeps_what_was_there(tmp_path: Path):
    (tmp_path / "mill.yaml").mkdir()
    with pytest.raises(ScriptError, match="cannot be written"):
        save(story(), tmp_path / "mill.yaml")
    assert [path.name for path in tmp_path.iterdir()] == ["mill.yaml"]


def test_another_encoding_is_said_with_its_line(tmp_path: Path):
    path = tmp_path / "gbk.yaml"
    path.write_bytes("language: zh\ntitle: 磨坊\n".encode("gb18030"))
    with pytest.raises(ScriptError, match="UTF-8") as caught:
        load(path)
    assert caught.value.line == 2
