import json

from hypothesis import given
from hypothesis import strategies as st

from parlour.agents import Thought
from parlour.arena import Act, Entry, Fault, Item, Note, entry, events, faults, item, items
from parlour.core import Event, event_kinds, find_game
from tests.arena.mysteries import laid, mystery
from tests.arena.playing import play, recorded

GAMES = ("mystery", "werewolf", "onenight")
names = st.text(min_size=1, max_size=8)
words = st.text(max_size=30)


def told_in(game: str) -> st.SearchStrategy[tuple[str, Item]]:
    """Any event of that game, with its name."""
    event = st.builds(
        Event,
        number=st.integers(0, 10**6),
        kind=st.sampled_from(find_game(game).events),
        round=st.integers(0, 20),
        actor=st.none() | names,
        to=st.none() | names,
        case=st.none() | names,
        chosen=st.lists(names, max_size=3).map(tuple),
        text=words,
        visible_to=st.none() | st.frozensets(names, max_size=4),
    )
    return st.tuples(st.just(game), event)


thoughts = st.builds(
    Thought,
    kind=names,
    case=st.none() | names,
    body=st.dictionaries(
        names, st.none() | st.booleans() | st.floats(allow_nan=False) | words | st.lists(names)
    ),
)
done = st.one_of(
    st.builds(Act, request=names, player=names, chosen=st.lists(names).map(tuple), speech=words),
    st.builds(Note, request=names, player=names, thought=thoughts),
    st.builds(Fault, request=names, player=names, purpose=names, problem=words),
)
anything = st.one_of(*map(told_in, GAMES), st.tuples(st.sampled_from(GAMES), done))


@given(anything, st.integers(0, 99))
def test_what_is_entered_comes_back_equal(each: tuple[str, Item], number: int):
    game, entered = each
    kept = entry(number, entered)
    assert kept.number == number
    assert item(kept, game) == entered
    assert entry(number, item(kept, game)) == kept


@given(anything)
def test_an_entry_is_one_line_with_its_keys_in_order(each: tuple[str, Item]):
    kept = entry(0, each[1]).json
    assert "\n" not in kept
    again = json.dumps(json.loads(kept), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert again == kept


def test_the_order_in_which_a_set_was_made_does_not_matter():
    some = [f"player {n}" for n in range(12)]
    first, second = (
        Event(number=0, kind=event_kinds.SECRET, visible_to=frozenset(order)) for order in (some, some[::-1])
    )
    assert entry(0, first) == entry(0, second)
    assert json.loads(entry(0, first).json)["visible_to"] == sorted(some)


def test_a_record_gives_its_items_events_and_faults_in_order():
    setup = laid(mystery(), method="random")
    record = recorded(setup, play(setup))
    assert [entry(n, each) for n, each in enumerate(items(record))] == list(record.entries)
    assert [event.number for event in events(record)] == list(range(len(events(record))))
    assert faults(record) == []
    assert {type(each) for each in record.entries} == {Entry}
