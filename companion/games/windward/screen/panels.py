"""Windward's own panels: offers, extras, the night, flights and tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp

from companion.core.fields import Field
from companion.core.questions import Face
from companion.core.showing import ShownChoice
from companion.core.text import say
from companion.core.values import Json, same
from companion.games.windward.board import explain
from companion.games.windward.board.explain import StraightRun
from companion.games.windward.board.lookahead import PlannedFlight
from companion.games.windward.copy import guesses
from companion.games.windward.copy.model import TILES, BoardTile, Copy, PlanetSide
from companion.games.windward.rules.night import WAYS, NightDraft, token_of
from companion.games.windward.rules.placing import in_words
from companion.games.windward.screen.editor.tile import TileCanvas
from companion.games.windward.screen.stage.camera import Point, angle_of
from companion.games.windward.screen.stage.marks import RED, RIM
from companion.games.windward.table import Rest, Windward
from companion.games.windward.words import SHORT
from companion.ui.table.layout import BIG, LANDSCAPE, SMALL
from companion.ui.table.panels.answer_panel import Host
from companion.ui.table.panels.number import NumberPanel
from companion.ui.table.panels.pick import PickOnePanel, SeveralPanel
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Chip, Column, Grid, Icon, Part, Row, Words, Wrap, enough
from companion.ui.widgets.controls.answer import AnswerCard, Tile
from companion.ui.widgets.displays.chart import Arrow

LEAD, SIDE = 46.0, 14.0
DISC, ARROW, CHIP = 26.0, 18.0, 48.0


class ShownWay(NamedTuple):
    """A path on offer, with its letter, answer, runs and wording."""

    letter: str
    token: str
    runs: tuple[StraightRun, ...]
    words: str
    chosen: bool


class Told(NamedTuple):
    key: str
    number: int
    name: str
    strikes: str
    second: str
    ways: tuple[ShownWay, ...]


class RoundSign(Part):
    def __init__(self, look: Look, fill: tokens.Rgba, ink: str) -> None:
        super().__init__(size=(dp(DISC), dp(DISC)))
        self.words = Words(look, "", "label", ink, align="center", size_px=float(dp(14)))
        with self.canvas:
            self._rim_ink = Color(*tokens.rgba(RIM))
            self._rim = SmoothEllipse()
            self._ink = Color(*fill)
            self._round = SmoothEllipse()
        self.add_widget(self.words)
        self.bind(pos=self._place)

    def show(self, sign: str, fill: tokens.Rgba | None = None, rim: tokens.Rgba | None = None, ink: str = "") -> None:
        self.words.say(sign)
        if fill is not None:
            self._ink.rgba = fill
        if rim is not None:
            self._rim_ink.rgba = rim
        if ink:
            self.words.tint(ink)
        self._place()

    def _place(self, *_: object) -> None:
        rim = dp(1.6)
        self._rim.pos, self._rim.size = self.pos, self.size
        self._round.pos = (self.x + rim, self.y + rim)
        self._round.size = (self.width - 2 * rim, self.height - 2 * rim)
        self.words.hug()
        self.words.pos = (self.center[0] - self.words.width / 2, self.center[1] - self.words.height / 2)


class Arrows(Row):
    """Arrows with space counts: ↗ 2 ↘ 1."""

    def __init__(self, look: Look) -> None:
        super().__init__(gap=10)
        self.look = look
        self._pairs: list[Row] = []
        self.runs: tuple[StraightRun, ...] = ()

    def show(self, runs: Sequence[StraightRun]) -> None:
        self.runs = tuple(runs)
        self.fill(enough(self._pairs, len(runs), self._pair))
        for pair, run in zip(self.parts, runs, strict=True):
            arrow, count = pair.parts
            arrow.point(angle_of(run.direction))
            count.say(str(run.spaces))

    def _pair(self) -> Row:
        return Row([Arrow(self.look, ARROW), Words(self.look, "", "score")], gap=5)


class WayChip(AnswerCard):
    """One of several equally short paths; the chosen one has a border and a check."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.disc = RoundSign(look, look.colour("surface"), "text")
        self.arrows = Arrows(look)
        self.check = Icon(look, "", 20, "primary")
        for part in (self.disc, self.arrows, self.check):
            self.add_widget(part)

    def tell(self, way: ShownWay) -> None:
        self.choice, self.chosen = way.token, way.chosen
        self.text = f"{way.letter}: {way.words}"
        look = self.look
        self.disc.show(way.letter, look.colour("primary" if way.chosen else "surface"),
                       look.colour("primary" if way.chosen else "outline2"), "on_primary" if way.chosen else "text")
        self.arrows.show(way.runs)
        self.check.name = "check-circle-outline" if way.chosen else ""
        self.box.fill(self._tone())
        edged = way.chosen or look.contrast
        self.box.border(look.colour("primary" if way.chosen else "outline") if edged else None, dp(2) if edged else 0)

    def _tone(self) -> tokens.Rgba:
        return self.look.colour("container" if self.chosen else "surface3")

    def fit(self, width: float) -> float:
        self.arrows.hug()
        return self.take_size(width, max(dp(CHIP), self.arrows.height + dp(16)))

    def needs(self) -> float:
        return float(self.arrows.hug() + dp(DISC + 8 + 10 + 10 + 24))

    def arrange(self) -> None:
        if not hasattr(self, "arrows"):
            return
        middle = self.y + self.height / 2
        self.disc.center = (self.x + dp(8) + self.disc.width / 2, middle)
        self.arrows.pos = (self.disc.right + dp(10), middle - self.arrows.height / 2)
        self.check.center = (self.right - dp(18), middle)


class FlightRow(AnswerCard):
    """One flight; a tap highlights it on the stage."""

    def __init__(self, look: Look, look_at: Callable[[FlightRow], None], take: Callable[[WayChip], None]) -> None:
        super().__init__(look)
        self.take = take
        self.told: Told | None = None
        self.disc = RoundSign(look, tokens.rgba(RED), RIM)
        self.swords = Icon(look, "", 18, "loss")
        self.strikes = Words(look, "", "body", "loss")
        self.arrows = Arrows(look)
        self.chips: list[WayChip] = []
        self._pool: list[WayChip] = []
        for part in (self.disc, self.swords, self.strikes, self.arrows):
            self.add_widget(part)
        self.bind(on_tap=look_at)

    def tell(self, told: Told, *, bright: bool) -> None:
        several = len(told.ways) > 1
        self.told, self.bright = told, bright
        self.choice, self.chosen = ("" if several else told.ways[0].token), not several
        self.text = told.name
        self.label.say(told.name)
        self.hint.say(told.second)
        self.disc.show(str(told.number))
        self.strikes.say(told.strikes)
        self.swords.name = "sword-cross" if told.strikes else ""
        self.arrows.show(() if several else told.ways[0].runs)
        self._show_chips(told.ways if several else ())
        self.box.fill(self._tone())
        edge = "primary" if bright else "outline" if self.look.contrast else ""
        self.box.border(self.look.colour(edge) if edge else None, dp(2) if edge else 0)

    def _show_chips(self, ways: Sequence[ShownWay]) -> None:
        chips = enough(self._pool, len(ways), self._chip)
        for chip in self.chips[len(chips):]:
            self.remove_widget(chip)
        self.chips = chips
        for chip, way in zip(chips, ways, strict=True):
            chip.tell(way)
            if chip.parent is None:
                self.add_widget(chip)

    def _chip(self) -> WayChip:
        chip = WayChip(self.look)
        chip.bind(on_tap=self.take)
        return chip

    def _tone(self) -> tokens.Rgba:
        return self.look.colour("surface2")

    def fit(self, width: float) -> float:
        room = width - dp(LEAD + SIDE)
        arrows = self.arrows.hug() if self.arrows.parts else 0.0
        name, strikes = self.label.hug(room), self.strikes.hug(room) if self.strikes.text else 0.0
        swords = self.swords.width + dp(6) if strikes else 0.0
        self._struck_below = bool(strikes) and name + dp(10) + swords + strikes > room
        first = name if self._struck_below or not strikes else name + dp(10) + swords + strikes
        self._arrows_below = bool(arrows) and first + dp(12) + arrows > room
        high = self.label.height + self.hint.fit(room)
        high += self.strikes.height if self._struck_below else 0.0
        high += self.arrows.height + dp(4) if self._arrows_below else 0.0
        high += self._fit_chips(width - 2 * dp(SIDE))
        return self.take_size(width, max(dp(60), high + dp(20)))

    def _fit_chips(self, room: float) -> float:
        if not self.chips:
            return 0.0
        beside = (room - dp(8) * (len(self.chips) - 1)) / len(self.chips)
        self._beside = all(chip.needs() <= beside for chip in self.chips)
        highs = [chip.fit(beside if self._beside else room) for chip in self.chips]
        return float((max(highs) if self._beside else sum(highs) + dp(8) * (len(highs) - 1)) + dp(8))

    def arrange(self) -> None:
        if not hasattr(self, "_arrows_below"):
            return
        left, top = self.x + dp(LEAD), self.y + self.height - dp(10)
        self.label.pos = (left, top - self.label.height)
        self.disc.center = (self.x + dp(SIDE - 2) + self.disc.width / 2, self._disc_at(top))
        if self.arrows.parts and not self._arrows_below:
            self.arrows.pos = (self.x + self.width - dp(SIDE) - self.arrows.width,
                               self.label.center[1] - self.arrows.height / 2)
        top = self.label.y
        self._place_strikes(left, top)
        top -= self.strikes.height if self._struck_below else 0.0
        self.hint.pos = (left, top - self.hint.height)
        top = self.hint.y
        if self._arrows_below:
            self.arrows.pos = (left, top - dp(4) - self.arrows.height)
            top = self.arrows.y
        self._place_chips(top - dp(8))

    def _disc_at(self, top: float) -> float:
        """Centre the disc in a row without chips, else align it with the text."""
        return float(self.y + self.height / 2 if not self.chips else top - (self.label.height + self.hint.height) / 2)

    def _place_strikes(self, left: float, top: float) -> None:
        if not self.strikes.text:
            return
        if self._struck_below:
            x, y = left, top - self.strikes.height
        else:
            x, y = self.label.right + dp(10), self.label.center[1] - self.strikes.height / 2
        self.swords.pos = (x, y + (self.strikes.height - self.swords.height) / 2)
        self.strikes.pos = (x + self.swords.width + dp(6), y)

    def _place_chips(self, top: float) -> None:
        x = self.x + dp(SIDE)
        for chip in self.chips:
            chip.pos = (x, top - chip.height)
            if self._beside:
                x += chip.width + dp(8)
            else:
                top -= chip.height + dp(8)


HIGH_TILE, LOW_TILE = 104.0, 84.0  # dp; the lower one on small screens


@dataclass(frozen=True)
class ShownTile:
    copy: Copy
    side: PlanetSide
    tile: BoardTile
    guess: bool

    def is_guess(self) -> bool:
        return self.guess


def shown_tile(table: Windward, letter: str) -> ShownTile:
    copy, side = table.copy, table.copy.side(table.small)
    return ShownTile(copy, side, side.tile(letter), guesses.tile_key(table.small, letter) in copy.guessed)


class TilePicture(TileCanvas):
    """A small read-only tile with larger signs, not faded for guesses."""

    grown, faint = 1.6, 1.0

    def __init__(self, shown: ShownTile) -> None:
        super().__init__(shown, lambda: None)

    def lay(self, pos: Point, size: Point) -> None:
        if tuple(self.size) == size and self._drawn:
            self.pos = self._corner.xy = pos  # read-only, so moving needs no redraw
        else:
            super().lay(pos, size)

    def on_touch_down(self, touch: Any) -> bool:
        return False


class TileButton(Tile):
    def __init__(self, look: Look) -> None:
        super().__init__(look, high=HIGH_TILE)
        self.picture: TilePicture | None = None
        self._shows: ShownTile | None = None
        self._fitted = False

    def picture_of(self, shown: ShownTile) -> None:
        if self._shows == shown:
            return
        self._shows = shown
        if self.picture is not None:
            self.remove_widget(self.picture)
        self.picture = TilePicture(shown)
        self.add_widget(self.picture, index=len(self.children))  # below the badge
        if self._fitted:
            self.arrange()

    def fit(self, width: float) -> float:
        self._fitted = True
        self.label.fit(width - dp(12))
        return self.take_size(width, max(dp(self.high), self.look.high(56)))

    def arrange(self) -> None:
        super().arrange()
        self.label.pos = (self.x + dp(6), self.y + dp(4))
        picture = getattr(self, "picture", None)
        if picture is not None:
            low, top = self.y + dp(4) + self.label.height, self.y + self.height - dp(6)
            picture.lay((self.x + dp(8), low), (max(2.0, self.width - dp(16)), max(2.0, top - low)))


class LayoutPanel(SeveralPanel):
    """Choose the layout by pictures, because players know tiles by their print."""

    def tiles(self, count: int) -> list[Any]:
        return enough(self.made_tiles, count, lambda: self._bound(TileButton(self.look)))

    def _dress(self) -> None:
        super()._dress()
        for tile in self.shown:
            tile.high = LOW_TILE if self.host.form.name in (SMALL, LANDSCAPE) else HIGH_TILE
            tile.picture_of(shown_tile(self.table, tile.choice))


class TilesRow(Column):
    """The six tiles under "Does it match?"; tap two to swap them."""

    path = ""

    def __init__(self, page: Any, field: Field) -> None:
        self.page, self.layout, self.held = page, str(field.read()) or TILES, -1
        self.label = Words(page.look, field.label, "answer")
        self.hint = Words(page.look, "", "support", "text2")
        self.tiles = [TileButton(page.look) for _ in TILES]
        for at, tile in enumerate(self.tiles):
            tile.bind(on_tap=self._tapper(at))
        self.grid = Grid(self.tiles, columns=3, gap=8)
        self.confirm = Chip(page.look, say("They are laid out like this"), "check-bold",
                            lambda: page.set_to(self.path, self.layout))
        super().__init__([Column([self.label, self.hint], gap=0), self.grid], gap=10, pad=6)

    def _tapper(self, at: int) -> Callable[[Any], None]:
        return lambda _: self._tap(at)

    def show(self, field: Field, was: Json) -> None:
        now, self.held = str(field.read()), -1
        self.layout = now or self.layout
        changed = not same(now, was)
        self.hint.say(say("was {old}", old=field.words(was)) if changed and was else
                      say("Tap two tiles to swap them"))
        self.fill([self.parts[0], self.grid, *([] if now else [Wrap([self.confirm])])])
        self.hint.tint("warm" if changed else "text2")
        self._dress()

    def _dress(self) -> None:
        table = self.page.draft.play.table
        for at, (tile, letter) in enumerate(zip(self.tiles, self.layout, strict=False)):
            tile.choice = letter
            tile.show(Face(say("{n}: tile {letter}", n=at + 1, letter=letter)), chosen=at == self.held)
            tile.picture_of(shown_tile(table, letter))

    def _tap(self, at: int) -> None:
        if self.held in (-1, at):
            self.held = at if self.held == -1 else -1
            self._dress()
            return
        letters = list(self.layout)
        letters[at], letters[self.held] = letters[self.held], letters[at]
        self.held = -1
        self.page.set_to(self.path, "".join(letters))

    def refuse(self, why: str) -> None:
        self.hint.say(why)
        self.hint.tint("loss")


LOW = 52.0


class OfferPage(PickOnePanel):
    """Fades options unavailable here, with the reason; hides those available elsewhere."""

    strip_optional = True

    def draw(self) -> None:
        super().draw()
        elsewhere = set(self.question.elsewhere())  # type: ignore[attr-defined]
        self.shown = [card for card in self.shown if card.choice not in elsewhere]
        if self._pairs() and (self._small() or len({card.icon.name for card in self.shown}) == 1):
            for card in self.shown:
                card.icon.name = ""  # identical icons only take up space
        self._fill()

    def _dress(self, card: AnswerCard, one: ShownChoice) -> None:
        """Hide hints on small phones, so that all options fit."""
        card.choice = one.choice
        card.show(one.face, barred=str(one.barred or ""), terse=self.host.terse or self._small())
        if self._small():
            card.high = LOW
            card.hint.say("")  # Why? shows the reason
            card.more.name = ""

    def _small(self) -> bool:
        return self.host.form.name in (SMALL, LANDSCAPE)

    def _pairs(self) -> bool:
        return self.look.scale <= BIG

    def _fill(self) -> None:
        self.grid.columns = 2 if self._pairs() else 1
        self.grid.fill(self.shown)
        self.column.fill([self.grid])

    def parts(self) -> list[Any]:
        return [self.column]


class ExtrasPage(NumberPanel):
    """One card per supply card or token with its effect, above the number rows."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.grid = Grid(columns=2, gap=8)
        self._made: list[AnswerCard] = []

    def draw(self) -> None:
        super().draw()
        offers = self.question.likely(self.table)  # type: ignore[attr-defined]
        cards = enough(self._made, len(offers), self._card)
        for card, (answer, face) in zip(cards, offers, strict=True):
            card.choice = list(answer)
            card.show(face, filled=False, terse=self.host.terse)
        self.grid.columns = 2 if len(cards) > 1 and self.look.scale <= BIG else 1
        self.grid.fill(cards)

    def _card(self) -> AnswerCard:
        card = AnswerCard(self.look, self.host.letter)
        card.bind(on_tap=lambda card: self.host.answer(self.question, card.choice))
        return card

    def shorten(self) -> None:
        self.draw()

    def parts(self) -> list[Any]:
        return [self.grid, *super().parts()] if self.grid.parts else super().parts()


class NightPage(SeveralPanel):
    """Updates later Reds when a path changes; a tap on a row highlights its flight."""

    second_comes = False
    draft: NightDraft

    @property
    def stage_part(self) -> float:  # type: ignore[override]
        return 0.38 if self.host.form.name in (SMALL, LANDSCAPE) else 0.5

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.rows: list[FlightRow] = []
        self.bright = ""
        """Key of the Red whose flight is highlighted."""

    def begin(self) -> None:
        self._point_out("")

    def left(self) -> None:
        self._point_out("")

    def draw(self) -> None:
        told = [told_of(self.table, number, one, self.draft.tokens)
                for number, one in enumerate([one for one in self.draft.flights() if one.moves], 1)]
        self.shown = enough(self.rows, len(told), self._row)
        for row, one in zip(self.shown, told, strict=True):
            row.tell(one, bright=one.key == self.bright)
        self.grid.columns = 1
        self.grid.fill(self.shown)

    def _row(self) -> FlightRow:
        return FlightRow(self.look, self._look_at, self._tap)

    def _look_at(self, row: FlightRow) -> None:
        self._point_out("" if row.told is None or row.told.key == self.bright else row.told.key)
        self.draw()
        self.host.changed()

    def _point_out(self, key: str) -> None:
        self.bright = key
        point_out = getattr(self.host.stage, "only_flight", None)  # a stage that crashed is replaced by the plain one
        if point_out is not None:
            point_out(key)

    def touched(self) -> None:
        self.drop_description()
        self.draw()
        self.host.changed()

    def _swiped(self, chooser: object) -> None:
        """Ignore swipes, so scrolling over the rows doesn't choose."""


def told_of(table: Windward, number: int, flight: PlannedFlight, tokens: list[str]) -> Told:
    red, choices = flight.decision.crester, flight.choices
    where, hands = in_words(table, red.at), explain.for_the_hands(table.planet, flight.way.path)
    chosen = next((letter for letter, way in zip(WAYS, choices, strict=False) if token_of(red, way) in tokens), WAYS[0])
    if len(choices) < 2:
        second = say("From {where}: {way}", where=where, way=hands)
    elif chosen == WAYS[0]:
        second = say("From {where}. Equally short ways: A is chosen for you", where=where)
    else:
        second = say("From {where}. Equally short ways: you chose {letter}", where=where, letter=chosen)
    strikes = ""
    if flight.way.arrives:
        me = table.under_way(Rest).captain
        strikes = str(say("reaches {name}", name=me) if table.solo else say("attacks {name}", name=me))
    ways = tuple([ShownWay(letter, token_of(red, way), explain.runs(table.planet, way.path),
                      str(explain.for_the_hands(table.planet, way.path)), token_of(red, way) in tokens)
                  for letter, way in zip(WAYS, choices, strict=False)])
    return Told(f"red{red.id}", number, str(SHORT["red"]), strikes, str(second), ways)
