"""Editor for my box: the town on the owner's board and the locations on cards."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup, SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.core.text import Refused, Text, count, say
from companion.games.winter_tales.board.town import Town
from companion.games.winter_tales.box import model as towns
from companion.games.winter_tales.box.form import HOUSES, TWIN
from companion.games.winter_tales.box.model import starter
from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.layout import Point, TownLayout
from companion.games.winter_tales.screen.stage.night import ACCENT, ART, NamePill, add_picture
from companion.games.winter_tales.screen.stage.town import TownView, paint_lamp, picture_of
from companion.games.winter_tales.town_map import TownMap
from companion.ui.drawing.art import art, tinted
from companion.ui.drawing.stage import Room
from companion.ui.drawing.touch import Grabbing
from companion.ui.screens.boxes import BoxEditor, Steps
from companion.ui.table.panels.answer_panel import Action
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Card, Column, Do, Grid, Words
from companion.ui.widgets.controls.answer import ActionTile
from companion.ui.widgets.controls.sheet import Line, open_name
from companion.ui.widgets.displays.covers import Square

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


MOVE, JOIN, ADD, WAY = "move", "join", "add", "way"
"""What a tap does: select a place, join two, add one, or connect a path to a plaza."""


class TownDraft(Steps):
    """One box, its selection and undo history. A refused change has no effect."""

    def __init__(self, box: Any) -> None:
        super().__init__(box)
        self.tool = MOVE
        self.chosen = ""

    # Reading

    def location(self, key: str) -> dict[str, Any] | None:
        return next((one for one in self.box["locations"] if one["id"] == key), None)

    def plaza(self, key: str) -> dict[str, Any] | None:
        return next((one for one in self.box["plazas"] if one["id"] == key), None)

    def name(self, key: str) -> str:
        one = self.location(key)
        return key if one is None else str(one["name"])

    def title(self) -> Text:
        plaza = self.plaza(self.chosen)
        if plaza is not None:
            names = [self.name(end) for end in plaza["ends"]]
            if len(names) > 2:
                return say("A plaza with {n} paths", n=len(names))
            return say("The plaza between {one} and {two}", one=names[0], two=names[1])
        return say("{name}", name=self.name(self.chosen))

    def locations(self) -> list[tuple[str, str]]:
        return [(str(one["id"]), str(one["name"])) for one in self.box["locations"]]

    def summary(self) -> Text:
        places = count("{n} location", "{n} locations", len(self.box["locations"]))
        return count("{places}, {n} plaza", "{places}, {n} plazas", len(self.box["plazas"]), places=places)

    def map(self, without: str = "") -> TownMap:
        """The map for the stage; `without` leaves out the place being dragged."""
        return TownMap(tuple(space for key, space in Town(self.box).spaces.items() if key != without))

    def joined_to(self, key: str) -> list[str]:
        plaza = self.plaza(key)
        if plaza is not None:
            return list(plaza["ends"])
        return [str(one["id"]) for one in self.box["plazas"] if key in one["ends"]]

    def changed(self) -> None:
        if self.chosen and self.location(self.chosen) is None and self.plaza(self.chosen) is None:
            self.chosen, self.tool = "", MOVE

    # Changes; each may raise `Refused`

    def drag(self, key: str, at: tuple[float, float]) -> bool:
        return self.take(towns.change(self.box, key, at=[round(part, 3) for part in at]))

    def add(self, name: str, at: tuple[float, float]) -> bool:
        known = {key for key, _ in self.locations()}
        if not name.strip():
            raise Refused(say("A location has no name. Type one, or remove it."), "WT-27")
        new = self.take(towns.add_location(self.box, name, (round(at[0], 3), round(at[1], 3))))
        self.chosen = next(key for key, _ in self.locations() if key not in known)
        self.tool = MOVE
        return new

    def rename(self, name: str) -> bool:
        return self.take(towns.change(self.box, self.chosen, name=name.strip()))

    def build(self, house: str) -> bool:
        return self.take(towns.change(self.box, self.chosen, house=house))

    def remove(self) -> bool:
        return self.take(towns.remove(self.box, self.chosen))

    def tap(self, key: str) -> bool:
        """Handle a tap on a place; True if the town changed."""
        is_house = self.location(key) is not None
        if self.tool == JOIN and is_house and self.chosen and self.chosen != key:
            start, self.chosen = self.chosen, ""
            if any({*plaza["ends"]} == {start, key} for plaza in self.box["plazas"]):
                raise Refused(TWIN, "WT-27")
            return self.take(towns.join(self.box, start, key))
        if self.tool == WAY and is_house and self.plaza(self.chosen) is not None:
            self.tool = MOVE
            return self.take(towns.change(self.box, self.chosen, end=key))
        if self.tool == JOIN:
            self.chosen = key if is_house and self.chosen != key else ""
        else:
            self.tool, self.chosen = MOVE, "" if key == self.chosen else key
        return False


REACH, SLIP = 40.0, 8.0


class TownCanvas(Grabbing):
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
            line = SmoothLine(points=[*self._town.spots[self._held], *self._at], width=dp(2))
            tinted(self._held_layer, tokens.LIT, line, 0.9)

    def _lit(self) -> dict[str, str]:
        """Every house that can be tapped to join two places."""
        return {key: "" for key, _ in self.draft.locations()} if self.draft.tool in (JOIN, WAY) else {}

    def _draw_held(self, key: str, lay: TownLayout) -> None:
        layer, at = self._held_layer, self._at
        for other in self.draft.joined_to(key):
            if other in self._town.spots:
                way = SmoothLine(points=[*at, *self._town.spots[other]], width=dp(1))
                tinted(layer, tokens.LIT, way, 0.6)
        wide = dp(30)
        tinted(layer, ACCENT, SmoothEllipse(pos=(at[0] - wide, at[1] - wide / 2), size=(2 * wide, wide)), 0.5)
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

    def takes(self, touch: Any) -> bool:
        room = self.room
        inside = room.x <= touch.x <= room.right and room.y <= touch.y <= room.top
        if touch.is_mouse_scrolling or not inside or self._lay is None or self.busy():
            return False
        self._held = lays.nearest(self._town.spots, touch.pos, dp(REACH)) or ""
        self._start, self._dragging = touch.pos, False
        return True

    def follow(self, touch: Any) -> None:
        across, up = touch.x - self._start[0], touch.y - self._start[1]
        if self._held and (self._dragging or abs(across) + abs(up) > dp(SLIP)) and self._lay is not None:
            if not self._dragging:
                self._from = self._town.spots[self._held]
            self._dragging = True
            lay = self._lay
            self._at = (min(lay.right, max(lay.left, self._from[0] + across)),
                        min(lay.high, max(lay.low, self._from[1] + up)))
            self.draw()

    def let_go(self, touch: Any) -> None:
        lay, held, dragged = self._lay, self._held, self._dragging
        self._held, self._dragging = "", False
        if lay is None:
            return
        if dragged and self.draft.tool == JOIN:
            other = lays.nearest(self._town.spots, touch.pos, dp(REACH)) or ""
            self.draft.chosen = held if other else ""
            self._on_tap(other, lay.part(touch.pos))
        elif dragged:
            self._on_drop(held, lay.part(self._at))
        elif abs(touch.x - self._start[0]) + abs(touch.y - self._start[1]) < dp(2 * SLIP):
            self._on_tap(held, lay.part(touch.pos))


NIGHT = "#2F4468"


class HouseTile(Card):
    def __init__(self, look: Look, house: str, on: bool, do: Do) -> None:
        self.house, name = house, str(HOUSES[house])
        picture = Square(art(ART).texture(picture_of(house)), 48, 0.125)  # it has an empty margin
        ink = "on_container" if on else tokens.ON_SCRIM
        label = Words(look, name, "subtitle", ink, align="center", chrome=True)
        # not a clear ground: those aren't clipped
        ground = tokens.over(NIGHT, look.roles.surface, 0.55 if look.dark else 0.9)
        super().__init__(look, Column([picture, label], 2, 2, 3, centred=True), do, text=name, tone=ground,
                         corner=16)
        if on:
            self.choose(True)


def town_words(draft: TownDraft) -> tuple[Text, Text]:
    """A small line and the headline for what a tap does now."""
    if draft.tool == ADD:
        return say("A new location"), say("Where is it? Tap the snow.")
    if draft.tool == JOIN and draft.chosen:
        return say("A new plaza"), say("From {name} to which other?", name=draft.name(draft.chosen))
    if draft.tool == JOIN:
        return say("A new plaza"), say("Drag from one location to the other.")
    if draft.tool == WAY:
        return draft.title(), say("To which location does another path lead?")
    if draft.location(draft.chosen) is not None:
        return say("Location"), draft.title()
    if draft.plaza(draft.chosen) is not None:
        return say("Plaza"), draft.title()
    return draft.summary(), say("Drag every house to its place on your board.")


class Editor(BoxEditor):
    stage_section = say("Town")
    steps = TownDraft
    draft: TownDraft

    def __init__(self, app: "TablesideApp", box: int, draft: TownDraft | None = None) -> None:
        super().__init__(app, box, draft)
        self.town = TownCanvas(self.draft, self._tapped, self._dropped)

    def summary(self) -> Text:
        return self.draft.summary()

    def menu(self) -> tuple[list[Line], list[Line]]:
        return [], [(say("Begin again"), say("Back to the town that comes with the game. You can undo it."),
                     "restore", self.begin_again)]

    # Showing

    def show_stage(self) -> None:
        kicker, headline = town_words(self.draft)
        self.kicker.say(kicker)
        self.headline.say(headline)
        self.column.gap = 14
        self.parts = self._town_parts()
        self.row.show(self._primary(), None)

    def _town_parts(self) -> list[Any]:
        look, draft = self.look, self.draft
        if draft.tool != MOVE:
            return []
        location = draft.location(draft.chosen)
        if location is not None:
            here = location.get("house") or "house"
            houses = [HouseTile(look, house, house == here, partial(self.do, draft.build, house))
                      for house in HOUSES]
            return [self._tiles((say("Rename"), "form-textbox", self.open_rename),
                                (say("Join"), "vector-line", partial(self.use, JOIN)),
                                (say("One more"), "home-plus-outline", partial(self.use, ADD)),
                                (say("Remove"), "delete-outline", partial(self.do, draft.remove))),
                    Grid(houses, columns=5 if self.width >= 340 and not look.big else 3, gap=6)]
        if draft.plaza(draft.chosen) is not None:
            hint = say("Drag the lamp to its place. A plaza may join more than two locations.")
            return [Words(look, hint, "support", "text2"),
                    self._tiles((say("One more path"), "vector-line", partial(self.use, WAY)),
                                (say("Remove"), "delete-outline", partial(self.do, draft.remove)))]
        return [self._tiles((say("Add a location"), "home-plus-outline", partial(self.use, ADD)),
                            (say("Join two"), "vector-line", partial(self.use, JOIN))),
                *self.form.draw(self.section)]

    def _tiles(self, *actions: tuple[Text, str, Do]) -> Grid:
        tiles = [ActionTile(self.look, str(words), icon, do) for words, icon, do in actions]
        return Grid(tiles, columns=len(tiles))

    def _primary(self) -> Action:
        draft = self.draft
        if draft.tool == ADD:
            return Action(say("Never mind"), "close", partial(self.use, MOVE))
        if draft.chosen or draft.tool != MOVE:
            return Action(say("Done"), "check-bold", partial(self.use, MOVE))
        return self.save_action()

    def show_section(self, name: str) -> None:
        self.draft.tool, self.draft.chosen = MOVE, ""
        super().show_section(name)

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
        self.section = self.sections[0]
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

    def begin_again(self) -> None:
        self.draft.take(starter())
        self.show_section(self.sections[0])

    def on_back(self) -> bool:
        if self.on_stage and (self.draft.tool != MOVE or self.draft.chosen):
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
