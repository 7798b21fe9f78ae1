"""Wintertown by night: the town and memory track, or a close-up of the current story."""

from collections.abc import Sequence
from functools import partial
from math import dist
from string import ascii_uppercase
from typing import Any

from kivy.core.window import Window
from kivy.graphics import Rectangle
from kivy.metrics import dp

from companion.core.play import Play
from companion.core.questions import Question
from companion.core.text import Text, parts_of, renamed
from companion.games.winter_tales.rules.movement import StepTo
from companion.games.winter_tales.screen.stage import fixing, reading
from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.close_up import (
    Bubble,
    CloseView,
    PageDots,
    SlidingLayers,
    TrackView,
)
from companion.games.winter_tales.screen.stage.layout import Point
from companion.games.winter_tales.screen.stage.night import PillBox, Snow, Still
from companion.games.winter_tales.screen.stage.reading import CloseUp, close_up
from companion.games.winter_tales.screen.stage.town import Tokens, TownView, WalkView, focus_of, spots_of
from companion.games.winter_tales.screen.walks import Routes, routes_of, short_words, walk_of, walk_to
from companion.games.winter_tales.table import Winter
from companion.games.winter_tales.town_map import map_of
from companion.ui.drawing.art import group_in, tinted
from companion.ui.drawing.stage import Room
from companion.ui.speed.idle import idle
from companion.ui.stages.board_stage import SLIP, BoardStage, Load
from companion.ui.theme import tokens

TOWN, TRACK = "town", "track"
BAND = 150.0
"""Height of the memory track below a town, dp."""
BOTH_WIDE, BOTH_HIGH = 600.0, 430.0
"""Minimum size to show town and track together, dp."""
FOOT = 16.0
"""Space for the page dots, dp."""
LEAST_TOWN = 0.3
"""If less of the page is free above the panel, draw only the night, unless the question asks for a place."""
REACH, UNDER, DROP, SWIPE = 44.0, 26.0, 60.0, 48.0
BAND_GROUND, BAND_EDGE = "#0F172A", "#2D3C5A"


class Stage(BoardStage):
    lights_places = True
    carries = zooms = False
    """A long press picks up a character; a drag turns the page."""
    above = 16.0
    pieces: Tokens

    # Setup

    def paint(self) -> None:
        super().paint()
        below = group_in(self.canvas)
        self.snow = Snow(self.canvas, self._motion)
        above = group_in(self.canvas)
        self.town_side, self.close_side = SlidingLayers(below, above), SlidingLayers(below, above)
        self.track_side = SlidingLayers(below, above)
        below_names = group_in(self.town_side.above)
        self.town = TownView(self.town_side.below, self.town_side.above)
        self.pieces = Tokens(self.town_side.above, self._motion)
        self.walk_view = WalkView(below_names, self.town_side.above)
        self.town_side.above.add(self.town.letters)
        self.close_up = CloseView(self.close_side.below, self.close_side.above, self._motion)
        self._paint_band()
        self.track = TrackView(self.track_side.above)
        self.dots = PageDots(self.look, self._turn_page, self._belongs)
        self.bubble = Bubble(self.look)
        self._table: Winter | None = None
        self._question: Question[Any, Any] | None = None
        self._scene: CloseUp | None = None
        self.lit: dict[str, str] = {}
        self._lit_slots: frozenset[int] = frozenset()
        self._chosen: Any = None
        self.letters: dict[str, str] = {}
        """Plazas that lines beside the town name by letters."""
        self._standing: tuple[PillBox, ...] = ()
        self._routes = Routes()
        self._page, self._forced = TOWN, ""
        self._lifted: Point = (0.0, 0.0)
        self._helped = 0
        self.bind(live=self._come_alive)

    def _come_alive(self, _: object, live: bool) -> None:
        self._show_dots()
        for view in (self.town, self.close_up) if live else ():
            idle.later(partial(self._make_room, view.still))

    def _make_room(self, still: Still) -> None:
        if self.live:  # create the large texture while idle, so no answer waits for it
            still.make_room(round(self.width), round(Window.height))

    def _paint_band(self) -> None:
        self.band, self._edge = Rectangle(), Rectangle()
        tinted(self.track_side.above, BAND_GROUND, self.band)
        tinted(self.track_side.above, BAND_EDGE, self._edge)

    # Layout

    @property
    def both(self) -> bool:
        return bool(self.room.width >= dp(BOTH_WIDE) and self.room.height >= dp(BOTH_HIGH))

    @property
    def tight(self) -> bool:
        if self.parent is None or self.lit or not self.live:
            return False
        return bool(self.top - self.room.y < LEAST_TOWN * self.parent.height)

    @property
    def page(self) -> str:
        return self._forced or self._page

    def place(self) -> None:
        self._motion.settle()
        self.snow.stand((self.x, self.y), (self.width, self.height))
        self.redraw(moving=False)

    def show(self, play: Play[Winter], question: Question[Any, Any] | None) -> None:
        self.give_back()
        again = self._question is not None and question is not None and question.key() == self._question.key()
        self._table, self._question = play.table, question
        self.lit = reading.lit_places(play.table, question)
        self._lit_slots = reading.lit_slots(play.table, question)
        self._scene = close_up(play.table, question)
        if self._chosen not in self.lit and self._chosen not in self._lit_slots:
            self._chosen = None
        if not again:
            self._forced = self._page_of_question()
        self.put(self.bubble, False)
        self.redraw(moving=True)

    def _page_of_question(self) -> str:
        """The page with the spaces to choose from."""
        if self._lit_slots:
            return TRACK
        return TOWN if self.lit else ""

    def select(self, space: Any) -> None:
        if space != self._chosen:
            self._chosen = space
            self.redraw(moving=False)

    # Drawing

    def draw(self, moving: bool) -> None:
        table = self._table
        if table is None or self.room.width < dp(40):  # not on screen yet
            return
        track_alone = not self.both and self.page == TRACK
        upper = self._upper_room()
        close = self._scene if not track_alone else None
        self.town_side.show(close is None)
        self.close_side.show(close is not None)
        self.track_side.show(self.both or track_alone)
        if close is not None:
            self.close_up.show(close, (self.x, self.y), (self.width, self.height), upper, glide=moving)
        else:
            self._draw_town(table, upper, moving, covered=track_alone)
        if self.track_side.shown:
            self._draw_track(table, track_alone)
        self._show_dots()

    def _upper_room(self) -> Room:
        room = self.room
        free = dp(BAND) if self.both else min(dp(FOOT), room.height * 0.1)
        return Room(room.x, room.y + free, room.width, max(2.0, room.height - free))

    def _draw_town(self, table: Winter, room: Room, glide: bool, *, covered: bool) -> None:
        tight = self.tight
        covered = covered or tight
        pieces, shown = reading.pieces_of(table), map_of(table)
        walk = None if self.goes_back else walk_of(table, self._question)
        waiting = any(piece.at is None for piece in pieces)
        focus = frozenset() if self.both else focus_of(self._question, self.lit, pieces, walk)
        one = float(dp(1))
        lay = lays.lay_of(shown, room, one, below=lays.foot(one) if waiting else 0.0, focus=focus)
        self.town.stand(shown, lay, (self.x, self.y), (self.width, self.height), bare=tight)
        self.town.cover(covered, veiled=not tight)
        self._standing = ()
        if covered:
            self.town.letter({})
            self.pieces.clear()
            self.walk_view.show(None, {})
            return
        self.town.light(self.lit, self._chosen if isinstance(self._chosen, str) else None)
        prices = self.lit if walk is None else {}  # a walk draws its own cards
        self.town.sign(reading.roof_signs(table), prices)
        self.walk_view.show(walk, self.town.spots, names=self.town.places_of_names)
        walker = next((piece for piece in pieces if piece.key == self._routes.who), None)
        passed = [] if walker is None else self._routes.between(walker.at)
        spots = spots_of(self.town, pieces, lay, reading.asked_about(self._question))
        walked = (*self.walk_view.marks, *self.walk_view.numbers)
        self._standing = (*[spot.box for spot in spots.values()], *walked)
        self.town.clear_names([*[spot.core for spot in spots.values()], *walked])
        self.town.letter(self.letters, self._standing)
        past = [self.town.spots[at] for at in passed if at in self.town.spots]
        self.pieces.place(pieces, spots, moving=glide, via={self._routes.who: past})
        self._routes = routes_of(table)

    def _draw_track(self, table: Winter, alone: bool) -> None:
        room = self.room
        if alone:
            high = max(2.0, room.height - dp(FOOT))
            box = Room(room.x + dp(16), room.y + dp(FOOT), room.width - dp(32), high)
            self.band.pos, self.band.size = self.pos, (self.width, max(0.0, box.top - self.y))
            self._edge.size = (0, 0)
        else:
            box = Room(room.x + dp(20), room.y + dp(6), room.width - dp(40), dp(BAND) - dp(10))
            top = room.y + dp(BAND)
            self.band.pos, self.band.size = self.pos, (self.width, top - self.y)
            self._edge.pos, self._edge.size = (self.x, top - dp(1)), (self.width, dp(1))
        chosen = self._chosen if type(self._chosen) is int else None
        self.track.show(reading.slots_of(table, self._lit_slots), box, reading.track_line(table), chosen)

    # Letters

    def letter(self, sentences: Sequence[Text]) -> bool:
        """Letter the plazas, which are described by the locations beside them."""
        before, self.letters = self.letters, {}
        if self._table is not None and self._in_town:
            names = reading.plazas(self._table)
            told = [names[part] for one in sentences for part in parts_of(one) if part in names]
            seen = [key for key in dict.fromkeys(told) if self.room.holds(self.town.spots[key])]
            seats = tokens.initials(seat.name for seat in self._table.seats)
            free = [letter for letter in ascii_uppercase if letter not in seats]
            self.letters = dict(zip(seen, free, strict=False))
        self.town.letter(self.letters, self._standing)
        return bool(before or self.letters)

    def in_letters(self, sentence: Text) -> Text:
        if self._table is None or not self.letters:
            return sentence
        names = reading.plazas(self._table).items()
        return renamed(sentence, {name: self.letters[key] for name, key in names if key in self.letters})

    # Two pages on a small stage

    def _show_dots(self) -> None:
        roomy = self.room.height >= dp(90)
        self.put(self.dots, self.live and not self.both and roomy)  # not in a library preview
        self.dots.stand(self.room)
        self.dots.show(self.page == TRACK)

    def _turn_page(self, way: int = 0) -> None:
        """Turn the page; `way` is the swipe direction, -1 for left."""
        goal = TOWN if self.page == TRACK else TRACK
        self._page, self._forced = goal, ""
        self.put(self.bubble, False)
        self.draw(moving=False)
        from_right = 1 if goal == TRACK else -1
        far = dp(60) * (-way or from_right)
        sides = (self.track_side,) if goal == TRACK else (self.town_side, self.close_side)
        move = tokens.MOTION["sheet up"]
        for side in sides:
            self._motion.move(side, move.seconds, partial(side.slide_in, far), curve=move.curve)

    # Touch

    def _belongs(self, at: Point) -> bool:
        """Whether a touch hits a character, or the 48 dp target of a lit place."""
        return self._in_town and bool(self._under(at) or self._lit_at(at, tokens.TARGET / 2))

    def _under(self, at: Point) -> str:
        return next(iter(self.pieces.near(at, dp(UNDER))), "")

    def _lit_at(self, at: Point, reach: float = REACH) -> str | None:
        spots = self.town.spots
        return lays.nearest({key: spots[key] for key in self.lit if key in spots}, at, dp(reach))

    def touchable(self, touch: Any) -> bool:
        inside = self.collide_point(*touch.pos) and self.room.y <= touch.y <= self.room.top
        return inside and not self.busy()

    def seize(self, touch: Any) -> None:
        self.show_walk(self.seen_from(touch.pos))

    def show_walk(self, at: Point | None) -> None:
        table, question = self._table, self._question
        if table is None or not isinstance(question, StepTo) or not self._in_town:
            return
        goal = None if at is None else self._lit_at(at)
        walk = walk_to(table, question.character, goal) if goal else walk_of(table, question)
        told = str(short_words(walk)) if goal and walk is not None else ""
        self.walk_view.show(walk, self.town.spots, told, (self.room.x, self.room.right),
                            self.town.places_of_names)

    @property
    def _in_town(self) -> bool:
        return self.town_side.shown and (self.both or self.page == TOWN) and not self.tight

    def rest(self, at: Point) -> bool:
        """Offer a correction and a story prompt."""
        if self._table is None:
            return False
        slot = self.track.slot_at(at) if self.track_side.shown else None
        place = lays.nearest(self.town.spots, at, dp(REACH)) if self._in_town else None
        held = fixing.held(self._table, self._under(at) if self._in_town else "", slot, place, self._helped)
        if held is not None:
            self._offer(held)
        return held is not None

    def _offer(self, held: fixing.Held) -> None:
        self._helped += 1
        if held.paths:
            self.put(self.bubble, False)
            self.dispatch("on_held", held.title, held.aid, held.paths)
        else:
            self._tell(held.title, held.aid)

    def load(self, at: Point, held: bool) -> Load | None:
        self.show_walk(None)  # the finger drags or rests, so it shows no walk
        key = self._under(at) if held and self._in_town else ""
        if not key or self._table is None or not self._table.full:
            return None
        self.put(self.bubble, False)
        self._lifted = at
        path = f"characters.{key}.at"
        return Load(key, list(self.town.spots), lambda place: self.dispatch("on_correct", path, place))

    def light(self, spaces: Sequence[Any] | None) -> None:
        if spaces is not None:
            self.town.light(dict.fromkeys(spaces, ""), None)

    def space_at(self, at: Point) -> str | None:
        return lays.nearest(self.town.spots, at, dp(DROP))

    def drop(self, at: Point) -> None:
        """Move the character there; dropped where it was, offer other corrections."""
        load, self.carried = self.carried, None
        if load is None or self._table is None:
            return
        self.pieces.release(stay=True)
        place = self.space_at(at)
        if dist(at, self._lifted) < dp(SLIP):
            self._offer(fixing.of_character(self._table, load.key, self._helped))
        elif place is not None:
            load.put(place)
        self.draw(moving=True)

    def swipe(self, start: Point, end: Point) -> None:
        across, up = end[0] - start[0], end[1] - start[1]
        if not self.both and abs(across) > dp(SWIPE) and abs(across) > 1.4 * abs(up):
            self._turn_page(1 if across > 0 else -1)

    def tap(self, at: Point) -> None:
        self.show_walk(None)
        if self.bubble.parent is not None:
            self.put(self.bubble, False)
            return
        slot = self.track.slot_at(at) if self.track_side.shown else None
        if slot is None:
            self._tap_town(at)
        elif slot in self._lit_slots:
            self.dispatch("on_space", slot)
        elif self._table is not None:
            self._tell(*reading.told_of_slot(self._table, slot))

    def _tap_town(self, at: Point) -> None:
        if not self._in_town:
            return
        lit = self._lit_at(at)
        if lit is not None:
            self.dispatch("on_space", lit)
            return
        place = lays.nearest(self.town.spots, at, dp(REACH))
        if place is not None and self._table is not None:
            self._tell(*reading.told_of_place(self._table, place))

    def where(self, space: Any) -> Point | None:
        """The centre of a place, memory space or character in the window."""
        if isinstance(space, str):
            return self.town.spots.get(space) or super().where(space)
        assert self.track.grid is not None
        x, y, wide, high = self.track.grid.cards[space - 1]
        return x + wide / 2, y + high / 2

    def _tell(self, title: str, line: str) -> None:
        self.put(self.bubble, True)
        self.bubble.say(title, line, self.room)
