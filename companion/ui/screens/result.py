"""The result: podium, course of the play and next steps; and as a picture to share."""

from contextlib import suppress
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.play import Play
from companion.core.text import Refused, Text, capital, in_a_row, listing, minus, say, without_stop
from companion.core.views import Outcome, Reminder
from companion.services import bg_stats, when
from companion.services.chronicle import in_ten_lines, length_of, on_podium, race_of, stretches_of, teams_of
from companion.services.evening.moment import asked_of
from companion.services.evening.records import as_reminders, falling
from companion.services.open_play import OpenPlay
from companion.services.play_details import day_of, details_of
from companion.services.start import ASSETS
from companion.services.when import weekday
from companion.ui.app.beside import Strip
from companion.ui.app.page import Page
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.art import between
from companion.ui.screens.boxes import offer
from companion.ui.screens.chronicle import share_text, take_back
from companion.ui.screens.file_exchange import hand_out, hand_out_file
from companion.ui.screens.plays import DetailsSheet, photo_parts
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Column, Grid, Part, Row, Scroll, SeatToken, Voice, Words, Wrap, shown
from companion.ui.widgets.base.part import hang
from companion.ui.widgets.controls.buttons import IconDisc, PrimaryButton, TonalButton
from companion.ui.widgets.controls.rows import CardBox, Heading, ListRow
from companion.ui.widgets.controls.sheet import open_menu, tried
from companion.ui.widgets.displays.chart import RaceChart, Runner
from companion.ui.widgets.displays.covers import Cover, Shade
from companion.ui.widgets.displays.covers import cover as load_cover
from companion.ui.widgets.displays.moment import Moment
from companion.ui.widgets.displays.podium import Confetti, Podium, Seal, Step, Teams
from companion.ui.widgets.displays.share_card import HIGH, WIDE, dense, write_picture

LONGEST = 16
SLICE = 0.006  # seconds per frame for finding records
SCENE, PODIUM, RACE = 150.0, 118.0, 124.0  # dp
TALLER = 2.2  # blocks of a podium that has the whole window


def stand_for(look: Look, play: Play[Any], outcome: Outcome) -> Any:
    seats, letters = play.table.seats, tokens.initials(seat.name for seat in play.table.seats)

    def token(seat: int) -> tuple[int, str]:
        return seats[seat].colour, letters[seat]

    def place(seat: int) -> int:
        return 1 if seat in outcome.winners else 2

    teams, sharing = teams_of(outcome), outcome.standing_for()
    if outcome.won is None and teams:
        steps = []
        for name, (first, *others) in teams:
            partners = tuple(token(one.seat) for one in others)
            steps.append(Step(*token(first.seat), place(first.seat), first.score, partners, capital(name)))
        placed = {one.seat for _, members in teams for one in members}
        steps += [Step(*token(seat.index), place(seat.index), None, (), seat.name) for seat in seats
                  if seat.index not in placed]  # the writer
        return Teams(look, steps)
    if outcome.won is None and outcome.places:
        return Podium(look, [Step(*token(one.seat), one.place, one.score,
                                  tuple(token(seat) for seat in sharing[one.seat]),
                                  "" if sharing[one.seat] else seats[one.seat].name)
                             for one in on_podium(outcome)])
    won = outcome.won is True or (outcome.won is None and bool(outcome.winners))
    single = [token(seat) for seat in outcome.winners] if outcome.won is None else []
    return Seal(look, say("Won") if won else say("Lost"), won, single)


def race_for(look: Look, play: Play[Any], outcome: Outcome, high: float = 0.0) -> RaceChart | None:
    rows, letters = race_of(play), tokens.initials(seat.name for seat in play.table.seats)
    if len(rows) < 2:
        return None
    runners = []
    for seat in play.table.seats:
        at = seat.index
        if not outcome.sides or at in outcome.standing_for():
            points = tuple(row[at] for row in rows)
            runners.append(Runner(at, seat.colour, letters[at], points, at in outcome.winners))
    return RaceChart(look, runners, high)


def _name_and_points(name: str, score: int | None) -> str:
    short = name if len(name) <= LONGEST else f"{name[:LONGEST - 1]}…"
    return short if score is None else f"{short} {minus(score)}"


class ShareCard(Widget):
    def __init__(self, opened: OpenPlay, length: Text, began: float) -> None:
        super().__init__(size_hint=(None, None), size=(WIDE, HIGH))
        outcome = opened.result()
        assert outcome is not None
        with dense():
            look = Look.of("dark", opened.game.facts)
            panel = self._panel(look, opened, outcome, length, began)
            self._scene(look, opened, outcome, panel.top)
            self.add_widget(panel)

    def _panel(self, look: Look, opened: OpenPlay, outcome: Outcome, length: Text, began: float) -> Column:
        play = opened.play
        seats, letters = play.table.seats, tokens.initials(seat.name for seat in play.table.seats)
        heading = Words(look, say("How the evening went"), "answer")
        order = sorted(outcome.places, key=lambda one: one.place)
        scores = {one.seat: one.score for one in order}
        names = [Row([SeatToken(look, seats[at].colour, letters[at], 22),
                      Words(look, _name_and_points(seats[at].name, scores.get(at)), "label")], gap=4)
                 for at in dict.fromkeys([*(one.seat for one in order), *range(len(seats))])]
        chart = race_for(look, play, outcome, high=RACE)
        details = [ListRow(look, one.text, one.note or "", one.icon or "star-four-points", tone="surface2")
                   for one in outcome.details[:2 if chart is None else 0]]
        date = Words(look, weekday(began), "support", "text2")
        icon = Part(size=(dp(20), dp(20)))
        with icon.canvas:
            Color(1, 1, 1, 1)
            drawn = Rectangle(texture=CoreImage(str(ASSETS / "icon.png")).texture, size=icon.size)
        icon.bind(pos=lambda _, pos: setattr(drawn, "pos", pos))
        panel = Column([Row([heading, Words(look, length, "support", "text2")], heading), Wrap(names, gap=10),
                        *shown((chart, chart is not None)), *details,
                        Row([date, icon, Voice(look, "Tableside", "answer")], date)], gap=8, pad=16)
        corner = dp(20)
        Box(panel, look.colour("surface"), (corner, corner, 0.0, 0.0))
        panel.pos = (0, 0)
        panel.fit(WIDE)
        if panel.height > HIGH - dp(SCENE) and chart is not None:  # many names: drop the chart
            panel.fill([part for part in panel.parts if part is not chart])
            panel.fit(WIDE)
        return panel

    def _scene(self, look: Look, opened: OpenPlay, outcome: Outcome, low: float) -> None:
        load_cover(opened.game.facts.id)  # at once: it is saved in this frame
        cover, veil = Cover(opened.game.facts.id, focus=0.5), Shade(tokens.SCRIM, 0.7, upper=True)
        cover.pos, cover.size = (0, low - dp(20)), (WIDE, HIGH - low + dp(20))
        veil.pos, veil.size = (0, HIGH - dp(110)), (WIDE, dp(110))
        white = look.on_art()
        named = Words(white, opened.title, "kicker", chrome=True)
        named.hug()
        named.pos = (WIDE / 2 - named.width / 2, HIGH - dp(12) - named.height)
        winner = Voice(white, without_stop(outcome.sentence), "display", align="center", chrome=True)
        for role in ("display", "headline wide", "title", "card title"):
            winner.set_size_px(look.px(role, chrome=True))
            winner.balance(WIDE - dp(40))
            if winner.height <= named.y - low - dp(PODIUM):
                break
        winner.pos = (WIDE / 2 - winner.width / 2, named.y - winner.height)
        stand = stand_for(look, opened.play, outcome)
        stand.pos, stand.size = (0, low), (WIDE, max(dp(60), winner.y - low - dp(6)))
        confetti = Confetti(look, [seat.colour for seat in opened.play.table.seats])
        confetti.pos, confetti.size = (0, low), (WIDE, (HIGH - low) / 1.3)  # it begins above its box
        if outcome.won is not False:
            confetti.stand_still()
        for part in (cover, veil, confetti, named, winner, stand):
            self.add_widget(part)


class ResultScreen(Page):
    """`last`: the news that ended the play just now. If given, a moment in the full window comes first."""

    def __init__(self, app: TablesideApp, opened: OpenPlay, last: str | None = None) -> None:
        super().__init__(app, app.look_for(opened.game))
        self.opened = opened
        self._last = last if self.look.motion else None
        self.moment: Moment | None = None
        self._whole = float(self._last is not None)
        """How much of the window the scene has besides its own place: 1 is all of it."""
        outcome = opened.result()
        if outcome is None:
            raise Refused(say("This play is not over yet."))
        self.outcome: Outcome = outcome
        self.letters = tokens.initials(seat.name for seat in opened.play.table.seats)
        self.records: tuple[Reminder, ...] = ()
        self._counting: Any = None
        self._make_scene()
        self._make_panel()
        self.festive = True

    def _make_scene(self) -> None:
        look, seats = self.look, self.opened.play.table.seats
        self.picture = Cover(self.opened.game.facts.id, focus=0.55)
        self.shade = Shade(tokens.SCRIM, 0.75)
        self.winner = Voice(look.on_art(), without_stop(self.outcome.sentence), "display", align="center",
                            chrome=True)
        self.veil = Shade(tokens.SCRIM, 0.82, upper=True)
        self.scrim = Widget(size_hint=(None, None))
        if look.contrast:
            Box(self.scrim, look.scrim(), dp(24))
        self.stand = stand_for(look, self.opened.play, self.outcome)
        self.happy = self.outcome.won is not False
        colours = [seats[one].colour for one in self.outcome.winners] or [seat.colour for seat in seats]
        self.confetti = Confetti(look, [*colours, *(seat.colour for seat in seats)] if self.happy else [])
        self.discs = [IconDisc(look, "close", self.app.back), IconDisc(look, "undo-variant", self.undo),
                      IconDisc(look, "share-variant", self.share)]
        for part in (self.picture, self.shade, self.veil, self.stand, self.confetti, self.scrim, self.winner):
            self.add_widget(part)

    def _make_panel(self) -> None:
        look = self.look
        self.ground = Page(self.app, look, size_hint=(None, None))
        self.ground_box = Box.panel(self.ground, look)
        self.column = Column([], gap=tokens.M)
        self.scroll = Scroll(look, self.column)
        self.told = TonalButton(look, say("Chronicle"), "script-text-outline",
                                lambda: self.app.go("chronicle", opened=self.opened), pad=12.0)
        again = PrimaryButton(look, say("Play again"), "replay", self._again, pad=12.0)
        pinned = [again] if look.big else [self.told, again]
        self.foot = Grid(look.mirrored(pinned), columns=len(pinned))
        self.column.fill(self._parts())
        for part in (self.ground, self.scroll, self.foot, *self.discs):
            self.add_widget(part)

    # Parts

    def _parts(self) -> list[Any]:
        look = self.look
        went = Words(look, say("How the evening went"), "answer")
        length = Words(look, self._length(), "support", "text2", align="left" if look.big else "right")
        parts: list[Any] = [went, length] if look.big else [Heading(went, length)]
        scored = not self.outcome.places or any(one.score is not None for one in self.outcome.places)
        chart = race_for(look, self.opened.play, self.outcome) if scored else None
        if chart is not None:
            parts.append(chart)
        if self.outcome.won is not None and self.outcome.details:
            parts.append(Words(look, say("Turning points"), "kicker", "primary"))
        parts += [self._detail(one) for one in self.outcome.details]
        parts += [self._detail(one) for one in self.records]
        if len(self.outcome.places) > 3:
            parts.append(self._places())
        parts += photo_parts(self.app, self.opened.id)
        parts += [self._details_row(), *offer(self.app, look, self.opened, self._show_again)]
        return [*parts, self.told] if look.big else parts  # with big text only one button is pinned

    def _show_again(self) -> None:
        self.column.fill(self._parts())
        self.arrange()

    def _detail(self, one: Reminder) -> ListRow:
        seats = self.opened.play.table.seats
        token = None
        if one.seat is not None:
            token = SeatToken(self.look, seats[one.seat].colour, self.letters[one.seat], 36)
        return ListRow(self.look, one.text, one.note or "", one.icon or "star-four-points", token=token,
                       tone="surface2")

    def _count(self, _: float) -> bool:
        """Look for records in spare moments of the frames: there may be thousands of plays."""
        with suppress(Refused):
            if not self._counting.run(SLICE):
                return True
            if self._counting.result:
                self.records = as_reminders(self._counting.result, self.opened.play.table.seats)
                self._show_again()
                self.app.device.guests.tell_records(self.opened, self.records)
        return False

    def _length(self) -> Text:
        play = self.opened.play
        rounds = self.opened.game.how_much(play.table, stretches_of(play))
        seconds = length_of(play.setup, play.log)
        return say("{rounds}, {length}", rounds=rounds, length=when.lasted(seconds)) if seconds else rounds

    def _places(self) -> CardBox:
        look, seats = self.look, self.opened.play.table.seats
        rows = []
        for one in sorted(self.outcome.places, key=lambda place: place.place):
            if one.seat not in self.outcome.standing_for():
                continue  # shown with the partner
            score = "" if one.score is None else minus(one.score)
            note = "" if one.note is None else str(one.note)
            rows.append(ListRow(look, f"{one.place}. {self._names(one.seat)}", in_a_row(score, note),
                                token=SeatToken(look, seats[one.seat].colour, self.letters[one.seat], 32)))
        return CardBox(look, rows, gap=0, pad=8)

    def _names(self, seat: int) -> str:
        seats = self.opened.play.table.seats
        return str(listing(tuple(seats[one] for one in (seat, *self.outcome.standing_for().get(seat, ())))))

    # The moment of the end

    @property
    def reveals(self) -> bool:
        return self.moment is not None and self.moment.running

    def _begin_moment(self, last: str) -> None:
        self.remember(last=None)  # only once
        self.stand.taller = TALLER if self.height > self.width else 1.0
        self.winner.say(last)
        self.moment = Moment(self.stand.places(), self.stand.grow, self._hold_back, self._celebrate,
                             self._bring_panel)
        self.arrange()

    def _hold_back(self) -> None:
        self.winner.say(asked_of(self.outcome))
        self.arrange()
        self.app.noise("drum", 60)

    def _celebrate(self) -> None:
        self.winner.say(without_stop(self.outcome.sentence))
        self.arrange()
        if self.happy:
            self.confetti.begin()
        self.app.noise("win" if self.happy else "lose", 60)

    def _bring_panel(self, part: float) -> None:
        self._whole = 1 - part
        if part == 1:
            self.stand.taller = 1.0
        self.arrange()

    def on_touch_down(self, touch: Any) -> bool:
        """A tap ends the moment, and does nothing else."""
        if self.reveals and self.moment is not None:
            self.moment.finish()
            return True
        return bool(super().on_touch_down(touch))

    def on_answer_key(self, number: int) -> bool:
        if self.reveals and self.moment is not None:
            self.moment.finish()
            return True
        return super().on_answer_key(number)

    # Lifecycle

    def entered(self) -> None:
        if self.festive:
            self.festive = False
            if self._last is None:
                self._celebrate()
            else:
                self._begin_moment(self._last)
        if self._counting is None:
            self._counting = falling(self.app.library, self.opened.id)
            Clock.schedule_interval(self._count, 0)

    def left(self) -> None:
        if self.moment is not None:
            self.moment.finish()
        Clock.unschedule(self._count)
        self.confetti.end()

    def on_back(self) -> bool:
        below = [visit.name for visit in self.app.visits[:-1]]
        if below and below[-1] != "table":
            return False  # to History, search or a player, as it was left
        self.app.go_home()  # the table has nothing left to answer
        return True

    def notice_place(self) -> tuple[float, float, float, bool]:
        return float(self.ground.x), float(self.foot.top + dp(8)), float(self.ground.width), True

    # Actions

    def undo(self) -> None:
        if self.opened.over():
            take_back(self.app, self.look, self.opened)
        elif tried(self.app, lambda: self.app.library.play_on(self.opened.id)):
            self.app.to_table(self.opened)

    def _again(self) -> None:
        game = self.opened.game
        self.app.go(game.setup_page or "new_play", game=game.facts.id, setup=self.opened.play.setup)

    def share(self) -> None:
        app, opened = self.app, self.opened
        open_menu(app, self.look, say("Share this evening"), [
            (say("As a picture"), say("Podium and race, for a chat"), "image-outline",
             lambda: hand_out_file(app, f"{opened.title}.png", lambda path: write_picture(
                 ShareCard(opened, self._length(), day_of(app.library, opened)), path))),
            (say("As text"), say("Ten lines for a message"), "script-text-outline",
             partial(share_text, app, opened, in_ten_lines)),
            (say("To BG Stats"), say("Opens BG Stats with this play filled in") if app.machine.is_phone else
             say("Saves a file with this play"), "chart-bar", self._to_bg_stats)])

    def _to_bg_stats(self) -> None:
        app = self.app
        data = bg_stats.as_play(self.opened, self.outcome, details_of(app.library, self.opened.id))
        if not app.machine.share.open_link(bg_stats.as_link(data)):
            hand_out(app, f"{self.opened.title} BG Stats.json", lambda: bg_stats.as_file(data))

    def _details_row(self) -> ListRow:
        app, opened = self.app, self.opened
        details = details_of(app.library, opened.id)

        def edit() -> None:
            DetailsSheet(app, self.look, opened.id, opened.row.touched, self._show_again)

        return ListRow(self.look, details.place or say("Add a place, a note or a photo"), details.note,
                       "map-marker-outline", edit, tone="surface2")

    # Layout

    def arrange(self) -> None:
        if self.parent is None:
            return
        left, upper, right, lower = self.insets
        whole = Strip(0.0, self.width, left, right)
        if self.is_beside:
            panel, scene = self.beside()
            high, covered = self.height, lower
            panel_top, up = self.height - upper, 0.0
            across = panel.width if panel.x > scene.x else -panel.width
        else:
            panel = scene = whole
            high, covered = self._scene_height(whole.inner_width), dp(24)
            panel_top, across = self.height - high + dp(24), 0.0
            up = -panel_top
        if self._whole:
            part = self._whole
            scene = Strip(*(between(*edges, part) for edges in zip(scene, whole, strict=True)))
            high, covered = between(high, self.height, part), between(covered, lower, part)
        self._place_scene(scene, high, upper, covered)
        self._place_panel(panel, panel_top, lower)
        for widget in (self.ground, self.scroll, self.foot):
            hang(widget, up * self._whole, across * self._whole)
            widget.disabled = bool(self._whole)
        for disc in self.discs:
            disc.opacity, disc.disabled = float(not self._whole), bool(self._whole)

    def _scene_height(self, wide: float) -> float:
        """Of the scene above the panel."""
        _, upper, _, lower = self.insets
        high = max(dp(200), min(self.height * 0.46, dp(420)) + upper * 0.5)
        if self.look.big:
            high = min(high, max(dp(200), self.height * 0.36))
        return float(max(high, self._left_over(wide, lower)))

    def _left_over(self, wide: float, lower: float) -> float:
        """Give the scene the height a short story doesn't need."""
        inner = self._inner(wide)
        needs = self.scroll.needs(inner) + self.foot.fit(inner) + dp(16 + 12 + 8 + 8) + lower - dp(24)
        return float(min(self.height - needs, self.height * 0.66))

    def _inner(self, wide: float) -> float:
        return float(min(wide - 2 * self._side(), dp(560)))

    def _side(self) -> float:
        return float(dp(12) if self.width < dp(380) else dp(16))

    def _place_scene(self, strip: Strip, high: float, upper: float, covered: float) -> None:
        """At the top of the page, in this strip. `covered`: how much of its foot is hidden."""
        x, wide, y = strip.x, strip.width, self.height - high
        self.picture.pos, self.picture.size = (x, y), (wide, high)
        self.shade.pos, self.shade.size = (x, y), (wide, high * 0.5)
        top = self.height - upper - dp(48)
        inner, edge = strip.inner_x, strip.inner_x + strip.inner_width
        self.discs[0].pos = (inner + dp(8), top)
        self.discs[1].pos = (edge - dp(96), top)
        self.discs[2].pos = (edge - dp(48), top)
        foot = y + covered
        between = high < dp(300)  # no room for the winner below the buttons
        start, end = (inner + dp(64), edge - dp(108)) if between else (inner + dp(32), edge - dp(32))
        large = () if between else ("display", "headline wide")
        for role in (*large, "title", "card title"):
            self.winner.set_size_px(self.look.px(role, chrome=True))
            self.winner.balance(end - start)
            if self.winner.height <= high * 0.3:
                break
        upper_edge = top + dp(36) if between else top - dp(14)
        self.winner.pos = ((start + end - self.winner.width) / 2, upper_edge - self.winner.height)
        self.scrim.pos = (self.winner.x - dp(18), self.winner.y - dp(8))
        self.scrim.size = (self.winner.width + dp(36), self.winner.height + dp(18))
        veil = min(high, (y + high - self.winner.y) * 1.8)  # full strength behind the words
        self.veil.pos, self.veil.size = (x, y + high - veil), (wide, veil)
        room = max(dp(60), self.winner.y - foot - dp(10))
        self.stand.pos, self.stand.size = (x, foot), (wide, room)
        self.confetti.pos, self.confetti.size, self.confetti.below = (x, foot), (wide, high), self.scrim.y

    def _place_panel(self, strip: Strip, top: float, lower: float) -> None:
        """Below `top`, in this strip."""
        side, inner = self._side(), self._inner(strip.inner_width)
        at = strip.inner_x + (strip.inner_width - inner) / 2
        self.foot.fit(inner)
        self.foot.pos = (at, lower + dp(16))
        low = lower + dp(16) + self.foot.height + dp(12)
        corner = 0.0 if self.is_beside else dp(28)
        high = self.height if self.is_beside else top
        self.ground.pos, self.ground.size = (strip.x, 0), (strip.width, high)
        self.ground_box.corner = (corner, corner, 0.0, 0.0)
        self.ground_box.place()
        self.scroll.needs(inner)
        self.scroll.show((at, low), inner + side, max(dp(60), top - dp(8) - low))
