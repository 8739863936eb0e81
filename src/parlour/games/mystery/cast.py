"""Who can be in a generated mystery: names native in each language, no two of which begin alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from parlour.language.facts import Language, Name

_WOMEN: Mapping[Language, tuple[Name, ...]] = {
    "en": (
        "Agatha", "Beatrice", "Clara", "Dorothy", "Edith", "Flora", "Greta", "Harriet",
        "Imogen", "Josephine", "Kitty", "Lydia", "Maud", "Nora", "Olive", "Prudence",
        "Rosamund", "Sylvia", "Tabitha", "Ursula", "Violet", "Winifred",
    ),
    "zh": (
        "沈月娥", "陆佩兰", "顾婉清", "叶秋棠", "白素琴", "程慧贞", "江如萍", "韩雪梅",
        "苏锦绣", "林巧云", "谢玉茹", "秦翠屏", "罗静姝", "唐凤仪", "孟春桃", "周文秀",
        "魏红绫", "许念慈", "方晓荷", "吴淑仪", "贺芳菲", "曹碧君",
    ),
}  # fmt: skip
_MEN: Mapping[Language, tuple[Name, ...]] = {
    "en": (
        "Arthur", "Barnaby", "Conrad", "Desmond", "Edmund", "Felix", "Godfrey", "Hugo",
        "Ivor", "Jasper", "Kenneth", "Leopold", "Magnus", "Nigel", "Oscar", "Percival",
        "Roland", "Simon", "Tobias", "Ulric", "Victor", "Walter",
    ),
    "zh": (
        "沈崇山", "陆启明", "顾维安", "叶伯庸", "白景行", "程志远", "江一舟", "韩振邦",
        "苏敬亭", "林少谦", "谢承安", "秦怀瑾", "罗大川", "唐世昌", "孟广德", "周子敬",
        "魏长庚", "许国栋", "方鸿业", "吴立群", "贺天佑", "曹正声",
    ),
}  # fmt: skip


WOMEN = frozenset(name for names in _WOMEN.values() for name in names)
"""Every name that is a woman's, in all languages."""
MEN = frozenset(name for names in _MEN.values() for name in names)
"""Every name that is a man's."""


@dataclass(frozen=True, kw_only=True)
class Cast:
    """The people of a story; which of them are women is the same in every language.

    Attributes:
        players: those who are played, in seat order.
        victims: those who die, in the order of their deaths.
        women: who of all is a woman.
    """

    players: tuple[Name, ...]
    victims: tuple[Name, ...]
    women: frozenset[Name]

    @property
    def everybody(self) -> tuple[Name, ...]:
        """Players and victims."""
        return (*self.players, *self.victims)


def draw_cast(rng: Random, players: int, victims: int, language: Language) -> Cast:
    """People by chance; the draw is the same whatever the language."""
    places = rng.sample(range(len(_WOMEN["en"])), players + victims)
    drawn = [(place, rng.random() < 0.5) for place in places]
    names = [(_WOMEN if is_woman else _MEN)[language][place] for place, is_woman in drawn]
    women = frozenset(name for name, (_, is_woman) in zip(names, drawn, strict=True) if is_woman)
    return Cast(players=tuple(names[:players]), victims=tuple(names[players:]), women=women)
