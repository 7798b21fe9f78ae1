"""Setup in the order of WT-148; each call takes the first missing step."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations, zip_longest
from typing import Any, ClassVar

from companion.core.kinds import Confirm, Menu, Option, PickSeat, PutInOrder
from companion.core.questions import Face, Question, Reason, draw_one
from companion.core.text import Refused, Text, count, listing, said, say, spelled
from companion.core.values import Json
from companion.games.winter_tales.board.characters import (
    SIDE_FIGURES,
    SIDE_ICONS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    TWINS,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.board.town import NEW_LOCATION, NEW_PLAZA
from companion.games.winter_tales.rules.kinds import Drawn, DrawnAtOnce, PickCharacter, phone_drew
from companion.games.winter_tales.rules.memories import settle
from companion.games.winter_tales.rules.new_quests import QuestGoal, available, place_quest
from companion.games.winter_tales.rules.spaces import PickSpace, named_space
from companion.games.winter_tales.table import Character, Player, Quest, Winter

Tokens = Callable[[Winter, str], Sequence[Quest]]


async def set_up(table: Winter) -> None:  # WT-148
    if not table.ages:
        await table.one_of(DrawForAll(None), AgeOrder(None), DrawByHand(None))            # WT-3
    elif not table.laid_out:
        await table.one_of(DrawForAll(None), LayOut(None))                # WT-6
    elif without_side(table):
        await draw_sides(table)                                             # WT-2
    elif not table.ring:
        await sit_down(table, SitDown(None))                                # WT-4
    elif table.on("objectives") and not table.objectives_dealt:
        await table.ask(DealObjectives(None))                              # WT-120
        table.objectives_dealt = True
    elif table.arbiter is None:
        await table.one_of(Arbiter(None))                                   # WT-5
    elif moves := character_moves(table):
        await table.one_of(*moves)                                          # WT-7, WT-8
    elif table.quests_drawn < 2:
        await first_quest(table)                                            # WT-9, WT-10
    elif not table.story_begun:
        notes = [QuestGoal(narrator(table), quest) for quest in table.on_map()]
        await table.one_of(BeginStory(narrator(table)), *notes)             # WT-12
    elif table.opening:
        begin_first_chapter(table)                                      # WT-14: the next page says what to do
    else:
        await table.ask(FirstHands(None))                                   # WT-13
        begin_first_chapter(table)                                          # WT-14


# Ages, and the layout of the table

class AgeOrder(PutInOrder[Winter, Player]):
    rule = "WT-3"
    icon = "sort-numeric-ascending"

    sentence = said("Who is the youngest? Tap the names, youngest first.")
    kicker = said("Several steps ask for the youngest")

    def things(self, table: Winter) -> Sequence[Player]:
        return table.seats

    def least(self, table: Winter) -> int:
        """The last player left is the oldest."""
        return len(table.seats) - 1

    title = said("Change the order")

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("Youngest first: {names}", names=listing([player.name for player in answer]))

    def button(self, table: Winter, answer: Any) -> Text:
        return order_button(table.seats[:-1], answer)

    async def then(self, table: Winter, answer: tuple[Player, ...]) -> None:
        table.ages = [*answer, *[player for player in table.seats if player not in answer]]


def order_button(everybody: Sequence[Player], tapped: Any) -> Text:
    missing = len(everybody) - len(tapped or ())
    if missing > 0:
        return count("Tap one more name", "Tap {n} more names", missing)
    return say("That is the order")


def lay_out_reasons(_: object, table: Winter) -> Iterable[Reason]:
    yield Reason(say("Shuffle the story cards; put the neutral cards beside them."), "cards-outline")
    yield Reason(say("The epilogue token goes on space {n}, winter side up: {memories} memories.",
                     n=table.length + 1, memories=table.length), "feather")   # WT-6
    if table.on("powers"):
        yield Reason(say("Pile the six power tokens beside the board."), "star-four-points-outline")


class LayOut(Confirm[Winter]):
    rule = "WT-148"
    also = ("WT-6", "WT-11", "WT-85")
    icon = "gesture-tap"

    sentence = said("Everybody, lay out the town.")
    kicker = said("Before the story")
    reasons = lay_out_reasons
    title = said("We draw")
    button = said("Everything is set up")

    async def then(self, table: Winter, answer: str) -> None:
        table.ages = table.ages or list(table.seats)                        # WT-3: by seats unless set before
        table.laid_out = True
        table.by_players()


# Drawn by the phone

def unused(table: Winter, side: str) -> list[Quest]:
    return [quest for quest in table.quests.values() if quest.state == "free" and quest.side == side]


def pairs(table: Winter, tokens: Tokens) -> list[Drawn]:  # WT-53
    return [(one.key, other.key) for one in tokens(table, SPRING) for other in tokens(table, WINTER)
            if TWINS.get(one.key) != other.key]


def drawn_pair(table: Winter, rng: Any, tokens: Tokens) -> list[str]:  # WT-9
    firsts = sorted({one for one, _ in pairs(table, tokens)})
    if not firsts:
        return []
    first = rng.choice(firsts)
    return [first, rng.choice([other for one, other in pairs(table, tokens) if one == first])]


class DrawForAll(DrawnAtOnce):
    """WT-2 to WT-5, WT-9: the answer lists factions from youngest to oldest, then a quest of each side."""

    rule = "WT-2"
    also = ("WT-3", "WT-4", "WT-5", "WT-6", "WT-9", "WT-11", "WT-53", "WT-85", "WT-148")

    def sentence(self, table: Winter) -> Text:
        return say("Lay out the town. Youngest first: {names}?",
                   names=listing(tuple(table.ages or table.seats)))

    kicker = said("Before the story")
    reasons = lay_out_reasons
    title = said("Draw for us")
    button = said("Yes, draw our factions")

    def choices(self, table: Winter) -> Iterable[Drawn]:
        quests = pairs(table, unused) or [()]
        return ((*sides, *two) for sides in factions(table) for two in quests)

    def check(self, table: Winter, answer: Drawn) -> None:
        sides, quests = answer[:len(table.seats)], answer[len(table.seats):]
        if sides not in factions(table) or (quests and quests not in pairs(table, unused)):
            raise Refused(say("The phone draws here. Tap the button."), self.rule)

    def random_answer(self, table: Winter, rng: Any) -> Json:
        return [*rng.choice(factions(table)), *drawn_pair(table, rng, unused)]

    async def then(self, table: Winter, answer: Drawn) -> None:
        table.ages = table.ages or list(table.seats)
        for player, side in zip(table.ages, answer[:len(table.ages)], strict=True):
            player.side = side
        table.face_down = list(answer[len(table.ages):])                    # WT-9
        settle(table)  # a correction may have added a memory before
        table.laid_out = True
        table.ring = by_age(table)                                          # WT-4
        tell_sides(table)
        table.arbiter = table.writer() or table.youngest(SPRING)  # WT-5: until players change it
        table.tell(say("{name} is the story arbiter.", name=table.arbiter), table.arbiter, "WT-5")


def factions(table: Winter) -> list[Drawn]:
    """Every way to hand out the tokens that are left; whoever has one keeps it (WT-2)."""
    had = [player.side for player in table.ages or table.seats]
    tokens = [side for side, number in pool(table).items() for _ in range(number)]
    drawn = dict.fromkeys(permutations(tokens, had.count("")))
    return [tuple(side or next(rest) for side in had) for rest in map(iter, drawn)]


class DrawByHand(LayOut):
    """WT-2: players draw the factions themselves, youngest first as seated."""


# Factions and seats, step by step

class DrawSide(Menu[Winter]):
    rule = "WT-2"
    by_chance = True
    seat: Player

    sentence = said("{seat}, which faction token do you draw?")
    kicker = said("Factions, drawn blind and shown to all")

    def options(self, table: Winter) -> Iterable[Option]:
        left = pool(table)
        names = {SPRING: say("Spring"), WINTER: say("Winter"), WRITER: say("The writer")}
        for side in [side for side in names if left[side] > 0] or [SPRING, WINTER]:
            yield Option(side, names[side], SIDE_ICONS[side], self.about(left[side]), echo=self.echo(side))

    def about(self, left: int) -> Text | None:
        return say("{n} in the pool", n=left)

    def echo(self, side: str) -> Text:
        if side == WRITER:
            return say("{name} takes the writer's token", name=self.seat)
        return say("{name} takes a {side} token", name=self.seat, side=SIDE_NAMES[side])

    def random_answer(self, table: Winter, rng: Any) -> Json:
        return draw_one([side for side in self.choices(table) for _ in range(max(1, pool(table)[side]))], rng)


def pool(table: Winter) -> dict[str, int]:  # WT-2
    half, odd = divmod(len(table.seats), 2)
    sides = [player.side for player in table.seats]
    return {SPRING: half - sides.count(SPRING), WINTER: half - sides.count(WINTER),
            WRITER: odd - sides.count(WRITER)}


def tell_sides(table: Winter) -> None:
    spring, winter = (listing(tuple(one for one in table.ages if one.side == side)) for side in SIDES)
    table.tell(say("Spring: {names}.", names=spring), rule="WT-2")
    table.tell(say("Winter: {names}.", names=winter), rule="WT-2")
    writer = table.writer()
    if writer is not None:
        table.tell(say("{name} is the writer.", name=writer), writer, "WT-2")


class SitDown(Menu[Winter]):
    rule = "WT-4"
    also: ClassVar[tuple[str, ...]] = ("WT-A1",)

    def sentence(self, table: Winter) -> Text:
        return say("Sit down clockwise: {names}.", names=listing(tuple(by_age(table))))

    def kicker(self, table: Winter) -> Text:
        if table.writer() is not None:
            return say("Spring and winter alternate; the writer sits last")
        return say("Spring and winter alternate")

    def hint(self, table: Winter) -> Text | None:
        return say("Everybody takes a reference sheet.")

    def options(self, table: Winter) -> Iterable[Option]:
        yield Option("seated", say("That's how we sit"), "check-bold", main=True)
        if len(table.seats) > 3:
            yield Option("otherwise", say("In another order"), "swap-horizontal",
                         say("Spring and winter still alternate"), opens=True, echo=say("The seats change"))


class SeatOrder(PutInOrder[Winter, Player]):
    rule = "WT-A1"
    also = ("WT-4",)
    side: str

    def sentence(self, table: Winter) -> Text:
        return say("In which order does {side} sit, clockwise?", side=SIDE_NAMES[self.side])

    def hint(self, table: Winter) -> Text | None:
        if self.side != SPRING:
            return None
        return say("{name} is spring's youngest and always sits first.", name=table.youngest(SPRING))

    def things(self, table: Winter) -> Sequence[Player]:
        return movable(table, self.side)

    def least(self, table: Winter) -> int:
        return len(self.things(table))

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("The seats of {side}: {names}", side=SIDE_NAMES[self.side],
                   names=listing([player.name for player in answer]))

    def button(self, table: Winter, answer: Any) -> Text:
        return order_button(self.things(table), answer)


def movable(table: Winter, side: str) -> list[Player]:
    """Players of a side who may change seats: all but the youngest of spring (WT-4)."""
    first = table.youngest(SPRING)
    return [player for player in table.ages or table.seats if player.side == side and player is not first]


def alternating(players: Sequence[Player]) -> list[Player]:
    """Clockwise from the first of spring, spring and winter in turn, the writer last (WT-4)."""
    spring, winter = ([player for player in players if player.side == side] for side in SIDES)
    pairs = (one for pair in zip_longest(spring, winter) for one in pair if one is not None)
    return [*pairs, *(player for player in players if player.side not in SIDES)]


def by_age(table: Winter) -> list[Player]:
    return alternating(table.ages or table.seats)


class SitOtherwise(Confirm[Winter]):
    """WT-A1: players choose the order within a side after the first."""

    rule = "WT-A1"
    also = ("WT-4",)
    icon = "swap-horizontal"

    sentence = said("Sit in another order; spring and winter still alternate.")
    title = said("Another order")
    in_brief = said("The seats change")

    async def then(self, table: Winter, answer: str) -> None:
        await sit_otherwise(table)


async def sit_otherwise(table: Winter) -> None:
    for side in table.each(lambda: SIDES):
        if len(movable(table, side)) > 1:
            order = await table.ask(SeatOrder(None, side))
            first = (table.youngest(SPRING), *order)
            table.ring = alternating([*first, *(player for player in table.ring if player not in first)])


class DealObjectives(Confirm[Winter]):
    rule = "WT-120"

    def sentence(self, table: Winter) -> Text:
        return say("{name} first, then clockwise: draw your secret objective.", name=table.youngest(SPRING))

    kicker = said("One card from your own side, face down")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        if phone_drew(table):
            yield from seat_reasons(table)  # WT-148: seats come before the objectives

    def hint(self, table: Winter) -> Text | None:
        writer = table.writer()
        return None if writer is None else say("{name}, the writer, draws one from each side.", name=writer)

    button = said("Everybody has one")


class Arbiter(PickSeat[Winter, Player]):
    rule = "WT-5"
    icon = "scale-balance"

    sentence = said("Who is the story arbiter?")
    title = said("Arbiter")

    def kicker(self, table: Winter) -> Text:
        if table.in_middle:
            return say("As it is on your table")
        return say("Choose together, ideally somebody who knows the game")

    def hint(self, table: Winter) -> Text | None:
        if table.in_middle:
            return None
        return say("No agreement? {name} decides.", name=table.youngest(SPRING))

    async def then(self, table: Winter, answer: Player) -> None:
        table.arbiter = answer
        table.by_players()
        table.tell(say("{name} is the story arbiter.", name=answer), answer, "WT-5")


def without_side(table: Winter) -> list[Player]:
    return [player for player in table.ages if not player.side]


async def draw_sides(table: Winter, asks: Callable[[Player], DrawSide] | None = None) -> None:  # WT-2
    for player in table.each(lambda: without_side(table)):
        left = [side for side, tokens in pool(table).items() if tokens > 0]
        if len(left) == 1:
            player.side = left[0]
        else:
            player.side = await table.ask(DrawSide(player) if asks is None else asks(player))
            table.by_players()
        settle(table)  # a correction may have added a memory before
    tell_sides(table)


async def sit_down(table: Winter, question: SitDown) -> None:  # WT-4, WT-A1
    word = await table.ask(question)
    table.ring = by_age(table)
    if word != "seated":
        await sit_otherwise(table)


# Choosing and placing characters (WT-7, WT-8)

def next_picker(table: Winter) -> Player | None:
    """From the youngest to the left: the player with the fewest characters who needs one (WT-7)."""
    owned = Counter(one.owner for one in table.characters.values())
    first = table.youngest()
    for player in sorted((first, *table.left_of(first)), key=owned.__getitem__):
        if owned[player] < sum(wanted(table, player).values()) and choosable(table, player):
            return player
    return None


def character_moves(table: Winter) -> list[Question[Winter, Any]]:
    """Players may alternate or pick all cards first: it makes no difference (WT-7, WT-8)."""
    moves: list[Question[Winter, Any]] = []
    picker = next_picker(table)
    if picker is not None:
        moves.append(ChooseCharacter(picker))
    homeless = without_place(table)
    if homeless is not None and homeless.owner is not None:
        moves.append(StartSite(homeless.owner, homeless))
    if nobody_yet(table) and moves:
        moves += [*([SitOtherwise(None)] if len(table.seats) > 3 else []), Arbiter(None)]
    return moves


def without_place(table: Winter) -> Character | None:  # WT-7, WT-8
    """From the youngest to the left: a character of the player who has placed the fewest."""
    first = table.youngest()
    order = [first, *table.left_of(first)]
    homeless = [one for one in table.in_play() if one.at is None and one.owner in order] if table.full else []
    placed = Counter(one.owner for one in table.in_play() if one.at is not None)
    return min(homeless, key=lambda one: (placed[one.owner], order.index(table.owner_of(one))), default=None)


class ChooseCharacter(PickCharacter):
    rule = "WT-7"
    also: ClassVar[tuple[str, ...]] = ("WT-83", "WT-6")

    sentence = said("{seat}, choose a character.")

    def kicker(self, table: Winter) -> Text:
        return say("Character {n} of {all} for {name}", n=len(table.of(self.seat)) + 1, name=self.seat,
                   all=sum(wanted(table, self.seat).values()))

    def choices(self, table: Winter) -> Iterable[Character]:
        return choosable(table, self.seat)

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(choice.name, SIDE_NAMES[choice.side], choice.picture)

    def hint(self, table: Winter) -> Text | None:
        if phone_drew(table) and nobody_yet(table):
            return say("The phone drew the sides; {name} counts as the youngest. Undo to draw yourselves.",
                       name=table.ages[0])                                  # WT-3
        return None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        objectives_told = phone_drew(table) and table.on("objectives")
        if nobody_yet(table) and not objectives_told:
            yield from seat_reasons(table)

    async def then(self, table: Winter, answer: Character) -> None:
        answer.owner = self.seat
        table.by_players()
        if not table.full:
            table.tell(say("{name} chose {who}.", name=self.seat, who=answer), self.seat, "WT-7")


def seat_reasons(table: Winter) -> Iterable[Reason]:  # WT-4 to WT-6
    if phone_drew(table):  # that page was skipped
        yield Reason(say("Lay out the town; the epilogue token goes on space {n}, winter side up.",
                         n=table.length + 1), "feather")
    yield Reason(say("Sit down clockwise: {names}.", names=listing(tuple(table.ring))),
                 "account-group-outline")
    if table.arbiter is not None:
        yield Reason(say("{name} is the story arbiter.", name=table.arbiter), "scale-balance")


def nobody_yet(table: Winter) -> bool:
    return not any(one.owner is not None for one in table.characters.values())


def begun(table: Winter) -> dict[str, Json]:
    """A play that begins in the middle is under way once everybody has a faction and all their characters."""
    if table.phase != "setup":
        return {}
    ready = all(player.side for player in table.seats) and next_picker(table) is None
    return {**({"phase": "turns"} if ready else {"in_middle": True}),
            "laid_out": True, "story_begun": True, "quests_drawn": 2}


def wanted(table: Winter, player: Player) -> dict[str, int]:  # WT-7
    share = table.share
    if player.side == WRITER:
        return {SPRING: share.writer, WINTER: share.writer}
    return {player.side or SPRING: share.each}


def choosable(table: Winter, player: Player) -> list[Character]:  # WT-7
    free: list[Character] = []
    for side, want in wanted(table, player).items():
        cards = [table.characters[key] for key in SIDE_FIGURES[side]]
        if sum(one.owner is player for one in cards) < want:
            free += [one for one in cards if one.owner is None]
    return free


class StartSite(PickSpace):
    rule = "WT-8"
    also = ("WT-A2", "WT-27")
    icon = "map-marker"
    character: Character

    sentence = said("{seat}, where does {character} begin?")
    title = said("Place {character}")

    def hint(self, table: Winter) -> Text:
        if self.character.is_rebel:
            return say("A rebel begins in a location with nobody else in it.")
        return say("A soldier begins in a plaza with nobody else in it.")

    action_label = said("{character} begins here")

    def choices(self, table: Winter) -> Iterable[str]:
        town = table.town
        spaces = town.locations if self.character.is_rebel else town.plazas
        taken = {one.at for one in table.characters.values()}
        free = [space for space in spaces if space not in taken]
        if town.room_for_more():
            free.append(NEW_LOCATION if self.character.is_rebel else NEW_PLAZA)
        return free or spaces or town.locations

    def check(self, table: Winter, answer: str) -> None:
        if answer in self.choices(table):
            return
        if table.town.is_location(answer) != self.character.is_rebel:
            raise Refused(self.hint(table), "WT-8")
        raise Refused(say("Somebody stands there already. Choose an empty space."), "WT-8")

    async def then(self, table: Winter, answer: str) -> None:
        space = await named_space(table, self.seat, answer)
        if space is not None and table.full:  # the app may track less meanwhile
            self.character.at = space
            table.by_players()
            table.tell(say("{name} chose {who}, at {place}.", name=self.seat, who=self.character,
                           place=table.place(space)), self.seat, "WT-7")


# The first two quests, the opening of the story and the first hands (WT-9 to WT-14)

def placing_quests(table: Winter) -> bool:  # WT-9
    return (table.phase == "setup" and bool(table.face_down) and table.quests_drawn < 2
            and next_picker(table) is None and without_place(table) is None)


async def first_quest(table: Winter) -> None:  # WT-9, WT-10
    if table.face_down:
        await place_drawn(table)
    elif not unused(table, drawn_side(table)):
        count_drawn(table)
    elif table.quests_drawn == 0 and available(table, SPRING) and available(table, WINTER):
        await table.one_of(DrawQuests(None), DrawQuest(placer(table), SPRING))
    else:
        await table.one_of(DrawQuest(placer(table), drawn_side(table)))


async def place_drawn(table: Winter) -> None:  # WT-9, WT-10
    quest = table.quests[table.face_down[table.quests_drawn]]
    if quest.state not in ("free", "map"):  # a correction removed it: another is drawn
        table.face_down = []
        return
    await place_quest(table, quest, placer(table))
    count_drawn(table)
    if table.quests_drawn == 2:
        table.story_begun = table.opening = True  # WT-12: the first turn's page explains it


def count_drawn(table: Winter) -> None:
    table.quests_drawn = min(table.quests_drawn + 1, 2)  # a correction may have counted meanwhile


def narrator(table: Winter) -> Player:  # WT-12
    return table.writer() or table.arbiter or table.youngest(SPRING)


def begin_first_chapter(table: Winter) -> None:  # WT-14
    for player in table.present():
        player.drawn += hand_at_start(table, player)                        # WT-13
    if not table.opening:
        table.by_players()
    table.phase = "turns"
    table.fresh = None
    table.acting = table.youngest(SPRING)
    table.tell(say("Chapter {n}", n=spelled(table.chapter)), rule="WT-15", heading=True)


class DrawQuests(DrawnAtOnce):
    rule = "WT-9"
    also = ("WT-12", "WT-13", "WT-14", "WT-53")

    sentence = said("Everybody is in place. Shall the phone draw the first two quests?")
    kicker = said("One for spring, one for winter")
    title = said("Draw for us")
    button = said("Draw and begin the story")
    in_brief = said("The first two quests are drawn")

    def choices(self, table: Winter) -> Iterable[Drawn]:
        return pairs(table, available)

    def random_answer(self, table: Winter, rng: Any) -> Json:
        return drawn_pair(table, rng, available)

    async def then(self, table: Winter, answer: Drawn) -> None:
        table.face_down = list(answer)


def placer(table: Winter) -> Player:  # WT-9
    return table.writer() or table.youngest(WINTER if table.quests_drawn == 0 else SPRING)


def drawn_side(table: Winter) -> str:
    return SPRING if table.quests_drawn == 0 else WINTER


class DrawQuest(Menu[Winter]):
    rule = "WT-9"
    also = ("WT-53",)
    icon = "gesture-tap"
    by_chance = True
    side: str

    def sentence(self, table: Winter) -> Text:
        side = SIDE_NAMES[self.side]
        if self.seat is None:
            return say("Draw the first {side} quest.", side=side)
        return say("{name}, draw the first {side} quest.", name=self.seat, side=side)

    kicker = said("Shuffle that side's tokens and draw one")
    title = said("We draw")

    def options(self, table: Winter) -> Iterable[Option]:
        return [Option(quest.key, quest.name, SIDE_ICONS[quest.side],
                       echo=say("{name} brings in {quest}", name=placer(table), quest=quest))
                for quest in unused(table, self.side)]

    async def then(self, table: Winter, answer: str) -> None:
        await place_quest(table, table.quests[answer], placer(table))
        count_drawn(table)


class BeginStory(Confirm[Winter]):
    rule = "WT-12"
    also = ("WT-84",)
    seat: Player

    def sentence(self, table: Winter) -> Text:
        quests = [quest.name for quest in table.on_map()]
        if not quests:
            return say("{name}, begin the story.", name=self.seat)
        return say("{name}, begin the story: {quests}.", name=self.seat, quests=listing(list(quests)))

    kicker = said("Introduce both quests, and leave the end open")
    button = said("The story has begun")

    async def then(self, table: Winter, answer: str) -> None:
        table.story_begun = True
        table.tell(say("{name} began the story.", name=self.seat), self.seat, "WT-12")
        for quest in table.on_map():
            if quest.note:
                table.tell(say("{quest}: “{note}”", quest=quest, note=quest.note), rule="WT-52")


class FirstHands(Confirm[Winter]):
    rule = "WT-13"
    also = ("WT-14", "WT-84")

    def sentence(self, table: Winter) -> Text:
        return say("Draw your cards. {name} begins.", name=table.youngest(SPRING))

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return draw_reasons(table)

    hint = said("Never show how many cards you hold.")

    def button(self, table: Winter, answer: Any) -> Text:
        return say("{name} takes the first turn", name=table.youngest(SPRING))


def hand_at_start(table: Winter, player: Player) -> int:  # WT-13, WT-21, WT-84
    return table.spring_players() if player.side == WRITER else 4


def draw_reasons(table: Winter) -> Iterable[Reason]:  # WT-13, WT-21
    yield Reason(say("Spring and winter players draw 4 cards each."), "cards-outline")
    writer = table.writer()
    if writer is not None:
        yield Reason(say("{name}, the writer, draws {n}.", name=writer, n=table.spring_players()), "feather")


def opening_reasons(table: Winter) -> Iterable[Reason]:  # WT-12, WT-13
    writer = table.writer()
    yield Reason(say("First {name} begins the story: {quests}.", name=narrator(table),
                     quests=listing([quest.name for quest in table.on_map()])), "feather")
    if writer is None:
        yield Reason(say("Then draw four cards each. Never show how many you hold."), "cards-outline")
    else:
        yield Reason(say("Then draw four cards each; {name}, the writer, draws {n}.", name=writer,
                         n=spelled(table.spring_players())), "cards-outline")
