"""The question panel: shows what the situation asks for."""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.kinds import Number
from companion.core.log import ANSWER
from companion.core.questions import Kind, traits
from companion.core.text import Text, count, say
from companion.core.views import InfoCard, View
from companion.services.table.controller import TableController
from companion.services.table.situation import Q, Situation, State, misfit_line
from companion.ui.drawing.stage import own_part
from companion.ui.speed.moving_picture import MovingPicture
from companion.ui.table import layout
from companion.ui.table.by_hand import HandCardBox, aloud
from companion.ui.table.layout import Form, Level
from companion.ui.table.panels import number, pick
from companion.ui.table.panels.answer_panel import Action, AnswerPanel
from companion.ui.table.parts import ButtonRow, GameCard, GaugeRow, Lately, QuestionNotes
from companion.ui.table.sheets import open_more
from companion.ui.theme import tokens
from companion.ui.widgets import (
    Box,
    Column,
    Grid,
    IconDisc,
    Pill,
    Row,
    Scroll,
    SeatToken,
    Voice,
    Words,
    Wrap,
    shake,
    shown,
)
from companion.ui.widgets.base.part import showing
from companion.ui.widgets.controls.answer import ActionTile, AnswerCard
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow
from companion.ui.widgets.displays.strip import SeatStrip

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

log = logging.getLogger("tableside")

PANELS: dict[Kind, type[AnswerPanel]] = {
    "confirm": AnswerPanel,
    "pick one": pick.PickOnePanel,
    "pick a seat": pick.PickSeatPanel,
    "pick several": pick.SeveralPanel,
    "put in order": pick.SeveralPanel,
    "number": number.NumberPanel,
    "dice": number.DicePanel,
    "place": pick.PlacePanel,
    "text": pick.NotePanel,
    "own": pick.PickOnePanel,
}
READ = 8  # answers that a voice reads out
STANDING_TILES = 2
ROOMY_TILES = 5  # in one row below a board
BESIDE, BESIDE_SMALL = 26, 22  # letters on two buttons side by side
GAP, TIGHT = 12.0, 8.0  # between the parts; the second on small phones
BRIM = 4
WHY_ROOM = 52.0
NARROW = 350.0
EDGE = 1.0  # pixels: the soft edge of a box


class Headline(Voice):
    least = 0.0
    """Shrink to one line, down to this size in pixels; zero: don't shrink."""

    def fit(self, width: float) -> float:
        """Big text on a small phone: leave room for the answers."""
        self.set_size_px(self.look.px("answer" if self.look.big and width < dp(NARROW) else self.role))
        return self.fit_in_line(width, self.least)


class QuestionPanel(Widget):
    """Shows one situation after another; the `Host` of every answer panel."""

    placed: Any = None
    """Its form and width; a newly shown panel doesn't glide."""

    def __init__(self, screen: "TableScreen") -> None:
        hand = HandCardBox(screen.look, self._face, lambda: self.stage, screen.tap_hand,
                           screen.controller.tick_hand, screen.unfold_hand, screen.fold_hand, screen.redo)
        super().__init__(size_hint=(None, None))
        self.look = look = screen.look
        self.picture = MovingPicture(look.colour("surface"), look.motion, size_hint=(None, None))
        self.add_widget(self.picture)
        self.screen, self.app, self.controller = screen, screen.app, screen.controller
        self.answer, self.open_fix = screen.answer, screen.open_fix
        self.answer_panels: dict[type[AnswerPanel], AnswerPanel] = {}
        self.answer_panel: AnswerPanel | None = None
        self.situation = Situation("stuck")
        self.view: View | None = None
        self.terse = self.folded = False
        self.game_cards: list[GameCard] = []
        self._made_cards: dict[tuple[int, int | None], GameCard] = {}
        self._row_of, self._lone_beside = "", False
        self.around = QuestionNotes(self)
        self._tile_pool: list[ActionTile] = []
        self._shown, self._lines = "", 0
        self.gap = float(dp(GAP))
        self.form: Form = layout.form_of(412, 892)
        self.level = Level()
        self.ground = Widget(size_hint=(None, None))
        self.box = Box.card(self.ground, look, "surface", tokens.CORNER["panel"])
        self.strip = SeatStrip(look, screen.open_seat)
        self.gauges = GaugeRow(look, screen.open_seat)
        self.hand = hand
        """Above the question while there are pieces to move."""
        self._make_head(screen.open_why)
        self._make_body()
        for part in (self.ground, self.upper, self.head, self.scroll, self.below):
            self.picture.add_widget(part)
        self.strip_optional = False
        self.strip_hidden = False
        self.has_why = True

    def _make_head(self, on_why: Callable[[], None]) -> None:
        look = self.look
        self.kicker = Words(look, "", "kicker", "text2")
        self.why = Pill(look, say("Why?"), "help-circle-outline", on_why)
        self.why_sign = IconDisc(look, "help-circle-outline", on_why, on_art=False)
        self.why_line = Wrap([Pill(look, say("Why?"), "help-circle-outline", on_why, chrome=False)])
        self.headline = Headline(look)
        self.over_headline: list[Any] = []
        self.strip_row = Row(stretch=self.strip, gap=WHY_ROOM - 40)
        self.kicker_row = Row(stretch=self.kicker, air=2, least=36)
        self.head_row = Row(stretch=self.headline, gap=4, upper=True)
        self.lead = Column(gap=GAP)
        self.title = Column(gap=0)
        self.upper = Column(gap=6)
        self.head = Column(gap=GAP)

    def _make_body(self) -> None:
        look = self.look
        self.middle = Column(gap=GAP)
        self.scroll = Scroll(look, self.middle)
        self.refusal = IconLine(look, "", "alert-circle-outline", ink="loss", icon_ink="loss")
        self.row = ButtonRow(look)
        self.tiles = Grid(columns=4, gap=tokens.S)
        self.keys, self.below = Column(), Column(gap=0)
        self.shelf = Column(gap=8)
        """The game's own cards below the seats, if the panel is beside the stage."""
        self.lately: Lately | None = None
        """The latest chronicle lines, if the panel is beside the stage."""
        self.body: list[Any] = []
        self.told: list[Any] = []
        """The part of the body above the answers: the banner and the reasons."""
        self.reminders: list[Any] = []
        self.foot: Any = None

    # What an answer panel asks of its host

    @property
    def live(self) -> Any:
        return self.screen.play.table

    @property
    def stage(self) -> Any:
        return self.screen.stage

    @property
    def slim(self) -> bool:
        """Whether a board space is asked for on a phone."""
        on_phone = self.form.name in (layout.PHONE, layout.SMALL) and self.look.scale <= layout.BIG
        asked = self.situation.state == "question" and traits(self.situation.question).on_map
        return self.stage.roomy and on_phone and asked

    def letter(self, seat: Any) -> str:
        return str(self.screen.letters[seat.index])

    def changed(self) -> None:
        self.refusal.words.say("")
        self._fill_question()
        self._tell_stage()
        self.screen.arrange()

    def refused(self, why: str) -> None:
        if self.answer_panel is None or not self.answer_panel.refused(why):
            self.refusal.words.say(why)
            if self.row.main is not None:
                shake(self.row.main)
            self.screen.arrange()

    # Showing

    def show(self, controller: TableController) -> None:
        situation, view = controller.situation, controller.view
        self.situation, self.view = situation, view
        seats = controller.seats
        self.refusal.words.say("")
        self.hand.show(controller.hand, controller.play.can_redo())
        active = {one.index for one in seats if one.active}
        self.game_cards = self._game_cards(active) if self.form.name == layout.TABLET else []
        cards = view.cards if view is not None else ()
        self.gauges.show(next((card for card in cards if card.seat in active), None))
        form = ""
        if self.form.name == layout.TABLET and any(one.note for one in seats) and not self.game_cards:
            form = "card"
        elif self.form.name == layout.LANDSCAPE and len(seats) > 4:
            form = "column"
        self.strip.show(seats, self.screen.letters, names=self.form.names and not self.look.big,
                        high=self.form.seat_height, form=form)
        self._tell_lately(controller)
        if situation.state == "question":
            self._show_question()
        else:
            self._leave_answer_panel()
            if situation.state not in WITHOUT_QUESTION:
                return
            WITHOUT_QUESTION[situation.state](self)
        again = self._asked_again()
        if situation.key() != self._shown or again:
            moved = bool(self._shown) and not again
            self._shown = situation.key()
            self.scroll.to_start()
            self.app.machine.speech.say(self._aloud())
            if moved:
                self.picture.appear()

    def _aloud(self) -> str:
        """The question and its answers with their points; of a secret one only the question."""
        question, sentence = self.situation.question, aloud(self.controller, self.headline.text)
        if self.situation.state != "question" or question is None or question.secret:
            return sentence
        cards = [part for one in self.body for part in one.walk() if isinstance(part, AnswerCard)]
        told = [card.spoken().rstrip(".") for card in cards[:READ]]
        return f"{sentence} {'. '.join(told)}." if told else sentence

    def _asked_again(self) -> bool:
        """The question was answered and comes back, like the next draw from a bag: start at its top."""
        before, question, log = self._lines, self.situation.question, self.screen.play.log
        self._lines = len(log)
        return (before not in (0, len(log)) and question is not None and not question.stays and bool(log)
                and log[-1].kind == ANSWER and log[-1].key == question.key())

    def _tell_lately(self, controller: TableController) -> None:
        if self.form.name != layout.TABLET or self.situation.state not in ("question", "over"):
            return
        if self.lately is None:
            self.lately = Lately(self.look, self._face)
            self.picture.add_widget(self.lately)
        self.lately.show(controller)

    def reread(self, level: Level) -> None:
        """Show or hide the answers' second lines, and the list of spaces."""
        shown = (level.terse, level.folded)
        if shown != (self.terse, self.folded):
            refill = level.folded != self.folded
            self.terse, self.folded = shown
            if self.answer_panel is not None and self.situation.state == "question":
                self.answer_panel.shorten()
                if refill and self.answer_panel.folds:
                    self._fill_question()

    def turned(self) -> None:
        """Redraw answers with arrows that point as on the map."""
        if self.answer_panel is not None and self.situation.state == "question":
            self.answer_panel.draw()
            self._fill_question()
            self.screen.arrange()

    # A question

    def _show_question(self) -> None:
        question = self.situation.question
        if question is None:
            return
        if self.screen.phones.answers(question):
            self._show_on_phone(question)
            return
        panel = self._answer_panel_for(question)
        if panel is not self.answer_panel:
            self._leave_answer_panel()
            self.answer_panel = panel
        try:
            panel.ask(question)
        except Exception:
            if not question.panel:
                raise
            self._give_up_panel(question)
        self.has_why = True
        self._fill_question()
        self._tell_stage()

    def _show_on_phone(self, question: Q) -> None:
        """Say that a phone answers, with a button to answer here instead; the first answer counts."""
        self._leave_answer_panel()
        here = Action(say("Answer here"), "hand-pointing-right",
                      partial(self.screen.phones.answer_here, question))
        show_plainly(self, primary=here, kicker=question.sentence(self.live))
        self.headline.say(say("{name} answers on their phone.", name=question.seat))
        self.has_why = True

    def _tell_stage(self) -> None:
        """Show the draft on the stage, unless it is secret."""
        if self.answer_panel is not None and not self.answer_panel.question.secret:
            self.screen.stage_do("draft", self.answer_panel.question, self.answer_panel.preview())

    def _answer_panel_for(self, question: Q) -> AnswerPanel:
        made = PANELS[question.kind]
        if isinstance(question, Number) and question.few(self.live):
            made = pick.PickOnePanel
        if made is number.NumberPanel and getattr(question, "typed", False):
            made = number.PadPanel
        if question.panel and question.panel not in self.screen.broken:
            try:
                made = own_part([self.screen.play.game], question.panel)
            except Exception:
                self._give_up_panel(question)
        if made not in self.answer_panels:
            self.answer_panels[made] = made(self)
        return self.answer_panels[made]

    def _give_up_panel(self, question: Q) -> None:
        log.exception("the panel %s could not be shown", question.panel)
        self.screen.broken.add(question.panel)
        self.app.tell(say("This game's panel couldn't be shown, so this is the standard one."))
        self.answer_panel = self._answer_panel_for(question)
        self.answer_panel.ask(question)

    def _leave_answer_panel(self) -> None:
        if self.answer_panel is not None:
            self.answer_panel.left()
            self.answer_panel = None

    def _fill_question(self) -> None:
        panel = self.answer_panel
        if self.situation.question is None or panel is None:
            return
        self.strip_optional = panel.strip_optional
        self.strip_hidden = panel.hides_strip and self.view is not None and self.view.sheet is not None
        self.kicker.say(panel.described.kicker or "")
        self.headline.say(panel.described.sentence)
        self.over_headline = panel.above()
        around = self.around
        self.told = [*around.banner(self.view), *around.explain(panel)]
        told = panel.own_preview or self.stage.tells_points
        preview = [] if told else around.preview(panel)
        self.body = [*self.told, *panel.parts(), *preview, *self._cards_below()]
        dull = not self.body and self.form.name != layout.TABLET and not self.stage.roomy
        self.reminders = around.reminders(self.view, self.controller.hand.lines,
                                          self.controller.ahead()[:1] if dull else [])
        primary, second, first = panel.primary(), panel.second(), False
        clock = self.screen.clock.action()
        if clock is not None:
            second, first = clock, not self.screen.clock.started()
        actions = self._in_one_row(self.other_actions(), panel.more())
        if primary is not None and second is None and len(actions) == 1 \
                and self._beside(panel, primary, actions[0]):
            second, actions = actions[0], []
        self.row.show(primary, second if primary is not None else None, first and primary is not None)
        self.tiles.fill(self.tiles_of(actions))

    def _game_cards(self, active: set[int]) -> list[GameCard]:
        """The cards of the active players, and those without a seat."""
        cards = self.view.cards if self.view is not None else ()
        return [self._game_card(number, card) for number, card in enumerate(cards)
                if card.seat is None or card.seat in active]

    def _cards_below(self) -> list[GameCard]:
        """Cards below the answers, if the game draws none and none are beside the stage."""
        if self.form.beside or self.screen.play.game.stage:
            return []
        seat = self.situation.question.seat if self.situation.question is not None else None
        return [card for card in self._game_cards({seat.index} if seat is not None else set())
                if card.view.lines or card.view.picture]

    def _game_card(self, number: int, card: InfoCard) -> GameCard:
        made = self._made_cards.get((number, card.seat))
        if made is None or not made.show(card):
            made = GameCard(self.look, card, None if card.seat is None else self._face(card.seat))
            self._made_cards[number, card.seat] = made
        return made

    def _face(self, seat: int) -> tuple[int, str]:
        return self.live.seats[seat].colour, self.screen.letters[seat]

    # Tiles

    def _beside(self, panel: AnswerPanel, primary: Action, action: Action) -> bool:
        """Whether a lone short action goes beside the button.

        Decided once per question, so nothing jumps while you answer.
        """
        if self._row_of != self.situation.key():
            self._row_of = self.situation.key()
            letters = BESIDE_SMALL if self.form.name == layout.SMALL else BESIDE
            short = len(f"{primary.text}{action.text}") <= letters and self.look.scale <= layout.BIG
            self._lone_beside = action.ready and short and not panel.second_comes
        return self._lone_beside

    def other_actions(self) -> list[Action]:
        table = self.live
        wanted: list[Action] = []
        if self.situation.aside:
            wanted.append(Action(say("Back"), "arrow-left", lambda: self.screen.want("")))
        waiting = self.situation.others[0] if self.situation.aside and self.situation.others else None
        for other in self.situation.others:
            if other is waiting and (self.stage.roomy or not other.icon):
                continue  # Back leads to it
            ready = other.possible(table)
            if ready or not self.stage.roomy:
                wanted.append(self._other_action(other, ready=ready))
        likely = [one for one in self.situation.standing if one.icon and one.possible(table)
                  and one is not self.situation.question]
        if len(likely) > STANDING_TILES:  # only whoever answers gets a tile; the menu has everybody's
            asked = self.situation.question
            seat = None if asked is None else asked.seat
            likely = [one for one in likely if seat is not None and one.seat is seat]
        if self.form.name == layout.LANDSCAPE or (self.form.name == layout.SMALL and self.strip_hidden):
            return wanted  # there is only space in the menu
        return [*wanted, *(self._other_action(one) for one in likely)]

    def _in_one_row(self, actions: list[Action], more: list[Action]) -> list[Action]:
        """Below a board, keep to one row and move what doesn't fit behind More."""
        if not self.stage.roomy or self.look.scale > layout.BIG:
            return [*more, *actions]
        self.in_a_row = ROOMY_TILES
        if not more and len(actions) <= ROOMY_TILES:
            return actions
        behind = [*actions[ROOMY_TILES - 2:-1], *more]
        if len(behind) < 2:
            fold = behind
        else:
            fold = [Action(say("More…"), "dots-horizontal", lambda: open_more(self.screen, behind))]
        return [*actions[:-1][:ROOMY_TILES - 2], *fold, *actions[-1:]]

    def _other_action(self, question: Q, ready: bool = True) -> Action:
        choose = partial(self.screen.choose_other, question)
        return Action(question.title(self.live), question.icon, choose, ready)

    def tiles_of(self, actions: list[Action]) -> list[ActionTile]:
        tiles = [(str(one.short or one.text), one.icon, one.do, not one.ready) for one in actions]
        return showing(self._tile_pool, partial(ActionTile, self.look), tiles)

    def passing(self) -> float:
        """Height of the parts that disappear by themselves."""
        scrolls = self.level.all_scrolls and self.hand.unfolded
        high = self.hand.height + self.gap if self.hand.shown and not scrolls else 0.0
        return float(high + (self.refusal.height + dp(8) if self.refusal.words.text else 0.0))

    # Measuring

    def dress_for(self, form: Form) -> None:
        """Adapt the gaps and the headline to another form of window."""
        self.form = form
        self.gap = dp(TIGHT if form.name in (layout.SMALL, layout.LANDSCAPE) else GAP)
        self.middle.gap = self.lead.gap = self.head.gap = self.gap / dp(1)
        self.headline.role = form.headline

    def measure(self, width: float, level: Level) -> float:
        """Let the parts take their sizes in this level and inner width; returns the total height."""
        self.level = level
        pinned = 0 if self.look.big else 1
        self.hand.most = pinned if level.all_scrolls else level.hand
        self.hand.tight = level.all_scrolls
        self._place_parts(width)
        upper, head = self.upper.fit(width), self.head.fit(width)
        middle, below = self.middle.fit(width), self.below.fit(width)
        gaps = dp(14 if head else 14 - BRIM) + self.gap + dp(4) + (dp(6) if upper and head else 0)
        gaps += (self.gap if head and middle else 0) + (self.gap if below and (middle or head) else 0)
        self._fixed = float(upper + head + below + gaps)
        return self._fixed + middle

    def _place_parts(self, width: float) -> None:
        """Put each part in the scrolling column, or fixed above or below it."""
        everything, why_in_strip = self.level.all_scrolls, self._why_in_strip()
        second = self.row.pin_only_main(everything)
        loose = everything and self.has_why and not why_in_strip and not self._has_kicker()
        beside = (loose and self.look.scale <= layout.BIG) or self._why_in_headline()
        gauges = self.level.gauges and not self.shelf.parts and self.gauges.fits(width)
        listed = everything and self.hand.unfolded  # a folded card stays in view above what scrolls
        tiles_scroll = everything and self._tiles_scroll()
        self.strip_row.fill(shown((self.strip, True), (self.why_sign, why_in_strip)))
        self.upper.fill(shown((self.strip_row, self.shows_strip), (self.gauges, gauges),
                              (self.shelf, self.shelf.parts)))
        self.kicker_row.fill(shown((self.kicker, True), (self.why, self.has_why)))
        self.headline.least = self.look.px("answer") if self.level.one_line else 0.0
        self.head_row.fill(shown((self.headline, True), (self.why_sign, beside)))
        self.lead.fill([*self.over_headline, self.head_row])
        self.title.fill(shown((self.kicker_row, self._has_kicker()), (self.lead, not everything)))
        self.head.fill(shown((self.hand, self.hand.shown and not listed), (self.title, self.title.parts)))
        self.middle.brim = 0 if self.title.parts else BRIM
        if everything:
            why = shown((self.why_line, loose and not beside))
            others = [*second, *shown((self.tiles, self.tiles.parts and tiles_scroll))]
            if self.level.answers_first:
                answers = [*self._answers(), *others, *self.told, *why]
            else:
                answers = [*why, *self.body, *others]
            hand = shown((self.hand, self.hand.shown and listed))
            self.middle.fill([*hand, self.lead, *answers, *self.reminders])
        else:
            self.middle.fill([*self._in_order(), *(self.reminders if self.level.reminders else ())])
        self._divide_tiles(width)
        self.keys.fill(shown((self.refusal, self.refusal.words.text), (self.row, self.row.parts),
                             (self.tiles, self.tiles.parts and not tiles_scroll)))
        self.below.fill(shown((self.keys, True), (self.foot, self.foot is not None)))

    def _tiles_scroll(self) -> bool:
        """One row of tiles stays in view even if everything else scrolls."""
        return self.look.scale > 1.0 or len(self.tiles.parts) > self.in_a_row

    def _answers(self) -> list[Any]:
        return self.body[len(self.told):]

    def _in_order(self) -> list[Any]:
        return [*self._answers(), *self.told] if self.level.answers_first else self.body

    def below_the_fold(self, room: float) -> bool:
        """Whether reasons, or a list of *To move* that scrolls, push every answer out of a room this high."""
        parts, answers = self.middle.parts, self._answers()
        if not answers and not self.row.parts and self.tiles in parts:
            answers = [self.tiles]
        if not answers:
            return False
        above = sum(part.height + self.gap for part in parts[:parts.index(answers[0])])
        first = max(dp(tokens.TARGET), min(answers[0].height, dp(self.form.answer)))  # with its words
        return bool(above > 0 and above + first > room)

    def hides_what_is_asked(self, room: float) -> bool:
        """Whether a headline that scrolls doesn't fit into a room this high, or no answer below it."""
        return self.level.all_scrolls and (room < self.lead.height or self.below_the_fold(room))

    def _divide_tiles(self, width: float) -> None:
        most = self.in_a_row
        if self.look.scale > layout.BIG:
            most = 2
        elif width > dp(420) and self.look.scale <= 1.0:
            most = 6
        count = len(self.tiles.parts)
        rows = -(-count // most)
        self.tiles.columns = max(1, -(-count // max(1, rows)))  # five are three and two, not four and one

    shows_strip = True
    in_a_row = 4
    """Tiles per row on a phone."""
    crowded = False
    """The seats need the full width, so Why? goes elsewhere."""

    def _has_kicker(self) -> bool:
        """Whether kicker and Why? have their own line; otherwise Why? goes elsewhere."""
        return bool(self.level.kicker and self.kicker.text)

    def _why_in_strip(self) -> bool:
        return (self.has_why and not self._has_kicker() and self.shows_strip and self.look.scale <= layout.BIG
                and not self.crowded)

    def _why_in_headline(self) -> bool:
        elsewhere = self._has_kicker() or self._why_in_strip()
        return self.has_why and not elsewhere and not self.level.all_scrolls

    # Placing

    def stand(self, x: float, y: float, width: float, height: float, side: float, bottom: float,
              beyond: tuple[float, float] = (0.0, 0.0)) -> None:
        """Take this place, after `measure` with the inner width.

        `bottom` is the phone's own bar; `beyond` is what a camera takes left and right, filled without text.
        """
        corner = dp(tokens.CORNER["panel"])
        self.box.corner = 0.0 if self.form.beside else (corner, corner, 0.0, 0.0)
        self.pos, self.size = (x - beyond[0], y), (width + sum(beyond), height)
        self.picture.pos, self.picture.size = self.pos, self.size
        soft = not self.form.beside and not self.look.contrast
        out = EDGE if soft else 0.0  # off screen, or the stage would show through
        self.ground.pos = (self.x - out, self.y - out)
        self.ground.size = (self.width + 2 * out, self.height + out)
        inner = self.headline_width(width, side)
        left = x + (width - inner) / 2
        self.below.pos = (left, y + bottom + self.gap + dp(4))
        low = self.below.top + (self.gap if self.below.height else 0)
        inset = self.upper_inset if self.form.beside else 0.0
        self.upper.pos = (left, self.top - dp(14) - inset - self.upper.height)
        top = self.upper.y - (dp(6) if self.upper.height else 0)
        self.picture.lower = min(top - y, height - (0.0 if self.form.beside else corner))
        self.stand_middle(left, inner, low, top)

    upper_inset = 0.0

    def headline_width(self, width: float, side: float) -> float:
        return float(min(width - 2 * side, dp(self.form.widest)))

    def stand_middle(self, left: float, inner: float, low: float, top: float) -> None:
        """Place the headline and the scrolling part; beside a stage they sit right above the button."""
        head = self.head.height
        gap = self.gap if self.middle.height and head else 0.0
        top += dp(self.middle.brim)
        shown = min(self.middle.height, max(0.0, top - low - head - gap))
        free = top
        if self.form.beside:
            top = min(top, low + shown + gap + head)
        if self.lately is not None and self.form.beside and self.form.name != layout.LANDSCAPE:
            self.lately.stand(left, inner, top, free)  # recent events, between seats and question
        elif self.lately is not None:
            self.lately.fill([])
        self.head.pos = (left, top - head)
        self.scroll.show((left, top - head - gap - shown), inner, shown)

    def scroll_room(self, height: float) -> float:
        """The height left for the answers in a panel this high."""
        return height - self._fixed


# Without exactly one question to answer

def show_plainly(panel: QuestionPanel, parts: Iterable[Any] = (), primary: Action | None = None,
                 second: Action | None = None, kicker: Text | str = "") -> None:
    panel.strip_optional, panel.strip_hidden, panel.has_why = False, False, False
    panel.kicker.say(kicker)
    panel.headline.say(panel.screen.controller.headline)
    panel.over_headline, panel.told, panel.body, panel.reminders = [], [], [*parts], []
    panel.row.show(primary, second)
    panel.tiles.fill([])


def show_seats(panel: QuestionPanel) -> None:
    situation = panel.situation
    open_ones = [one for one in situation.asked if one.key() not in situation.given]
    rows = []
    for one in situation.asked:
        done = one.key() in situation.given
        seat = one.seat
        name = seat.name if seat is not None else str(one.title(panel.live))
        token = SeatToken(panel.look, seat.colour, panel.letter(seat), 40) if seat is not None else None
        rows.append(ListRow(panel.look, name, say("done; tap to change") if done else one.title(panel.live),
                            "account-outline", partial(panel.screen.want, one.key()), token=token,
                            more="check-circle" if done else "chevron-right", tone="surface2"))
    show_plainly(panel, rows, kicker=count("{n} still to answer", "{n} still to answer", len(open_ones)))
    panel.has_why = bool(situation.asked)
    panel.tiles.fill(panel.tiles_of(panel.other_actions()))


def show_over(panel: QuestionPanel) -> None:
    outcome = panel.situation.outcome
    details = [IconLine(panel.look, one.text, one.icon or "circle-small", role="body")
               for one in (outcome.details if outcome is not None else ())]
    show_plainly(panel, [CardBox(panel.look, details)] if details else [],
                Action(say("See the result"), "trophy-outline", panel.screen.open_result))


def show_stuck(panel: QuestionPanel) -> None:
    parts = [Words(panel.look, say("No answer fits here. Start this part again, or undo."), "body", "text2")]
    show_plainly(panel, parts, Action(say("Start this part again"), "replay", panel.screen.restart),
                Action(say("Fix something"), "pencil-outline", panel.screen.open_fix))


def show_misfit(panel: QuestionPanel) -> None:
    parts = [Words(panel.look, misfit_line(panel.screen.play) or "", "body", "loss"),
             Words(panel.look, say("Everything before that line is unchanged. The rest stays in the log "
                                   "and can be exported."), "body", "text2")]
    play_on = Action(say("Play on from here"), "play",
                     lambda: panel.screen.tell_if(panel.controller.play_on()))
    show_plainly(panel, parts, play_on, Action(say("Export"), "share-variant", panel.screen.share))


def show_broken(panel: QuestionPanel) -> None:
    """The game failed to read or draw: ask nothing more until the table decides."""
    parts = [Words(panel.look, panel.situation.sentence or "", "body", "loss"),
             Words(panel.look, say("Every answer is saved. Undo may help; or export the play, or come back "
                                   "later."), "body", "text2")]
    export = Action(say("Export"), "share-variant", panel.screen.share)
    undo = Action(say("Undo"), "undo-variant", panel.screen.undo)
    show_plainly(panel, parts, *((undo, export) if panel.screen.play.can_undo() else (export,)))


WITHOUT_QUESTION: dict[State, Callable[[QuestionPanel], None]] = {
    "seats": show_seats, "over": show_over, "stuck": show_stuck, "misfit": show_misfit, "broken": show_broken}
