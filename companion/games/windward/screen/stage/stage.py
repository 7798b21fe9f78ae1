"""Windward's stage: the gas planet from above, with touch."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Scale, Translate
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.core.kinds import Place
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.text import Text, parts_of, renamed, say
from companion.games.windward.board.hexes import Hex, direction_to, read, spell
from companion.games.windward.board.places import described, is_described
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.moves import Sail
from companion.games.windward.rules.night import CardOrMorale, ThisWay
from companion.games.windward.rules.placing import LETTERS, where
from companion.games.windward.rules.play import EndTurn, lost_at_port
from companion.games.windward.rules.setup import Layout
from companion.games.windward.screen.stage import marks
from companion.games.windward.screen.stage.board import Board, Flag, PrintedMap, TerritoryNumbers
from companion.games.windward.screen.stage.camera import (
    SIDE,
    TAP_WITHIN,
    Geometry,
    Window,
    nearest,
    on_flight,
    on_path,
    on_places,
)
from companion.games.windward.screen.stage.corner import (
    BADGE,
    MAP,
    BattleScene,
    Corners,
    WindBadge,
    battle_sides,
)
from companion.games.windward.screen.stage.meshes import Light, Sky, Veil
from companion.games.windward.screen.stage.pieces import PieceLayer, grown, standing
from companion.games.windward.table import Rest, Windward
from companion.ui.drawing.art import group_in
from companion.ui.speed.idle import idle
from companion.ui.stages.board_stage import BoardStage, Load
from companion.ui.stages.camera import Camera, Point, whole
from companion.ui.theme import tokens

SMALLEST = 120.0
"""On a smaller planet, in dp, nobody can tell the pieces apart."""


def aim_at(window: Window, lit: marks.Lit | None, flight: marks.FlightPath | None,
           ship: Hex | None = None) -> tuple[tuple[Any, ...], Camera]:
    """The question's subject and its camera: lit spaces, a flight or the whole planet."""
    corners = dp(BADGE + 20), dp(BADGE + 20), dp(MAP + 20)
    if lit is not None and lit.ways:
        return ("ways", lit), on_flight(window, [space for way in lit.ways for space in way], corners)
    if lit is not None:
        return ("place", lit.spaces, lit.start), on_places(window, lit.spaces, lit.start, corners)
    if flight is not None:
        return ("flight", flight), on_flight(window, flight.path, corners)
    if ship is not None and is_tiny(window):
        x, y = window.grid.spot(ship)
        return ("ship", ship), Camera(x, y, window.tap).held(window)
    return ("whole",), whole(window)


def is_tiny(window: Window) -> bool:
    return bool(2 * window.rim * window.whole < dp(SMALLEST))


class Stage(BoardStage):
    lights_places = roomy = True
    pieces: PieceLayer

    # Setup

    def paint(self) -> None:
        super().paint()
        self._table: Windward | None = None
        self._question: Question[Any, Any] | None = None
        self.map: PrintedMap | None = None
        self.lit: marks.Lit | None = None
        self.chosen: Hex | None = None
        self._way: tuple[Hex, ...] = ()
        self._draft: tuple[str, ...] = ()
        self.night: marks.Night = ()
        self.only = ""
        """The Red whose flight of the night is highlighted."""
        self.trails: tuple[tuple[Hex, Hex], ...] = ()
        self._moved_by_hand: tuple[HandLine, ...] = ()
        self.letters: dict[Hex, str] = {}
        """Spaces that lines beside the board name by letters."""
        self.ghosts: tuple[marks.Ghost, ...] = ()
        self._ahead_on = False
        self._ahead = marks.Ahead(self._draw)
        self.outlook = marks.NO_OUTLOOK
        self._play: Play[Windward] | None = None
        self._paint_planet()
        self._battle = BattleScene(self._motion)
        self.in_battle = False
        self.corners = Corners(self, self.show_whole, self.toggle_ahead, self.step, self.turn_on)
        self.overview = self.corners.map

    def _paint_planet(self) -> None:
        self._planet, world = InstructionGroup(), InstructionGroup()
        self._sky = Sky(self._planet)
        self._shift, self._grow = Translate(0, 0), Scale(1, 1, 1)
        for part in (PushMatrix(), self._shift, self._grow, world, PopMatrix()):
            self._planet.add(part)
        self.board = Board(world, self._motion)
        self.flag = Flag(world, self._motion)
        below, self.pieces, above = group_in(world), PieceLayer(world, self._motion), group_in(world)
        self._marks = marks.Marks(below, above)
        self.veil = Veil(self._planet)
        self._numbers = TerritoryNumbers(self._planet)
        self.wind = WindBadge(self._planet, self._motion)
        self.flights = marks.FlightView(self._marks, self.pieces)
        self.canvas.add(self._planet)

    # Layout

    @property
    def grid(self) -> Geometry:
        return Geometry(int(self.turn), float(dp(SIDE)))

    @property
    def window(self) -> Window:
        radius = self.map.planet.radius if self.map is not None else 5
        return Window(*self.room.box, radius, self.grid)

    @property
    def _small(self) -> float:
        """Scale of fixed-size widgets on a low stage."""
        return float(max(0.66, min(1.0, self.room.height / dp(260))))

    def place(self) -> None:
        self._lay_grid()
        self._sky.lay(self.pos, self.size)
        self.veil.lay(self.pos, self.size, self.room)
        self._battle.place(self.pos, self.size)
        self.wind.place(self.corners.lay(self.room, self._small), self._small)
        if self._table is not None:
            self.guide.stay_put(self.window)
            self.redraw(moving=False)

    def _lay_grid(self) -> None:
        self._marks.grid = self.pieces.grid = self.grid

    # Showing

    def show(self, play: Play[Windward], question: Question[Any, Any] | None) -> None:
        self.give_back()
        self._lay_grid()
        table, self._play = play.table, play
        again = self._question is not None and question is not None and question.key() == self._question.key()
        self._table, self._question = table, question
        if not again:
            self._draft = ()
        self.lit = marks.lit_of(table, question)
        if self.lit is None or self.chosen not in self.lit.spaces or not again:
            walked, self.chosen, self._way = self._way, None, ()
        else:
            walked, self._way = self._way, marks.way_to(table, question, self.chosen)
        self.night = marks.night_of(table, question)
        self._show_map()
        self.flights.before(marks.flight_now(table, question))
        flown = table.under_way(Rest).ways.values() if table.is_under_way(Rest) else ()
        self.pieces.place(standing(table), [walked, *flown])
        self.redraw(moving=True)

    def read_out(self, step: int | None) -> None:
        key = self.night[step].flight.key if step is not None and step < len(self.night) else ""
        if key != self.only:
            self.only = key
            self._look_at()
            self._draw()

    def heading(self, line: HandLine) -> float | None:
        direction = next((direction_to(start, end) for start, end in marks.trails_of([line])), None)
        return None if direction is None else self.grid.angle_of(direction)

    def letter(self, sentences: Sequence[Text]) -> bool:
        before, self.letters = self.letters, {}
        if self.in_battle or self._table is None or not self._table.layout:
            return bool(before)
        names = described(self._table.planet)
        told = [names[part] for one in sentences for part in parts_of(one) if part in names]
        seen = [space for space in dict.fromkeys(told) if self.room.holds(self._goal_of(space))]
        seats = tokens.initials(seat.name for seat in self._table.seats)
        taken = marks.letters_of(self.lit, self.night) | {*seats}
        free = [letter for letter in LETTERS if letter not in taken]
        self.letters = dict(zip(seen, free, strict=False))
        if self.letters != before:
            self._marks.letter(self.letters, self.guide.goal.zoom)
        return bool(before or self.letters)

    def in_letters(self, sentence: Text) -> Text:
        if self._table is None or not self.letters:
            return sentence
        names = described(self._table.planet)
        return renamed(sentence, {name: self.letters[at] for name, at in names.items() if at in self.letters})

    def _goal_of(self, space: Hex) -> Point:
        """Where a space will lie once the camera has arrived."""
        return self.guide.goal.to_screen(self.window, self.grid.spot(space))

    def point_out(self, line: HandLine) -> None:
        spaces = [space for trail in marks.trails_of([line]) for space in trail]
        spaces += [read(one) for one in (line.old, line.new, line.place) if marks.is_spelled(one)]
        if spaces and self.map is not None:
            self.guide.lead(on_path(self.window, self.guide.goal, spaces))
            self._draw()

    def hands(self, lines: Sequence[HandLine]) -> None:
        self._moved_by_hand, self.trails = tuple(lines), marks.trails_of(lines)

    def draw(self, moving: bool) -> None:
        """Update everything that depends on room and question."""
        self._set_scene()
        if self.width > 1:
            self._look_at(again=not moving)
            self._draw()

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        """Update the planet during layout, or the night's flights as paths are chosen."""
        night = marks.night_of(self._table, question, answer or ()) if self._table is not None else ()
        if night != self.night:
            self.night = night
            self._draw()
        letters = tuple(answer or ()) if isinstance(question, Layout) else ()
        if letters != self._draft:
            self._draft = letters
            self._show_map()

    def select(self, space: Any) -> None:
        chosen = Hex(*space) if isinstance(space, tuple) and len(space) == 2 else None
        if self._table is None or self.lit is None or chosen not in self.lit.spaces:
            chosen = None
        if chosen == self.chosen:
            return
        self.chosen = chosen
        self._way = ()
        if chosen is not None and self._table is not None:
            self._way = marks.way_to(self._table, self._question, chosen)
        if self._way:
            self.guide.glide(on_path(self.window, self.guide.goal, self._way))
        self._draw()

    # Parts of showing

    def _set_scene(self) -> None:
        table, question = self._table, self._question
        planet = table is None or question is None or question.kind == "place"  # no question: comparing
        sides = None if planet or table is None else battle_sides(table)
        if (sides is not None) != self.in_battle:
            self.in_battle = sides is not None
            shown, hidden = self._planet, self._battle.group
            if sides:
                shown, hidden = hidden, shown
            self.canvas.remove(hidden)
            self.canvas.insert(0, shown)
            if not sides:
                self._battle.forget()
        if sides is not None:
            self._battle.show(sides, self.room)

    def _show_map(self) -> None:
        table = self._table
        if table is None:
            return
        fresh = marks.map_of(table, self.grid, self._draft)
        if self.map is None or fresh.planet.radius != self.map.planet.radius:
            self.guide.subject = None
        new, self.map = fresh != self.map, fresh
        if self.guide.subject is not None:  # else the camera comes first and sets the resolution
            self.board.show(fresh, self.guide.goal.zoom)
        if new and self.window.whole < self.window.tap:
            self.board.prepare(fresh, self.window.tap)
            idle.later(partial(marks.prefetch_marks, self.window.tap))
        self.board.blow(fresh, table.wind)
        angle = fresh.grid.angle_of(fresh.planet.wind_direction(table.wind)) if table.wind else None
        self.flag.blow(None if angle is None else angle - 90)
        self.wind.show(table.wind, 90.0 if angle is None else angle)
        self._numbers.show(fresh, table.wind)
        self._place_numbers()

    def _look_at(self, again: bool = False) -> None:
        """Aim the camera at the question, until the player moves it. `again` means only the room changed."""
        window, guide = self.window, self.guide
        only = next((one.flight for one in self.night if one.flight.key == self.only), self.flights.now)
        if self.goes_back:
            only = None
        ship = self._table.active.ship if self._table is not None and not self.night else None
        aim, goal = aim_at(window, self.lit, only, ship)
        pieces = {one.place for line in self._moved_by_hand for one in line.changes() if one.place}
        if len(pieces) > 1 and only is None and not is_tiny(window):
            aim, goal = ("hands",), whole(window)
        first = guide.subject is None
        if not guide.aim(aim) and not again:
            return
        if guide.led:
            goal = guide.goal.held(window)
        if self._way:
            goal = on_path(window, goal, self._way)
        if first:
            guide.goal = goal
            guide.take(goal)
        else:
            guide.glide(goal)
        self._bake()

    def _draw(self) -> None:
        table, lit, zoom = self._table, self.lit, self.guide.goal.zoom
        if table is None or self.map is None:
            return
        offered = marks.on_offer(table)
        eager = isinstance(self._question, (EndTurn, CardOrMorale))  # before the Cresters fly, even if off
        ahead = offered and (self._ahead_on or eager) and not self.goes_back
        self.outlook = self._ahead.look(table, self.chosen) if ahead else marks.NO_OUTLOOK
        self._marks.clear()
        self._marks.look_ahead(self.outlook, zoom)
        if lit is not None:
            self._marks.light(lit, self.map.planet, zoom, self.outlook)
            self._marks.select(self._way, self.chosen, zoom, flight=isinstance(self._question, ThisWay))
        elif not self.goes_back:
            self.flights.draw(zoom)
            self._marks.night(self.night, zoom, self.only)
        self.ghosts = marks.ghosts_of(self._moved_by_hand, table) if self.trails else ()
        self._marks.by_hand(self.trails, self.ghosts, zoom)
        self._marks.letter(self.letters, zoom)
        self.board.light(marks.light_of(lit, self.outlook))
        self.veil.show(lit is not None and not self.guide.goal.is_whole(self.window))
        planet, flight, goal = not self.in_battle, self.flights.now, self.guide.goal
        steps = planet and flight is not None
        self.corners.show(small_map=planet and not goal.is_whole(self.window), eye=planet and offered,
                          lit=self._ahead_on or eager, steps=steps, turn=planet and self.live,
                          way=self._kept_free())
        self.corners.map.show(goal, self.window)
        self.corners.can_step(self.flights.can_step(-1), self.flights.can_step(1))
        said = marks.verdict(table, self.chosen) if planet and ahead and not self._warned() else ()
        self.corners.say(said, self._looked_at(goal))

    def _kept_free(self) -> list[Point]:
        """Screen points of the flight, or of lit spaces that the stage shows without dragging."""
        if (flight := self.flights.now) is not None:
            return [self._goal_of(space) for space in flight.path]
        spots = [self._goal_of(space) for space in (self.lit.spaces if self.lit is not None else ())]
        return spots if all(map(self.room.holds, spots)) else []

    def _warned(self) -> bool:
        """Whether the question itself says what the look ahead would say."""
        question, table = self._question, self._table
        return table is not None and isinstance(question, EndTurn) and lost_at_port(table, question.seat)

    def _looked_at(self, camera: Camera) -> list[Point]:
        """Screen points look-ahead is about: the ship and its chosen space."""
        if self._table is None:
            return []
        spaces = [self._table.active.ship, *([self.chosen] if self.chosen is not None else [])]
        return [camera.to_screen(self.window, self.grid.spot(space)) for space in spaces]

    # The camera

    def look_through(self, camera: Camera) -> None:
        window = self.window
        self._shift.xy = camera.to_screen(window, (0.0, 0.0))
        self._grow.xyz = (camera.zoom, camera.zoom, 1.0)
        self.pieces.grow(grown(camera.zoom))
        self._place_numbers()

    def _place_numbers(self) -> None:
        camera, window = self.camera, self.window
        self._numbers.place(lambda point: camera.to_screen(window, point), self._small)

    def lead(self, camera: Camera) -> None:
        super().lead(camera)
        self.corners.map.show(camera, self.window)
        self.corners.stand_clear(self._looked_at(camera))

    def _bake(self) -> None:
        if self.map is not None:
            self.board.show(self.map, self.guide.goal.zoom)

    def sharpen(self) -> None:
        self._bake()
        self._draw()

    # Buttons

    def toggle_ahead(self) -> None:
        self._ahead_on = not self._ahead_on
        self._draw()

    def step(self, by: int) -> None:
        self._motion.settle()
        self.flights.step(by)
        self.corners.can_step(self.flights.can_step(-1), self.flights.can_step(1))

    def spot_of(self, place: str) -> Point | None:
        space = self.pieces.space_of(place) or (read(place) if "," in place else None)
        if space is None or self.in_battle or self.map is None:
            return None
        at = self.on_screen(self.grid.spot(space))
        return at if self.room.holds(at) else None

    def place_at(self, point: Point) -> str:
        if self.in_battle or self.map is None or not self.map.known or not self.room.holds(point):
            return ""
        space = nearest(self.camera, self.window, point, self.map.planet.spaces)
        return "" if space is None or space == POST else spell(space)

    def where(self, space: Any) -> Point | None:
        """A piece by its key, or the centre of a hex."""
        return super().where(space) if isinstance(space, str) else self.on_screen(self.grid.spot(Hex(*space)))

    # Touch

    def touchable(self, touch: Any) -> bool:
        return not self.in_battle and super().touchable(touch)

    def load(self, at: Point, held: bool) -> Load | None:
        """After a long press, a piece can be corrected."""
        key = self.pieces.under(self.in_world(at), dp(TAP_WITHIN) / self.camera.zoom)
        if not held or not key or self._play is None:
            return None
        return self.correction(self._play, key, lambda field: field.place == key)

    def rest(self, at: Point) -> bool:
        """A finger rests on a hex: what it costs to fly there, and who could come tonight."""
        place, table, asked = self.place_at(at), self._table, self._question
        if not place or table is None or not isinstance(asked, Place):
            return False
        told = asked.about_spot(table, place)
        if not told:
            return False
        held = read(place)
        title = say("This space") if is_described(table.planet, held) else where(table, held)
        self.dispatch("on_held", str(title), "\n".join(map(str, told)), ())
        return True

    def light(self, spaces: Sequence[str] | None) -> None:
        if spaces is None:
            if self._table is not None:
                self.pieces.place(standing(self._table))  # a piece that may not go there flies back
            self._draw()
            return
        hexes = [read(space) for space in spaces if "," in space]
        on_map = tuple(space for space in hexes if space != POST)
        self._marks.clear()
        self.board.light(Light(((*marks.PLAIN, on_map),), tuple(hexes), marks.VEIL))

    def space_at(self, at: Point) -> str | None:
        assert self._table is not None
        space = nearest(self.camera, self.window, at, [*self._table.planet.spaces, POST])
        return None if space is None else spell(space)

    def lit_at(self, at: Point) -> Hex | None:
        return None if self.lit is None else nearest(self.camera, self.window, at, self.lit.spaces)

    def tap(self, at: Point) -> None:
        self._motion.settle()
        if self.only:
            self.dispatch("on_space", None)
            return
        if self.lit_at(at) is not None:
            super().tap(at)
            return
        asked = marks.movers(list(self._play.open())) if self._play is not None else {}
        space = nearest(self.camera, self.window, at, asked)
        if space is not None:
            self.dispatch("on_ask", asked[space])  # where this vessel goes, whatever the panel shows
        elif self.lit is None and not self._tells_where(at):
            self._reopen(at)

    def _tells_where(self, at: Point) -> bool:
        """With turns and battles only, a tap on the map tells the last space, whatever the panel shows."""
        table, play = self._table, self._play
        if table is None or play is None or not table.light:
            return False
        sail = next((one for one in play.open() if isinstance(one, Sail)), None)
        lit = marks.lit_of(table, sail)
        space = None if lit is None else nearest(self.camera, self.window, at, lit.spaces)
        if sail is None or space is None:
            return False
        self.dispatch("on_ask", sail.key())
        self.dispatch("on_space", space)
        return True

    def _reopen(self, at: Point) -> None:
        """Replay the tapped Crester's last flight; a tap elsewhere closes it."""
        table = self._table
        if table is None or not table.layout:
            return
        keys = {crester.at: crester.key for crester in table.living("red", "white") if crester.at is not None}
        space = nearest(self.camera, self.window, at, [one for one in keys if one != POST])
        self.flights.reopen(keys.get(space, "") if space is not None else "")
        self._draw()

    # Rotation

    def turn_on(self) -> None:
        """Rotate the map for players on other sides of the table."""
        self.turn = (int(self.turn) + 1) % 6

    def on_turn(self, *_: Any) -> None:
        if self._table is None or self._play is None:
            return
        self._motion.settle()
        self.pieces.clear()
        self.guide.subject = None
        self.show(self._play, self._question)
        self._motion.settle()
        self.sharpen()
