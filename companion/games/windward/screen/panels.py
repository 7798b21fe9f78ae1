"""Windward's own panels: offers, extras, the night, flights and tiles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from kivy.metrics import dp

from companion.core.fields import Field
from companion.core.questions import Description, Face, ShownChoice
from companion.core.text import Text, say
from companion.core.values import Json, same
from companion.games.windward.board import explain
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.lookahead import PlannedFlight
from companion.games.windward.board.places import is_described
from companion.games.windward.box.model import TILES, BoardTile, PlanetSide
from companion.games.windward.rules.night import NightDraft, WhichFirst, is_beside, the_way, token_of
from companion.games.windward.rules.placing import LETTERS, LetteredSpace, named, where
from companion.games.windward.screen.editor.tile import TileCanvas
from companion.games.windward.screen.stage.camera import Geometry
from companion.games.windward.screen.stage.marks import RED, RIM
from companion.games.windward.table import Rest, Windward
from companion.games.windward.words import THE_FIRST
from companion.ui.stages.camera import Point
from companion.ui.table.layout import BIG, LANDSCAPE, SMALL, WITH_BIG_TEXT
from companion.ui.table.panels.answer_panel import Action, AnswerPanel, Host
from companion.ui.table.panels.number import NumberPanel
from companion.ui.table.panels.pick import PickOnePanel, PlacePanel, SeveralPanel
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Card, Chip, Column, Grid, Icon, Link, Row, Words, Wrap, enough, shown
from companion.ui.widgets.controls.answer import AnswerCard, Tile
from companion.ui.widgets.displays.chart import Arrow, RoundSign

LEAD, SIDE = 46.0, 14.0
DISC, ARROW, CHIP = 26.0, 18.0, 48.0
LARGEST = 1.5
"""Discs grow no further with the text."""


class ShownWay(NamedTuple):
    """A path on offer: letter, answer, wording, and angle and spaces of each straight run."""

    letter: str
    token: Any
    arrows: tuple[tuple[float, int], ...]
    words: str
    chosen: bool
    note: str = ""


def arrows_of(table: Windward, path: Sequence[Hex], grid: Geometry) -> tuple[tuple[float, int], ...]:
    return tuple([(grid.angle_of(run.direction), run.spaces) for run in explain.runs(table.planet, path)])


class Arrows(Row):
    """Arrows with space counts: ↗ 2 ↘ 1."""

    def __init__(self, look: Look) -> None:
        super().__init__(gap=10)
        self.look = look
        self._made: list[Row] = []

    def show(self, arrows: Sequence[tuple[float, int]]) -> None:
        def pair_of() -> Row:
            return Row([Arrow(self.look, ARROW), Words(self.look, "", "score")], gap=5)

        pairs = enough(self._made, len(arrows), pair_of)
        for pair, (angle, spaces) in zip(pairs, arrows, strict=True):
            arrow, number = pair.parts
            arrow.point(angle)
            number.say(str(spaces))
        self.fill(pairs)


def disc_of(look: Look, *colours: str) -> RoundSign:
    """A disc that grows with its letter or number."""
    grown = min(look.scale, LARGEST)
    return RoundSign(look, grown * DISC, grown * 14, -1.6, *colours)


class WayChip(Card):
    """One of several equally short paths; the chosen one has a border and a check."""

    def __init__(self, look: Look, take: Callable[["WayChip"], None], ticked: bool = False) -> None:
        self.ticked = ticked
        """It may be the chosen one, so a check has to fit."""
        self.choice: Any = ""
        self.chosen = False
        self.disc, self.arrows = disc_of(look), Arrows(look)
        self.words, self.note = Words(look, "", "answer"), Words(look, "", "support", "text2")
        self.check = Icon(look, "", 20, "primary")
        self.row = Row([self.disc, self.arrows, self.check], self.arrows, gap=10, pad=8, least=CHIP)
        super().__init__(look, self.row, lambda: take(self), tone="surface3")

    def tell(self, way: ShownWay) -> None:
        self.choice, self.chosen = way.token, way.chosen
        self.text = f"{way.letter}: {way.words}"
        look = self.look
        fill, ink, edge = "surface", "text", "outline2"
        if way.chosen:
            fill, ink, edge = "primary", "on_primary", "primary"
        self.disc.show(way.letter, look.colour(fill), ink, look.colour(edge))
        self.arrows.show(way.arrows)
        self.words.say("" if way.arrows else way.words)
        self.note.say(way.note)
        self.row.stretch = self.arrows if way.arrows else self.words
        self.check.name = "check-circle-outline" if way.chosen else ""
        self.row.fill([self.disc, self.row.stretch, *shown((self.note, way.note), (self.check, way.chosen))])
        self.choose(way.chosen)

    def needs(self) -> float:
        inner = self.words.hug() if self.words.text else self.arrows.hug()
        check = 10 + 20 if self.ticked else 0
        return float(inner + self.note.hug() + self.disc.width + dp(8 + 10 + 8 + check))


class WayGrid(Grid):
    """Path chips side by side, as many as fit."""

    def fit(self, width: float) -> float:
        count = max(1, len(self.parts))
        widest = max((chip.needs() for chip in self.parts), default=0.0)
        fit = max(1, min(count, int((width + dp(self.gap)) // (widest + dp(self.gap)))))
        rows = -(-count // fit)
        self.columns = -(-count // rows)
        return super().fit(width)


class FlightRow(Card):
    """One flight; a tap highlights it on the stage."""

    def __init__(self, look: Look, look_at: Callable[["FlightRow"], None],
                 take: Callable[[WayChip], None]) -> None:
        self.take = take
        self.key = ""
        """The Red that flies."""
        self.choice, self.chosen = "", False
        self.chips: list[WayChip] = []
        self._pool: list[WayChip] = []
        self.disc = disc_of(look, RIM, RIM)
        self.label, self.hint = Words(look, "", "answer"), Words(look, "", "support", "text2")
        self.swords, self.strikes = Icon(look, "", 18, "loss"), Words(look, "", "body", "loss")
        self.arrows, self.ways = Arrows(look), WayGrid(gap=8)
        self.first, self.struck = Wrap(gap=10), Row([self.swords, self.strikes], gap=6)
        self.column = Column(gap=4)
        content = Row([self.disc, self.column], self.column, gap=10, pad=10, air=10, least=60)
        super().__init__(look, content, lambda: look_at(self))

    def tell(self, table: Windward, number: int, flight: PlannedFlight, chosen: list[str], bright: str,
             grid: Geometry) -> None:
        """`chosen` are the answers so far, `bright` is the Red highlighted on the stage."""
        red = flight.decision.crester
        ways = [ShownWay(letter, token_of(red, way), arrows_of(table, way.path, grid),
                         str(explain.for_the_hands(table.planet, way.path)), token_of(red, way) in chosen)
                for letter, way in zip(LETTERS, flight.choices, strict=False)]
        several, strikes = len(ways) > 1, flight.way.arrives
        self.key, self.text = f"red{red.id}", str(THE_FIRST["red"])
        self.choice, self.chosen = ("" if several else ways[0].token), not several
        self.label.say(self.text)
        hint = flight_hint(table, flight, ways)
        self.hint.say(hint)
        self.disc.show(str(number), tokens.rgba(RED))
        me = table.under_way(Rest).captain
        told = say("reaches {name}", name=me) if table.solo else say("attacks {name}", name=me)
        self.strikes.say(told if strikes else "")
        self.swords.name = "sword-cross" if strikes else ""
        self.arrows.show(() if several else ways[0].arrows)
        self.chips = enough(self._pool, len(ways) if several else 0,
                            lambda: WayChip(self.look, self.take, ticked=True))
        for chip, way in zip(self.chips, ways, strict=False):
            chip.tell(way)
        struck, arrows = [self.struck] if strikes else [], [] if several else [self.arrows]
        self.first.fill([self.label, *struck, *arrows])
        self.ways.fill(self.chips)
        self.column.fill([self.first, *shown((self.hint, hint), (self.ways, several))])
        self.box.edge(self.look, bright == self.key)


class FlightPanel(AnswerPanel):
    """One flight; its arrows turn with the map."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.arrows = Arrows(self.look)

    @property
    def big_stage_part(self) -> float:
        return WITH_BIG_TEXT

    def draw(self) -> None:
        grid, path = Geometry(int(self.host.stage.turn)), the_way(self.table).path
        self.arrows.show(arrows_of(self.table, path, grid))

    def hint(self) -> None:
        """The arrows say it."""

    def above(self) -> list[Any]:
        return [Row([self.arrows])]


class MapPanel(PlacePanel):
    """Hexes that need a description are chosen on the map; their list is behind a button."""

    def _few(self) -> bool:
        planet = self.table.planet
        on_map = self.host.stage.lights_places and any(is_described(planet, one) for one in self.draft.spaces)
        return super()._few() and not on_map


class WaysPanel(PlacePanel):
    """Spaces with letters, as on the map, and arrows that lead there."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.ways, self.jumps = WayGrid(gap=8), WayGrid(gap=8)
        """Paths with arrows, and those that only have words."""
        self._chips: list[WayChip] = []

    def _few(self) -> bool:
        return True

    def _cards(self, choices: tuple[ShownChoice, ...]) -> list[Any]:
        question, table = self.question, self.table
        assert isinstance(question, LetteredSpace)
        letters, grid = question.letters(table), Geometry(int(self.host.stage.turn))
        chips = enough(self._chips, len(choices), lambda: WayChip(self.look, self._tap))
        for chip, one in zip(chips, choices, strict=True):
            arrows = arrows_of(table, question.path(table, one.choice), grid)
            words = str(where(table, one.choice))
            chip.tell(ShownWay(letters[one.choice], one.choice, arrows, words, one.chosen))
        self.ways.fill([chip for chip in chips if not chip.words.text])
        self.jumps.fill([chip for chip in chips if chip.words.text])
        return [grid for grid in (self.ways, self.jumps) if grid.parts]


class AsidePanel(PickOnePanel):
    """A question about what lies beside the planet, or that all of its numbers answer."""

    yields_stage = strip_optional = True


class FirstPanel(PickOnePanel):
    """The Reds by their letters on the map, with arrows of their flights. Tapping the map also chooses."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.ways = WayGrid(gap=8)
        self._chips: list[WayChip] = []

    def draw(self) -> None:
        question, table = self.question, self.table
        assert isinstance(question, WhichFirst)
        reds, grid = question.letters(table), Geometry(int(self.host.stage.turn))
        chips = enough(self._chips, len(reds), lambda: WayChip(self.look, self._tap))
        for chip, (red, letter), one in zip(chips, reds.items(), self.described.choices, strict=True):
            arrows = arrows_of(table, question.path(table, red), grid)
            note = str(one.face.hint or "")
            chip.tell(ShownWay(letter, one.choice, arrows, str(where(table, red.at)), False, note))
        self.ways.fill(chips)
        self.column.fill([self.ways])

    def choose(self, space: Any) -> None:
        question = self.question
        assert isinstance(question, WhichFirst)
        reds = question.letters(self.table)
        chip = next(chip for chip, red in zip(self._chips, reds, strict=False) if red.at == space)
        self._tap(chip)

    def refused(self, why: str) -> bool:
        return False


HIGH_TILE, LOW_TILE = 104.0, 84.0  # dp; the lower one on small screens


@dataclass(frozen=True)
class ShownTile:
    clockwise: bool
    side: PlanetSide
    tile: BoardTile
    guess: bool

    def is_guess(self) -> bool:
        return self.guess


def shown_tile(table: Windward, letter: str) -> ShownTile:
    box, side = table.box, table.box.side(table.small)
    return ShownTile(box.clockwise, side, side.tile(letter), box.guesses_tile(table.small, letter))


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

    def takes(self, touch: Any) -> bool:
        return False


class TileButton(Tile):
    def __init__(self, look: Look, do: Callable[[], object] | None = None) -> None:
        super().__init__(look, high=HIGH_TILE)
        if do is not None:
            self.bind(on_tap=lambda _: do())
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

    def lies_at(self, table: Windward, at: int, letter: str, chosen: bool = False) -> None:
        self.choice = letter
        self.show(Face(say("{n}: tile {letter}", n=at + 1, letter=letter)), chosen=chosen)
        self.picture_of(shown_tile(table, letter))

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
    """The six tiles under *Fix something*; tap two to swap them."""

    path = ""

    def __init__(self, page: Any, field: Field) -> None:
        self.page, self.layout, self.held = page, str(field.read()) or TILES, -1
        self.label = Words(page.look, field.label, "answer")
        self.hint = Words(page.look, "", "support", "text2")
        self.tiles = [TileButton(page.look, partial(self._tap, at)) for at in range(len(TILES))]
        self.grid = Grid(self.tiles, columns=3, gap=8)
        self.confirm = Chip(page.look, say("They are laid out like this"), "check-bold",
                            lambda: page.set_to(self.path, self.layout))
        super().__init__([Column([self.label, self.hint], gap=0), self.grid], gap=10, pad=6)

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
            tile.lies_at(table, at, letter, chosen=at == self.held)

    @staticmethod
    def pictures(look: Look, table: Windward, do: Callable[[], object]) -> list[Any]:
        """The tiles as they lie, to lay them out again."""
        tiles = [TileButton(look, do) for _ in table.layout]
        for at, (tile, letter) in enumerate(zip(tiles, table.layout, strict=True)):
            tile.lies_at(table, at, letter)
        return [Grid(tiles, columns=3, gap=8)]

    def _tap(self, at: int) -> None:
        if self.held in (-1, at):
            self.held = at if self.held == -1 else -1
            self._dress()
            return
        letters, held, self.held = list(self.layout), self.held, -1
        letters[at], letters[held] = letters[held], letters[at]
        self.page.set_to(self.path, "".join(letters))

    def refuse(self, why: str) -> None:
        self.hint.say(why)
        self.hint.tint("loss")


LOW = 52.0
LISTED = say("All in one list")


class OfferPage(PickOnePanel):
    """Fades options unavailable here, with the reason; hides those available elsewhere."""

    strip_optional = True

    def draw(self) -> None:
        super().draw()
        elsewhere = set(self.question.elsewhere())  # type: ignore[attr-defined]
        self.shown = [card for card in self.shown if card.choice not in elsewhere]
        pairs = self.look.scale <= BIG
        if pairs and (self._small() or len({card.icon.name for card in self.shown}) == 1):
            for card in self.shown:
                card.icon.name = ""  # identical icons only take up space
        self.grid.columns = 2 if pairs else 1
        self.grid.fill(self.shown)
        self.column.fill([self.grid])

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


class LootPage(NumberPanel):
    has_keys = True
    """Every row stays in view on a small phone."""


class NightPage(SeveralPanel):
    """Updates later Reds when a path changes; a tap on a row highlights its flight.

    With speech on, or after *Read it out*, it shows one flight at a time in the headline. On a small phone
    the list is folded, as the map has half of it; a tapped row then stands alone until it is tapped again.
    """

    second_comes, has_keys = False, True
    draft: NightDraft

    @property
    def stage_part(self) -> float:
        return 0.3 if self.unfolded and not self.bright else 0.5

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.rows: list[FlightRow] = []
        self.unfolded = False
        """The list covers a part of a small phone's map."""
        self.bright = ""
        """Key of the Red whose flight is highlighted."""
        self.reading: int | None = None
        """The flight being read out; None shows the list."""
        self.aloud = Link(self.look, say("Read it out"), "account-voice", partial(self._read_out, 0))
        self.listing = Link(self.look, LISTED, "format-list-numbered", self._fold)

    def begin(self) -> None:
        self.reading, self.unfolded = 0 if self.host.app.machine.speech.on else None, False
        self._point_out("" if self.reading is None else self._keys()[0])

    def left(self) -> None:
        self._point_out("")

    def draw(self) -> None:
        moving = [one for one in self.draft.flights() if one.moves]
        self.shown = enough(self.rows, len(moving), lambda: FlightRow(self.look, self._look_at, self._tap))
        for number, (row, one) in enumerate(zip(self.shown, moving, strict=True), 1):
            grid = Geometry(int(self.host.stage.turn))
            row.tell(self.table, number, one, self.draft.tokens, self.bright, grid)
        alone = self.bright if self._tight else ""
        self.grid.columns = 1
        self.grid.fill([row for row in self.shown if alone in ("", row.key)])

    @property
    def _tight(self) -> bool:
        """On a small phone the list folds for the map, unless large text makes that small anyway."""
        return self.host.form.name == SMALL and self.look.scale <= 1.0

    def _keys(self) -> list[str]:
        return [f"red{one.decision.crester.id}" for one in self.draft.flights() if one.moves]

    def describe(self) -> Description:
        described = super().describe()
        if self.reading is None:
            return described
        sentences = self.question.aloud(self.table, self.draft.so_far())
        kicker = say("{n} of {all}", n=self.reading + 1, all=len(sentences))
        return replace(described, sentence=sentences[self.reading], kicker=kicker, reasons=(), hint=None)

    def parts(self) -> list[Any]:
        if self.reading is not None:
            return []
        if not self._tight:
            return [self.aloud, *super().parts()]
        links = [] if self.bright else [Wrap([self.aloud, self.listing])]
        return [*links, *([self.grid] if self.unfolded or self.bright else ())]

    def primary(self) -> Action | None:
        if self.reading is None or self.reading >= len(self._keys()) - 1:
            return super().primary()
        return Action(say("Next"), "arrow-right", partial(self._read_out, self.reading + 1))

    def more(self) -> list[Action]:
        return [] if self.reading is None else [Action(LISTED, "format-list-numbered", self._fold)]

    def second(self) -> Action | None:
        if self.reading is None:
            return None
        return Action(say("Again"), "replay", partial(self._read_out, self.reading))

    def choose(self, space: Any) -> None:
        """A tap on the map: the next flight, or all of them again."""
        if self.reading is None:
            self._point_out("")
            self.touched()
        elif self.reading < len(self._keys()) - 1:
            self._read_out(self.reading + 1)

    def _read_out(self, flight: int | None) -> None:
        self.reading = flight
        self._point_out("" if flight is None else self._keys()[flight])
        self.touched()
        self.host.scroll.to_start()
        if flight is not None:
            self.host.app.machine.speech.say(str(self.described.sentence))

    def _fold(self) -> None:
        """List all flights, or fold the list again."""
        self.unfolded = self.reading is not None or not self.unfolded
        self._read_out(None)

    def _look_at(self, row: FlightRow) -> None:
        self._point_out("" if row.key == self.bright else row.key)
        self.touched()

    def _point_out(self, key: str) -> None:
        self.bright = key
        self.host.stage.read_out(self._keys().index(key) if key else None)

    def touched(self) -> None:
        self.drop_description()
        self.draw()
        self.host.changed()


def flight_hint(table: Windward, flight: PlannedFlight, ways: Sequence[ShownWay]) -> Text | str:
    """Where it starts, if that place has a name; the map and the arrows show the rest."""
    start = named(table, flight.decision.crester.at)
    chosen = next((way.letter for way in ways if way.chosen), LETTERS[0])
    if is_beside(flight):
        return say("Beside {name}", name=table.under_way(Rest).captain)
    if len(ways) < 2:
        return say("From {where}", where=start) if start else ""
    whose = say("Equally short: you chose {letter}", letter=chosen)
    if chosen == LETTERS[0]:
        whose = say("Equally short: the app chose A")
    return say("From {where}. {choice}", where=start, choice=whose) if start else whose
