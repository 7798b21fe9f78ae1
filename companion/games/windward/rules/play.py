"""Windward's main script. Rule numbers refer to rules.md."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.core.game import Joining, best
from companion.core.kinds import DONE, Confirm, Numbers, PickText
from companion.core.kinds import Row as Hand
from companion.core.questions import Face, Question, Reason
from companion.core.text import Refusal, Text, listing, said, say, spelled
from companion.core.values import Json
from companion.games.windward.board.lookahead import forecast
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.aftermath import TurnOver, back_to_port, earn, first_with_ten, white_wakes
from companion.games.windward.rules.cargo import Drop, PickUp, cash_teeth
from companion.games.windward.rules.light import GreyBeaten, Notoriety, Research
from companion.games.windward.rules.moves import Row, Sail, course
from companion.games.windward.rules.night import rest, unused
from companion.games.windward.rules.orders import Buy, Card, Order, turn_wind
from companion.games.windward.rules.placing import Wind
from companion.games.windward.rules.setup import set_up
from companion.games.windward.table import MOST_ROWING, Captain, Turn, Windward


async def play(table: Windward) -> None:
    if table.phase != "turns":
        await set_up(table)
        return
    if table.wind_due:
        number = await table.ask(Wind(table.active))                        # WW-100, WW-101
        turn_wind(table, sum(number), "WW-101" if table.solo else "WW-100")
        table.wind_due = False
    with table.until(TurnOver):                                             # WW-80: from any depth
        await turn(table)
    clean_up(table)                                                         # WW-83
    if not table.verdict:
        pass_on(table)


def standing(table: Windward) -> Sequence[Question[Windward, Any]]:
    """WW-123, WW-146: trade and score achievements at any time."""
    if table.phase != "turns":
        return ()
    if len(traders(table)) > 1 and any(one.cards for one in traders(table)):
        return [Trade(None)]
    if not table.setup.options["achievements"]:
        return ()
    return [Claim(captain) for captain in table.present() if len(captain.claimed) < 2]


def joining(table: Windward) -> Joining:
    return Joining(False, say("The setup depends on the number of captains. To add one, start a new game."),
                   "WW-10")


async def turn(table: Windward) -> None:
    """WW-16: take any actions in any order, then rest."""
    me = table.active
    with table.during(table.coming(Turn())) as now:
        await white_wakes(table)
        while not now.ended:
            await table.one_of(*moves(table, me))
            await white_wakes(table)                                        # WW-133: at that moment
        await rest(table, me)


def moves(table: Windward, me: Captain) -> tuple[Question[Windward, Any], ...]:
    if table.light:                                                      # WW-153: the rest stays on the table
        tags = (Research(me),) if me is table.naturalist else ()
        notoriety = (Notoriety(me),) if table.competitive else ()
        return Sail(me), *notoriety, GreyBeaten(me), *tags, Card(me), EndTurn(me)
    rows = [Row(me, boat) for boat in table.boats_of(me)]
    return Sail(me), Order(me), Card(me), Buy(me), PickUp(me), *rows, Drop(me), EndTurn(me)


def clean_up(table: Windward) -> None:
    """Clear orders and battle marks (WW-83, WW-A16).

    A ship being looted is still lost if someone ended the turn by hand (WW-79).
    """
    for captain in [] if table.verdict else table.seats:
        if captain.morale < 1:
            back_to_port(table, captain)
    for crester in table.cresters:
        if crester.fought or crester.fresh:
            crester.fought = crester.fresh = False


def pass_on(table: Windward) -> None:
    """Pass the turn, roll wind for a new round, or end before the trigger's next turn (WW-104)."""
    before, after = table.active, table.next_of(table.active)
    table.active = after
    if table.trigger is not None and passes(table, before, after, table.trigger):
        if len(leaders(table)) == 1:
            table.verdict = "notoriety"                                     # WW-106
            return
        table.tell(say("A tie at the top: everybody has one more turn."), rule="WW-106", heading=True)
    if table.solo:
        table.wind_due = True                                               # WW-101
    if passes(table, before, after, table.first):
        table.round += 1
        table.wind_due = True                                               # WW-100
        table.tell(say("Round {n}", n=spelled(table.round)), heading=True)
    if "coxswain" in after.crew:                                     # WW-17: here, as a turn may be restarted
        after.rowing = min(MOST_ROWING, after.rowing + 1)
    if after.at_port:
        cash_teeth(table, after)                                            # WW-103: teeth a lost ship kept


def passes(table: Windward, before: Captain, after: Captain, captain: Captain) -> bool:
    """Does passing the turn from `before` to `after` reach or skip `captain`?"""
    places = len(table.seats)
    steps = (after.index - before.index) % places or places
    return 0 < ((captain.index - before.index) % places or places) <= steps


def leaders(table: Windward) -> list[Captain]:
    """Captains tied for the lead, without those who left unless all did."""
    level = best(table.seats)
    return [captain for captain in level if not captain.gone] or level


def still_to_play(table: Windward) -> list[Captain]:
    """WW-152: captains with a turn left before the trigger would play again."""
    order = list(table.left_of(table.active))
    ahead = [captain for captain in order if table.trigger is not None
             and not passes(table, table.active, captain, table.trigger)]
    return order if table.trigger is table.active else ahead


def lost_at_port(table: Windward, me: Captain) -> bool:
    """WW-109, WW-125: does ending the turn at port cost the ship?"""
    if not me.at_port or table.competitive:
        return False
    if table.solo:
        return True
    return any(one.way.arrives for one in forecast(table.planet, table.pieces(POST), table.mode()))


class EndTurn(Confirm[Windward]):
    rule = "WW-83"
    also = ("WW-84", "WW-85", "WW-26", "WW-22", "WW-150")
    icon = "flag-checkered"
    seat: Captain

    title = said("End turn")

    def sentence(self, table: Windward) -> Text:
        if lost_at_port(table, self.seat):
            return say("{name}, end here and your ship is lost!", name=self.seat)
        return say("{name}, is your turn over?", name=self.seat)

    def on_drift(self, table: Windward) -> bool:
        """WW-22. A ship stranded on Drift may end its turn (WW-A39)."""
        return self.seat.ship in table.planet.drift and bool(course(table, self.seat))

    def choices(self, table: Windward) -> Iterable[str]:
        return () if self.on_drift(table) else (DONE,)

    def barred(self, table: Windward) -> Iterable[tuple[str, Refusal]]:
        if self.on_drift(table):
            yield DONE, Refusal(say("You can't end your turn on Drift. Fly on."), "WW-22")

    def reasons(self, table: Windward) -> Iterable[Reason]:
        if lost_at_port(table, self.seat):
            yield Reason(say("If the turn ends at port, the ship is lost.") if table.solo else        # WW-109
                         say("The White reaches the Trading Post tonight."), "skull-outline")         # WW-125
        if self.seat.ship in table.planet.drift:
            yield Reason(say("No path leads off this Drift, so the turn may end here."), "alert-outline")
        yield from unused(table)

    def only_answer(self, table: Windward) -> Json:
        """End a turn at sky without asking; the next question lists what goes unused."""
        asks = lost_at_port(table, self.seat) if table.light else self.seat.at_port
        return super().only_answer(table) if asks or self.seat.ship in table.planet.drift else DONE

    def face(self, table: Windward, choice: Any) -> Face:
        return replace(super().face(table, choice), main=not lost_at_port(table, self.seat))

    def button(self, table: Windward, answer: Any) -> Text:
        if lost_at_port(table, self.seat):
            return say("Rest at port and lose the ship")
        return say("Rest at port") if self.seat.at_port else say("Rest at sky")

    def in_brief(self, table: Windward, answer: Any) -> Text:
        if self.seat.at_port:
            return say("{name} rests at port", name=self.seat)
        return say("{name} rests at sky", name=self.seat)

    async def then(self, table: Windward, answer: str) -> None:
        table.under_way(Turn).ended = True


def traders(table: Windward) -> list[Captain]:
    """WW-123; if hands aren't counted (WW-153), they trade without the app."""
    if not table.coop or table.light or table.verdict:
        return []
    return [captain for captain in table.present() if captain.at_port]


class Trade(Numbers[Windward]):
    """WW-123: who holds how many cards after a trade at port; none come or go."""

    rule = "WW-123"
    also = ("WW-A37",)
    icon = "swap-horizontal"

    sentence = said("How many cards does each captain have after the trade?")
    kicker = said("Captains at port trade openly")
    title = said("Trade cards")
    button = said("We have traded")

    def rows(self, table: Windward) -> Sequence[Hand]:
        return [Hand(captain.name, 0, max(captain.cards, captain.hand_limit), captain.cards, seat=captain)
                for captain in traders(table)]  # WW-A37

    def total(self, table: Windward) -> int:
        return sum([captain.cards for captain in traders(table)])

    async def then(self, table: Windward, answer: tuple[int, ...]) -> None:
        for captain, cards in zip(traders(table), answer, strict=True):
            captain.cards = cards
        table.by_players()
        table.tell(say("{names} traded cards.", names=listing(traders(table))), rule="WW-123")


class Claim(PickText[Windward]):
    """WW-146, WW-147: claim an achievement at any time, each card once per captain."""

    rule = "WW-146"
    also = ("WW-147", "WW-A32")
    icon = "trophy-outline"
    seat: Captain

    sentence = said("{seat}, which achievement is yours?")

    def title(self, table: Windward) -> Text:
        """Name the captain only on another's turn: it makes the label tiny."""
        return say("Claim") if self.seat is table.active else say("{seat}: achievement", seat=self.seat)

    def choices(self, table: Windward) -> Iterable[str]:
        return [str(card) for card in table.notices if card not in self.seat.claimed]

    def value(self, table: Windward, card: int) -> int:
        shown = table.box.achievements[card]
        first = all(card not in captain.claimed for captain in table.seats)
        return shown.high if first else shown.low

    def face(self, table: Windward, choice: Any) -> Face:
        value = self.value(table, int(choice))
        hint = say("+{n} notoriety", n=value)
        if "achievements" in table.box.guessed:
            hint = say("+{n} notoriety: a guess, look at your card", n=value)
        return Face(table.box.achievements[int(choice)].words, icon="trophy-outline", hint=hint)

    async def then(self, table: Windward, answer: str) -> None:
        card = int(answer)
        value = self.value(table, card)
        asleep = first_with_ten(table) is None
        self.seat.claimed = sorted([*self.seat.claimed, card])
        earn(table, self.seat, value, say("{name} earned an achievement: {card}.", name=self.seat,
                                          card=table.box.achievements[card].words), "WW-147")
        if asleep:
            await white_wakes(table)                                        # WW-133: on anybody's turn
