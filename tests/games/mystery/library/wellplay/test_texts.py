from parlour.games.mystery.library.wellplay.texts import clean, is_chinese, split_goals


def test_line_breaks_that_were_spelt_out_are_line_breaks():
    for text, cleaned in (
        (r"One. \ n Two.", "One.\nTwo."),
        (r"One.\nTwo.", "One.\nTwo."),
        (r"One. \\ n \\ n Two.", "One.\n\nTwo."),
        (r"One. \N2. Two.", "One.\n2. Two."),
        (r"One. \Now two.", "One.\nNow two."),
        ("One.  n2. Two.", "One.\n2. Two."),
        ("One.\r\nTwo. \n\n\n\nThree.\n", "One.\nTwo.\n\nThree."),
        ("Neither an n nor a new line.", "Neither an n nor a new line."),
    ):
        assert clean(text) == cleaned


def test_goals_are_parted_by_their_numbers_or_lines():
    for text in (
        "1. Find the key.\n2. Keep calm.",
        "Find the key.\nKeep calm.",
        r"① Find the key. \ n ② Keep calm.",
        "1) Find the key. 2) Keep calm.",
        "1、Find the key.\n2。Keep calm.",
        "1Find the key.\n2. Keep calm.”",
    ):
        assert split_goals(text).objectives == ["Find the key.", "Keep calm."]
        assert split_goals(text).secrets == []


def test_numbers_within_a_goal_do_not_part_it():
    goals = ["Be home by 9pm, or 23% will doubt you.", "晚上9点以前到家"]
    assert split_goals("\n".join(goals)).objectives == goals


def test_what_a_heading_forbids_to_say_is_a_secret():
    goals = split_goals("【不能说的事】\n你去过磨坊\n【必须公开】\n你很穷\n【任务】\n1.找到钥匙（2分）")
    assert goals.secrets == ["你去过磨坊"]
    assert goals.objectives == ["[必须公开] 你很穷", "找到钥匙（2分）"]


def test_hints_are_secrets_and_tasks_are_not():
    goals = split_goals("Stay calm.\nTip:\n1. You did it.\n[Your Secret Mission]\nFind the key.")
    assert goals.secrets == ["You did it."]
    assert goals.objectives == ["Stay calm.", "Find the key."]


def test_a_text_is_chinese_when_much_of_it_is():
    assert is_chinese("你是老芬的房客 (Ada)")
    assert not is_chinese("You rent a room from 老芬 and pay in coins.")
