"""Kinds of question that Winter Tales asks again and again: a character, a space, cards one by one, a note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Note, PickText, Place
from companion.core.questions import Face, Json, Question, Refused
from companion.core.said import said
from companion.core.text import Text, Word, say, spelled
from companion.games.winter_tales.board.characters import FIGURES, STORY_CARDS
from companion.games.winter_tales.board.town import NEW_LOCATION, NEW_PLAZA
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.table import Activation, Resolving, Winter, owner_name

NOBODY = "nobody"
CARD = "card"
ARTIFACT = "artifact"
BACK = "back"
NEXT = "next"
OUT = "out"
NONE = "none"
STOPS = "stops"
THROUGH = "through"
END = "end"
LAST = "last"

CARDS_PANEL = "companion.games.winter_tales.screen.panel.cards_panel:CardsPanel"
FIGURES_PANEL = "companion.games.winter_tales.screen.panel.figures:FiguresPanel"
MAP_PANEL = "companion.games.winter_tales.screen.panel.walk_panel:MapPanel"
WALK_PANEL = "companion.games.winter_tales.screen.panel.walk_panel:WalkPanel"
STOP_PANEL = "companion.games.winter_tales.screen.panel.walk_panel:StopPanel"

STEPS = (
    say("the quest begins"), say("more characters set out"), say("the acting player continues"), say("others join in"),
    say("the last card"), say("the quest ends"), say("consequences"),
)


def step_of_quest(table: Winter) -> Text | None:
    """"Step 4 of 7: others join in"."""
    quest = table.perhaps(Resolving)
    if quest is None or not 1 <= quest.step <= len(STEPS):
        return None
    return say("Step {n} of 7: {what}", n=quest.step, what=STEPS[quest.step - 1])


def recall(table: Winter) -> Text | None:
    """What the story has to come back to: the memory under the bookmark (WT-72)."""
    memory = table.marked()
    if memory is None:
        return None
    if memory.note:
        return say("Recall the last memory: {note}", note=memory.note)
    if not memory.source:                                 # laid by hand: nobody gave it a name
        return say("Recall the memory under the bookmark.")
    return say("Recall the last memory: {name}", name=memory.name)


def character_face(table: Winter, one: Character, main: bool = False) -> Face:
    """Name, whose it is and where it stands."""
    words: list[Word] = [owner_name(one)]
    if table.full and one.at is not None:
        words.append(table.place(one.at))
    if one.down:
        words.append(say("lying"))
    return Face(one.name, with_commas(words), one.picture, main=main, seat=one.owner)


def with_commas(words: Sequence[Word]) -> Text | None:
    """Grandma Dorothy, Alice; None of nothing."""
    line: Text | None = None
    for word in words:
        line = say("{one}", one=word) if line is None else say("{one}, {two}", one=line, two=word)
    return line


def through_face(who: Character) -> Face:
    return Face(say("Nobody stops {who}", who=who), say("All the way there"), "arrow-right", main=True)


def fighter_face(one: Character) -> Face:
    """Where everybody stands in one space, only the name and whose it is."""
    return Face(one.name, say("{name}", name=owner_name(one)), one.picture, seat=one.owner)


@dataclass(frozen=True)
class PickCharacter(Question[Winter, Character]):
    """Pick one character."""

    kind = "pick one"
    panel = FIGURES_PANEL

    def face(self, table: Winter, choice: Any) -> Face:
        return character_face(table, choice)

    def decode(self, table: Winter, raw: Json) -> Character:
        if not isinstance(raw, str) or raw not in FIGURES:
            raise Refused(say("A character is needed here. Tap one."), self.rule)
        return table.characters[raw]

    def encode(self, answer: Character) -> Json:
        return answer.key


@dataclass(frozen=True)
class PickCharacterOrNobody(PickText[Winter]):
    """Pick one character, or nobody."""

    panel = FIGURES_PANEL

    def characters(self, table: Winter) -> Iterable[Character]:
        return ()

    def nobody(self, table: Winter) -> Face:
        return Face(say("Nobody"), icon="arrow-right", main=True)

    def choices(self, table: Winter) -> Iterable[str]:
        return [NOBODY, *[one.key for one in self.characters(table)]]

    def face(self, table: Winter, choice: Any) -> Face:
        return self.nobody(table) if choice == NOBODY else character_face(table, table.who(choice))


@dataclass(frozen=True)
class PickSpace(Place[Winter, str]):
    """A space of the town: the tap is the answer. Where the map is not complete, one not on it yet can be named."""

    at_once = True
    panel = MAP_PANEL

    def moves(self, table: Winter, answer: Any) -> Mapping[str, str]:
        """Whom the question is about stands there now; a space still to be named is none yet."""
        who = getattr(self, "character", None) or getattr(self, "rebel", None)
        return {f"characters.{who.key}.at": answer} if who is not None and not answer.startswith("+") else {}

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == NEW_PLAZA:
            return Face(say("A plaza not on this map"), say("You name the two locations it joins"), "plus", opens=True)
        if choice == NEW_LOCATION:
            return Face(say("A location not on this map"), say("You type its name"), "plus", opens=True)
        return Face(self.label(table, choice), with_commas([one.name for one in table.standing_at(choice)]),
                    "map-marker" if table.town.is_location(choice) else "lamp-outline")

    def label(self, table: Winter, choice: str) -> Text:
        space = table.town.spaces.get(choice)
        if space is None or len(space.ends) < 2:
            return say("{place}", place=table.place(choice))
        return say("Plaza between {one} and {two}", one=table.place(space.ends[0]), two=table.place(space.ends[1]))

    def button(self, table: Winter, answer: Any) -> Text:
        if answer is None:
            return say("Tap a space")
        return say("Name it") if answer in (NEW_PLAZA, NEW_LOCATION) else self.action_label(table)

    def action_label(self, table: Winter) -> Text:
        """What the button does with the space that was tapped."""
        return say("Here")


@dataclass(frozen=True)
class CountsCards(PickText[Winter]):
    """One tap a card: each is booked at once, and taken back as easily. Subclasses say where the count lies."""

    icon = "cards-outline"
    panel = CARDS_PANEL
    seat: Player

    def played(self, table: Winter) -> int:
        return 0

    def most(self, table: Winter) -> int:
        return STORY_CARDS

    next_label = said("That is all")

    def choices(self, table: Winter) -> Iterable[str]:
        played = self.played(table)
        words = [CARD] if played < self.most(table) else []
        if played:
            words.append(BACK)
        words.append(NEXT)
        return words

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == CARD:
            return Face(say("One more card") if self.played(table) else say("A card"), icon="plus", main=True,
                        badge=str(self.played(table)))
        if choice == BACK:
            return Face(say("Take one back"), icon="minus")
        return Face(self.next_label(table), icon="arrow-right")

    def button(self, table: Winter, answer: Any) -> Text:
        return self.next_label(table)


@dataclass(frozen=True)
class Keepsake(Note[Winter]):
    """A few words for the chronicle; nobody has to."""

    icon = "pencil-outline"

    button = said("Keep it")


def activation_of(table: Winter) -> Activation | None:
    return table.perhaps(Activation)


def halt(table: Winter) -> None:
    """Somebody stops a walk: its player decides again how it goes on (WT-28)."""
    activation = activation_of(table)
    if activation is not None:
        activation.goal = ""


def let_through(table: Winter) -> None:
    """Nobody stops this walk, wherever it still leads: one answer for all of them (WT-28)."""
    activation = activation_of(table)
    if activation is not None:
        activation.unhindered = True


def cards_words(n: int) -> Word:
    return say("no cards") if n == 0 else say("one card") if n == 1 else say("{n} cards", n=spelled(n))


def so_many(n: int) -> Word:
    """"two to nothing"."""
    return spelled(n) if n else say("nothing")
