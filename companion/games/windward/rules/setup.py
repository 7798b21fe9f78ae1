"""Setup steps, each rolled on the phone or at the table (WW-1 to WW-14)."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.kinds import Confirm, PickSeat, PickSeveral, PutInOrder
from companion.core.kinds.pick import SeveralDraft
from companion.core.questions import Face, Reason, draft_of
from companion.core.text import Text, count, listing, said, say, spelled
from companion.core.values import Json
from companion.games.windward.board import planet
from companion.games.windward.board.planet import NUMBERS
from companion.games.windward.box.model import TILES
from companion.games.windward.rules.aftermath import new_crester, teeth_away, white_appears, white_rises
from companion.games.windward.rules.placing import WhiteDie, Wind, free_territories
from companion.games.windward.table import WHITE_WAKES, Captain, Windward

HANDS = (2, 3, 4, 5, 5)
PURPLE = 4
"""Plum, among the colours of seats."""


async def set_up(table: Windward) -> None:
    """Run one setup step; call until `phase` is "turns"."""
    if table.phase == "begun":
        await catch_up(table)
    elif table.phase == "layout":
        await lay_tiles(table)                                              # WW-3
        table.by_players()
        table.phase = "first"
    elif table.phase == "first":
        await find_first_player(table)                                      # WW-5
    elif table.phase == "wind":
        await first_wind(table)                                             # WW-9
        table.phase = "naturalist"
    elif table.phase == "naturalist":
        if table.setup.options["naturalist"]:
            await choose_naturalist(table)                                  # WW-139
        table.phase = "achievements"
    elif table.phase == "achievements":
        if table.setup.options["achievements"] and len(table.box.achievements) > 2:
            cards = await table.ask(Notices(None))                          # WW-146
            table.notices = sorted([int(card) for card in cards])
        table.phase = "greys"
    elif table.phase == "greys":
        await place_greys(table)                                            # WW-10
    elif table.phase == "cresters":
        place_reds_and_gas(table)                                           # WW-11, WW-12
        table.phase = "white"
    elif table.phase == "white":
        await place_white(table)                                            # WW-122
    else:
        await table.ask(Ready(None))                                        # WW-6 to WW-14
        set_sail(table)


async def catch_up(table: Windward) -> None:
    """A play begun without the app: ask only for what nobody has entered, and change nothing else."""
    if not table.layout:
        await lay_tiles(table)
        put_greys(table, NUMBERS[:len(table.present()) - 1] if table.competitive else NUMBERS)
        place_reds_and_gas(table)
        for corner in planet.white_returns(table.planet, table.flying())[:1] if table.coop else ():
            new_crester(table, "white", corner)
        table.by_players()
    elif not table.wind:
        await first_wind(table)
    elif table.setup.options["naturalist"] and table.naturalist is None:
        await choose_naturalist(table)
    else:
        table.phase = "turns"


async def lay_tiles(table: Windward) -> None:
    tiles = await table.ask(Layout(None))
    table.lay_out("".join(tiles))


async def first_wind(table: Windward) -> None:
    number = await table.ask(Wind(None))
    table.wind = sum(number)
    table.by_players()
    table.tell(say("The wind blows towards territory {n}.", n=table.wind), rule="WW-9")


async def choose_naturalist(table: Windward) -> None:
    table.naturalist = await table.ask(Purple(None))                        # WW-A42
    equip_naturalist(table)


def equip_naturalist(table: Windward) -> None:
    """WW-144: no teeth, even if set by hand. WW-A42: the purple ship, exchanged with whoever has it."""
    for captain, person in zip(table.seats, table.setup.people, strict=True):
        captain.colour = person.colour
    naturalist = table.naturalist
    if naturalist is not None:
        teeth_away(table, naturalist)
        for captain in table.seats:
            if captain.colour == PURPLE:
                captain.colour = naturalist.colour
        naturalist.colour = PURPLE


def set_sail(table: Windward) -> None:
    for captain, cards in [] if table.light else dealt(table):
        captain.cards = cards
    table.by_players()
    table.tell(say("Round {n}", n=spelled(1)), heading=True)
    table.phase = "turns"
    if table.active.gone:  # the first captain left during setup
        table.first = table.active = table.next_of(table.active)


async def find_first_player(table: Windward) -> None:
    captains = table.present()
    first = captains[0]
    if len(captains) > 1:
        first = await table.ask(FirstPlayer(None))
        table.tell(say("{name} goes first.", name=first), first, "WW-5")
    table.first = table.active = first
    table.phase = "wind"


async def place_greys(table: Windward) -> None:
    if table.competitive:
        chosen = await table.ask(FirstGreys(None))
        put_greys(table, [int(territory) for territory in chosen])
        if chosen:
            table.tell(count("The first Grey feeds in territory {where}.",
                             "The first Greys feed in territories {where}.", len(chosen),
                             where=listing(list(chosen))),
                       rule="WW-10")
    else:
        put_greys(table, NUMBERS)                                    # WW-107, WW-122: on every Feeding Ground
    table.phase = "cresters"


def put_greys(table: Windward, territories: Iterable[int]) -> None:
    for territory in territories:
        grounds = table.planet.feeding_grounds[territory]
        for ground in grounds if not table.competitive else grounds[:1]:
            if table.stock.greys > 0:
                new_crester(table, "grey", ground)
                table.stock.greys -= 1


def place_reds_and_gas(table: Windward) -> None:
    for territory in NUMBERS:
        for start in table.planet.red_starts[territory]:
            if table.stock.reds > 0:
                new_crester(table, "red", start)
                table.stock.reds -= 1
    for pocket in () if table.light else table.planet.gas_pockets:          # WW-153
        table.stock.gas += table.gas_on.get(pocket, 0) - 2               # players may have added some by hand
        table.gas_on[pocket] = 2


async def place_white(table: Windward) -> None:
    if table.coop and not planet.white_corners(table.planet, table.flying()):
        await white_appears(table, None)                                    # WW-A28: every corner has a Red
    elif table.coop:
        number = await table.ask(WhiteDie(None))
        corner = planet.white_corners(table.planet, table.flying()).get(sum(number))
        if corner is None:
            return
        white_rises(table, corner, "WW-122")
    table.phase = "ready"


# --- questions


class Layout(PutInOrder[Windward, str]):
    rule = "WW-3"
    also = ("WW-4", "WW-2", "WW-A1")
    by_chance = True
    panel = "companion.games.windward.screen.panels:LayoutPanel"

    sentence = said("Which tile is in which territory?")
    kicker = said("Tap the tiles in the order of the Post's numbers")

    def hint(self, table: Windward) -> Text | None:
        if not table.box.guesses_side(table.small):
            return None
        return say("This map is made up. Enter your own tiles for the next play, or just try it.")

    def reasons(self, table: Windward) -> Iterable[Reason]:
        if table.coop and table.small:
            yield Reason(say("In the rulebook, co-op uses the large planet."), "alert-outline")     # WW-A1

    def things(self, table: Windward) -> Sequence[str]:
        return tuple(TILES)

    def least(self, table: Windward) -> int:
        return len(TILES)

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(say("Tile {letter}", letter=choice))

    def in_brief(self, table: Windward, answer: Any) -> Text:
        return say("Layout {tiles}", tiles=" ".join(answer))

    def button(self, table: Windward, answer: Any) -> Text:
        left = len(TILES) - len(answer or ())
        return count("{n} tile left", "{n} tiles left", left) if left else say("This is our planet")


@draft_of(Layout)
class LayoutDraft(SeveralDraft):
    """After five tiles the sixth has only one place left. A tap on it confirms it, then takes it off."""

    _placed = ""
    """The tile that nobody has tapped."""

    def tap(self, token: Json) -> None:
        before, placed, self._placed = len(self.tokens), self._placed, ""
        if token == placed and token in self.tokens:
            return
        super().tap(token)
        if before < len(self.tokens) == len(TILES) - 1:
            self._placed = next(tile for tile in TILES if tile not in self.tokens)
            self.tokens.append(self._placed)


class FirstPlayer(PickSeat[Windward, Captain]):
    rule = "WW-5"
    also = ("WW-A2",)
    by_chance = True

    sentence = said("Who rolled highest?")
    kicker = said("Everybody rolls the wind die; ties roll again")


class Purple(PickSeat[Windward, Captain]):
    rule = "WW-A42"
    also = ("WW-139",)
    by_chance = True

    sentence = said("Who is the Naturalist?")
    kicker = said("The Naturalist sails the purple ship")

    def in_brief(self, table: Windward, answer: Any) -> Text:
        return say("{name} is the Naturalist", name=answer)


class Notices(PickSeveral[Windward, str]):
    rule = "WW-146"
    by_chance = True

    sentence = said("Which two achievement cards are face up?")

    def things(self, table: Windward) -> Sequence[str]:
        return [str(card) for card in range(len(table.box.achievements))]

    def least(self, table: Windward) -> int:
        return 2

    most = least

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(table.box.achievements[int(choice)].words, icon="trophy-outline")

    def button(self, table: Windward, answer: Any) -> Text:
        left = 2 - len(answer or ())
        return count("{n} card left", "{n} cards left", left) if left > 0 else say("Use these two")


class FirstGreys(PickSeveral[Windward, str]):
    """WW-10: one Grey fewer than captains, in different territories."""

    rule = "WW-10"
    by_chance = True

    sentence = said("Where do the first Greys feed?")
    kicker = said("Roll the wind die for each; roll doubles again")

    def things(self, table: Windward) -> Sequence[str]:
        return [str(number) for number in free_territories(table)]

    def least(self, table: Windward) -> int:
        return min(len(table.present()) - 1, len(self.things(table)), max(0, table.stock.greys))

    most = least

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(say("Territory {n}", n=choice))

    def button(self, table: Windward, answer: Any) -> Text:
        left = self.least(table) - len(answer or ())
        return count("{n} Grey left", "{n} Greys left", left) if left > 0 else say("Place them")


class Ready(Confirm[Windward]):
    """WW-6 to WW-14: what players still lay out by hand."""

    rule = "WW-14"
    also = ("WW-6", "WW-7", "WW-8", "WW-11", "WW-12", "WW-13", "WW-153")
    lays_out = True

    sentence = said("Lay out the rest, then set sail.")

    def reasons(self, table: Windward) -> Iterable[Reason]:
        yield from who_keeps_what(table)
        yield Reason(hands(table), "cards-outline")
        if table.light:
            yield Reason(say("Two gas on every Gas Pocket"), "gas-cylinder")                    # WW-12
        yield Reason(say("Split the rest of the deck into three face-up stacks. When one runs out, shuffle "
                         "everything into three again."), "layers-triple-outline")          # WW-7, WW-8
        yield Reason(say("Ships at port: morale 1, longboat speed 0, one longboat, both mates at rest."),
                     "sail-boat")
        stock = table.stock
        yield Reason(say("Beside the planet: {greys} Greys, {reds} Reds, {teeth} teeth, gas and cannons, +2 "
                         "tokens, Coffee, {crew} crew tiles.", greys=max(0, stock.greys),
                         reds=max(0, stock.reds),
                         teeth=max(0, stock.grey_teeth + stock.red_teeth), crew=sum(stock.crew.values())),
                     "tray-full")                                                              # WW-13
        if also := [*for_variants(table)]:
            yield Reason(say("Also: {things}.", things=listing(also)), "plus-box-outline")

    button = said("Set sail")


def who_keeps_what(table: Windward) -> Iterable[Reason]:
    """WW-153"""
    if not table.light:
        return
    yield Reason(say("Your table keeps boards, cargo, gas, cards and longboats."), "tray-full")
    kept = say("The phone keeps the wind, the turns and the Cresters.")
    if table.competitive:
        kept = say("The phone keeps the wind, the turns, notoriety and the Cresters.")
    yield Reason(kept, "gesture-tap")


def for_variants(table: Windward) -> Iterable[Text]:
    """WW-122, WW-133, WW-139, WW-146: extra pieces for the variants."""
    if table.coop:
        yield count("{n} life on each life card", "{n} lives on each life card", table.captain_lives)
    if table.white_waits:
        yield say("the White on space {n} of the track", n=WHITE_WAKES)
    if table.naturalist is not None:
        yield say("the tags for {name}", name=table.naturalist)
    if table.setup.options["achievements"]:
        yield say("two face-up achievement cards")


def dealt(table: Windward) -> list[tuple[Captain, int]]:
    """WW-6, WW-107, WW-122"""
    order = [table.first, *table.left_of(table.first)]
    if table.solo:
        return [(table.first, HANDS[-1])]
    if table.coop:
        return [(captain, HANDS[0]) for captain in order]
    return list(zip(order, HANDS, strict=False))


def hands(table: Windward) -> Text:
    if table.solo:
        return say("Deal yourself 5 cards.")
    if table.coop:
        return say("Deal 2 cards to everybody.")
    each = [say("{name} {n}", name=captain, n=cards) for captain, cards in dealt(table)]
    return say("Cards: {dealt}.", dealt=listing(each))
