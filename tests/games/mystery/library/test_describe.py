"""What a page about a script tells, and what it keeps for those who ask for everything."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.mystery import Script
from parlour.games.mystery.library import describe


def test_what_people_are_to_each_other_is_told_with_the_rest_of_the_secrets(story: Callable[..., Script]):
    script = story(relations=[{"of": "Ann", "to": "Bo", "kinds": ["sister", "partner"]}])
    told = "Ann is sister and partner of Bo"
    assert told in "\n".join(describe(script, spoilers=True))
    assert told not in "\n".join(describe(script))
