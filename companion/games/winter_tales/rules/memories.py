"""The memory track, the bookmark and the score (WT-71 to WT-74, WT-79)."""

from companion.core.text import Text, Word, count, say, spelled
from companion.games.winter_tales.board.characters import NEUTRAL, QUESTS, SIDES, SPRING, WINTER, WRITER
from companion.games.winter_tales.table import LastMemory, Memory, Player, Winter

POINTS_A_MEMORY = 3


def lay(table: Winter, memory: Memory, space: int) -> None:  # WT-67, WT-68
    leaves_track(table, table.track[space])
    table.track[space] = memory
    table.bookmark = space
    table.fresh = memory
    settle(table)


def leaves_track(table: Winter, memory: Memory | None) -> None:  # WT-100, WT-123
    for power in table.powers.values():
        if memory is not None and power.memory is memory:
            power.memory = None


def begin_epilogue_if_full(table: Winter, opener: Player, side: str) -> None:
    """Raise `LastMemory` if no space is left; whoever placed the memory opens the epilogue (WT-73, WT-76)."""
    if None not in table.track:
        table.acting = opener
        table.epilogue_side = side
        raise LastMemory


def turn_to_winter(table: Winter, memory: Memory) -> None:  # WT-110
    if memory.side == SPRING and memory in table.track:
        memory.side = WINTER
        settle(table)


def memories_of(table: Winter, side: str) -> int:
    return sum(memory is not None and memory.side == side for memory in table.track)


def epilogue_cards(table: Winter, side: str) -> int:
    finale = table.finale
    if finale is None:
        return 0
    cards = sum(finale.cards[player.index] for player in table.seats if plays_for(table, player) == side)
    return cards + finale.given[side]


def plays_for(table: Winter, player: Player) -> str:  # WT-79, WT-A37
    if player.side in SIDES:
        return player.side
    return table.finale.side if table.finale is not None and table.finale.opener is player else ""


def score(table: Winter, side: str) -> int:  # WT-79
    return epilogue_cards(table, side) + POINTS_A_MEMORY * memories_of(table, side)


def settle(table: Winter) -> None:
    """Give everybody their side's score, so the race can be shown afterwards."""
    scores = {side: score(table, side) for side in SIDES}
    for player in table.seats:
        player.points = scores.get(player.side, 0)


def breakdown(table: Winter, side: str) -> Text:
    """For example "Spring: 4 cards + 3 × 2 memories = 10"."""
    return say("{side}: {cards} + 3 × {memories} = {all}",
               side=say("Spring") if side == SPRING else say("Winter"),
               cards=count("{n} card", "{n} cards", epilogue_cards(table, side)),
               memories=count("{n} memory", "{n} memories", memories_of(table, side)), all=score(table, side))


def memory_word(memory: Memory) -> Text:
    return QUESTS[memory.source].short if memory.source in QUESTS else memory.name


SIDE_MEMORIES = {SPRING: say("a memory of spring"), WINTER: say("a memory of winter"),
                 NEUTRAL: say("a neutral memory")}


def laid_words(side: str, space: int) -> Text:
    n = spelled(space)
    return {SPRING: say("A spring memory lies on space {n}.", n=n),
            WINTER: say("A winter memory lies on space {n}.", n=n),
            NEUTRAL: say("A neutral memory lies on space {n}.", n=n)}[side]


def tell_note(table: Winter, note: str, player: Player | None = None) -> None:
    if note:
        table.tell(say("Remembered: “{note}”", note=note), player, "WT-72")


def space_name(space: int) -> Text:
    return say("Space {n}", n=spelled(space + 1))


def memory_story(memory: Memory) -> Text:
    n = memory.chapter
    line = {"success": say("A success in chapter {n}.", n=n),
            "failure": say("A failure in chapter {n}.", n=n),
            "tie": say("A tie in chapter {n}.", n=n)}.get(memory.outcome)
    if line is None:
        line = say("An objective of chapter {n}.", n=n) if memory.of_objective else say("Laid by hand.")
    return say("“{note}” {line}", note=memory.note, line=line) if memory.note else line


def memory_line(memory: Memory) -> Word:
    if memory.note:
        return say("{name}: {note}", name=memory.name, note=memory.note)
    return memory.name


def winning_faction(table: Winter) -> str:
    """The higher score; on a tie the writer alone, or else the epilogue player's side (WT-82)."""
    spring, winter = score(table, SPRING), score(table, WINTER)
    if spring != winter:
        return SPRING if spring > winter else WINTER
    if table.writer_here() is not None or table.finale is None:
        return WRITER
    opener = table.finale.opener
    return (table.finale.side if opener.side == WRITER else opener.side) or SPRING


def winners(table: Winter) -> list[Player]:
    side = winning_faction(table)                                 # WT-83: the writer shares with nobody
    return [player for player in table.circle() if player.side == side]


def verdict(table: Winter) -> Text:
    side = winning_faction(table)
    if side == SPRING:
        return say("Spring comes back to Wintertown.")
    if side == WINTER:
        return say("Winter will never end.")
    writer = table.writer_here()
    name = "" if writer is None else writer.name
    return say("Neither side wins, and the tale goes on: {name} wrote it so.", name=name)
