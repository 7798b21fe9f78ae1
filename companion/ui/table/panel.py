"""The question panel: what the situation asks for, put into the frame."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.text import Text, count, say
from companion.core.views import InfoCard, View
from companion.services.table.controller import TableController
from companion.services.table.situation import Q, Situation
from companion.ui.drawing.own_parts import own_part
from companion.ui.speed.idle import idle
from companion.ui.table import layout
from companion.ui.table.by_hand.hand_card import HandCardBox
from companion.ui.table.frame import PanelFrame
from companion.ui.table.panels.answer_panel import Action, AnswerPanel
from companion.ui.table.panels.number import DicePanel, NumberPanel
from companion.ui.table.panels.pad import PadPanel
from companion.ui.table.panels.pick import LIKELY, ConfirmPanel, FewNumbersPanel, PickOnePanel, PickSeatPanel
from companion.ui.table.panels.place import NotePanel, PlacePanel
from companion.ui.table.panels.several import SeveralPanel
from companion.ui.table.parts.game_card import GameCard
from companion.ui.table.parts.lately import Lately
from companion.ui.table.question_notes import QuestionNotes
from companion.ui.table.sheets import open_more
from companion.ui.widgets import SeatToken, Words
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.answer import ActionTile
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

log = logging.getLogger("tableside")

PANELS: dict[str, type[AnswerPanel]] = {
    "confirm": ConfirmPanel,
    "pick one": PickOnePanel,
    "pick a seat": PickSeatPanel,
    "pick several": SeveralPanel,
    "put in order": SeveralPanel,
    "number": NumberPanel,
    "dice": DicePanel,
    "place": PlacePanel,
    "text": NotePanel,
}
STANDING_TILES = 2
ROOMY_TILES = 5  # in one row under a board
BESIDE, BESIDE_SMALL = 26, 22  # letters of two buttons


class QuestionPanel(PanelFrame):
    """Shows one situation after the other. It is the `Host` of every answer panel."""

    def __init__(self, screen: TableScreen) -> None:
        hand = HandCardBox(screen.look, self._face, lambda: self.stage, screen.tap_hand,
                           screen.open_hand, screen.fold_hand, screen.redo)
        super().__init__(screen.look, screen.open_seat, screen.open_why, hand)
        self.screen, self.app, self.controller = screen, screen.app, screen.controller
        self.answer, self.correct = screen.answer, screen.open_correct
        self.answer_panels: dict[type[AnswerPanel], AnswerPanel] = {}
        self.answer_panel: AnswerPanel | None = None
        self.situation = Situation("stuck")
        self.view: View | None = None
        self.terse = False
        self.game_cards: list[GameCard] = []
        self._made_cards: dict[tuple[int, int | None], GameCard] = {}
        self._row_of, self._lone_beside = "", False
        self.around = QuestionNotes(self)
        self._tile_pool: list[ActionTile] = []
        self._shown = ""

    def prefetch(self) -> list[Callable[[], Any]]:
        """The parts of most questions, to be made while the table reads the first."""
        cards = self.view.cards if self.view is not None else ()
        tiles = [partial(enough, self._tile_pool, count, self._tile) for count in range(1, LIKELY + 1)]
        return [*tiles, *self.gauges.prefetch(cards), *(partial(self._ready, made) for made in PANELS.values())]

    def _ready(self, made: type[AnswerPanel]) -> None:
        if made not in self.answer_panels:
            self.answer_panels[made] = made(self)
            idle.first(self.answer_panels[made].prefetch())

    # What an answer panel asks of its host

    @property
    def live(self) -> Any:
        return self.screen.play.table

    @property
    def stage(self) -> Any:
        return self.screen.stage

    @property
    def slim(self) -> bool:
        """A space of a board is asked for, on a phone."""
        asked = self.situation.question
        return (self.stage.roomy and self.form.name in (layout.PHONE, layout.SMALL) and self.look.scale <= layout.BIG
                and self.situation.state == "question" and asked is not None and asked.kind == "place")

    def letter(self, seat: Any) -> str:
        return str(self.screen.letters[seat.index])

    def changed(self) -> None:
        """The answer panel changed its parts."""
        self.refusal.words.say("")
        self._fill_question()
        self._tell_stage()
        self.screen.arrange()

    def refused(self, why: str) -> None:
        if self.answer_panel is None or not self.answer_panel.refused(why):
            self.refuse(why)
            self.screen.arrange()

    # Showing

    def show(self, controller: TableController) -> None:
        situation, view = controller.situation, controller.view
        self.situation, self.view = situation, view
        seats = controller.seats
        self.refusal.words.say("")
        self.hand.show(controller.hand, controller.play.can_redo())
        active = {one.index for one in seats if one.active}
        self.game_cards = self._game_cards(view, active)
        self.gauges.show(next((card for card in (view.cards if view is not None else ()) if card.seat in active), None))
        noted = self.form.name == "tablet" and any(one.note for one in seats) and not self.game_cards
        form = "card" if noted else "token" if self.form.name == "landscape phone" and len(seats) > 4 else ""
        self.strip.show(seats, self.screen.letters, names=self.form.names and not self.look.big,
                        high=self.form.seat_height, form=form)
        show = {"question": self._show_question, "seats": self._show_seats, "over": self._show_over,
                "stuck": self._show_stuck, "misfit": self._show_misfit,
                "broken": self._show_broken}.get(situation.state)
        if show is None:
            self._leave_answer_panel()
            return
        if situation.state != "question":
            self._leave_answer_panel()
        else:
            self._tell_lately(controller)
        show()
        if situation.key() != self._shown:
            moved = bool(self._shown)
            self._shown = situation.key()
            self.scroll.to_start()
            self.app.machine.speech.say(self.headline.text)
            if moved:
                self.appear()

    def _tell_lately(self, controller: TableController) -> None:
        if self.form.name != layout.TABLET:
            return
        if self.lately is None:
            self.lately = Lately(self.look, self._face)
            self.add_widget(self.lately)
        self.lately.show(controller)

    def reread(self, terse: bool) -> None:
        """The room for second lines came or went."""
        if terse != self.terse:
            self.terse = terse
            if self.answer_panel is not None and self.situation.state == "question":
                self.answer_panel.shorten()

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
        """Whoever answers first counts; a tap here brings the question to this device."""
        self._leave_answer_panel()
        here = Action(say("Answer here"), "hand-pointing-right", partial(self.screen.phones.answer_here, question))
        self._plain(primary=here, kicker=question.sentence(self.live))
        self.headline.say(say("{name} answers on the phone.", name=question.seat))
        self.has_why = True

    def _tell_stage(self) -> None:
        """What is tapped so far is to be seen on the stage, too; a secret never."""
        if self.answer_panel is not None and not self.answer_panel.question.secret:
            self.screen.stage_do("draft", self.answer_panel.question, self.answer_panel.preview())

    def _answer_panel_for(self, question: Q) -> AnswerPanel:
        made = PANELS.get(question.kind, PickOnePanel)
        if FewNumbersPanel.serves(question, self.live):
            made = FewNumbersPanel
        if made is NumberPanel and getattr(question, "typed", False):
            made = PadPanel
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
        self.app.tell(say("This game's own panel could not be shown; the usual one takes its place."))
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
        self.body = [*around.banner(self.view), *around.explain(panel), *panel.parts(),
                     *([] if panel.own_preview else around.preview(panel)), *self._cards_below()]
        self.reminders = around.reminders(self.view)
        primary, second, first = panel.primary(), panel.second(), False
        clock = self.screen.clock.action()
        if clock is not None:
            second, first = clock, not self.screen.clock.started()
        actions = self._in_one_row(self._other_actions(), panel.more())
        if primary is not None and second is None and len(actions) == 1 and self._beside(panel, primary, actions[0]):
            second, actions = actions[0], []
        self.show_rows(primary, second if primary is not None else None, first and primary is not None)
        self.tiles.fill(self._tiles(actions))

    def _game_cards(self, view: View | None, active: set[int]) -> list[Any]:
        """Beside a stage: the card of whose turn it is, and those that are nobody's."""
        if view is None or self.form.name != "tablet":
            return []
        return [self._game_card(number, card) for number, card in enumerate(view.cards)
                if card.seat is None or card.seat in active]

    def _cards_below(self) -> list[Any]:
        """Where no card stands beside a stage, and the game draws none of its own: below the answers."""
        if self.form.beside or self.screen.play.game.stage or self.view is None:
            return []
        active = {seat.index for seat in (self.situation.question.seat,) if seat is not None} \
            if self.situation.question is not None else set()
        return [self._game_card(number, card) for number, card in enumerate(self.view.cards)
                if (card.seat is None or card.seat in active) and card.lines]

    def _game_card(self, number: int, card: InfoCard) -> GameCard:
        """Made once, and then told what has changed."""
        made = self._made_cards.get((number, card.seat))
        if made is None or not made.show(card):
            made = GameCard(self.look, card, self._colour_and_letter(card.seat))
            self._made_cards[number, card.seat] = made
        return made

    def _face(self, seat: int) -> tuple[int, str]:
        return self.live.seats[seat].colour, self.screen.letters[seat]

    def _colour_and_letter(self, seat: int | None) -> tuple[int, str] | None:
        return None if seat is None else self._face(seat)

    # Tiles

    def _beside(self, panel: AnswerPanel, primary: Action, action: Action) -> bool:
        """A lone action stands beside the button where both are short, not on a row of its own. The same as long as the
        question is: nothing jumps while an answer is made."""
        if self._row_of != self.situation.key():
            self._row_of = self.situation.key()
            letters = BESIDE_SMALL if self.form.name == layout.SMALL else BESIDE
            short = len(f"{primary.text}{action.text}") <= letters and self.look.scale <= layout.BIG
            self._lone_beside = action.ready and short and not panel.second_comes
        return self._lone_beside

    def _other_actions(self) -> list[Action]:
        """What else can be done now."""
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
        if len(likely) <= STANDING_TILES and self.form.name != "landscape phone":  # there the menu has to do
            wanted += [self._other_action(one) for one in likely]
        return wanted

    def _in_one_row(self, actions: list[Action], more: list[Action]) -> list[Action]:
        """Under a board one row has to do: the last action stands last, and what is too much is behind More."""
        if not self.stage.roomy or self.look.scale > layout.BIG:
            return [*more, *actions]
        self.in_a_row = ROOMY_TILES
        if not more and len(actions) <= ROOMY_TILES:
            return actions
        behind = [*actions[ROOMY_TILES - 2:-1], *more]
        fold = behind if len(behind) < 2 else [
            Action(say("More…"), "dots-horizontal", lambda: open_more(self.screen, behind))]
        return [*actions[:-1][:ROOMY_TILES - 2], *fold, *actions[-1:]]

    def _other_action(self, question: Q, ready: bool = True) -> Action:
        return Action(question.title(self.live), question.icon, lambda: self.screen.choose_other(question), ready)

    def _tiles(self, actions: list[Action]) -> list[ActionTile]:
        tiles = enough(self._tile_pool, len(actions), self._tile)
        for tile, action in zip(tiles, actions, strict=True):
            tile.show(str(action.short or action.text), action.icon, action.do, faded=not action.ready)
        return tiles

    def _tile(self) -> ActionTile:
        return ActionTile(self.look)

    # What is no question

    def _plain(self, parts: Iterable[Any] = (), primary: Action | None = None, second: Action | None = None,
               kicker: Text | str = "") -> None:
        self.strip_optional, self.strip_hidden, self.has_why = False, False, False
        self.kicker.say(kicker)
        self.headline.say(self.screen.controller.headline)
        self.over_headline, self.body, self.reminders = [], [*parts], []
        self.show_rows(primary, second)
        self.tiles.fill([])

    def _show_seats(self) -> None:
        """Everybody has a question of their own: who has answered, who has not."""
        situation = self.situation
        open_ones = [one for one in situation.asked if one.key() not in situation.given]
        rows = []
        for one in situation.asked:
            done = one.key() in situation.given
            seat = one.seat
            name = seat.name if seat is not None else str(one.title(self.live))
            token = SeatToken(self.look, seat.colour, self.letter(seat), 40) if seat is not None else None
            rows.append(ListRow(self.look, name, say("done; tap to change") if done else one.title(self.live),
                                "account-outline", partial(self.screen.want, one.key()), token=token,
                                more="check-circle" if done else "chevron-right", tone="surface2"))
        self._plain(rows, kicker=count("{n} still to answer", "{n} still to answer", len(open_ones)))
        self.has_why = bool(situation.asked)
        self.tiles.fill(self._tiles(self._other_actions()))

    def _show_over(self) -> None:
        outcome = self.situation.outcome
        details = [IconLine(self.look, one.text, one.icon or "circle-small", role="body")
                   for one in (outcome.details if outcome is not None else ())]
        self._plain([CardBox(self.look, details)] if details else [],
                    Action(say("See the result"), "trophy-outline", self.screen.open_result))

    def _show_stuck(self) -> None:
        parts = [Words(self.look, say("After a correction no answer fits here. Begin the turn again with the table as "
                                      "it stands, or undo."), "body", "text2")]
        self._plain(parts, Action(say("Begin this turn again"), "replay", self.screen.restart),
                    Action(say("Correct"), "pencil-outline", self.screen.open_correct))

    def _show_misfit(self) -> None:
        parts = [Words(self.look, self.situation.sentence or "", "body", "loss"),
                 Words(self.look, say("Everything before that line is as it was. What comes after it stays in the log, "
                                      "and can be exported."), "body", "text2")]
        self._plain(parts, Action(say("Play on from here"), "play", self.screen.play_on),
                    Action(say("Export"), "share-variant", self.screen.share))

    def _show_broken(self) -> None:
        """The game stumbled while it was read or drawn: nothing of it is asked again before the table has decided."""
        parts = [Words(self.look, self.situation.sentence or "", "body", "loss"),
                 Words(self.look, say("Every answer is saved. Undo may get past it; you can export the play, or leave "
                                      "it and come back once the game is fixed."), "body", "text2")]
        export = Action(say("Export"), "share-variant", self.screen.share)
        undo = Action(say("Undo"), "undo-variant", self.screen.undo)
        self._plain(parts, *((undo, export) if self.screen.play.can_undo() else (export,)))
