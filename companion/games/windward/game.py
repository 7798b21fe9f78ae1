"""Windward's plugin: metadata and options.

The rules are imported only when a play starts, because the library lists every game.
"""

from typing import Any, ClassVar

from companion.core.game import Facts, Game, Palette
from companion.core.setup import Choice, Setup, Switch, switch
from companion.core.text import Refused, say

AGAINST, FULL = ("competitive",), ("full",)
OPTIONS = (
    Switch("mode", say("Mode"),
           say("Against each other, alone against the Reds, or together against the White."),
           "WW-1", "competitive", (Choice("competitive", say("Free-for-all")), Choice("solo", say("Solo")),
                                   Choice("coop", say("Co-op"))), always=True),
    Switch("depth", say("The app tracks"),
           say("Turns and battles: captains' boards, cargo, cards and longboats stay on the table."),
           "WW-153", "full", (Choice("full", say("Everything")), Choice("light", say("Turns and battles"))),
           always=True),
    switch("small_world", say("Small World"), say("The back of the tiles; Reds fly two spaces."), "WW-148",
           always=True),
    switch("great_white", say("Great White"), say("The White wakes when somebody has ten notoriety."),
           "WW-133", always=True, modes=AGAINST),
    switch("naturalist", say("Naturalist"),
           say("The purple captain tags Cresters instead of processing them."),
           "WW-139", always=True, modes=AGAINST),
    switch("achievements", say("Achievements"), say("Two cards that every captain may score once."), "WW-146",
           always=True, modes=AGAINST),
    Switch("difficulty", say("The White's speed"), say("Co-op: how far the White flies each turn."), "WW-122",
           6, (Choice(5, say("5, easy")), Choice(6, say("6, normal")), Choice(7, say("7, hard")),
               Choice(8, say("8, impossible"))), always=True, modes=("coop",)),
    Switch("lookahead", say("Look-ahead"),
           say("Shows where the Cresters would fly if the turn ended now."), "WW-150", "auto",
           (Choice("auto", say("Solo and co-op")), Choice("on", say("On")), Choice("off", say("Off")))),
    switch("odds", say("Odds"), say("Your chances in a battle, before the dice fall."), "WW-64", True),
    switch("ask", say("Choose between equal paths"),
           say("If a Crester has equally short paths, the captain chooses."), "WW-A19", True),
    switch("white_rests", say("The White rests after a fight"),
           say("The White stays put after a fight, in every mode."), "WW-A16"),
    switch("white_over_reds", say("The White flies over Reds"),
           say("It may cross their spaces but not stop there."), "WW-A17"),
    switch("cut_off_stays", say("Cresters without a path stay"),
           say("A Crester with no open path stays put, in every mode."), "WW-A20"),
    switch("solo_reds_rest", say("Solo Reds rest after a fight"),
           say("A Red that fought you this turn stays."), "WW-A25", modes=("solo",)),
    switch("two_reds_together", say("Two Reds fight together"),
           say("A ship that enters a space with two Reds fights both at once."), "WW-A26", True),
    switch("captain_attacks_white", say("You attack the White when it arrives"),
           say("When the White reaches a ship, its captain is the attacker."), "WW-A47"),
    switch("white_over_post", say("The White flies over the Post"),
           say("It may cross the Trading Post but not stop there."), "WW-A34"),
    switch("skip_empty", say("Battles skip empty steps"),
           say("Skips questions about cards you can't play or that change nothing."), "WW-61", True),
    switch("research_gas", say("The Gas Worker helps with Research"),
           say("The Naturalist's Gas Worker adds 1 gas to each Research order."), "WW-A31", True,
           modes=AGAINST, depths=FULL),
    switch("tooth_by_tooth", say("Tooth by tooth"),
           say("Solo and co-op: if gas slots run short, you choose which teeth become gas."), "WW-A48", True,
           modes=("solo", "coop"), depths=FULL),
    switch("one_drift", say("Deadweight opens one Drift"),
           say("Each card opens one Drift. Off: one card opens all of them this turn."), "WW-22", True,
           depths=FULL),
)


class WindwardGame(Game[Any]):
    facts: ClassVar[Facts] = Facts(
        "windward", "Windward", 1, 5, "30-90",
        say("Ride the wind, hunt Cresters, become the most notorious captain."), "WW-1",
        dark=Palette("#12192B", "#1D2740", "#2B3858", "#EFF3FB", "#B2BED6", "#7FD6E8", "#00303A", "#15495A",
                     "#C8F2FB"),
        light=Palette("#F4F8FC", "#E3ECF5", "#D0DDEB", "#101A2B", "#475570", "#00607A", "#FFFFFF", "#B8EAF6",
                      "#002831"),
        icon="sail-boat", maker="El Dorado Games 2020, PlayMonster 2021", bgg=282922,
        packing=say("Keep each hand, the three stacks and the discards apart."))
    options: ClassVar[tuple[Switch, ...]] = OPTIONS
    without_fields: ClassVar[frozenset[str]] = frozenset({"turning_points"})
    stage: ClassVar[str] = "companion.games.windward.screen.stage.stage:Stage"

    def prepare(self, setup: Setup) -> Setup:
        full = super().prepare(setup)
        from companion.games.windward.box import model

        mine = model.from_json(full.box)
        whole = model.filled(mine)
        return full if whole == mine else Setup(full.people, full.options, model.to_json(whole))

    def check(self, setup: Setup) -> None:
        mode, seats = setup.options["mode"], len(setup.people)
        limits = {"solo": (1, 1), "coop": (2, 4), "competitive": (2, 5)}[mode]
        if not limits[0] <= seats <= limits[1]:
            raise Refused(SEATS[mode], "WW-1")
        if mode != "competitive" and (setup.options["naturalist"] or setup.options["achievements"]):
            raise Refused(say("The Naturalist and achievements are for free-for-all only. Switch them off."),
                          "WW-A38")
        if setup.options["achievements"] and len(setup.box.get("achievements", ())) < 2:
            raise Refused(say("Enter at least two achievement cards in your box first."), "WW-146")


SEATS = {
    "solo": say("Solo is for one captain. Remove the other seats, or choose another mode."),
    "coop": say("Co-op is for two to four captains. Change the seats, or choose another mode."),
    "competitive": say("Free-for-all is for two to five captains. Add a seat, or choose solo."),
}
