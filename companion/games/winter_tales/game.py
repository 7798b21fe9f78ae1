"""Winter Tales as a plugin: its metadata and switches."""

from typing import Any, ClassVar

from companion.core.game import Facts, Game, Palette
from companion.core.setup import Choice, Setup, Switch, switch
from companion.core.text import Refused, say

FULL = ("full",)
OPTIONS = (
    Switch("depth", say("The app tracks"),
           say("Everything: the phone knows where everybody stands and offers battles, traps and joining. "
               "Turns and battles: positions stay on the board."), "WT-28", "full",
           (Choice("full", say("Everything")), Choice("light", say("Turns and battles"))), always=True),
    Switch("length", say("Memories"), say("How many memories until the epilogue; about half an hour each."),
           "WT-85", 3,
           (Choice(3, say("3")), Choice(4, say("4")), Choice(5, say("5")), Choice(6, say("6")),
            Choice(7, say("7"))),
           always=True),
    Switch("draws", say("Who draws"),
           say("The phone draws factions and first quests; seat the youngest first. Or draw them "
               "yourselves."), "WT-2", "phone",
           (Choice("phone", say("The phone")), Choice("table", say("We draw")))),
    switch("powers", say("Powers"), say("A successful quest brings a power."), "WT-100", always=True),
    switch("objectives", say("Objectives"),
           say("Everybody has a secret objective. Needs at least five memories."), "WT-120", always=True),
    switch("skills", say("Skills"), say("Every character has a skill."), "WT-140", always=True),
    switch("alternative_epilogue", say("Bookmark in the epilogue"),
           say("In the epilogue, each part links to the bookmark, which then moves."), "WT-86", always=True),
    Switch("chapter_start", say("First turn of a chapter"),
           say("The holder of the acting token, or always spring's youngest."), "WT-A6", "holder",
           (Choice("holder", say("Token holder")), Choice("youngest", say("Spring's youngest")))),
    switch("resolve_standing", say("Quest without moving"),
           say("A character may resolve a quest on their space without moving."), "WT-A22", True,
           depths=FULL),
    switch("join_from_spot", say("Activate on the spot"),
           say("In step two, a character already at the quest may be activated."), "WT-A24", True,
           depths=FULL),
    Switch("memory_card", say("Memory card"), say("Which cards the memory may be chosen from."), "WT-A31",
           "any", (Choice("any", say("Any card played")), Choice("winners", say("The winners' cards")))),
    switch("writer_split", say("Writer helps both"),
           say("In the epilogue, the writer may split their half between both sides."), "WT-A36"),
    Switch("writer_opens", say("Writer opens the epilogue"),
           say("How many cards the writer may play to open the epilogue."), "WT-A37", "all",
           (Choice("all", say("Any number")), Choice("half", say("Half of the hand")))),
    switch("love_shares_loss", say("Lovers share a loss"),
           say("Both rebels bound by Love suffer when they lose a battle together."), "WT-A41", True),
    switch("safe_house_ends_move", say("Safe House ends the move"),
           say("A rebel who fled to the Safe House can't move again this chapter."), "WT-A44", True),
    switch("artifact_same_side", say("Artifact stays on its side"),
           say("The Great Artifact passes only between characters of one side."), "WT-A46"),
    switch("self_rescue", say("Saving yourself counts"),
           say("A rebel who saves themselves completes the Rescue."), "WT-A62", True),
    switch("connection_again", say("Retry a Connection"),
           say("After a failed attempt, the next activation may try again, even in the same chapter."),
           "WT-A64", depths=FULL),
    switch("lying_garrison", say("Garrison counts the incapacitated"),
           say("Incapacitated characters still hold their location."), "WT-A66", True, depths=FULL),
    switch("lying", say("The incapacitated do nothing"),
           say("An incapacitated character can't start a battle, spring a trap, help or use a passage."),
           "WT-A71", True),
    switch("by_itself", say("Ends turns by itself"),
           say("Ends a turn when nothing is left to decide; asks once about a Secret Passage."),
           "WT-18", True),
)
"""What the app tracks, advanced rules and disputed rulings."""


class WinterTalesGame(Game[Any]):
    facts: ClassVar[Facts] = Facts(
        "winter_tales", "Winter Tales", 3, 7, "90-150",
        say("Spring's rebels and winter's soldiers tell one story against each other."), "WT-1",
        dark=Palette("#131C2E", "#1E2A42", "#2D3C5A", "#F0F4FB", "#B4C0D6", "#FFB25E", "#331A00", "#553512",
                     "#FFE0BD"),
        light=Palette("#F5F8FD", "#E4ECF7", "#D0DDEE", "#131C2E", "#4A5872", "#8F4700", "#FFFFFF", "#FFDDB8",
                      "#331A00"),
        icon="snowflake", maker="Albe Pavo 2012", bgg=122599, order=say("Youngest first. Drag to reorder."),
        packing=say("Keep each hand of story cards apart, face down."))
    options: ClassVar[tuple[Switch, ...]] = OPTIONS
    without_fields: ClassVar[frozenset[str]] = frozenset({"visits", "note", "last", "ended", "fresh",
                                                          "opening", "face_down", "told", "reminded", "due",
                                                          "moments"})
    """Text for the story, and state the app can ask for again; notes on display are fields."""
    snapshots_apart: ClassVar[int] = 16
    """A single answer may be a whole walk with its fights."""
    stage: ClassVar[str] = "companion.games.winter_tales.screen.stage.stage:Stage"

    def check(self, setup: Setup) -> None:  # WT-8
        town = setup.box
        if not town["complete"] or setup.options["depth"] == "light":
            return
        from companion.games.winter_tales.board.characters import SHARES

        share = SHARES[len(setup.people)]
        each_side = share.each * (len(setup.people) // 2) + share.writer
        if min(len(town["locations"]), len(town["plazas"])) < each_side:
            raise Refused(say("For {n} players this town needs {need} locations and {need} plazas. Add some "
                              "under My boxes.", n=len(setup.people), need=each_side), "WT-8")
