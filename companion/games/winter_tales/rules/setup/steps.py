"""Setting up, one step at a time, in the order of WT-148. Each call takes the first step that is missing."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.core.questions import Question
from companion.core.text import say, spelled
from companion.games.winter_tales.board.characters import SPRING, WINTER
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.memories import settle
from companion.games.winter_tales.rules.quests.generating import QuestGoal, available, place_quest
from companion.games.winter_tales.rules.setup.at_once import (
    DrawsByHand,
    DrawsForAll,
    OpensStory,
    SitsOtherwise,
    sit_otherwise,
)
from companion.games.winter_tales.rules.setup.characters import ChoosesCharacter, StartsAt, choosable, wanted
from companion.games.winter_tales.rules.setup.first_quests import (
    BeginsStory,
    DrawnQuest,
    FirstHands,
    drawn_side,
    drawn_side_has_quests,
    placer,
)
from companion.games.winter_tales.rules.setup.questions import (
    AgeOrder,
    Arbiter,
    DrawsSide,
    LaysOut,
    ObjectivesDealt,
    SitsDown,
    by_age,
    pool,
    tell_sides,
)
from companion.games.winter_tales.table import Winter


async def set_up(table: Winter) -> None:
    """One step of the set-up (WT-148)."""
    if not table.ages:
        await table.one_of(DrawsForAll(None), AgeOrder(None), DrawsByHand(None))            # WT-3
    elif not table.laid_out:
        await table.one_of(DrawsForAll(None), LaysOut(None))                # WT-6
    elif without_side(table):
        await draw_sides(table)                                             # WT-2
    elif not table.ring:
        await sit_down(table)                                               # WT-4
    elif table.on("objectives") and not table.objectives_dealt:
        await table.ask(ObjectivesDealt(None))                              # WT-120
        table.objectives_dealt = True
    elif table.arbiter is None:
        await table.one_of(Arbiter(None))                                   # WT-5
    elif moves := character_moves(table):
        await table.one_of(*moves, old=other_places(table, moves))          # WT-7, WT-8
    elif table.quests_drawn < 2:
        await first_quest(table)                                            # WT-9, WT-10
    elif not table.story_begun:
        await begin_story(table)                                            # WT-12
    elif table.opening:
        begin_first_chapter(table)                                          # WT-14: the next page says what to do
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
        settle(table)                                                       # hands may have laid a memory before
    tell_sides(table)


async def sit_down(table: Winter) -> None:
    """Spring and winter alternate; by age, unless the table likes it otherwise (WT-4, WT-A1)."""
    word = await table.ask(SitsDown(None))
    table.ring = by_age(table)
    if word == "seated":
        return
    await sit_otherwise(table)


def next_picker(table: Winter) -> Player | None:
    """From the youngest to the left, whoever has the fewest characters and still lacks one (WT-7)."""
    owned = Counter(one.owner for one in table.characters.values())
    first = table.youngest()
    for player in sorted((first, *table.left_of(first)), key=owned.__getitem__):
        if owned[player] < sum(wanted(table, player).values()) and choosable(table, player):
            return player
    return None


def character_moves(table: Winter) -> list[Question[Winter, Any]]:
    """Whoever picks next, and whoever is picked and not placed: one after the other, or all cards first and then all
    places (WT-7, WT-8). Spring and winter choose from cards and spaces of their own, so the order changes nothing."""
    moves: list[Question[Winter, Any]] = []
    picker = next_picker(table)
    if picker is not None:
        moves.append(ChoosesCharacter(picker))
    homeless = without_place(table)
    if homeless is not None and homeless.owner is not None:
        moves.append(StartsAt(homeless.owner, homeless))
    if not any(one.owner is not None for one in table.characters.values()) and moves:
        moves += [SitsOtherwise(None)] if len(table.seats) > 3 else []
        moves.append(Arbiter(None))
    return moves


def without_place(table: Winter) -> Character | None:
    """Who is placed next: round the table from the youngest (WT-7, WT-8)."""
    if not table.full:
        return None
    placed = dict.fromkeys(table.seats, 0)
    waiting: dict[Player, Character] = {}
    for one in table.characters.values():
        if one.owner is None or one.eliminated:
            continue
        if one.at is None:
            waiting.setdefault(one.owner, one)
        else:
            placed[one.owner] += 1
    if not waiting:
        return None
    first = table.youngest()
    order = [player for player in (first, *table.left_of(first)) if player in waiting]
    return waiting[min(order, key=placed.__getitem__)] if order else None


def other_places(table: Winter, asked: list[Question[Winter, Any]]) -> tuple[Question[Winter, Any], ...]:
    """In plays of an older app whoever was chosen last was placed, though somebody else waited for a place."""
    if not table.full:
        return ()
    placed_next = next((move.character for move in asked if isinstance(move, StartsAt)), None)
    return tuple([StartsAt(one.owner, one) for one in table.characters.values()
                  if one.owner is not None and one.at is None and one is not placed_next])


def placing_quests(table: Winter) -> bool:
    """Everybody is in place, and quests that the phone drew are turned up (WT-9)."""
    return (table.phase == "setup" and bool(table.face_down) and table.quests_drawn < 2
            and next_picker(table) is None and without_place(table) is None)


async def first_quest(table: Winter) -> None:
    """One quest of spring, then one of winter (WT-9, WT-10)."""
    if table.face_down:
        await place_drawn(table)
    elif not drawn_side_has_quests(table):
        table.quests_drawn += 1
    elif table.quests_drawn == 0 and available(table, SPRING) and available(table, WINTER):
        await table.one_of(OpensStory(None), DrawnQuest(placer(table), SPRING))
    else:
        await table.one_of(DrawnQuest(placer(table), drawn_side(table)))


async def place_drawn(table: Winter) -> None:
    """The next quest that the phone drew: people choose where it lies (WT-9, WT-10)."""
    quest = table.quests[table.face_down[table.quests_drawn]]
    if quest.state not in ("free", "map"):                                  # hands took it away: another is drawn
        table.face_down = []
        return
    await place_quest(table, quest, placer(table))
    table.quests_drawn = min(table.quests_drawn + 1, 2)                     # hands may have counted meanwhile
    if table.quests_drawn == 2:
        table.story_begun = table.opening = True                            # WT-12: the first turn's page says it


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
