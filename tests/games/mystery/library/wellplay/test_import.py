import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.errors import ScriptError
from parlour.games.mystery import Aspect, Script
from parlour.games.mystery.library import flags, import_folder
from tests.games.mystery.library.wellplay.conftest import WHO, part

Finch = Callable[..., Path]


def only(folder: Path) -> Script:
    ((script, _),) = import_folder(folder)
    return script


def test_a_game_without_faults_has_no_flags(finch: Finch):
    script = only(finch())
    assert flags(script) == {}
    assert (script.id, script.title, script.language) == ("finch-hall", "Finch Hall", "en")
    assert script.players == ("Ada Moss", "Ben Reed", "Cora Vale")
    assert script.victims[0].murderers == ("Ben Reed",)
    assert script.rows() == 6
    assert [question.aspect for question in script.questions[:3]] == [Aspect.WHO, Aspect.HOW, Aspect.SUSPECT]
    assert script.characters[0].objectives == ("Stay calm.",)
    assert script.warning


def test_the_folder_names_a_game_whose_files_do_not(finch: Finch):
    assert only(finch(script_name="")).title == "Finch Hall"


def test_the_collection_may_be_given_at_any_height(finch: Finch, tmp_path: Path):
    game = finch()
    (tmp_path / "english").mkdir()
    shutil.move(game, tmp_path / "english")
    for folder in (tmp_path, tmp_path / "english", tmp_path / "english" / game.name):
        assert only(folder).id == "finch-hall"


def test_what_was_looked_for_is_said_where_nothing_is_found(finch: Finch, tmp_path: Path):
    with pytest.raises(ScriptError, match=r"looked for json/script_info\.json"):
        import_folder(tmp_path)
    with pytest.raises(ScriptError, match="no such folder"):
        import_folder(tmp_path / "nowhere")
    with pytest.raises(ScriptError, match="no game in the language 'zh'"):
        import_folder(finch(), "zh")


def test_a_broken_file_is_named(finch: Finch):
    game = finch()
    broken = game / "json" / "Ada Moss.json"
    broken.write_text('{\n"script": [')
    with pytest.raises(ScriptError, match=r"Ada Moss\.json:2: is not JSON"):
        import_folder(game)
    broken.write_text("{}")
    with pytest.raises(ScriptError, match=r"Ada Moss\.json: script"):
        import_folder(game)


def test_a_character_without_a_file_is_named(finch: Finch):
    with pytest.raises(ScriptError, match=r"looked for json/Zoe Quill\.json"):
        import_folder(finch(character_name=["Ada Moss", "Zoe Quill"]))


def test_too_few_characters_are_said(finch: Finch):
    game = finch(character_name=["Ada Moss", "Ben Reed"])
    (game / "json" / "Cora Vale.json").unlink()
    with pytest.raises(ScriptError, match=r"characters: .*at least 3"):
        import_folder(game)


def test_a_game_without_questions_is_imported_and_flagged(finch: Finch):
    game = finch()
    shutil.rmtree(game / "final_result")
    script = only(game)
    assert script.questions == ()
    assert script.flags == ("no-questions",)


def test_bytes_that_spreadsheets_write_are_read(finch: Finch):
    game = finch()
    path = game / "final_result" / "Ada Moss.csv"
    plain = only(game).questions
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n,,,\r\n")
    assert only(game).questions == plain
    path.write_text("value,type,question,a,b,truth\nb,a,为什么？,钱,情,b\n", encoding="gb18030")
    assert only(game).questions[0].text == "为什么？"
    path.write_text("value;type;question;a;b;truth\nb;a;Why, then?;x;y;b\n", encoding="utf-16")
    assert only(game).questions[0].text == "Why, then?"


def test_the_gathered_file_is_not_asked_and_flagged_where_it_differs(finch: Finch):
    game = finch()
    header, *rows = (game / "final_result" / "Ada Moss.csv").read_text().splitlines()
    everything = rows + [
        line
        for name in ("Ben Reed", "Cora Vale")
        for line in (game / "final_result" / f"{name}.csv").read_text().splitlines()[1:]
    ]
    gathered = game / "final_result" / "GM.csv"
    gathered.write_text("\n".join([header, *everything]) + "\n")
    assert flags(only(game)) == {}
    gathered.write_text("\n".join([header, *everything[1:]]) + "\n")
    assert flags(only(game)) == {"gathered-file-differs": 1}
    assert only(game).rows() == 6


def test_a_name_that_files_spell_otherwise_is_matched_and_told(finch: Finch):
    game = finch(parts={"Ada Moss": part(script=["You know [Bem Reed] and [Benn Reed]."])})
    (game / "final_result" / "Cora Vale.csv").rename(game / "final_result" / "Cora Vail.csv")
    ((script, notes),) = import_folder(game)
    assert script.flags == ("names-differ",)
    assert script.characters[1].aliases == ("Bem Reed", "Benn Reed")
    assert script.characters[2].aliases == ("Cora Vail",)
    assert "'Cora Vail' is taken for 'Cora Vale'" in notes
    assert any(question.asked_of == ("Cora Vale",) for question in script.questions)


def test_a_character_without_questions_does_not_take_those_of_a_namesake(finch: Finch):
    game = finch(parts={"Ada Mott": part()}, character_name=["Ada Mott", "Ada Moss", "Ben Reed", "Cora Vale"])
    script = only(game)
    assert script.flags == ("no-questions",)
    assert not any(question.asked_of == ("Ada Mott",) for question in script.questions)


def test_questions_of_nobody_at_the_table_are_told(finch: Finch):
    ((script, notes),) = import_folder(finch(tables={"Xerxes": "question,a,b,truth\nWhy?,x,y,a\n"}))
    assert script.flags == ("unclaimed-questions",)
    assert "Xerxes.csv" in notes[0]


def test_names_in_brackets_become_aliases(finch: Finch):
    long = "Ada Moss (Miss Moss or the Tenant)"
    game = finch(character_name=[long, "Ben Reed", "Cora Vale"])
    for kind in ("json", "final_result"):
        path = next((game / kind).glob("Ada*"))
        path.rename(path.with_name(long + path.suffix))
    script = only(game)
    assert script.players[0] == "Ada Moss"
    assert script.characters[0].aliases == ("Miss Moss", "the Tenant")
    assert flags(script) == {}


def test_a_victim_is_one_however_each_player_calls_it(finch: Finch):
    parts = {
        "Ada Moss": part(victims=["Old Finch", "Rosa"], kill_by_me=[0, 0]),
        "Ben Reed": part(
            victims=["uncle (Old Finch)", "sister (Lady Finch)"], kill_by_me=[1, 0], is_murderer=1
        ),
        "Cora Vale": part(victims=["Rosa (Lady Finch)", "Old Finch"], kill_by_me=[1, 0], is_murderer=1),
    }
    first, second = only(finch(parts=parts)).victims
    assert (first.name, first.aliases, first.murderers) == ("Old Finch", (), ("Ben Reed",))
    assert (second.name, second.aliases, second.murderers) == ("Rosa", ("Lady Finch",), ("Cora Vale",))


def test_a_victim_whom_nobody_killed_has_no_murderers(finch: Finch):
    script = only(finch(parts={"Ben Reed": part()}))
    assert script.victims[0].murderers == ()
    assert flags(script) == {"victim-killed-by-nobody": 1}


def test_a_murderer_whose_file_names_no_victim_killed_the_only_one(finch: Finch):
    script = only(finch(parts={"Ben Reed": part(kill_by_me=[], is_murderer=1)}))
    assert script.victims[0].murderers == ("Ben Reed",)
    assert flags(script) == {}


def test_a_murderer_who_killed_nobody_is_flagged(finch: Finch):
    script = only(finch(parts={"Ada Moss": part(kill_by_me=[0], is_murderer=1)}))
    assert script.victims[0].murderers == ("Ben Reed",)
    assert flags(script) == {"unclear-murderers": 1}


def test_a_key_that_contradicts_the_murderers_is_flagged_and_kept(finch: Finch):
    suspect = ("b", "b", "Which two do you most suspect of killing Old Finch?", *WHO[3:8], "c")
    script = only(finch([WHO, suspect]))
    assert [question.flags for question in script.questions[:2]] == [(), ("key-contradicts-murderers",)]
    assert script.questions[1].key == ("c",)


def test_a_lost_text_is_taken_from_the_same_question_to_others(finch: Finch):
    lost = ("b", "a", " ", "By a fall", "By smoke", "By frost", "", "", "c")
    script = only(finch([lost]))
    assert script.questions[0].text == "How did Old Finch die?"
    assert script.questions[0].aspect is Aspect.HOW
    assert script.questions[0].flags == ("no-text", "text-from-others")


def test_spelt_out_line_breaks_are_flagged_on_the_script(finch: Finch):
    script = only(finch(parts={"Ada Moss": part(script=[r"You rent. \ n You owe."])}))
    assert script.characters[0].acts == ("You rent.\nYou owe.",)
    assert flags(script) == {"literal-line-breaks": 1}


def test_translations_are_linked_and_compared(finch: Finch, tmp_path: Path):
    english = finch()
    chinese = tmp_path / "芬宅（3人）"
    shutil.copytree(english, chinese)
    for path in (chinese / "json").glob("*.json"):
        said = json.loads(path.read_text())
        said.update({"script_name": "芬宅"} if path.stem == "script_info" else {"script": ["你租了一间房。"]})
        path.write_text(json.dumps(said))
    en, zh = (script for script, _ in import_folder(tmp_path))
    assert (en.id, en.story) == ("finch-hall", "finch-hall")
    assert (zh.id, zh.story, zh.language) == ("芬宅", "finch-hall", "zh")
    assert flags(zh) == {}
    other = json.dumps(part(script=["你租了一间房。"], kill_by_me=[1], is_murderer=1))
    (chinese / "json" / "Ada Moss.json").write_text(other)
    assert [script.flags for script, _ in import_folder(tmp_path)] == [("murderers-differ-by-language",)] * 2
