"""Setting up, one step at a time, in the order of WT-148. Each call takes the first step that is missing."""

from __future__ import annotations

from operator import itemgetter

from companion.core.text import Text, listing, say, spelled
from companion.games.winter_tales.board.characters import SIDE_NAMES, SPRING, WINTER
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.rules.quests.generating import QuestGoal, place_quest
from companion.games.winter_tales.rules.setup.questions import (
    AgeOrder,
    Arbiter,
    BeginsStory,
    ChoosesCharacter,
    DrawnQuest,
    DrawsSide,
    FirstHands,
    LaysOut,
    ObjectivesDealt,
    SeatOrder,
    SitsDown,
    StartsAt,
    alternating,
    by_age,
    choosable,
    movable,
    pool,
    wanted,
)
from companion.games.winter_tales.rules.spaces import space_asked
from companion.games.winter_tales.table import Winter


async def set_up(table: Winter) -> None:
    """One step of the set-up (WT-148)."""
    if not table.ages:
        order = await table.ask(AgeOrder(None))
        table.ages = [*order, *[player for player in table.seats if player not in order]]   # WT-3
    elif not table.laid_out:
        await table.ask(LaysOut(None))                                      # WT-6
        table.laid_out = True
    elif without_side(table):
        await draw_sides(table)                                             # WT-2
    elif not table.ring:
        await sit_down(table)                                               # WT-4
    elif table.on("objectives") and not table.objectives_dealt:
        await table.ask(ObjectivesDealt(None))                              # WT-120
        table.objectives_dealt = True
    elif table.arbiter is None:
        table.arbiter = await table.ask(Arbiter(None))                      # WT-5
        table.tell(say("{name} is the story arbiter.", name=table.arbiter), table.arbiter, "WT-5")
    elif (picker := next_picker(table)) is not None:
        await choose_character(table, picker)                               # WT-7, WT-8
    elif table.quests_drawn < 2:
        await first_quest(table)                                            # WT-9, WT-10
    elif not table.story_begun:
        await begin_story(table)                                            # WT-12
    else:
        await table.ask(FirstHands(None))                                   # WT-13
        begin_first_chapter(table)                                          # WT-14


def without_side(table: Winter) -> list[Player]:
    return [player for player in table.ages if not player.side]


async def draw_sides(table: Winter) -> None:
    """Tokens are drawn at random and shown; when only one kind is left, it needs no asking (WT-2)."""
    for player in table.each(lambda: without_side(table)):
        left = [side for side, tokens in pool(table).items() if tokens > 0]
        if len(left) == 1:
            player.side = left[0]
        else:
            player.side = await table.ask(DrawsSide(player))
    for side in (SPRING, WINTER):
        table.tell(say("{side}: {names}.", side=capital(SIDE_NAMES[side]),
                       names=listing(tuple(player for player in table.ages if player.side == side))), rule="WT-2")
    writer = table.writer()
    if writer is not None:
        table.tell(say("{name} is the writer.", name=writer), writer, "WT-2")


def capital(side: Text) -> Text:
    return say("Spring") if side is SIDE_NAMES[SPRING] else say("Winter")


async def sit_down(table: Winter) -> None:
    """Spring and winter alternate; by age, unless the table likes it otherwise (WT-4, WT-A1)."""
    word = await table.ask(SitsDown(None))
    table.ring = by_age(table)
    if word == "seated":
        return
    if len(movable(table, SPRING)) > 1:
        order = await table.ask(SeatOrder(None, SPRING))
        reseat(table, [table.youngest(SPRING), *order])
    if len(movable(table, WINTER)) > 1:
        order = await table.ask(SeatOrder(None, WINTER))
        reseat(table, list(order))


def reseat(table: Winter, players: list[Player]) -> None:
    """The players of one side in a new order, everybody else where they were."""
    sides = {side: [player for player in table.ring if player.side == side and player not in players]
             for side in (SPRING, WINTER)}
    sides[players[0].side] = players
    rest = [player for player in table.ring if player.side not in (SPRING, WINTER)]
    table.ring = alternating(sides[SPRING], sides[WINTER], rest)


def next_picker(table: Winter) -> Player | None:
    """From the youngest to the left, whoever has the fewest characters and still lacks one (WT-7)."""
    owned = [one.owner for one in table.characters.values()]
    first = table.youngest()
    order = [(owned.count(player), player) for player in (first, *table.left_of(first))]
    for has, player in sorted(order, key=itemgetter(0)):
        if has < sum(wanted(table, player).values()) and choosable(table, player):
            return player
    return None


async def choose_character(table: Winter, picker: Player) -> None:
    """A character is chosen and stands at once (WT-7, WT-8)."""
    character = await table.ask(ChoosesCharacter(picker))
    character.owner = picker
    if table.full:
        character.at = await space_asked(table, StartsAt(picker, character))
        table.tell(say("{name} chose {who}, at {place}.", name=picker, who=character, place=table.place(character.at)),
                   picker, "WT-7")
    else:
        table.tell(say("{name} chose {who}.", name=picker, who=character), picker, "WT-7")


def placer(table: Winter) -> Player:
    """The writer, or else the youngest of the other side (WT-9)."""
    return table.writer() or table.youngest(WINTER if table.quests_drawn == 0 else SPRING)


async def first_quest(table: Winter) -> None:
    """One quest of spring, then one of winter (WT-9, WT-10)."""
    if drawn_side_has_quests(table):
        key = await table.ask(DrawnQuest(placer(table), drawn_side(table)))
        await place_quest(table, table.quests[key], placer(table))
    table.quests_drawn += 1


def drawn_side(table: Winter) -> str:
    return SPRING if table.quests_drawn == 0 else WINTER


def drawn_side_has_quests(table: Winter) -> bool:
    return any(quest.side == drawn_side(table) and quest.state == "free" for quest in table.quests.values())


def narrator(table: Winter) -> Player:
    """The writer opens the story, or else the arbiter (WT-12)."""
    return table.writer() or table.arbiter or table.youngest(SPRING)


async def begin_story(table: Winter) -> None:
    """Both quests are introduced; a note about each is welcome (WT-12)."""
    while not table.story_begun:
        notes = [QuestGoal(narrator(table), quest) for quest in table.on_map()]
        await table.one_of(BeginsStory(narrator(table)), *notes)


def begin_first_chapter(table: Winter) -> None:
    """The youngest of spring takes the first turn (WT-14)."""
    table.phase = "turns"
    table.fresh = None
    table.acting = table.youngest(SPRING)
    table.tell(say("Chapter {n}", n=spelled(table.chapter)), rule="WT-15", heading=True)
