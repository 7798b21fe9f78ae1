"""The epilogue: last cards, the count, the writer's half, the verdict (WT-75 to WT-82, WT-86)."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import SIDE_NAMES, SIDES, SPRING, WINTER, WRITER
from companion.games.winter_tales.pieces import Player
from companion.games.winter_tales.rules.epilogue.questions import (
    CountIsShown,
    EpilogueCards,
    MovesBookmark,
    TheEnd,
    WriterCards,
    WriterGives,
    WriterHand,
    WriterHelps,
    WriterOpensFor,
    give_cards,
    halved,
    other_memories,
)
from companion.games.winter_tales.rules.kinds import BACK, CARD, cards_words
from companion.games.winter_tales.rules.memories import breakdown, settle, verdict
from companion.games.winter_tales.table import Finale, Winter, WritersPart


def begin_epilogue(table: Winter) -> None:
    """No more activations; whoever placed the last memory opens it (WT-73, WT-75, WT-76)."""
    opener = table.actor()
    seats = len(table.seats)
    table.phase = "epilogue"
    table.active = None
    table.moments.clear()
    table.finale = Finale(opener, [0] * seats, [False] * seats)
    table.tell(say("Epilogue"), rule="WT-75", heading=True)
    table.tell(say("{name} begins the end.", name=opener), opener, "WT-76")


async def epilogue(table: Winter) -> None:
    """One part of the epilogue: the opener, the others clockwise, the count, the writer, the ending."""
    finale = the_finale(table)
    teller = next_teller(table)
    if teller is not None:
        await tellers_part(table, teller)                                   # WT-77, WT-78
    elif writer_to_come(table) is not None and not finale.counted:
        await table.ask(CountIsShown(None))                                 # WT-79
        finale.counted = True
    elif writer_to_come(table) is not None:
        await writers_part(table)                                           # WT-80
    else:
        await the_end(table)                                                # WT-82


def the_finale(table: Winter) -> Finale:
    if table.finale is None:
        begin_epilogue(table)
    assert table.finale is not None
    return table.finale


def next_teller(table: Winter) -> Player | None:
    """The epilogue player, then spring and winter clockwise; the writer waits (WT-77, WT-78)."""
    finale = table.finale
    if finale is None:
        return None
    order = [finale.opener, *[player for player in table.left_of(finale.opener) if player.side in SIDES]]
    return next((player for player in order if not finale.told[player.index] and not player.gone), None)


def writer_to_come(table: Winter) -> Player | None:
    """The writer's own part, unless he opened the epilogue (WT-80, WT-81)."""
    finale, writer = table.finale, table.writer()
    if finale is None or writer is None or writer.gone or writer is finale.opener or finale.writer_done:
        return None
    return writer


async def tellers_part(table: Winter, player: Player) -> None:
    """A tap a card, then the bookmark moves on if the table plays it so (WT-77, WT-78, WT-86)."""
    finale = the_finale(table)
    if player.side == WRITER and not finale.side:
        finale.side = await table.ask(WriterOpensFor(player))               # WT-A37
    if player.side == WRITER and halved(table) and finale.writer_hand < 0:
        finale.writer_hand = await table.ask(WriterHand(player))
    while not finale.told[player.index]:
        word = await table.ask(EpilogueCards(player))
        if word == CARD:
            finale.cards[player.index] += 1
            table.tell(say("{name} added a card.", name=player), player, "WT-78", scored=True)
        elif word == BACK:
            finale.cards[player.index] = max(0, finale.cards[player.index] - 1)
            table.tell(say("{name} took a card back.", name=player), player, "WT-78", scored=True)
        else:
            finale.told[player.index] = True
        settle(table)
    cards = cards_words(finale.cards[player.index])
    table.tell(say("{name} played {cards}.", name=player, cards=cards), player, "WT-78")
    await move_bookmark(table, player)


async def move_bookmark(table: Winter, player: Player) -> None:
    """Alternative epilogue: to another memory, for whoever tells next (WT-86)."""
    if table.on("alternative_epilogue") and other_memories(table):
        space = await table.ask(MovesBookmark(player))
        table.bookmark = space - 1


async def writers_part(table: Winter) -> None:
    """Up to half of the writer's cards, rounded down, for one side (WT-80, WT-A36)."""
    finale = the_finale(table)
    writer = writer_to_come(table)
    if writer is None:
        return
    if finale.writer_hand < 0 and table.on("writer_split"):
        finale.writer_hand = await table.ask(WriterHand(writer))
    if 0 <= finale.writer_hand < 2:
        pass                                                                # half of one card is none
    elif table.on("writer_split"):
        finale.writer_spring = await table.ask(WriterCards(writer, SPRING))
        settle(table)
        finale.writer_winter = await table.ask(WriterCards(writer, WINTER))
    else:
        await one_side(table, writer)
    finale.writer_done = True
    settle(table)
    table.tell(writers_line(finale, writer), writer, "WT-80")
    await move_bookmark(table, writer)                                      # WT-A38


def writers_line(finale: Finale, writer: Player) -> Text:
    given = {SPRING: finale.writer_spring, WINTER: finale.writer_winter}
    if all(given.values()):
        return say("{name}, the writer, gave {spring} to spring and {winter} to winter.", name=writer,
                   spring=cards_words(finale.writer_spring), winter=cards_words(finale.writer_winter))
    side = next((side for side, cards in given.items() if cards), "")
    if not side:
        return say("{name}, the writer, gave no cards.", name=writer)
    return say("{name}, the writer, gave {cards} to {side}.", name=writer, cards=cards_words(given[side]),
               side=SIDE_NAMES[side])


async def one_side(table: Winter, writer: Player) -> None:
    """Whom the writer helps, if anybody, and with how many cards: counted as they are played, or, if the table likes
    the phone to hold the limit, after the hand was counted (WT-80)."""
    with table.during(WritersPart()) as giving:
        while not giving.over:
            if giving.side:
                await count_writers_cards(table, writer, giving)
            elif the_finale(table).writer_hand < 0:
                await table.one_of(WriterHelps(writer), WriterHand(writer))
            else:
                await table.one_of(WriterHelps(writer))


async def count_writers_cards(table: Winter, writer: Player, giving: WritersPart) -> None:
    finale = the_finale(table)
    if finale.writer_hand < 0:
        await table.one_of(WriterGives(writer, giving.side))
        return
    cards = await table.ask(WriterCards(writer, giving.side))
    give_cards(finale, giving.side, cards)
    giving.over = True


async def the_end(table: Winter) -> None:
    """The verdict is known; the epilogue player tells how it all ended (WT-82)."""
    finale = the_finale(table)
    teller = table.next_of(finale.opener) if finale.opener.gone else finale.opener
    finale.note = await table.ask(TheEnd(teller))
    settle(table)
    table.phase = "over"
    for side in SIDES:
        table.tell(say("{sum}.", sum=breakdown(table, side)), rule="WT-79")
    table.tell(verdict(table), rule="WT-82", heading=True)
    if finale.note:
        table.tell(say("{note}", note=finale.note), teller, "WT-82")
