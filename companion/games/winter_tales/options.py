"""Options: depth, advanced rules and disputed rulings."""

from __future__ import annotations

from companion.core.setup import Choice, Switch, switch
from companion.core.text import say

OPTIONS = (
    Switch("depth", say("Depth"),
           say("Full: the phone knows where everybody stands and offers battles, traps and joining. Light: positions "
               "stay on the board."), "WT-28", "full", (Choice("full", say("Full")), Choice("light", say("Light")))),
    Switch("length", say("Memories"), say("How many memories until the epilogue; about half an hour each."), "WT-85", 3,
           (Choice(3, say("3")), Choice(4, say("4")), Choice(5, say("5")), Choice(6, say("6")), Choice(7, say("7")))),
    Switch("draws", say("Who draws"),
           say("The phone deals the factions and draws the first two quests; enter the youngest first. "
               "Or draw yourselves, step by step, with the tokens from the box."),
           "WT-2", "phone",
           (Choice("phone", say("The phone")), Choice("table", say("We draw")))),
    switch("powers", say("Powers"), say("A successful quest brings a power."), "WT-100"),
    switch("objectives", say("Objectives"), say("Everybody has a secret objective. Needs at least five memories."),
           "WT-120"),
    switch("skills", say("Skills"), say("Every character has a skill."), "WT-140"),
    switch("alternative_epilogue", say("Bookmark in the epilogue"),
           say("In the epilogue, each part links to the bookmark, which then moves."), "WT-86"),
    Switch("chapter_start", say("Who begins a chapter"),
           say("The holder of the acting token, or always spring's youngest."), "WT-A6", "holder",
           (Choice("holder", say("Token holder")), Choice("youngest", say("Spring's youngest")))),
    switch("resolve_standing", say("Quest without moving"),
           say("A character may resolve a quest on their space without moving."), "WT-A22", True),
    switch("join_from_spot", say("Activate on the spot"),
           say("In step two, a character already at the quest may be activated."), "WT-A24", True),
    Switch("memory_card", say("Memory card"), say("Which cards the memory may be chosen from."), "WT-A31", "any",
           (Choice("any", say("Any played")), Choice("winners", say("The winners' cards")))),
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
           say("After a failed attempt, the next activation may try again, even in the same chapter."), "WT-A64"),
    switch("lying_garrison", say("Garrison counts the incapacitated"),
           say("Incapacitated characters still hold their location."), "WT-A66", True),
    switch("lying", say("The incapacitated do nothing"),
           say("An incapacitated character can't start a battle, spring a trap, help or use a passage."),
           "WT-A71", True),
    switch("by_itself", say("Ends turns by itself"),
           say("Ends a turn when nothing is left to decide, and asks about a Secret Passage once. You can undo it."),
           "WT-18", True),
)
