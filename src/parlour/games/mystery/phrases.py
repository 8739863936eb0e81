"""What a generated script says beside its facts, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.facts import Language, Word


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A setting's title, and what everybody sees of it."""

    title: str
    scene: str


@dataclass(frozen=True, kw_only=True)
class MysteryPhrases:
    """The prose of one language.

    Attributes:
        gap: what stands between two sentences.
        comma: what stands between two of several names.
        last: what stands before the last of them.
    """

    gap: str
    comma: str
    last: str
    title: str
    warning: str
    settings: Mapping[Word, Setting]
    present: str
    found: str
    together: str
    task: str
    you: str
    innocent: str
    guilty: str
    evening: str
    ties: str
    reach: str
    crime: str
    story: str
    clues: str
    later: str
    no_clues: str
    discretion: str
    find: str
    hide: str
    escape: str
    mislead: str


EN = MysteryPhrases(
    gap=" ",
    comma=", ",
    last=" and ",
    title="{setting}, No. {seed}",
    warning="Death by violence, told without gore.",
    settings={
        "house": Setting(
            title="The House on the Moor",
            scene="Fog has swallowed the road, and the old house on the moor is cut off until morning.",
        ),
        "teahouse": Setting(
            title="The Teahouse in the Rain",
            scene="The river has carried the bridge away, and nobody can leave the teahouse before dawn.",
        ),
        "steamer": Setting(
            title="The Steamer Without a Shore",
            scene="The steamer lies in thick ice, two days from the nearest harbour.",
        ),
        "train": Setting(
            title="The Train in the Snow",
            scene="Snow holds the night train fast at a halt between two tunnels, and the wires are down.",
        ),
        "theatre": Setting(
            title="The Last Performance",
            scene="The flood stands in the square, the last performance is off, and the doors are locked.",
        ),
        "observatory": Setting(
            title="The Observatory Above the Clouds",
            scene="The cable car to the observatory hangs still in the storm, and no other way leads down.",
        ),
        "vineyard": Setting(
            title="The Vintage",
            scene="A landslide has closed the only road to the vineyard on the evening after the harvest.",
        ),
        "hotel": Setting(
            title="The Hotel at the End of the Season",
            scene="Snow has shut in the last guests of the season, and the telephone is dead.",
        ),
    },
    present="Around the table sit {names}.",
    found="{victim}'s body was found at {time}.",
    together="It took two pairs of hands: exactly two of those at the table did it together.",
    task="Nobody from outside can have come in. The answer sits among you.",
    you="Your name is {name}.",
    innocent="There is no blood on your hands, and you want the truth.",
    guilty="There is blood on your hands. What follows is for your eyes only.",
    evening="Your evening, half hour by half hour:",
    ties="What binds you to the others:",
    reach="What could be held against you:",
    crime="What you did:",
    story="If anybody asks:",
    clues="What else you know:",
    later="More comes back to you:",
    no_clues="You go over the evening again, but nothing new comes to mind.",
    discretion="You may be silent about this, but you may not lie about it.",
    find="Find out who killed {victim}.",
    hide="Keep your secret for as long as you can.",
    escape="Do not let anybody prove what you did to {victim}; for that you may lie.",
    mislead="Turn suspicion upon somebody else.",
)

ZH = MysteryPhrases(
    gap="",
    comma="、",
    last="和",
    title="{setting}·{seed}号",
    warning="内容涉及命案，无血腥描写。",
    settings={
        "house": Setting(
            title="荒原老宅", scene="浓雾吞没了道路，荒原上的这座老宅与外界断了联系，要到天亮才通。"
        ),
        "teahouse": Setting(title="雨夜茶楼", scene="大水冲走了河上的桥，天亮之前，谁也离不开这座茶楼。"),
        "steamer": Setting(title="无岸之船", scene="轮船困在厚厚的冰里，离最近的港口还有两天的路程。"),
        "train": Setting(
            title="雪中列车", scene="大雪把夜行列车困在两条隧道之间的一个小站上，电报线也断了。"
        ),
        "theatre": Setting(title="最后一场戏", scene="大水漫上广场，末场演出取消了，戏院的门全都锁着。"),
        "observatory": Setting(title="云上天文台", scene="暴风大作，缆车停在半空，天文台下山的路就此断了。"),
        "vineyard": Setting(
            title="酿酒季", scene="葡萄刚刚收完，当天傍晚山体滑坡，通往酒庄的唯一一条路断了。"
        ),
        "hotel": Setting(title="淡季的山中旅馆", scene="大雪封山，旅馆里只剩最后几位客人，电话也不通。"),
    },
    present="此刻围坐在桌边的是{names}。",
    found="{time}，有人发现了{victim}的尸体。",
    together="这件事一个人办不成：桌边不多不少，有两个人联手下的手。",
    task="外人进不来。答案就在你们当中。",
    you="你叫{name}。",
    innocent="你手上没有沾血，一心只想弄清真相。",
    guilty="你手上沾了血。下面这些，只许你一个人知道。",
    evening="这一晚，你的行踪和见闻：",
    ties="你和旁人的关系：",
    reach="别人要是知道了，会怀疑你的事：",
    crime="你做下的事：",
    story="有人问起来，你打算这么说：",
    clues="你还知道这些：",
    later="你又想起一些事：",
    no_clues="你把这一晚又细细想了一遍，没有想起什么新的。",
    discretion="这件事你可以不说，但不许说谎。",
    find="查出是谁杀害了{victim}。",
    hide="尽量守住你的秘密。",
    escape="你对{victim}做的事，别让任何人找到证据；为此你可以说谎。",
    mislead="把嫌疑引到别人身上。",
)

PHRASES: Mapping[Language, MysteryPhrases] = {"en": EN, "zh": ZH}
