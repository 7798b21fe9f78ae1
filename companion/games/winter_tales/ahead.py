"""What comes next, for screens with room to show it."""

from collections.abc import Iterable

from companion.core.text import Text, count, listing, say, spelled
from companion.games.winter_tales.board.characters import SIDES, SPRING
from companion.games.winter_tales.rules.epilogue import next_teller, writer_to_come
from companion.games.winter_tales.rules.fights import horror_waits
from companion.games.winter_tales.rules.setup import next_picker, without_place
from companion.games.winter_tales.rules.turns import begins_chapter
from companion.games.winter_tales.table import Battle, Entering, Finale, Player, Resolving, Trap, Winter


def ahead(table: Winter) -> Iterable[Text]:
    if table.phase == "setup":
        yield from setting_up(table)
    elif table.finale is not None:
        yield from in_the_epilogue(table, table.finale)
    elif table.active is None and not table.anybody_ready():
        yield say("{name} begins chapter {n}.",
                  name=begins_chapter(table), n=spelled(table.chapter + 1))            # WT-22
    else:
        yield from this_turn(table)


# Setting up (WT-148)

def setting_up(table: Winter) -> Iterable[Text]:
    first = table.youngest(SPRING)
    if not table.ages or not table.laid_out:
        yield say("Then everybody gets a side and a seat.")                 # WT-2, WT-4
    elif not table.ring or table.arbiter is None:
        yield say("Then everybody chooses characters.")                     # WT-7
    elif next_picker(table) is not None or without_place(table) is not None:
        yield say("Once everybody is in place, the first two quests are drawn.")     # WT-9
    elif table.quests_drawn < 2:
        yield say("Then the story begins, and {name} has the first turn.", name=first)  # WT-12, WT-14
    else:
        yield say("{name} has the first turn.", name=first)                 # WT-14


# Turns and chapters

def this_turn(table: Winter) -> Iterable[Text]:
    battle, trap, entering, quest = (table.perhaps(Battle), table.perhaps(Trap), table.perhaps(Entering),
                                     table.perhaps(Resolving))
    if battle is not None:
        if not battle.over:
            yield say("Whoever plays the last card wins.")                  # WT-35
    elif trap is not None:
        if not trap.over:
            yield say("Reveal the trap. Fewer cards: {who} is caught. Equal: {who} is turned back.",
                      who=trap.soldier)                                     # WT-43
    elif entering is not None:
        yield say("If nobody stops {who}, the move goes on.", who=entering.mover)       # WT-28
    if quest is not None:
        yield from in_a_quest(table, quest)
    else:
        yield next_turn(table)


def in_a_quest(table: Winter, quest: Resolving) -> Iterable[Text]:
    acting = table.owner_of(quest.hero)
    if quest.step <= 2:
        yield say("Then {name} plays cards, and anyone there may join.", name=acting)       # WT-61, WT-62
    elif quest.step == 3:
        yield say("Then anyone there may join, and {name} may add a last card.", name=acting)   # WT-62, WT-64
    elif quest.step == 4:
        yield say("Then {name} may add a last card, and the sides are compared.", name=acting)  # WT-64, WT-65
    elif quest.step == 5:
        yield say("Then the sides are compared.")                           # WT-65
    elif len(table.free_spaces()) <= 1:
        yield say("When the last space of the track is filled, the epilogue begins.")           # WT-73
    else:
        yield next_turn(table)


def next_turn(table: Winter) -> Text:
    following = next_player(table)
    turns = sum(len(table.ready_of(player)) for player in table.present()) - (table.active is None)
    if following is None:
        return say("Then chapter {n} ends, and everybody draws.", n=spelled(table.chapter))     # WT-21
    if 1 <= turns <= 3:
        return count("Then it is {name}'s turn, the last of this chapter.",
                     "Then it is {name}'s turn; {n} turns are left in this chapter.", turns, name=following)
    return say("Then it is {name}'s turn.", name=following)                 # WT-16


def next_player(table: Winter) -> Player | None:  # WT-16, WT-17, WT-21
    actor = table.actor()
    left = {player.index: len(table.ready_of(player)) for player in table.seats if not player.gone}
    if table.active is None and left.get(actor.index):
        left[actor.index] -= 1                                              # this turn activates one
    if not any(left.values()):
        return None
    order = [*table.left_of(actor), actor]
    return next((player for player in order if left.get(player.index) or horror_waits(table, player)), None)


# The epilogue

def in_the_epilogue(table: Winter, finale: Finale) -> Iterable[Text]:
    teller, writer = next_teller(table), writer_to_come(table)
    if teller is not None:
        order = [player for player in table.left_of(finale.opener) if player.side in SIDES]
        waiting = [player for player in order if player is not teller and not finale.told[player.index]]
        if waiting:
            yield count("Then {names} may add cards.", "Then {names} may add cards, in this order.",
                        len(waiting),
                        names=listing(tuple(waiting)))                      # WT-78
        if writer is not None:
            yield say("Once all have told their part, {name} decides whom to help.", name=writer)      # WT-80
        else:
            yield say("Once all have told their part, the higher score wins.")         # WT-82
    elif writer is not None:
        if finale.counted:
            yield say("Then the higher score wins.")                        # WT-82
        else:
            yield say("Then {name} decides whom to help, and the higher score wins.",
                      name=writer)                                          # WT-80, WT-82
