"""Windward as a plugin: its facts, its switches, and what the screen sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from companion.core.game import Facts, Game, Palette, podium
from companion.core.questions import Json, Question, Refused
from companion.core.setup import Choice, Option, Setup, switch
from companion.core.text import Text, count, listing, say
from companion.core.views import Card, Gauge, Mark, Outcome, Piece, Reminder, SeatView, Track, View
from companion.games.windward import copy as my_copy
from companion.games.windward import rules
from companion.games.windward.corrections import fields
from companion.games.windward.table import (
    LAST_SPACE,
    MATES,
    MOST_MORALE,
    MOST_ROWING,
    SHIP_SPEED,
    Captain,
    Turn,
    Windward,
)
from companion.games.windward.words import CREW, SHORT

OPTIONS = (
    Option("mode", say("Mode"), say("Against each other, alone against the Reds, or together against the White."),
           "WW-1", "competitive", (Choice("competitive", say("Free-for-all")), Choice("solo", say("Solo")),
                                   Choice("coop", say("Co-op")))),
    switch("small_world", say("Small World"), say("The back of the tiles; Reds fly two spaces."), "WW-148"),
    switch("great_white", say("Great White"), say("The White wakes when somebody has ten notoriety."), "WW-133"),
    switch("naturalist", say("Naturalist"), say("The purple captain tags Cresters instead of processing them."),
           "WW-139"),
    switch("achievements", say("Achievements"), say("Two cards that every captain may score once."), "WW-146"),
    Option("difficulty", say("The White's speed"), say("Co-op: how far the White flies each turn."), "WW-122", 6,
           (Choice(5, say("5, easy")), Choice(6, say("6, normal")), Choice(7, say("7, hard")),
            Choice(8, say("8, impossible")))),
    Option("lookahead", say("Look-ahead"),
           say("Shows where the Cresters would fly if the turn ended now."), "WW-150", "auto",
           (Choice("auto", say("Solo and co-op")), Choice("on", say("On")), Choice("off", say("Off")))),
    switch("odds", say("Odds"), say("Chances of a battle before the dice fall."), "WW-64", True),
    switch("ask", say("Ask for equal ways"), say("Where a Crester has two equal ways, the captain chooses."),
           "WW-A19", True),
    switch("white_rests", say("The White rests after a fight"),
           say("A White that fought this turn stays, in every mode."), "WW-A16"),
    switch("white_over_reds", say("The White flies over Reds"), say("It may cross their spaces, not stop there."),
           "WW-A17"),
    switch("cut_off_stays", say("Cut off means stay"), say("A Crester without a way does not move, in every mode."),
           "WW-A20"),
    switch("solo_reds_rest", say("Solo Reds rest after a fight"), say("A Red that fought you this turn stays."),
           "WW-A25"),
    switch("two_reds_together", say("Two Reds fight together"),
           say("A ship that enters a space with two Reds fights both at once."), "WW-A26", True),
)


class WindwardGame(Game[Windward]):
    facts: ClassVar[Facts] = Facts(
        "windward", "Windward", 1, 5, "30-90", say("Ride the wind, hunt Cresters, become the most notorious captain."),
        "WW-1",
        dark=Palette("#12192B", "#1D2740", "#2B3858", "#EFF3FB", "#B2BED6", "#7FD6E8", "#00303A", "#15495A", "#C8F2FB"),
        light=Palette("#F4F8FC", "#E3ECF5", "#D0DDEB", "#101A2B", "#475570", "#00607A", "#FFFFFF", "#B8EAF6",
                      "#002831"),
        icon="sail-boat", maker="El Dorado Games 2020, PlayMonster 2021")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    stage: ClassVar[str] = "companion.games.windward.stage:Stage"
    copy_editor: ClassVar[str] = "companion.games.windward.editor:Editor"

    def new(self, setup: Setup) -> Windward:
        return Windward(setup)

    async def play(self, table: Windward) -> None:
        await rules.play(table)

    def check(self, setup: Setup) -> None:
        mode, seats = setup.options["mode"], len(setup.people)
        limits = {"solo": (1, 1), "coop": (2, 4), "competitive": (2, 5)}[mode]
        if not limits[0] <= seats <= limits[1]:
            raise Refused(SEATS[mode], "WW-1")
        if mode != "competitive" and (setup.options["naturalist"] or setup.options["achievements"]):
            raise Refused(say("Naturalist and achievements are for captains against each other. Switch them off."),
                          "WW-A38")
        if setup.options["achievements"] and len(my_copy.from_json(setup.copy).achievements) < 2:
            raise Refused(say("Enter at least two achievement cards in your copy first."), "WW-146")

    def starter_copy(self) -> Json:
        return my_copy.to_json(my_copy.starter())

    def check_copy(self, copy: Json) -> Sequence[Text]:
        from companion.games.windward.copy_checks import warnings

        try:
            return [warning.text for warning in warnings(my_copy.from_json(copy))]
        except my_copy.BadCopy as bad:
            raise Refused(bad.why, bad.rule) from None

    def standing(self, table: Windward) -> Sequence[Question[Windward, Any]]:
        if not table.setup.options["achievements"] or table.phase != "turns":
            return ()
        return [rules.Claim(captain) for captain in table.present() if len(captain.claimed) < 2]

    def fields(self, table: Windward) -> Iterable[Any]:
        return fields(table)

    def totals(self, table: Windward) -> Sequence[tuple[str, int, int]]:
        return conserved(table)

    def outcome(self, table: Windward) -> Outcome | None:
        if table.verdict == "notoriety":
            best = rules.leaders(table)
            return podium(table, count("{names} is the most notorious captain.",
                                       "{names} are the most notorious captains.", len(best),
                                       names=listing(tuple(best))), best)
        if not table.verdict:
            return None
        won = table.verdict == "won"
        winners = tuple(captain.index for captain in table.seats) if won else ()
        sentence = {(True, True): say("You have beaten the White Crester."),
                    (True, False): say("Your ship is lost."),
                    (False, True): say("Together you have beaten the White Crester."),
                    (False, False): say("The captains have lost.")}[table.solo, won]
        return Outcome(sentence, winners, won=won, details=tuple(self.details(table)))

    def details(self, table: Windward) -> Iterable[Reminder]:
        for round_number, what, seat in table.turning_points:
            yield Reminder(say("Round {n}: {what}", n=round_number,
                               what=replace(TURNS[what], args=(("name", table.seats[seat].name),))), TURN_ICONS[what])
        if table.coop:
            yield Reminder(say("Lives left: captains {ours}, White {theirs}", ours=max(0, table.captain_lives),
                               theirs=max(0, table.white_lives)), "heart")

    def view(self, table: Windward) -> View:
        seats = tuple(self.seat_view(table, captain) for captain in table.seats)
        track = Track(say("Notoriety"), LAST_SPACE + 1,
                      tuple(Piece(captain.points, captain.index) for captain in table.seats))
        tracks = (track,) if table.competitive else ()
        cards = (self.ship_card(table, table.active),) if table.phase == "turns" else ()
        return View(self.subtitle(table), seats, tuple(self.reminders(table)), tracks, cards, self.banner(table))

    def subtitle(self, table: Windward) -> Text:
        if table.phase != "turns":
            return say("Setting up")
        if table.solo:
            return say("Solo, turn {n}", n=table.round)
        if table.coop:
            return say("Round {n}, co-op", n=table.round)
        return say("Round {n}, {name}'s turn", n=table.round, name=table.active)

    def banner(self, table: Windward) -> Text | None:
        if table.trigger is None or table.verdict:
            return None
        still = rules.still_to_play(table)                                  # WW-152
        if not still:
            return say("{name} has reached fifteen. This is the last turn.", name=table.trigger)
        return say("{name} has reached fifteen. Still to play: {names}.", name=table.trigger,
                   names=listing(tuple(still)))

    def seat_view(self, table: Windward, captain: Captain) -> SeatView:
        marks = []
        if captain is table.first and table.phase == "turns" and len(table.seats) > 1:
            marks.append(Mark("flag-variant", say("First player")))
        if captain is table.naturalist:
            marks.append(Mark("leaf", say("Naturalist")))
        score = captain.points if table.competitive else None
        return SeatView(captain.index, score, tuple(marks), say("Morale {n}", n=captain.morale))

    def reminders(self, table: Windward) -> Iterable[Reminder]:
        if table.phase != "turns":
            return
        yield from missing_tokens(table)
        if table.coop:
            yield Reminder(say("Lives: captains {ours}, White {theirs}", ours=table.captain_lives,
                               theirs=table.white_lives), "heart")
        if table.solo:
            yield Reminder(say("{n} of 6 Reds beaten; Reds fly {speed}", n=table.reds_beaten,
                               speed=table.mode().red_speed), "fish")

    def ship_card(self, table: Windward, captain: Captain) -> Card:
        turn = table.under_way(Turn) if table.is_under_way(Turn) else Turn(captain)
        gauges = (
            Gauge(say("Morale"), captain.morale, MOST_MORALE, "emoticon-happy-outline"),
            Gauge(say("Ship speed"), turn.speed, max(SHIP_SPEED, turn.speed), "sail-boat"),
            Gauge(say("Longboat"), captain.rowing, MOST_ROWING, "rowing"),
            Gauge(say("Gas"), captain.gas, table.gas_slots(captain), "gas-cylinder"),
            Gauge(say("Cannons"), captain.cannons, table.cannon_slots(captain), "bomb"),
            Gauge(say("Mates"), turn.mates, MATES, "account-multiple-outline"),
        )
        return Card(say("{name}'s ship", name=captain), gauges, tuple(self.hold(captain)), captain.index)

    def hold(self, captain: Captain) -> Iterable[Reminder]:
        if captain.hold is not None:
            yield Reminder(say("{beast} aboard", beast=SHORT[captain.hold.kind]), "fish")
        for number, words in ((captain.cargo.red_teeth, say("red tooth")),
                              (captain.cargo.grey_teeth, say("grey tooth")),
                              (captain.cargo.plus_two, say("+2 token"))):
            if number:
                yield Reminder(say("{n} x {what}", n=number, what=words), "tooth-outline")
        for name in captain.crew:
            yield Reminder(CREW[name], "account-outline")


TURNS = {"red": say("{name} beat a Red"), "white": say("{name} beat the White"), "lost": say("{name} lost the ship")}
TURN_ICONS = {"red": "sword-cross", "white": "crown", "lost": "skull-outline"}
SEATS = {
    "solo": say("Solo is for one captain. Remove the other seats, or choose another mode."),
    "coop": say("Co-op is for two to four captains. Change the seats, or choose another mode."),
    "competitive": say("Captains against each other are two to five. Add a seat, or choose solo."),
}


def missing_tokens(table: Windward) -> Iterable[Reminder]:
    """WW-A3: warned of, and counted on."""
    stock = table.stock
    for left, words in ((stock.gas, say("No gas or cannon tokens are left: use anything instead.")),
                        (stock.plus_two, say("No +2 tokens are left: use anything instead.")),
                        (min(stock.grey_teeth, stock.red_teeth), say("No teeth are left: use anything instead."))):
        if left < 0:
            yield Reminder(words, "alert-outline")


def conserved(table: Windward) -> list[tuple[str, int, int]]:
    """In play + stock = box."""
    counts = table.copy.counts
    kinds = [beast.kind for beast in table.beasts]
    holds = [captain.cargo for captain in table.seats] + list(table.loose.values())
    tokens = sum(captain.gas + captain.cannons for captain in table.seats) + sum(table.gas_on.values())
    tagged = sum(1 for beast in table.beasts if beast.tagged)
    boats = sum(captain.boats_aboard + captain.boats_ashore for captain in table.seats) + len(table.boats)
    stock = table.stock
    return [
        ("Greys", kinds.count("grey") + stock.greys, counts.greys),
        ("Reds", kinds.count("red") + stock.reds, counts.reds),
        ("grey teeth", sum(cargo.grey_teeth for cargo in holds) + stock.grey_teeth, counts.grey_teeth),
        ("red teeth", sum(cargo.red_teeth for cargo in holds) + stock.red_teeth, counts.red_teeth),
        ("+2 tokens", sum(cargo.plus_two for cargo in holds) + stock.plus_two, counts.plus_two),
        ("gas and cannons", tokens + stock.gas, counts.gas_and_cannons),
        ("tags", tagged + stock.tags, counts.tags),
        ("longboats", boats, 2 * len(table.seats)),
    ]
