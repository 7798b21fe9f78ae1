"""Reusable kinds of question: a character, a space, cards, a note."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from companion.core.kinds import Menu, Note, Option, Place
from companion.core.kinds.secret import DealDraft
from companion.core.questions import Button, Face, Question, draft_of
from companion.core.text import Refused, Text, said, say, spelled
from companion.core.values import Json
from companion.games.winter_tales.board.characters import FIGURES, STORY_CARDS
from companion.games.winter_tales.table import Character, Player, Resolving, Winter

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
FIGURES_PANEL = "companion.games.winter_tales.screen.panel.cards_panel:FiguresPanel"
MAP_PANEL = "companion.games.winter_tales.screen.panel.walk_panel:MapPanel"
WALK_PANEL = "companion.games.winter_tales.screen.panel.walk_panel:WalkPanel"
STOP_PANEL = "companion.games.winter_tales.screen.panel.walk_panel:StopPanel"

STEPS = (
    say("Step 1 of 7: the quest begins"), say("Step 2 of 7: more characters set out"),
    say("Step 3 of 7: the acting player continues"), say("Step 4 of 7: others join in"),
    say("Step 5 of 7: the last card"), say("Step 6 of 7: the quest ends"), say("Step 7 of 7: consequences"),
)


def possible(table: Winter, *questions: Question[Winter, Any]) -> list[Question[Winter, Any]]:
    """Offer only questions that have an answer now: their `choices` hold the conditions."""
    return [one for one in questions if one.possible(table)]


def step_of_quest(_: object, table: Winter) -> Text:
    return STEPS[table.under_way(Resolving).step - 1]


def recall(table: Winter) -> Text | None:  # WT-72
    memory = table.marked()
    if memory is None:
        return None
    if memory.note:
        return say("Recall the last memory: {note}", note=memory.note)
    if not memory.source:  # added by hand, without a name
        return say("Recall the memory under the bookmark.")
    return say("Recall the last memory: {name}", name=memory.name)


def character_option(table: Winter, one: Character) -> Option:
    names: dict[str, object] = {"name": one.owner_name, "place": table.place(one.at)}
    if not table.full or one.at is None:
        hint = say("{name}, lying down", **names) if one.down else say("{name}", **names)
    else:
        hint = say("{name}, lying down, {place}", **names) if one.down else say("{name}, {place}", **names)
    return Option(one.key, one.name, one.picture, hint, seat=one.owner)


class PickCharacter(Question[Winter, Character]):
    kind = "pick one"
    panel = FIGURES_PANEL
    seat: Player

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("{name} chose {who}", name=self.seat, who=answer)

    def face(self, table: Winter, choice: Any) -> Face:
        return character_option(table, choice).face

    def decode(self, table: Winter, raw: Json) -> Character:
        if not isinstance(raw, str) or raw not in FIGURES:
            raise Refused(say("A character is needed here. Tap one."), self.rule)
        return table.characters[raw]


class PickTrackSpace(Place[Winter, int]):
    at_once = True
    panel = MAP_PANEL
    icon_of_space = ""

    def spot(self, answer: Any) -> str:
        return f"memory{answer}"

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(say("Space {n}", n=spelled(choice)), self.about(table, choice), self.icon_of_space,
                    badge=str(choice))

    def about(self, table: Winter, space: int) -> Text | None:
        memory = table.track[space - 1]
        return None if memory is None else say("Covers {name}, which no longer counts", name=memory.name)

    def button(self, table: Winter, answer: Any) -> Text:
        return say("Tap a space") if answer is None else self.action_label(table)

    action_label = said("Here")


def plays_a_card(player: Player, asked: Player) -> Text:
    """The line beside Undo; it also names who was asked, so that nothing is put in front of it."""
    return say("{name} plays a card", name=player, asked=asked)


class CountCards(Menu[Winter]):
    """One tap for each card, recorded at once; each can be taken back."""

    icon = "cards-outline"
    panel = CARDS_PANEL
    seat: Player

    def played(self, table: Winter) -> int:
        raise NotImplementedError

    def most(self, table: Winter) -> int:
        return STORY_CARDS

    next_label = said("That's all")

    def options(self, table: Winter) -> Iterable[Option]:
        if self.played(table) < self.most(table):
            yield self.one_more(table)
        if self.played(table):
            yield self.one_back(table)
        yield self.no_more(NEXT, self.next_label(table), "arrow-right")

    def one_more(self, table: Winter) -> Option:
        played = self.played(table)
        return Option(CARD, say("One more card") if played else say("A card"), "plus", main=True,
                      badge=str(played), echo=plays_a_card(self.seat, self.seat))

    def one_back(self, table: Winter) -> Option:
        return Option(BACK, say("Take one back"), "minus",
                      echo=say("{name} takes a card back", name=self.seat))

    def no_more(self, word: str, label: Text, icon: str = "check-bold") -> Option:
        return Option(word, label, icon, echo=say("{name} plays no more cards", name=self.seat))

    def button(self, table: Winter, answer: Any) -> Text:
        return self.next_label(table)

    def lay(self, table: Winter, answer: str) -> int:
        """Lay a card or take one back; return how many more lie there."""
        more = {CARD: 1, BACK: -1}.get(answer, 0)
        self.seat.lying = max(0, self.seat.lying + more)
        table.by_players()
        return more


class Keepsake(Note[Winter]):
    icon = "pencil-outline"
    button = said("Keep it")

    def in_brief(self, table: Winter, answer: Any) -> Text:
        if self.seat is None:
            return say("Remembered: “{note}”", note=answer) if answer else say("Nothing was noted")
        if answer:
            return say("{name} noted “{note}”", name=self.seat, note=answer)
        return say("{name} noted nothing", name=self.seat)


class MemoryKeepsake(Keepsake):
    """A note on the memory of the flow under way."""

    flow: ClassVar[type[Any]]
    seat: Player

    title = said("Note")

    async def then(self, table: Winter, answer: str) -> None:
        table.under_way(self.flow).memory.note = answer


# Drawn by the phone

Drawn = tuple[str, ...]


def phone_drew(table: Winter) -> bool:  # WT-2
    """False if players prefer to draw: then nothing that draws is filled."""
    return bool(table.setup.options["draws"] == "phone")


class DrawnAtOnce(Question[Winter, Drawn]):
    """One button draws at random; the answer is a list of words."""

    kind = "confirm"
    by_chance = True

    def decode(self, table: Winter, raw: Json) -> Drawn:
        if not isinstance(raw, list) or not all(isinstance(word, str) for word in raw):
            raise Refused(say("The phone draws here. Tap the button."), self.rule)
        return tuple(raw)

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(self.button(table, choice), icon="dice-multiple-outline", main=phone_drew(table))


@draft_of(DrawnAtOnce)
class DrawnDraft(DealDraft):
    icon = "dice-multiple-outline"

    def primary(self) -> Button:
        return replace(super().primary(), quiet=not phone_drew(self.table))
