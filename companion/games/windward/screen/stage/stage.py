"""Windward's stage: the gas planet from above, with touch."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import dist
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Scale, Translate
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.core.play import Play
from companion.core.questions import Question
from companion.games.windward.board.hexes import Hex, direction_to, read, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.night import CardOrMorale, ThisWay
from companion.games.windward.rules.play import EndTurn
from companion.games.windward.rules.setup import Layout
from companion.games.windward.screen.stage import marks
from companion.games.windward.screen.stage.board import Board, Flag, PrintedMap, TerritoryNumbers
from companion.games.windward.screen.stage.camera import (
    SIDE,
    TAP_WITHIN,
    Camera,
    Geometry,
    Point,
    Window,
    nearest,
    on_places,
    on_way,
    whole,
)
from companion.games.windward.screen.stage.corner import BADGE, BattleScene, Corners, WindBadge, battle_sides
from companion.games.windward.screen.stage.meshes import Light, Sky
from companion.games.windward.screen.stage.pieces import PieceLayer, grown, standing
from companion.games.windward.table import Rest, Windward
from companion.ui.drawing import stage
from companion.ui.drawing.art import Motion, between, between_points, group_in
from companion.ui.speed.idle import idle
from companion.ui.theme import tokens

SLIP = 9.0
"""How far a tap may slip, in dp."""
HOLD = 0.45
"""Seconds of holding a piece before it is picked up."""
GLIDE = tokens.MOTION["sheet up"]


def path_of(key: str) -> str:
    """Path of the field with a piece's place.

    >>> path_of("ship2"), path_of("red7"), path_of("boat01")
    ('captains.2.ship', 'beasts.red7', 'boats.boat01')
    """
    if key.startswith("ship"):
        return f"captains.{key[4:]}.ship"
    return f"boats.{key}" if key.startswith("boat") else f"beasts.{key}"


class Carry:
    """A piece under a finger, until it is put down as a correction."""

    def __init__(self, board: Board, pieces: PieceLayer, correct: Callable[[str, str], None]) -> None:
        self._board, self._pieces, self._correct = board, pieces, correct
        self._key = ""
        self._spaces: list[Hex] = []
        self._planet: list[Hex] = []

    @property
    def under_way(self) -> bool:
        return bool(self._key)

    def lift(self, play: Play[Any], camera: Camera, window: Window, at: Point) -> bool:
        key = self._pieces.under(camera.to_world(window, at), dp(TAP_WITHIN) / camera.zoom)
        field = next((one for one in play.fields() if one.path == path_of(key)), None) if key else None
        if field is None or isinstance(field.allowed, range):
            return False
        self._key, self._spaces = key, [read(value) for value in field.allowed if "," in str(value)]
        self._planet = [*play.table.planet.spaces, POST]
        on_map = tuple(space for space in self._spaces if space != POST)
        self._board.light(Light(((*marks.PLAIN, on_map),), tuple(self._spaces), marks.VEIL))
        self.move(camera, window, at)
        return True

    def move(self, camera: Camera, window: Window, at: Point) -> None:
        x, y = camera.to_world(window, at)
        self._pieces.hold(self._key, (x, y + dp(14)))

    def drop(self, camera: Camera, window: Window, at: Point) -> None:
        """Put the piece down; if not allowed, return it and say why."""
        key, self._key = self._key, ""
        space = nearest(camera, window, at, self._planet)
        self._pieces.release()
        if space is not None and space != self._pieces.space_of(key):
            self._correct(path_of(key), spell(space))


class Fingers:
    """Tracks touches, and moves the stage's camera."""

    def __init__(self, stage: "Stage", carry: Carry) -> None:
        self._stage, self._carry = stage, carry
        self.at_once = False
        """Pick up pieces without holding."""
        self._resting: Any = None
        self._down: dict[Any, Point] = {}
        self._start: Point = (0.0, 0.0)
        self._dragging = False

    def down(self, touch: Any) -> None:
        if self._carry.under_way:
            return  # the piece follows the first finger
        if not self._down:
            self._start, self._dragging = touch.pos, False
            self._resting = Clock.schedule_once(self._rested, HOLD)
        else:
            self._dragging = True
            self._resting.cancel()
        self._down[touch.uid] = touch.pos

    def move(self, touch: Any) -> None:
        if touch.uid not in self._down:
            return
        camera, window = self._stage.seen()
        if self._carry.under_way:
            self._carry.move(camera, window, touch.pos)
            return
        old = dict(self._down)
        self._down[touch.uid] = touch.pos
        if len(self._down) == 1:
            self._drag(camera, window, old[touch.uid], touch.pos)
        else:
            self._pinch(camera, window, list(old.values())[:2], list(self._down.values())[:2])

    def up(self, touch: Any) -> None:
        if self._down.pop(touch.uid, None) is None or self._down:
            return
        self._resting.cancel()
        if self._carry.under_way:
            self._carry.drop(*self._stage.seen(), touch.pos)
            return
        if self._dragging:
            return
        if touch.is_double_tap:
            self._stage.double_tap(touch.pos)
        else:
            self._stage.tap(touch.pos)

    def wheel(self, touch: Any) -> None:
        camera, window = self._stage.seen()
        factor = 1.15 if touch.button == "scrolldown" else 1 / 1.15
        self._stage.lead(camera.grown(window, factor, touch.pos))

    def _rested(self, _: float) -> None:
        if len(self._down) == 1 and not self._dragging and self._stage.lift(self._start):
            self._dragging = True

    def _drag(self, camera: Camera, window: Window, old: Point, new: Point) -> None:
        if not self._dragging and dist(new, self._start) < dp(SLIP):
            self._down[next(iter(self._down))] = old  # a slip counts once it becomes a drag
            return
        first, self._dragging = not self._dragging, True
        self._resting.cancel()
        if first and self.at_once and self._stage.lift(self._start):
            self._carry.move(camera, window, new)
            return
        self._stage.lead(camera.moved(window, (new[0] - old[0], new[1] - old[1])))

    def _pinch(self, camera: Camera, window: Window, old: list[Point], new: list[Point]) -> None:
        before, after = between_points(old[0], old[1], 0.5), between_points(new[0], new[1], 0.5)
        moved = camera.moved(window, (after[0] - before[0], after[1] - before[1]))
        self._stage.lead(moved.grown(window, max(dp(20), dist(*new)) / max(dp(20), dist(*old)), after))


class CameraGuide:
    """The camera's position and destination; `apply` draws its view."""

    def __init__(self, motion: Motion, apply: Callable[[Camera], None]) -> None:
        self._motion, self._apply = motion, apply
        self.now = self.goal = Camera()
        self._center: Point | None = None
        self.led = False
        """The player moved the camera away from the question's view."""

    def take(self, camera: Camera) -> None:
        self.now = camera
        self._apply(camera)

    def lead(self, camera: Camera) -> None:
        self.goal, self.led = camera, True
        self.take(camera)

    def glide(self, goal: Camera) -> None:
        start, self.goal = self.now, goal

        def step(part: float) -> None:
            self.take(goal if part >= 1.0 else Camera(between(start.x, goal.x, part), between(start.y, goal.y, part),
                                                      between(start.zoom, goal.zoom, part)))

        self._motion.move("camera", GLIDE.seconds if goal != start else 0.0, step, curve=GLIDE.curve)

    def stay_put(self, window: Window) -> None:
        """Keep the view fixed on screen after a resize, until the camera is aimed again."""
        old, new, camera = self._center, window.center, self.now
        if old is not None and camera.zoom:
            self.now = replace(camera, x=camera.x + (new[0] - old[0]) / camera.zoom,
                               y=camera.y + (new[1] - old[1]) / camera.zoom)
        self._center = new


def aim_at(window: Window, lit: marks.Lit | None, flight: marks.FlightPath | None) -> tuple[tuple[Any, ...], Camera]:
    """The question's subject and its camera: lit spaces, a flight or the whole planet."""
    if lit is not None:
        return ("place", lit.spaces, lit.start), on_places(window, lit.spaces, lit.start)
    if flight is not None:
        clear = window.above(dp(BADGE + 20))
        return ("flight", flight), on_places(clear, flight.path, None).seen_in(clear, window)
    return ("whole",), whole(window)


class Stage(stage.Stage):
    lights_places = roomy = carries = True

    # Setup

    def paint(self) -> None:
        self._table: Windward | None = None
        self._question: Question[Any, Any] | None = None
        self._map: PrintedMap | None = None
        self._lit: marks.Lit | None = None
        self._chosen: Hex | None = None
        self._way: tuple[Hex, ...] = ()
        self._draft: tuple[str, ...] = ()
        self._night: marks.Night = ()
        self._only = ""
        """The Red whose flight of the night is highlighted."""
        self._trails: tuple[tuple[Hex, Hex], ...] = ()
        self._moved_by_hand: tuple[HandLine, ...] = ()
        self._ghosts: tuple[marks.Ghost, ...] = ()
        self._aim: tuple[Any, ...] = ()
        self._ahead_on = False
        self._ahead = marks.Ahead(self._draw)
        self._outlook = marks.NO_OUTLOOK
        self._guide = CameraGuide(self._motion, self._apply)
        self._sharp = 0.0
        self._play: Play[Windward] | None = None
        self._paint_planet()
        self._carry = Carry(self._board, self._pieces, lambda path, value: self.dispatch("on_correct", path, value))
        self._fingers = Fingers(self, self._carry)
        self._battle = BattleScene(self._motion)
        self._in_battle = False
        self._corners = Corners(self, self._show_whole, self._toggle_ahead, self._step, self.turn_on)

    def _paint_planet(self) -> None:
        self._planet, world = InstructionGroup(), InstructionGroup()
        self._sky = Sky(self._planet)
        self._shift, self._grow = Translate(0, 0), Scale(1, 1, 1)
        for part in (PushMatrix(), self._shift, self._grow, world, PopMatrix()):
            self._planet.add(part)
        self._board = Board(world, self._motion)
        self._flag = Flag(world, self._motion)
        below, self._pieces, above = group_in(world), PieceLayer(world, self._motion), group_in(world)
        self._marks = marks.Marks(below, above)
        self._numbers = TerritoryNumbers(self._planet)
        self._wind = WindBadge(self._planet, self._motion)
        self._flights = marks.FlightView(self._marks, self._pieces)
        self.canvas.add(self._planet)

    # Layout

    @property
    def grid(self) -> Geometry:
        return Geometry(int(self.turn), float(dp(SIDE)))

    @property
    def window(self) -> Window:
        room = self.room
        radius = self._map.planet.radius if self._map is not None else 5
        return Window(room.x, room.y, max(1.0, room.width), max(1.0, room.height), radius, self.grid)

    @property
    def _small(self) -> float:
        """Scale of fixed-size widgets on a low stage."""
        return float(max(0.66, min(1.0, self.room.height / dp(260))))

    def place(self) -> None:
        self._lay_grid()
        self._sky.lay(self.pos, self.size)
        self._battle.place(self.pos, self.size)
        self._wind.place(self._corners.lay(self.room, self._small), self._small)
        if self._table is not None:
            self._guide.stay_put(self.window)
            self.redraw(moving=False)

    def _lay_grid(self) -> None:
        self._marks.grid = self._pieces.grid = self.grid

    # Showing

    def show(self, play: Play[Windward], question: Question[Any, Any] | None) -> None:
        self._lay_grid()
        table, self._play = play.table, play
        again = self._question is not None and question is not None and question.key() == self._question.key()
        self._table, self._question = table, question
        if not again:
            self._draft = ()
        self._lit = marks.lit_of(table, question)
        if self._lit is None or self._chosen not in self._lit.spaces or not again:
            walked, self._chosen, self._way = self._way, None, ()
        else:
            walked, self._way = self._way, marks.way_to(table, question, self._chosen)
        self._night = marks.night_of(table, question)
        self._show_map()
        self._flights.before(marks.flight_now(table, question))
        flown = table.under_way(Rest).ways.values() if table.is_under_way(Rest) else ()
        self._pieces.show(standing(table), [walked, *flown])
        self.redraw(moving=True)

    def read_out(self, step: int | None) -> None:
        key = self._night[step].flight.key if step is not None and step < len(self._night) else ""
        if key != self._only:
            self._only = key
            self._look_at()
            self._draw()

    def heading(self, line: HandLine) -> float | None:
        direction = next((direction_to(start, end) for start, end in marks.trails_of([line])), None)
        return None if direction is None else self.grid.angle_of(direction)

    def point_out(self, line: HandLine) -> None:
        spaces = [space for trail in marks.trails_of([line]) for space in trail]
        spaces += [read(one) for one in (line.old, line.new, line.place) if marks.is_spelled(one)]
        if spaces and self._map is not None:
            self._guide.lead(on_way(self.window, self._guide.goal, spaces))
            self._draw()

    def hands(self, lines: Sequence[HandLine]) -> None:
        self._moved_by_hand, self._trails = tuple(lines), marks.trails_of(lines)

    def draw(self, moving: bool) -> None:
        """Update everything that depends on room and question."""
        self._set_scene()
        if self.width > 1:
            self._look_at(again=not moving)
            self._draw()

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        """Update the planet during layout, or the night's flights as paths are chosen."""
        night = marks.night_of(self._table, question, answer or ()) if self._table is not None else ()
        if night != self._night:
            self._night = night
            self._draw()
        letters = tuple(answer or ()) if isinstance(question, Layout) else ()
        if letters != self._draft:
            self._draft = letters
            self._show_map()

    def select(self, space: Any) -> None:
        chosen = Hex(*space) if isinstance(space, tuple) and len(space) == 2 else None
        if self._table is None or self._lit is None or (chosen is not None and chosen not in self._lit.spaces):
            chosen = None
        if chosen == self._chosen:
            return
        self._chosen = chosen
        self._way = () if chosen is None or self._table is None else marks.way_to(self._table, self._question, chosen)
        if self._way:
            self._guide.glide(on_way(self.window, self._guide.goal, self._way))
        self._draw()

    # Parts of showing

    def _set_scene(self) -> None:
        table, question = self._table, self._question
        planet = table is None or question is None or question.kind == "place"   # no question: a comparison page
        sides = None if planet or table is None else battle_sides(table)
        if (sides is not None) != self._in_battle:
            self._in_battle = sides is not None
            shown, hidden = (self._battle.group, self._planet) if sides else (self._planet, self._battle.group)
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
        if self._map is None or fresh.planet.radius != self._map.planet.radius:
            self._aim = ()
        new, self._map = fresh != self._map, fresh
        if self._aim:  # else the camera comes first and sets the resolution
            self._board.show(fresh, self._guide.goal.zoom)
        if new and self.window.whole < self.window.tap:
            self._board.prepare(fresh, self.window.tap)
            idle.later(partial(marks.prefetch_marks, self.window.tap))
        self._board.blow(fresh, table.wind)
        angle = fresh.grid.angle_of(fresh.planet.wind_direction(table.wind)) if table.wind else None
        self._flag.blow(None if angle is None else angle - 90)
        self._wind.show(table.wind, 90.0 if angle is None else angle)
        self._numbers.show(fresh, table.wind)
        self._place_numbers()

    def _look_at(self, again: bool = False) -> None:
        """Aim the camera at the question, until the player moves it. `again` means only the room changed."""
        window, guide = self.window, self._guide
        only = next((one.flight for one in self._night if one.flight.key == self._only), self._flights.now)
        aim, goal = aim_at(window, self._lit, only)
        pieces = {one.place for line in self._moved_by_hand for one in line.changes() if one.place}
        if len(pieces) > 1 and only is None:
            aim, goal = ("hands",), whole(window)
        same = aim == self._aim
        if same and not again:
            return
        first, self._aim = not self._aim, aim
        guide.led = guide.led and same
        if guide.led:
            goal = guide.goal.held(window)
        if self._way:
            goal = on_way(window, goal, self._way)
        if first:
            guide.goal = goal
            guide.take(goal)
        else:
            guide.glide(goal)
        self._sharpen()

    def _draw(self) -> None:
        table, lit, zoom = self._table, self._lit, self._guide.goal.zoom
        if table is None or self._map is None:
            return
        offered = marks.on_offer(table)
        eager = isinstance(self._question, (EndTurn, CardOrMorale))  # shown before the Cresters fly, even if off
        ahead = offered and (self._ahead_on or eager)
        self._outlook = self._ahead.look(table, self._chosen) if ahead else marks.NO_OUTLOOK
        self._marks.clear()
        self._marks.look_ahead(self._outlook, zoom)
        if lit is not None:
            self._marks.light(lit, self._map.planet, zoom, self._outlook)
            self._marks.select(self._way, self._chosen, zoom, flight=isinstance(self._question, ThisWay))
        else:
            self._flights.draw(zoom)
            self._marks.night(self._night, zoom, self._only)
            self._marks.point_out(marks.asked_about(table, self._question), zoom)
        self._ghosts = marks.ghosts_of(self._moved_by_hand, table) if self._trails else ()
        self._marks.by_hand(self._trails, self._ghosts, zoom)
        self._board.light(marks.light_of(lit, self._outlook))
        planet, flight, goal = not self._in_battle, self._flights.now, self._guide.goal
        way = [] if flight is None else [goal.to_screen(self.window, self.grid.spot(space)) for space in flight.path]
        self._corners.show(small_map=planet and not goal.is_whole(self.window), eye=planet and offered,
                           lit=self._ahead_on or eager, steps=planet and bool(way) and not self._corners.cover(way),
                           turn=planet and self.live)
        self._corners.map.show(goal, self.window)
        self._corners.can_step(self._flights.can_step(-1), self._flights.can_step(1))
        said = marks.verdict(table, self._chosen) if planet and ahead else ()
        self._corners.say(said, self._looked_at(goal))

    def _looked_at(self, camera: Camera) -> list[Point]:
        """Screen points look-ahead is about: the ship and its chosen space."""
        if self._table is None:
            return []
        spaces = [self._table.active.ship, *([self._chosen] if self._chosen is not None else [])]
        return [camera.to_screen(self.window, self.grid.spot(space)) for space in spaces]

    # The camera

    def _apply(self, camera: Camera) -> None:
        window = self.window
        self._shift.xy = camera.to_screen(window, (0.0, 0.0))
        self._grow.xyz = (camera.zoom, camera.zoom, 1.0)
        self._pieces.grow(grown(camera.zoom))
        self._place_numbers()

    def _place_numbers(self) -> None:
        camera, window = self._guide.now, self.window
        self._numbers.place(lambda point: camera.to_screen(window, point), self._small)

    def seen(self) -> tuple[Camera, Window]:
        return self._guide.now, self.window

    def lead(self, camera: Camera) -> None:
        self._guide.lead(camera)
        self._corners.map.show(camera, self.window)
        self._corners.stand_clear(self._looked_at(camera))

    def _sharpen(self) -> None:
        if self._map is not None:
            self._board.show(self._map, self._guide.goal.zoom)

    def _show_whole(self) -> None:
        self._guide.led = True
        self._guide.glide(whole(self.window))
        self._sharpen()
        self._draw()

    # Buttons

    def _toggle_ahead(self) -> None:
        self._ahead_on = not self._ahead_on
        self._draw()

    def _step(self, by: int) -> None:
        self._motion.settle()
        self._flights.step(by)
        self._corners.can_step(self._flights.can_step(-1), self._flights.can_step(1))

    def spot_of(self, place: str) -> Point | None:
        space = self._pieces.space_of(place) or (read(place) if "," in place else None)
        if space is None or self._in_battle or self._map is None:
            return None
        at = self.where(space)
        return at if self.room.holds(at) else None

    def place_at(self, point: Point) -> str:
        if self._in_battle or self._map is None or not self._map.known or not self.room.holds(point):
            return ""
        space = nearest(self._guide.now, self.window, point, self._map.planet.spaces)
        return "" if space is None or space == POST else spell(space)

    def where(self, space: Any) -> Point:
        """Screen position of a space's centre, for callers outside the stage."""
        return self._guide.now.to_screen(self.window, self.grid.spot(Hex(*space)))

    # Touch

    def takes(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or touch.y < self.room.y or self._in_battle:
            return False
        if touch.is_mouse_scrolling:
            self._fingers.wheel(touch)
            self._after_fingers()
        else:
            self._fingers.at_once = self.at_hand
            self._fingers.down(touch)
        return True

    def follow(self, touch: Any) -> None:
        self._fingers.move(touch)

    def let_go(self, touch: Any) -> None:
        carried = self._carry.under_way
        self._fingers.up(touch)
        self._after_fingers()
        if carried:
            self._draw()

    def lift(self, at: Point) -> bool:
        self._motion.settle()
        lifted = self._play is not None and self._carry.lift(self._play, self._guide.now, self.window, at)
        if lifted:
            self._marks.clear()
        return lifted

    def _after_fingers(self) -> None:
        if self._guide.goal.zoom != self._sharp:
            self._sharp = self._guide.goal.zoom
            self._sharpen()
            self._draw()

    def tap(self, at: Point) -> None:
        self._motion.settle()
        if self._only:
            self.dispatch("on_space", None)
            return
        if self._lit is not None:
            space = nearest(self._guide.now, self.window, at, self._lit.spaces)
            if space is not None:
                self.dispatch("on_space", space)
                return
        asked = marks.movers(list(self._play.open())) if self._play is not None else {}
        space = nearest(self._guide.now, self.window, at, asked)
        if space is not None:
            self.dispatch("on_ask", asked[space])  # where the tapped ship or longboat goes, whatever the panel shows
        elif self._lit is None:
            self._reopen(at)

    def double_tap(self, at: Point) -> None:
        """Zoom in or out; on a lit space treat it as a tap."""
        if self._lit is not None and nearest(self._guide.now, self.window, at, self._lit.spaces) is not None:
            self.tap(at)
            return
        self._guide.led = True
        nearer = self._guide.goal.grown(self.window, max(1.8, self.window.tap / self._guide.goal.zoom), at)
        self._guide.glide(nearer if self._guide.goal.is_whole(self.window) else whole(self.window))

    def _reopen(self, at: Point) -> None:
        """Replay the tapped Crester's last flight; a tap elsewhere closes it."""
        table = self._table
        if table is None or not table.layout:
            return
        keys = {crester.at: crester.key for crester in table.living("red", "white") if crester.at is not None}
        space = nearest(self._guide.now, self.window, at, [one for one in keys if one != POST])
        self._flights.reopen(keys.get(space, "") if space is not None else "")
        self._draw()

    # Rotation

    def turn_on(self) -> None:
        """Rotate the map for players on other sides of the table."""
        self.turn = (int(self.turn) + 1) % 6

    def on_turn(self, *_: Any) -> None:
        if self._table is None or self._play is None:
            return
        self._motion.settle()
        self._pieces.clear()
        self._aim = ()
        self.show(self._play, self._question)
        self._motion.settle()
        self._sharpen()
        self._draw()
