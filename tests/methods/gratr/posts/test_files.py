"""Posts out of a CSV: whatever form it has, or what is wrong with it, by line and column."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.core import visible
from parlour.errors import PostsError
from parlour.methods.gratr.posts.files import parse_posts
from tests.methods.gratr.posts.posting import HARBOUR, posts_of

ROW = "anna,2031-05-01T08:00:00Z,I support the Bridge,Pro-Bridge"


def test_posts_come_by_time_and_those_of_one_moment_in_the_order_of_their_rows():
    posts = posts_of(
        [
            "bo,2031-05-02T08:00:00Z,second,",
            "cy,2031-05-01T10:00:00+02:00,first,",
            "anna,2031-05-02T08:00:00Z,third,",
            "anna,2031-05-02 07:59:59.5,nearly,",
        ]
    ).posts
    assert [post.text for post in posts] == ["first", "nearly", "second", "third"]
    assert [post.number for post in posts] == [0, 1, 2, 3]
    assert [post.line for post in posts] == [3, 5, 2, 4]


def test_excel_and_others_may_have_written_it():
    for delimiter in (",", ";", "\t"):
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            told = delimiter.join(("author", "time", "text")) + "\r\n"
            told += delimiter.join(("安娜", "2031-05-01", '"支持大桥\r\n第二行"')) + "\r\n\r\n"
            posts = parse_posts(told.encode(encoding), HARBOUR, "a.csv").posts
            assert [(post.author, post.text) for post in posts] == [("安娜", "支持大桥\r\n第二行")]


def test_the_columns_taken_and_passed_over_are_named_and_a_handle_goes_before_a_shown_name():
    posts = posts_of(
        ["2031-05-01,@ann_b is right,Bo of the Mill,bo_m"],
        header="created_at,tweet,user_name,user_screen_name",
    )
    assert posts.columns == (
        "by name: author = user_screen_name (before user_name), time = created_at, text = tweet;"
        " passed over: user_name"
    )
    assert posts.authors == ("bo_m",)


def test_stances_are_labels_for_and_against_the_first_camp():
    rows = [f"a,2031-05-01,x,{label}" for label in ("FAVOR", "AGAINST", "NONE")]
    posts = posts_of(rows, header="author,time,text,stance")
    assert [post.label for post in posts.posts] == ["Pro-Bridge", "Anti-Bridge", "Neutral"]
    assert posts.notes == ("FAVOR and AGAINST are read as labels for and against the first camp, Bridge",)


def test_cells_between_tabs_may_hold_quotation_marks_and_cells_between_commas_say_how():
    table = 'author\ttime\ttext\nbo\t2031-05-01\t"No" said my "nan"\n'
    assert parse_posts(table.encode(), HARBOUR, "a.tsv").posts[0].text == '"No" said my "nan"'
    with pytest.raises(PostsError, match="2: is not CSV: double each quotation mark"):
        parse_posts(table.replace("\t", ",").encode(), HARBOUR, "a.csv")


def test_what_cannot_be_seen_is_left_out():
    post = posts_of(["a\u202e\x1b[31mn,2031-05-01,x\x1b]0;owned\x07y,"]).posts[0]
    assert (post.author, post.text) == ("a[31mn", "x]0;ownedy")


def test_authors_whose_names_differ_in_case_or_form_alone_are_one_and_it_is_said():
    posts = posts_of(
        [f"{name},2031-05-0{day},x," for day, name in enumerate(("Ann", "ANN", "\uff21nn", "a_nn"), 1)]
    )
    assert [post.author for post in posts.posts] == ["Ann", "Ann", "Ann", "a_nn"]
    assert "one author's: 'ANN' as 'Ann', '\uff21nn' as 'Ann'" in " ".join(posts.notes)


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1).filter(str.strip)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
@example([("Ann", "@")])
def test_whatever_people_write_comes_back(told: list[tuple[str, str]]):
    told = [(author, text) for author, text in told if visible(author).strip().removeprefix("@").strip()]
    told = [(author, text) for author, text in told if visible(text).strip()]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([("author", "time", "text"), *((a, "2031-05-01", text) for a, text in told)])
    if told:
        posts = parse_posts(out.getvalue().encode(), HARBOUR, "a.csv").posts
        assert [post.text for post in posts] == [visible(text).strip() for _, text in told]


def test_common_times_are_read():
    for told in (
        "2031-05-14T21:30:00Z",
        "2031-05-14 21:30",
        "2031-05-14T23:30:00+02:00",
        "20310514T213000Z",
        "2031/05/14 21:30",
        "05/14/2031 21:30",
        "14/05/2031 21:30:00",
        "14.05.2031 21:30",
        "5/14/2031 9:30 PM",
        "Wed May 14 21:30:00 +0000 2031",
        '"Wed, 14 May 2031 21:30:00 GMT"',
        '"May 14, 2031 · 9:30 PM UTC"',
        "14 May 2031 21:30",
        "2031年5月14日 21:30",
        "1936560600",
        "1936560600000",
    ):
        assert posts_of([f"anna,{told},hello,"]).posts[0].time == datetime(2031, 5, 14, 21, 30, tzinfo=UTC)


def test_one_date_settles_how_the_column_writes_days_and_a_guess_is_told():
    posts = posts_of(["a,03/04/2031,x,", "a,25/04/2031,y,"])
    assert [post.moment.month for post in posts.posts] == [4, 4]
    assert not posts.notes
    assert "month/day/year" in posts_of(["a,03/04/2031,x,"]).notes[0]


def test_what_is_wrong_is_said_with_line_and_column():
    for rows, said in (
        (["a,yesterday,x,"], "posts.csv:2: time: 'yesterday' is no time"),
        (["a,2031-05-01,,"], "posts.csv:2: text: is empty"),
        (["@ ,2031-05-01,x,"], "posts.csv:2: author: is empty"),
        (["a,2031-05-01,x,Angry"], "posts.csv:2: label: 'Angry' is none of the classes Anti-Bridge"),
        (["a,2031-05-01"], "posts.csv:2: text: is empty"),
        (["a,2031-05-01,x,Neutral,y"], "posts.csv:2: has 5 cells where the header has 4"),
        ([ROW, '"a\nb",2031-05-01,x,', "a,2031-13-01,x,"], "posts.csv:5: time"),
        (['a,2031-05-01,"never closed,'], "posts.csv:2: is not CSV"),
        ([], "holds no post"),
    ):
        with pytest.raises(PostsError) as error:
            posts_of(rows)
        assert said in str(error.value)


def test_files_that_are_no_table_of_posts_are_refused():
    for content, said in (
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"author,text\na,x\n", "a.csv:1: no column time"),
        (b"author,time,text,Text\n", "two columns are called 'text'"),
        ("author,time,text\na,2031-05-01,caf\u00e9\n".encode("latin-1"), "a.csv:2: is not utf-8"),
    ):
        with pytest.raises(PostsError) as error:
            parse_posts(content, HARBOUR, "a.csv")
        assert said in str(error.value)
