"""Long press on the stage: correct a character, place or memory, or read a story prompt."""

from dataclasses import dataclass

from companion.core.text import Text, capital, say
from companion.games.winter_tales.board.characters import QUESTS
from companion.games.winter_tales.screen.stage import reading
from companion.games.winter_tales.table import Quest, Winter

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


@dataclass(frozen=True)
class Held:
    title: str
    aid: str
    paths: tuple[str, ...] = ()
    """Its fields, the likeliest first; empty if nothing can be corrected."""


def prompt(aids: tuple[Text, ...], turn: int) -> str:
    return str(aids[turn % len(aids)])


def held(table: Winter, who: str, slot: int | None, place: str | None, turn: int) -> Held | None:
    if who:
        return of_character(table, who, turn)
    if slot is not None:
        return of_slot(table, slot, turn)
    return None if place is None else of_place(table, place, turn)


def of_character(table: Winter, key: str, turn: int) -> Held:
    who, path = table.who(key), f"characters.{key}"
    lies, stands = ((f"{path}.down",), (f"{path}.at",)) if table.full else ((), ())
    tokens = [f"powers.{power.key}{'.second' if place else ''}" for power in table.powers.values()
              for place, one in enumerate(power.on) if one is who]
    quests = [f"quests.{quest.key}.bearer" for quest in table.on_map() if quest.bearer is who]
    return Held(str(who.name), prompt(FOR_SOMEBODY, turn),
                (f"{path}.ready", *lies, *tokens, *quests, f"{path}.owner", *stands))


def of_slot(table: Winter, number: int, turn: int) -> Held:
    """A track space: its memory, bookmark, power (WT-100) and objective (WT-124)."""
    memory = table.track[number - 1] if number <= len(table.track) else None
    title = reading.told_of_slot(table, number)[0]
    aid = prompt(FOR_A_FREE_SPACE if memory is None else FOR_A_MEMORY, turn)
    if number > len(table.track):
        return Held(title, aid)
    power = QUESTS[memory.source].power if memory is not None and memory.source in QUESTS else ""
    powers = (f"powers.{power}.in_force",) if power and table.on("powers") else ()
    source = (f"track.{number}.source",) if memory is not None and table.on("objectives") else ()
    return Held(title, aid, (f"track.{number}", "bookmark", *powers, *source))


def of_place(table: Winter, key: str, turn: int) -> Held:
    """A house: prompts for its quests, for everybody there and for the place, in turn."""
    here = [quest for quest in table.on_map() if (table.site_of(quest) if table.full else quest.key) == key]
    subjects: list[tuple[str, tuple[Text, ...]]] = [(str(quest.name), FOR_A_QUEST) for quest in here]
    subjects += [(str(one.name), FOR_SOMEBODY) for one in table.standing_at(key)]
    subjects += [(str(capital(table.place(key))), FOR_A_PLACE)] if table.full else []
    title, aids = subjects[turn % len(subjects)] if subjects else ("", FOR_A_QUEST)
    quests = [quest for quest in table.on_map() if (quest.site if table.full else quest.key) == key]
    powers = [f"powers.{power.key}.at" for power in table.powers.values() if table.full and power.at == key]
    paths = (*[path for quest in quests for path in quest_paths(table, quest)], *powers)
    return Held(title, prompt(aids, turn // max(1, len(subjects))), paths)


def quest_paths(table: Winter, quest: Quest) -> tuple[str, ...]:
    path = f"quests.{quest.key}"
    if quest.card.carried:
        return f"{path}.state", f"{path}.bearer"
    return (f"{path}.state", f"{path}.site") if table.full else (f"{path}.state",)
