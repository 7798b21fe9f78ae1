"""The epilogue: last cards, the count, the writer's half, the result (WT-75 to WT-82, WT-86)."""

from collections.abc import Iterable
from typing import Any

from companion.core.kinds import Confirm, Menu, Note, Number, Option, Row
from companion.core.questions import Face, Reason
from companion.core.text import Text, count, listing, said, say, spelled
from companion.games.winter_tales.board.characters import (
    SIDE_ICONS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    STORY_CARDS,
    WINTER,
    WRITER,
    other,
)
from companion.games.winter_tales.rules.kinds import NEXT, NOBODY, CountCards, PickTrackSpace
from companion.games.winter_tales.rules.memories import (
    breakdown,
    memory_line,
    score,
    settle,
    space_name,
    verdict,
)
from companion.games.winter_tales.table import Finale, Player, Winter, WritersPart

# The flow

def begin_epilogue(table: Winter) -> None:  # WT-73
    opener = table.actor()
    seats = len(table.seats)
    table.phase = "epilogue"
    table.active = table.due = None
    table.moments.clear()
    table.discard()
    table.finale, table.token_taken = Finale(opener, [0] * seats, [False] * seats), True
    table.tell(say("Epilogue"), rule="WT-75", heading=True)
    table.tell(say("{name} opens the epilogue.", name=opener), opener, "WT-76")


async def epilogue(table: Winter) -> None:
    finale = the_finale(table)
    settle(table)  # whoever left, or began a part again, may have cards on the table
    teller = next_teller(table)
    if teller is not None:
        await tellers_part(table, teller)                                   # WT-77, WT-78
    elif writer_to_come(table) is not None and not finale.counted:
        await table.ask(ShowCount(None))                                 # WT-79
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


def next_teller(table: Winter) -> Player | None:  # WT-77, WT-78
    finale = table.finale
    if finale is None:
        return None
    order = [finale.opener, *[player for player in table.left_of(finale.opener) if player.side in SIDES]]
    return next((player for player in order if not finale.told[player.index] and not player.gone), None)


def writer_to_come(table: Winter) -> Player | None:  # WT-80, WT-81
    finale, writer = table.finale, table.writer()
    if finale is None or writer is None or writer.gone or writer is finale.opener or finale.writer_done:
        return None
    return writer


async def tellers_part(table: Winter, player: Player) -> None:  # WT-77, WT-86
    finale = the_finale(table)
    if player.side == WRITER and not finale.side:
        finale.side = await table.ask(OpeningSide(player))               # WT-A37
    if player.side == WRITER and table.setup.options["writer_opens"] == "half" and finale.writer_hand < 0:
        finale.writer_hand = await table.ask(WriterHand(player))
    question = EpilogueCards(player)
    while not finale.told[player.index]:
        word = await table.ask(question)
        finale.cards[player.index] = max(0, finale.cards[player.index] + question.lay(table, word))
        finale.told[player.index] = word == NEXT
    settle(table)
    played = finale.cards[player.index]
    line = count("{name} played {n} card.", "{name} played {n} cards.", played, name=player)
    table.tell(line if played else say("{name} played no cards.", name=player), player, "WT-78", scored=True)
    await move_bookmark(table, player)


async def move_bookmark(table: Winter, player: Player) -> None:  # WT-86
    if table.on("alternative_epilogue") and other_memories(table):
        space = await table.ask(MoveBookmark(player))
        table.bookmark = space - 1
        table.by_players()


async def writers_part(table: Winter) -> None:  # WT-80, WT-A36
    finale = the_finale(table)
    writer = writer_to_come(table)
    if writer is None:
        return
    if finale.writer_hand < 0 and table.on("writer_split"):
        finale.writer_hand = await table.ask(WriterHand(writer))
    if 0 <= finale.writer_hand < 2:
        pass                                                                # half of one card is none
    elif table.on("writer_split"):
        for side in table.each(lambda: SIDES):
            cards = await table.ask(WriterCards(writer, side))
            lay_cards(table, writer, side, cards)
    else:
        await one_side(table, writer)
    finale.writer_done = True
    settle(table)
    table.tell(writers_line(finale, writer), writer, "WT-80", scored=True)
    await move_bookmark(table, writer)                                      # WT-A38


def writers_line(finale: Finale, writer: Player) -> Text:
    given = finale.given
    if all(given.values()):
        return say("{name}, the writer, gave cards: {spring} to spring, {winter} to winter.", name=writer,
                   **given)
    side = next((side for side, cards in given.items() if cards), "")
    if not side:
        return say("{name}, the writer, gave no cards.", name=writer)
    return count("{name}, the writer, gave {n} card to {side}.",
                 "{name}, the writer, gave {n} cards to {side}.",
                 given[side], name=writer, side=SIDE_NAMES[side])


async def one_side(table: Winter, writer: Player) -> None:  # WT-80
    with table.during(WritersPart()) as giving:
        while not giving.over:
            uncounted = the_finale(table).writer_hand < 0
            if not giving.side:
                await table.one_of(HelpSide(writer), *([WriterHand(writer)] if uncounted else ()))
            elif uncounted:
                await table.one_of(WriterGift(writer, giving.side))
            else:
                cards = await table.ask(WriterCards(writer, giving.side))
                lay_cards(table, writer, giving.side, cards)
                giving.over = True


def lay_cards(table: Winter, writer: Player, side: str, cards: int) -> None:  # WT-80, WT-A36
    the_finale(table).given[side] = cards
    writer.lying += cards
    table.by_players()
    settle(table)


async def the_end(table: Winter) -> None:
    finale = the_finale(table)
    teller = table.next_of(finale.opener) if finale.opener.gone else finale.opener
    finale.note = await table.ask(TheEnd(teller))
    settle(table)
    table.phase = "over"
    for side in SIDES:
        table.tell(breakdown(table, side), rule="WT-79")
    table.tell(verdict(table), rule="WT-82", heading=True)
    if finale.note:
        table.tell(say("“{note}”", note=finale.note), teller, "WT-82")


# Questions

def other_memories(table: Winter) -> list[int]:
    return [space for space, memory in enumerate(table.track) if memory is not None
            and space != table.bookmark]


def score_line(_: object, table: Winter) -> Text:
    return say("Spring {spring}, winter {winter}", spring=score(table, SPRING), winter=score(table, WINTER))


def sums(_: object, table: Winter) -> Iterable[Reason]:
    return (Reason(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES)


def open_quests(table: Winter) -> Iterable[Reason]:
    quests = table.on_map()
    if quests:
        yield Reason(say("Still open: {quests}.", quests=listing(tuple(quests))), "map-marker")


def writers_sum(table: Winter) -> Reason:  # WT-82
    lead = score(table, SPRING) - score(table, WINTER)
    if not lead:
        return Reason(say("Level now: a tie is your win."), "feather")
    side = SIDE_NAMES[WINTER if lead > 0 else SPRING]
    return Reason(say("A tie is your win: {side} needs {n}.", side=side, n=spelled(abs(lead))), "feather")


def owed(_: object, table: Winter) -> Iterable[Reason]:
    """What the writer must tell, like the opener: the bookmark and the open quests (WT-76, WT-80)."""
    memory = table.marked()
    if memory is not None:
        yield Reason(say("Recall {memory}.", memory=memory_line(memory)), "bookmark")
    yield from open_quests(table)


class EpilogueCards(CountCards):
    rule = "WT-78"
    also = ("WT-75", "WT-77", "WT-79", "WT-86", "WT-A37")

    def sentence(self, table: Winter) -> Text:
        if the_finale(table).opener is self.seat:
            return say("{name}, open the epilogue with your last cards.", name=self.seat)
        return say("{name}, tell your part of the ending.", name=self.seat)

    kicker = score_line

    def reasons(self, table: Winter) -> Iterable[Reason]:
        memory = table.marked()
        opens = the_finale(table).opener is self.seat
        if memory is not None and (opens or table.on("alternative_epilogue")):
            yield Reason(say("Recall {memory}.", memory=memory_line(memory)), "bookmark")
        else:
            yield Reason(say("Link your part to one of the memories."), "bookmark-outline")
        if opens:
            yield Reason(say("Take the epilogue token."), "feather")        # WT-76
            yield from open_quests(table)

    def played(self, table: Winter) -> int:
        return the_finale(table).cards[self.seat.index]

    def most(self, table: Winter) -> int:
        hand = the_finale(table).writer_hand
        halved = self.seat.side == WRITER and table.setup.options["writer_opens"] == "half" and hand >= 0
        return hand // 2 if halved else STORY_CARDS

    next_label = said("That was my part")


class OpeningSide(Menu[Winter]):
    rule = "WT-81"
    also = ("WT-A37",)
    seat: Player

    sentence = said("{seat}, for whom do you play your last cards?")

    def options(self, table: Winter) -> Iterable[Option]:
        return [side_option(self.seat, side, side == table.epilogue_side) for side in SIDES]


def side_option(writer: Player, side: str, main: bool = False) -> Option:
    return Option(side, say("For spring") if side == SPRING else say("For winter"), SIDE_ICONS[side],
                  main=main, echo=say("{name} plays for {side}", name=writer, side=SIDE_NAMES[side]))


class MoveBookmark(PickTrackSpace):
    rule = "WT-86"
    also = ("WT-A38",)
    panel = ""
    seat: Player

    sentence = said("{seat}, which memory gets the bookmark?")

    def choices(self, table: Winter) -> Iterable[int]:
        return [space + 1 for space in other_memories(table)]

    def face(self, table: Winter, choice: Any) -> Face:
        memory = table.track[choice - 1]
        hint = None if memory is None else say("{memory}", memory=memory_line(memory))
        return Face(space_name(choice - 1), hint, "bookmark-outline", badge=str(choice))

    def button(self, table: Winter, answer: Any) -> Text:
        return say("Tap a memory") if answer is None else say("Move the bookmark here")

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("{name} moves the bookmark to {space}", name=self.seat, space=space_name(answer - 1))


class ShowCount(Confirm[Winter]):
    rule = "WT-79"
    also = ("WT-80",)
    fixable = True

    def sentence(self, table: Winter) -> Text:
        lead = score(table, SPRING) - score(table, WINTER)
        if not lead:
            return say("Spring and winter are level.")
        leader, by = (say("Spring"), lead) if lead > 0 else (say("Winter"), -lead)
        return say("{side} leads by {n}.", side=leader, n=spelled(by))

    kicker = said("The count, before the writer's part")
    reasons = sums

    def button(self, table: Winter, answer: Any) -> Text:
        writer = table.writer()
        return say("Now the writer") if writer is None else say("Now {name}, the writer", name=writer)

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return self.sentence(table)


class WriterHand(Number[Winter]):
    """WT-80: used if the app enforces the limit."""

    rule = "WT-80"
    icon = "cards-outline"
    seat: Player

    sentence = said("{seat}, how many cards do you hold?")
    hint = said("You may play up to half of them, rounded down.")
    reasons = owed

    def row(self, table: Winter) -> Row:
        return Row(say("Cards in hand"), 0, STORY_CARDS, 0, seat=self.seat)

    def button(self, table: Winter, answer: Any) -> Text:
        if not isinstance(answer, int):
            return say("Confirm")
        if answer < 2:
            return say("None to play")
        return count("Play up to {n} card", "Play up to {n} cards", answer // 2)

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return count("{name} holds {n} card", "{name} holds {n} cards", answer, name=self.seat)

    title = said("Count my hand")

    async def then(self, table: Winter, answer: int) -> None:
        the_finale(table).writer_hand = answer
        table.under_way(WritersPart).over = answer < 2                      # half of one card is none


class HelpSide(Menu[Winter]):
    rule = "WT-80"
    also = ("WT-A36", "WT-82")
    seat: Player

    sentence = said("{seat}, whom do you help?")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        yield writers_sum(table)
        yield from sums(self, table)

    hint = said("With up to half of your cards, rounded down.")

    def options(self, table: Winter) -> Iterable[Option]:
        yield from (side_option(self.seat, side) for side in SIDES)
        level = score(table, SPRING) == score(table, WINTER)
        yield Option(NOBODY, say("Nobody"), "hand-back-right-outline",
                     say("It's level, so you win") if level else None)

    async def then(self, table: Winter, answer: str) -> None:
        part = table.under_way(WritersPart)
        part.side = "" if answer == NOBODY else answer
        part.over = answer == NOBODY


class WriterGift(CountCards):
    rule = "WT-80"
    also = ("WT-82", "WT-A36")
    side: str

    def sentence(self, table: Winter) -> Text:
        return say("{name}, play your cards for {side}.", name=self.seat, side=SIDE_NAMES[self.side])

    kicker = score_line
    hint = said("Up to half of your hand, rounded down.")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        yield writers_sum(table)
        yield from owed(self, table)

    def played(self, table: Winter) -> int:
        return the_finale(table).given[self.side]

    async def then(self, table: Winter, answer: str) -> None:
        the_finale(table).given[self.side] = max(0, self.played(table) + self.lay(table, answer))
        table.under_way(WritersPart).over = answer == NEXT


class WriterCards(Number[Winter]):
    rule = "WT-80"
    also = ("WT-82", "WT-A36")
    seat: Player
    side: str

    def sentence(self, table: Winter) -> Text:
        return say("{name}, how many cards do you play for {side}?", name=self.seat,
                   side=SIDE_NAMES[self.side])

    def hint(self, table: Winter) -> Text:
        return say("Up to half of your hand: {n}", n=self.most(table))

    reasons = owed

    def most(self, table: Winter) -> int:  # WT-A36
        finale = the_finale(table)
        return max(0, max(0, finale.writer_hand) // 2 - finale.given[other(self.side)])

    def row(self, table: Winter) -> Row:
        return Row(say("Cards"), 0, self.most(table), 0, seat=self.seat)

    def button(self, table: Winter, answer: Any) -> Text:
        if isinstance(answer, int):
            return count("Play {n} card", "Play {n} cards", answer)
        return say("Play them")

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return count("{name} plays {n} card", "{name} plays {n} cards", answer, name=self.seat)


class TheEnd(Note[Winter]):
    rule = "WT-82"
    also = ("WT-79", "WT-83")
    seat: Player

    def sentence(self, table: Winter) -> Text:
        return say("{verdict} {name}, tell how it ended.", verdict=verdict(table), name=self.seat)

    kicker = score_line
    hint = said("A last sentence for the chronicle, if you like.")
    reasons = sums
    button = said("The end")
    in_brief = said("{seat} told how it ended")
