"""Editor for my copy: the town on the owner's board and the locations on cards."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Refused, Text, count, say, say_in, spelled
from companion.games.winter_tales.board.characters import FIGURES, OBJECTIVE_SPACES
from companion.games.winter_tales.board.town import Town
from companion.games.winter_tales.copy import model as towns
from companion.games.winter_tales.copy.form import HOUSES, TWIN
from companion.games.winter_tales.copy.model import ATTACK_CARDS, CONNECTION_CARDS, TRACK, WITH_PASSAGE, starter
from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.layout import Point, TownLayout
from companion.games.winter_tales.screen.stage.night import ACCENT, ART, NamePill, add_picture
from companion.games.winter_tales.screen.stage.reading import TownMap
from companion.games.winter_tales.screen.stage.town import TownView, paint_lamp, picture_of
from companion.ui.drawing.art import art
from companion.ui.drawing.stage import Room
from companion.ui.screens.copies import CopyEditor, Steps, headed
from companion.ui.table.panels.answer_panel import Action
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Card, Column, Do, Grid, Icon, TonalButton, Words
from companion.ui.widgets.controls.answer import ActionTile
from companion.ui.widgets.controls.rows import ListRow, SwitchRow
from companion.ui.widgets.controls.sheet import Line, Sheet, open_name
from companion.ui.widgets.displays.covers import Square

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


MOVE, JOIN, ADD, WAY = "move", "join", "add", "way"
"""What a tap does: select a place, join two, add one, or connect a way to a plaza."""


class TownDraft(Steps[dict[str, Any]]):
    """One copy, its selection and undo history. A refused change has no effect."""

    def __init__(self, copy: Any) -> None:
        super().__init__(deepcopy(copy))
        self.tool = MOVE
        self.chosen = ""

    # Reading

    def location(self, key: str) -> dict[str, Any] | None:
        return next((one for one in self.copy["locations"] if one["id"] == key), None)

    def plaza(self, key: str) -> dict[str, Any] | None:
        return next((one for one in self.copy["plazas"] if one["id"] == key), None)

    def name(self, key: str) -> str:
        one = self.location(key)
        return key if one is None else str(one["name"])

    def title(self) -> Text:
        plaza = self.plaza(self.chosen)
        if plaza is not None:
            names = [self.name(end) for end in plaza["ends"]]
            if len(names) > 2:
                return say("A plaza with {n} ways", n=len(names))
            return say("The plaza between {one} and {two}", one=names[0], two=names[1])
        return say("{name}", name=self.name(self.chosen))

    def locations(self) -> list[tuple[str, str]]:
        return [(str(one["id"]), str(one["name"])) for one in self.copy["locations"]]

    def summary(self) -> Text:
        places = count("{n} location", "{n} locations", len(self.copy["locations"]))
        return count("{places}, {n} plaza", "{places}, {n} plazas", len(self.copy["plazas"]), places=places)

    def map(self, without: str = "") -> TownMap:
        """The map for the stage; `without` leaves out the place being dragged."""
        return TownMap(tuple(space for key, space in Town(self.copy).spaces.items() if key != without))

    def joined_to(self, key: str) -> list[str]:
        plaza = self.plaza(key)
        if plaza is not None:
            return list(plaza["ends"])
        return [str(one["id"]) for one in self.copy["plazas"] if key in one["ends"]]

    def odd(self) -> list[Text]:
        return towns.check_copy(self.copy)

    def changed(self) -> None:
        if self.chosen and self.location(self.chosen) is None and self.plaza(self.chosen) is None:
            self.chosen, self.tool = "", MOVE

    # Changes; each may raise `Refused`

    def drag(self, key: str, at: tuple[float, float]) -> bool:
        return self.take(towns.change(self.copy, key, at=[round(part, 3) for part in at]))

    def add(self, name: str, at: tuple[float, float]) -> bool:
        known = {key for key, _ in self.locations()}
        if not name.strip():
            raise Refused(say("A location has no name. Type one, or remove it."), "WT-27")
        new = self.take(towns.add_location(self.copy, name, (round(at[0], 3), round(at[1], 3))))
        self.chosen = next(key for key, _ in self.locations() if key not in known)
        self.tool = MOVE
        return new

    def rename(self, name: str) -> bool:
        return self.take(towns.change(self.copy, self.chosen, name=name.strip()))

    def build(self, house: str) -> bool:
        return self.take(towns.change(self.copy, self.chosen, house=house))

    def remove(self) -> bool:
        return self.take(towns.remove(self.copy, self.chosen))

    def tap(self, key: str) -> bool:
        """Handle a tap on a place; True if the town changed."""
        is_house = self.location(key) is not None
        if self.tool == JOIN and is_house and self.chosen and self.chosen != key:
            start, self.chosen = self.chosen, ""
            if any({*plaza["ends"]} == {start, key} for plaza in self.copy["plazas"]):
                raise Refused(TWIN, "WT-27")
            return self.take(towns.join(self.copy, start, key))
        if self.tool == WAY and is_house and self.plaza(self.chosen) is not None:
            self.tool = MOVE
            return self.take(towns.change(self.copy, self.chosen, end=key))
        if self.tool == JOIN:
            self.chosen = key if is_house and self.chosen != key else ""
        else:
            self.tool, self.chosen = MOVE, "" if key == self.chosen else key
        return False

    def set(self, **parts: Any) -> bool:
        return self.take(towns.set_cards(self.copy, **parts))

    def toggle_icon(self, space: int) -> bool:
        icons = [one for one in self.copy["icons"] if one != space]
        if space not in self.copy["icons"]:
            icons = sorted([*icons, space])
        return self.set(icons=icons)

    def set_passage(self, who: str, place: str) -> bool:
        passages = {key: value for key, value in self.copy["passages"].items() if key != who}
        return self.set(passages={**passages, **({who: place} if place else {})})


REACH, SLIP = 40.0, 8.0


class TownCanvas(Widget):
    """Calls `on_tap(key, at)` (no key means snow) and `on_drop(key, at)`, with positions as fractions."""

    def __init__(self, draft: TownDraft, on_tap: Callable[[str, Point], None],
                 on_drop: Callable[[str, Point], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.draft, self._on_tap, self._on_drop = draft, on_tap, on_drop
        below, above = InstructionGroup(), InstructionGroup()
        self._held_layer = InstructionGroup()
        for part in (below, above, self._held_layer):
            self.canvas.add(part)
        self._town = TownView(below, above)
        self.room = Room()
        self._lay: TownLayout | None = None
        self._held, self._start, self._at = "", (0.0, 0.0), (0.0, 0.0)
        self._dragging = False

    def stand(self, pos: Point, size: Point, room: Room) -> None:
        self.pos, self.size, self.room = pos, size, room
        self.draw()

    # Drawing

    def draw(self) -> None:
        if self.room.width < dp(40):
            return
        held = self._held if self._dragging and self.draft.tool != JOIN else ""
        shown = self.draft.map(without=held)
        self._lay = lay = lays.lay_of(shown, self.room, float(dp(1)), fixed=True)
        self._town.stand(shown, lay, (self.x, self.y), (self.width, self.height))
        self._town.light(self._lit(), self.draft.chosen, veil=0.0)
        self._held_layer.clear()
        if held:
            self._draw_held(held, lay)
        elif self._dragging:  # from house to house
            self._held_layer.add(Color(*tokens.rgba(tokens.LIT, 0.9)))
            self._held_layer.add(SmoothLine(points=[*self._town.spots[self._held], *self._at], width=dp(2)))

    def _lit(self) -> dict[str, str]:
        """Every house that can be tapped to join two places."""
        return {key: "" for key, _ in self.draft.locations()} if self.draft.tool in (JOIN, WAY) else {}

    def _draw_held(self, key: str, lay: TownLayout) -> None:
        layer, at = self._held_layer, self._at
        layer.add(Color(*tokens.rgba(tokens.LIT, 0.6)))
        for other in self.draft.joined_to(key):
            if other in self._town.spots:
                layer.add(SmoothLine(points=[*at, *self._town.spots[other]], width=dp(1)))
        wide = dp(30)
        layer.add(Color(*tokens.rgba(ACCENT, 0.5)))
        layer.add(SmoothEllipse(pos=(at[0] - wide, at[1] - wide / 2), size=(2 * wide, wide)))
        house = self.draft.location(key)
        if house is None:
            paint_lamp(layer, at, lay.unit * 1.15)
            return
        add_picture(layer, picture_of(house.get("house") or "house"), at, lay.unit * 1.12)
        px = float(dp(13))
        pill = NamePill(house["name"], px, self.room.width * 0.6)
        pill.draw(layer, pill.box_at((at[0], at[1] - px * 1.2), (self.room.x, self.room.right)))

    def where(self, key: str) -> Point:
        return self._town.spots[key]

    # Touch

    def on_touch_down(self, touch: Any) -> bool:
        room = self.room
        inside = room.x <= touch.x <= room.right and room.y <= touch.y <= room.top
        if touch.is_mouse_scrolling or not inside or self._lay is None:
            return False
        touch.grab(self)
        self._held = lays.nearest(self._town.spots, touch.pos, dp(REACH)) or ""
        self._start, self._dragging = touch.pos, False
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        across, up = touch.x - self._start[0], touch.y - self._start[1]
        if self._held and (self._dragging or abs(across) + abs(up) > dp(SLIP)) and self._lay is not None:
            if not self._dragging:
                self._from = self._town.spots[self._held]
            self._dragging = True
            lay = self._lay
            self._at = (min(lay.right, max(lay.left, self._from[0] + across)),
                        min(lay.high, max(lay.low, self._from[1] + up)))
            self.draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        lay, held, dragged = self._lay, self._held, self._dragging
        self._held, self._dragging = "", False
        if lay is None:
            return True
        if dragged and self.draft.tool == JOIN:
            other = lays.nearest(self._town.spots, touch.pos, dp(REACH)) or ""
            self.draft.chosen = held if other else ""
            self._on_tap(other, lay.part(touch.pos))
        elif dragged:
            self._on_drop(held, lay.part(self._at))
        elif abs(touch.x - self._start[0]) + abs(touch.y - self._start[1]) < dp(2 * SLIP):
            self._on_tap(held, lay.part(touch.pos))
        return True


NIGHT = "#2F4468"


class HouseTile(Card):
    def __init__(self, look: Look, house: str, on: bool, do: Do) -> None:
        self.house, name = house, str(HOUSES[house])
        picture = Square(art(ART).texture(picture_of(house)), 48, 0.125)  # it has an empty margin
        label = Words(look, name, "subtitle", "on_container" if on else tokens.ON_SCRIM, align="center", chrome=True)
        ground = tokens.over(NIGHT, look.roles.surface, 0.55 if look.dark else 0.9)  # clear ones aren't clipped
        super().__init__(look, Column([picture, label], 2, 2, 3, centred=True), do, text=name, tone=ground, corner=16)
        if on:
            self.choose(True)


class SpaceTile(Card):
    def __init__(self, look: Look, number: int, on: bool, do: Do) -> None:
        self.number = number
        icon = Icon(look, "bullseye-arrow" if on else "", 24, "on_container")
        label = Words(look, str(number), "number", "on_container" if on else "text2", align="center")
        super().__init__(look, Column([icon, label], 10, 0, 13, centred=True), do, text=str(say("Space {n}", n=number)),
                         corner=14, least=88)
        if on:
            self.choose(True)
        elif not look.contrast:
            self.box.border(look.colour("outline2"), dp(1))


LastLine = tuple[Text, str, Do]


def town_words(draft: TownDraft) -> tuple[Text, Text]:
    """A small line and the headline for what a tap does now."""
    if draft.tool == ADD:
        return say("A new location"), say("Where is it? Tap the snow.")
    if draft.tool == JOIN and draft.chosen:
        return say("A new plaza"), say("From {name} to which other?", name=draft.name(draft.chosen))
    if draft.tool == JOIN:
        return say("A new plaza"), say("Drag from one location to the other.")
    if draft.tool == WAY:
        return draft.title(), say("To which location does another way lead?")
    if draft.location(draft.chosen) is not None:
        return say("Location"), draft.title()
    if draft.plaza(draft.chosen) is not None:
        return say("Plaza"), draft.title()
    return draft.summary(), say("Drag every house to its place on your board.")


TOWN, MEMORIES, CARDS = "town", "track", "cards"
ENOUGH: LastLine = (say("That's enough"), "close", lambda: None)
"""Last line of the list while players enter one card after another."""


class Editor(CopyEditor):
    game_id = "winter_tales"
    sections: ClassVar[dict[str, Text]] = {TOWN: say("Town"), MEMORIES: say("Memories"), CARDS: say("Cards")}

    def __init__(self, app: TablesideApp, copy: int, draft: TownDraft | None = None) -> None:
        super().__init__(app, copy, draft)
        self.town = TownCanvas(self.draft, self._tapped, self._dropped)
        self.refresh()

    def draft_of(self, copy: Any) -> TownDraft:
        return TownDraft(copy)

    def to_save(self) -> Any:
        return self.draft.copy

    def odd(self) -> list[Text]:
        return list(self.draft.odd())

    def menu(self) -> tuple[list[Line], list[Line]]:
        return [], [(say("Begin again"), say("Back to the town that comes with the game. You can undo it."),
                     "restore", self.begin_again)]

    # Showing

    def refresh(self) -> None:
        self.show_state(self.draft.summary())
        kicker, headline = self._words()
        self.kicker.say(kicker)
        self.headline.say(headline)
        self.column.gap = 20 if self.section == CARDS else 14
        self.parts = {TOWN: self._town_parts, MEMORIES: self._track_parts, CARDS: self._cards_parts}[self.section]()
        self.row.show(self._primary(), None)
        self.arrange()

    def _words(self) -> tuple[Text, Text]:
        if self.section == MEMORIES:
            return say("Objective icons"), say("Which memory spaces have the target?")
        if self.section == CARDS:
            return say("Locations on your cards"), say("Which locations are on the cards?")
        return town_words(self.draft)

    def _town_parts(self) -> list[Any]:
        look, draft = self.look, self.draft
        if draft.tool != MOVE:
            return []
        if draft.location(draft.chosen) is not None:
            here = draft.location(draft.chosen).get("house") or "house"
            houses = [HouseTile(look, house, house == here, partial(self.do, draft.build, house)) for house in HOUSES]
            return [self._tiles((say("Rename"), "form-textbox", self.open_rename),
                                (say("Join"), "vector-line", partial(self.use, JOIN)),
                                (say("One more"), "home-plus-outline", partial(self.use, ADD)),
                                (say("Remove"), "delete-outline", partial(self.do, draft.remove))),
                    Grid(houses, columns=5 if self.width >= 340 and not look.big else 3, gap=6)]
        if draft.plaza(draft.chosen) is not None:
            return [Words(look, say("Drag the lamp to its place. A plaza may join more than two locations."), "support",
                          "text2"),
                    self._tiles((say("One more way"), "vector-line", partial(self.use, WAY)),
                                (say("Remove"), "delete-outline", partial(self.do, draft.remove)))]
        return [self._tiles((say("Add a location"), "home-plus-outline", partial(self.use, ADD)),
                            (say("Join two"), "vector-line", partial(self.use, JOIN))),
                SwitchRow(look, say("This is the whole board"),
                          say("On: every step is checked against this town. Off: you add missing places as you play."),
                          bool(draft.copy["complete"]), lambda on: self.do(draft.set, complete=on))]

    def _tiles(self, *actions: tuple[Text, str, Do]) -> Grid:
        return Grid([ActionTile(self.look, str(words), icon, do) for words, icon, do in actions], columns=len(actions))

    def _track_parts(self) -> list[Any]:  # WT-122
        look, icons = self.look, self.draft.copy["icons"]
        tiles = [SpaceTile(look, number, number in icons, partial(self.do, self.draft.toggle_icon, number))
                 for number in range(1, TRACK)]
        left = OBJECTIVE_SPACES - len(icons)
        line = say("All three are marked.") if not left else say("Tap {n} more.", n=spelled(left))
        if not icons:
            line = say("None is marked, so objectives go on any free space.")
        return [Grid(tiles, columns=4 if look.big else 7, gap=6), Words(look, line, "body", "text2")]

    def _cards_parts(self) -> list[Any]:
        look, draft, copy = self.look, self.draft, self.draft.copy

        def row(words: Text | str, icon: str, do: Do, second: Text | str = "") -> ListRow:
            return ListRow(look, words, second, icon, do, tone="surface2")

        passages = [row(FIGURES[who].name, "tunnel-outline", partial(self.open_passage, who),
                        draft.name(copy["passages"][who]) if who in copy["passages"] else
                        say("not set; you name it as you play")) for who in WITH_PASSAGE]
        connections: list[Any] = [row(say("{one} and {two}", one=draft.name(card[0]), two=draft.name(card[1])),
                                      "transit-connection-variant", partial(self.open_connection, at))
                                  for at, card in enumerate(copy["connections"])]
        attacks: list[Any] = [row(draft.name(place), "sword-cross", partial(self.open_attack, at))
                              for at, place in enumerate(copy["attacks"])]
        if len(connections) < CONNECTION_CARDS:
            connections.append(TonalButton(look, say("Add a Connection card"), "plus",
                                           partial(self.open_connection, None)))
        if len(attacks) < ATTACK_CARDS:
            attacks.append(TonalButton(look, say("Add an Attack card"), "plus", partial(self.open_attack, None)))
        return [
            headed(look, say("Secret Passages"), say("Where these two characters' cards lead."), *passages),
            headed(look, say("Connection cards"), say("Four objective cards, each with two locations."), *connections),
            headed(look, say_in("objectives", "Attack cards"), say("Two objective cards, each with one location."),
                   *attacks),
        ]

    def _primary(self) -> Action:
        draft = self.draft
        if self.section == TOWN and draft.tool == ADD:
            return Action(say("Never mind"), "close", partial(self.use, MOVE))
        if self.section == TOWN and (draft.chosen or draft.tool != MOVE):
            return Action(say("Done"), "check-bold", partial(self.use, MOVE))
        return self.save_action()

    def show_section(self, key: str) -> None:
        self.draft.tool, self.draft.chosen = MOVE, ""
        super().show_section(key)

    # Touch

    def _tapped(self, key: str, at: Point) -> None:
        draft = self.draft
        self._show_town()
        if draft.tool == ADD:
            open_name(self.app, self.look, say("A new location"), "", say("Put it on the map"),
                      lambda name: self._add(name, at))
        elif key:
            self.do(draft.tap, key)
            return
        elif draft.tool == MOVE:
            draft.chosen = ""
        self.refresh()

    def _dropped(self, key: str, at: Point) -> None:
        self._show_town()
        self.do(self.draft.drag, key, at)

    def _show_town(self) -> None:
        self.section = TOWN
        self.scroll.to_start()

    def _add(self, name: str, at: Point) -> None:
        self.draft.add(name, at)
        self.refresh()

    # Buttons

    def use(self, tool: str) -> None:
        """Change what a tap does; joining starts from the selected place, or from the next one tapped."""
        self.draft.tool = tool
        if tool in (MOVE, ADD):
            self.draft.chosen = ""
        self.refresh()

    def open_rename(self) -> None:
        def take(name: str) -> None:
            self.draft.rename(name)
            self.refresh()
        open_name(self.app, self.look, say("What is it called?"), self.draft.name(self.draft.chosen),
                  say("Save the name"), take)

    def _open_places(self, title: Text, take: Callable[[str], None], *, without: str = "",
                     last: LastLine | None = None) -> None:
        """Offer locations to choose; `last` adds a line to remove the card or stop."""
        rows = [ListRow(self.look, name, "", "map-marker-outline",
                        partial(self.app.close_sheet, partial(take, key)), more="")
                for key, name in self.draft.locations() if key != without]
        if last is not None:
            words, icon, do = last
            rows.append(ListRow(self.look, words, "", icon, partial(self.app.close_sheet, do), more="", ink="loss"))
        self.app.open_sheet(Sheet(self.look, title, [Column(rows, gap=0)]))

    def open_passage(self, who: str) -> None:
        def take(place: str) -> None:
            self.do(self.draft.set_passage, who, place)
            if place:
                self._next_card()
        last = (say("Not set"), "close", lambda: take("")) if who in self.draft.copy["passages"] else ENOUGH
        self._open_places(say("{who}: where does the passage lead?", who=FIGURES[who].name), take, last=last)

    def _next_card(self) -> None:
        """Continue with the next card until all are entered or the player stops."""
        copy = self.draft.copy
        unset = [who for who in WITH_PASSAGE if who not in copy["passages"]]
        if unset:
            self.open_passage(unset[0])
        elif len(copy["connections"]) < CONNECTION_CARDS:
            self.open_connection(None)
        elif len(copy["attacks"]) < ATTACK_CARDS:
            self.open_attack(None)

    def open_connection(self, at: int | None) -> None:
        def first(one: str) -> None:
            self._open_places(say("And the other location?"),
                        lambda two: self._put_card("connections", at, [[one, two]]), without=one)
        self._open_places(say("A Connection: which location?"), first, last=self._no_card("connections", at))

    def open_attack(self, at: int | None) -> None:
        self._open_places(say("An Attack: which location?"), lambda place: self._put_card("attacks", at, [place]),
                    last=self._no_card("attacks", at))

    def _put_card(self, kind: str, at: int | None, card: list[Any]) -> None:
        """Replace the card at `at` by none or one, or add one and go on to the next."""
        cards = list(self.draft.copy[kind])
        start = len(cards) if at is None else at
        self.do(self.draft.set, **{kind: [*cards[:start], *card, *cards[start + 1:]]})
        if at is None:
            self._next_card()

    def _no_card(self, kind: str, at: int | None) -> LastLine:
        remove = (say("Remove this card"), "delete-outline", lambda: self._put_card(kind, at, []))
        return ENOUGH if at is None else remove

    def begin_again(self) -> None:
        self.draft.take(starter())
        self.show_section(TOWN)

    def on_back(self) -> bool:
        if self.section == TOWN and (self.draft.tool != MOVE or self.draft.chosen):
            self.use(MOVE)
            return True
        return False

    # Layout

    def stage_parts(self) -> list[Any]:
        return [self.town]

    def lay_stage(self, room: Room) -> None:
        """The art fills the screen; draggable places stay between bar and panel."""
        base = self.y if self.is_beside else room.y - dp(tokens.CORNER["panel"])
        x = room.x if self.is_beside else self.x
        self.town.stand((x, base), (room.width if self.is_beside else self.width, self.top - base), room)
