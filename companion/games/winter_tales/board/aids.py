"""Prompts, in our own words, for a storyteller who is stuck; a long press on the stage shows one."""

from __future__ import annotations

from companion.core.text import Text, say

FOR_A_PLACE = (
    say("Who was here before the snow, and what did they leave behind?"),
    say("What can be heard here when everybody is silent?"),
    say("Why would somebody come here tonight, of all nights?"),
    say("What is wrong with this place that nobody talks about?"),
)
FOR_A_QUEST = (
    say("Where has it been until now, and why does it turn up today?"),
    say("Who would pay any price for it, and who wants it buried?"),
    say("What goes wrong first?"),
    say("Who else knows, and can they be trusted?"),
)
FOR_SOMEBODY = (
    say("What do they want tonight, and what do they pretend to want?"),
    say("What has happened since we last saw them?"),
    say("Whom do they know better than they admit?"),
    say("What do they carry in their pockets?"),
)
FOR_A_MEMORY = (
    say("Who still tells of it, and what do they get wrong?"),
    say("What is left of it in the town to this day?"),
    say("Whose life is different because of it?"),
)
FOR_A_FREE_SPACE = (say("What should this town never forget?"), say("Who is still owed something?"))


def one_of(aids: tuple[Text, ...], turn: int) -> Text:
    return aids[turn % len(aids)]
