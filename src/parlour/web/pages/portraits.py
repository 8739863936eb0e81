"""Portraits of the seats, drawn at random from the names at the table; nothing is fetched.

They are drawn from the names and not from the match's seed: the seed also deals the roles, and a player could
try seeds until the faces agree.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from urllib.parse import quote

from parlour.arena import Setup
from parlour.core import Player, chance
from parlour.views import premise_of

_SKINS = ("#f6d7bd", "#eec1a0", "#dca67d", "#b97c55", "#8d5a3b", "#6b432c")
_HAIRS = ("#2a211d", "#4c3325", "#7a4b28", "#a8713a", "#c9a06a", "#8d8a86", "#d8d4cc", "#7c2f22")
_CUTS = ("crop", "bob", "bun", "long", "curls", "parting", "bald", "fringe", "waves", "hat", "beret", "quiff")
_WEARS = ("none", "glasses", "none", "moustache", "earrings", "beard", "none", "monocle", "freckles")
_CAP = "M29 45c-3-19 6-27 19-27s22 8 19 27c-2-8-4-12-8-14q-11 3-22 0c-4 2-6 6-8 14z"
_SHAPES = {
    "crop": ("", _CAP),
    "bob": ("M26 62c-4-32 4-46 22-46s26 14 22 46q-8 4-12 0V40H38v22q-6 4-12 0z", _CAP),
    "bun": ("M48 4a9 9 0 110 18 9 9 0 010-18z", _CAP),
    "long": ("M25 84c-6-44-2-68 23-68s29 24 23 68q-9 3-13-2V40H38v42q-6 5-13 2z", _CAP),
    "curls": (
        (
            "M30 22a9 9 0 0114-8 10 10 0 0116 3 9 9 0 0110 11 9 9 0 013 15 8 8 0 01-7 11H30"
            "a8 8 0 01-7-11 9 9 0 012-14 9 9 0 015-7z"
        ),
        "M30 42q-1-15 9-17 9 6 18 0 10 3 9 17-3-8-7-10-11 4-22 0-4 3-7 10z",
    ),
    "parting": ("", "M29 46c-4-20 5-29 19-29s23 9 19 29c-1-9-4-14-9-16-9 3-17 0-21-5-2 6-6 10-8 21z"),
    "bald": ("", "M29 47c-1-5-1-9 1-13q1 7 2 9zM67 47c1-5 1-9-1-13q-1 7-2 9z"),
    "fringe": (
        "M27 60c-4-30 3-43 21-43s25 13 21 43q-5 2-8 0V42H35v18q-4 2-8 0z",
        "M29 42c-2-17 6-25 19-25s21 8 19 25q-3-4-5-6-4 4-7 0-3 4-7 0-4 4-7 0-4 4-7 0-3 2-5 6z",
    ),
    "waves": (
        (
            "M27 70c-9-8-1-14-4-24-2-18 8-31 25-31s27 13 25 31c-3 10 5 16-4 24-6 3-10 0-11-5V40H38"
            "v25c-1 5-5 8-11 5z"
        ),
        "M29 44c-2-18 6-26 19-26s21 8 19 26c-3-10-8-13-13-14-7 6-18 5-25 14z",
    ),
    "hat": ("", ""),
    "beret": ("M27 58c-2-16 0-24 4-28h34c4 4 6 12 4 28q-5 2-7-1V42H34v15q-2 3-7 1z", ""),
    "quiff": (
        "",
        "M29 44c-3-14 0-20 5-23 2-8 14-11 24-7 8 3 11 14 9 30-2-7-4-11-7-13-9 1-17 0-22-4-4 4-7 8-9 17z",
    ),
}
"""The outlines of each haircut, behind the head and before it."""
_SOFT = frozenset({"bob", "bun", "long", "waves", "fringe"})
_COLLARS = ("bow tie", "lapels", "scarf", "pearls")
_MENS = frozenset(
    {"moustache", "beard", "monocle", "bald", "crop", "parting", "quiff", "hat", "bow tie"},
)
"""The features that do not fit a woman's name."""
_WOMENS = frozenset({"earrings", "bob", "bun", "long", "waves", "fringe", "beret", "pearls"})
"""The features that do not fit a man's name."""
_MOUTHS = ("M40 62q8 6 16 0", "M41 63q7 3 14 0", "M41 63h14", "M40 63q9 4 16-1")
_INK = "#2b211c"


def hues(table: str, players: Sequence[Player]) -> tuple[int, ...]:
    """Returns a colour for each seat, as distant from each other as possible, in degrees."""
    share = 360 / max(1, len(players))
    first = chance(0, "hue", table).randrange(360)
    order = list(range(len(players)))
    chance(0, "hues", table).shuffle(order)
    return tuple(round(first + share * place) % 360 for place in order)


def portraits(
    table: str, players: Sequence[Player], women: Collection[Player] = (), men: Collection[Player] = ()
) -> tuple[str, ...]:
    """Returns the portrait of each seat as SVG.

    At one table no two have the same colour, nor, while there is any left that fits, the same hair.
    """
    cuts = _assign(chance(0, "cuts", table).sample(_CUTS, len(_CUTS)), players, women, men)
    wears = _assign(chance(0, "wears", table).sample(_WEARS, len(_WEARS)), players, women, men)
    return tuple(
        _svg(chance(0, "portrait", table, player), hue, cut, worn, _misfits(player, women, men))
        for player, hue, cut, worn in zip(players, hues(table, players), cuts, wears, strict=True)
    )


def _assign(
    shuffled: Sequence[str], players: Sequence[Player], women: Collection[Player], men: Collection[Player]
) -> list[str]:
    """Assigns each player the first unused feature that fits the name; starts over when none is left."""
    left, features = list(shuffled), list[str]()
    for player in players:
        odd = _misfits(player, women, men)
        feature = next((candidate for candidate in left if candidate not in odd), None)
        if feature is None:
            left = list(shuffled)
            feature = next(candidate for candidate in left if candidate not in odd)
        left.remove(feature)
        features.append(feature)
    return features


def _misfits(player: Player, women: Collection[Player], men: Collection[Player]) -> frozenset[str]:
    return _MENS if player in women else _WOMENS if player in men else frozenset()


def portrait_css(
    table: str, players: Sequence[Player], women: Collection[Player] = (), men: Collection[Player] = ()
) -> str:
    """Returns classes `seat-0`, `seat-1`, … with the colours of a seat, and `face` with its portrait."""
    faces = zip(hues(table, players), portraits(table, players, women, men), strict=True)
    return "\n".join(
        f'.seat-{number}{{--hue:{hue};--face:url("data:image/svg+xml,{quote(svg, safe=" =:/()")}")}}'
        for number, (hue, svg) in enumerate(faces)
    )


def _svg(draw: Random, hue: int, cut: str, wears: str, odd: frozenset[str]) -> str:
    skin, hair = draw.choice(_SKINS), draw.choice(_HAIRS)
    worn = "none" if cut in _SOFT and wears in ("beard", "moustache") else wears
    mouth, collar = draw.choice(_MOUTHS), draw.choice([part for part in _COLLARS if part not in odd])
    back, front = (f'<path d="{path}" fill="{hair}"/>' if path else "" for path in _SHAPES[cut])
    cloth, lapel = f"hsl({hue} 34% 34%)", f"hsl({hue} 30% 26%)"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
        f'<rect width="96" height="96" fill="hsl({hue} 42% 80%)"/>'
        f'<circle cx="48" cy="40" r="36" fill="hsl({hue} 46% 87%)"/>'
        f"{back}"
        f'<path d="M14 100c0-20 14-27 34-27s34 7 34 27z" fill="{cloth}"/>'
        f"{_clothes(collar, lapel)}"
        f'<path d="M41 62h14v13q-7 6-14 0z" fill="{skin}"/>'
        '<path d="M41 68q7 5 14 0v-3H41z" fill="#00000022"/>'
        f'<ellipse cx="29" cy="48" rx="4" ry="6" fill="{skin}"/>'
        f'<ellipse cx="67" cy="48" rx="4" ry="6" fill="{skin}"/>'
        f'<path d="M30 44c0-15 8-22 18-22s18 7 18 22c0 16-8 26-18 26s-18-10-18-26z" fill="{skin}"/>'
        f"{_gaze(cut, hair, mouth)}{front}{_headgear(cut, hue, hair)}{_worn(worn, hair)}"
        "</svg>"
    )


def _gaze(cut: str, hair: str, mouth: str) -> str:
    brow = hair if cut != "bald" else "#5b4a3f"
    return (
        f'<g fill="{_INK}"><circle cx="41" cy="47" r="2.3"/><circle cx="55" cy="47" r="2.3"/></g>'
        f'<g fill="none" stroke-linecap="round"><path d="M37 41q4-3 8-1M51 40q4-2 8 1" stroke="{brow}" '
        f'stroke-width="2.2"/><path d="M48 48l-2 7h3" stroke="#0000003a" stroke-width="1.6"/>'
        f'<path d="{mouth}" stroke="#7d2f2c" stroke-width="2.2"/></g>'
        '<g fill="#d8695a" opacity=".22"><circle cx="36" cy="56" r="4"/><circle cx="60" cy="56" r="4"/></g>'
    )


def _clothes(collar: str, lapel: str) -> str:
    match collar:
        case "bow tie":
            return (
                '<path d="M38 73l10 13 10-13 5 3-15 20-15-20z" fill="#fbf7ef"/>'
                f'<path d="M48 84l-8-4v9zM48 84l8-4v9z" fill="{lapel}"/>'
            )
        case "lapels":
            return (
                f'<path d="M36 73l12 22 12-22 6 2-10 25H40L30 75z" fill="{lapel}"/>'
                '<path d="M41 74l7 12 7-12z" fill="#fbf7ef"/>'
            )
        case "scarf":
            return f'<path d="M35 74q13 13 26 0l3 5q-16 15-32 0z" fill="{lapel}"/>'
        case _:
            return (
                '<path d="M36 75q12 17 24 0" fill="none" stroke="#fbf7ef" stroke-width="2.6" '
                'stroke-dasharray="0.1 4" stroke-linecap="round"/>'
            )


def _headgear(cut: str, hue: int, hair: str) -> str:
    felt, band = f"hsl({hue} 25% 26%)", f"hsl({hue} 50% 46%)"
    match cut:
        case "hat":
            return (
                f'<path d="M29 44l2-14h34l2 14-5-8H34z" fill="{hair}"/>'
                f'<path d="M32 28c0-16 6-19 16-19s16 3 16 19z" fill="{felt}"/>'
                f'<path d="M32 23h32v6H32z" fill="{band}"/>'
                f'<path d="M19 29q29-7 58 0 0 5-8 5H27q-8 0-8-5z" fill="{felt}"/>'
            )
        case "beret":
            return (
                f'<path d="M24 30c-2-14 12-20 26-19s24 8 22 17c-10 5-34 6-48 2z" fill="{band}"/>'
                f'<path d="M49 12l2-5" stroke="{felt}" stroke-width="2.4" stroke-linecap="round"/>'
            )
        case _:
            return ""


def _worn(wears: str, hair: str) -> str:
    line = f'fill="none" stroke="{_INK}" stroke-width="1.8"'
    match wears:
        case "glasses":
            return (
                f'<g {line}><circle cx="40.5" cy="47" r="6"/><circle cx="55.5" cy="47" r="6"/>'
                '<path d="M46.5 46q1.5-1 3 0M34 46l-4-1M61 46l4-1"/></g>'
            )
        case "monocle":
            return (
                f'<g {line}><circle cx="55.5" cy="47" r="6.5"/>'
                '<path d="M60 52q4 10 1 20" stroke-width="1"/></g>'
            )
        case "moustache":
            return f'<path d="M48 58q-4-3-10 2 5 2 10 0 5 2 10 0-6-5-10-2z" fill="{hair}"/>'
        case "beard":
            return (
                f'<path d="M30 48c0 20 9 26 18 26s18-6 18-26c-2 8-5 10-9 10-5-2-13-2-18 0-4 0-7-2-9-10z" '
                f'fill="{hair}"/><path d="M42 64q6 3 12 0" stroke="#7d2f2c" stroke-width="2.2" '
                'fill="none" stroke-linecap="round"/>'
            )
        case "earrings":
            return '<g fill="#d9a93f"><circle cx="28" cy="56" r="2.4"/><circle cx="68" cy="56" r="2.4"/></g>'
        case "freckles":
            return (
                '<g fill="#8a4b2c" opacity=".5"><circle cx="36" cy="54" r=".9"/>'
                '<circle cx="39" cy="56" r=".9"/>'
                '<circle cx="60" cy="54" r=".9"/><circle cx="57" cy="56" r=".9"/></g>'
            )
        case _:
            return ""


def face_css(setup: Setup) -> str:
    """Returns the classes of `portrait_css` for a table; a rematch or fork with its names has its faces."""
    premise = premise_of(setup.game)
    return portrait_css("\n".join(setup.players), setup.players, premise.women, premise.men)
