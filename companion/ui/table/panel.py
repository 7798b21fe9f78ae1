"""The question panel: what the situation asks for, put into the frame."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.questions import Json, Points
from companion.core.text import Text, count, say
from companion.core.views import View
from companion.ui.table.frame import Frame
from companion.ui.table.game_card import GameCard
from companion.ui.table.kind import Action, Kind
from companion.ui.table.kinds_number import DiceKind, NumberKind
from companion.ui.table.kinds_pick import ConfirmKind, FewNumbers, PickOne, PickSeatKind
from companion.ui.table.kinds_place import NoteKind, PlaceKind
from companion.ui.table.kinds_several import SeveralKind
from companion.ui.table.situation import Q, Sitting, Situation
from companion.ui.widgets import SeatToken, Words, Wrap
from companion.ui.widgets.answer import ActionTile, signed
from companion.ui.widgets.flow import Holder
from companion.ui.widgets.rows import Card, IconLine, ListRow, SumLine
from companion.ui.widgets.tap import Box

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

log = logging.getLogger("tableside")

KINDS: dict[str, type[Kind]] = {
    "confirm": ConfirmKind,
    "pick one": PickOne,
    "pick a seat": PickSeatKind,
    "pick several": SeveralKind,
    "put in order": SeveralKind,
    "number": NumberKind,
    "dice": DiceKind,
    "place": PlaceKind,
    "text": NoteKind,
}
STANDING_TILES = 2


class PointsChip(Holder):
    """Who, and what going on would bring."""

    def __init__(self, panel: QuestionPanel, points: Points) -> None:
        super().__init__()
        look = panel.look
        Box(self, look.colour("surface2"), dp(24), look.colour("outline") if look.contrast else None, look.line)
        self.token = SeatToken(look, points.seat.colour, panel.letter(points.seat), 36)
        ink = "gain" if points.change > 0 else "loss" if points.change < 0 else "text2"
        self.words = Words(look, signed(points.change), "score big", ink)
        self.fill([self.token, self.words])

    def hug(self, most: float | None = None) -> float:
        self.words.hug()
        self.size = (dp(52) + self.words.width + dp(16), max(dp(48), self.words.height + dp(12)))
        self.arrange()
        return float(self.width)

    def arrange(self) -> None:
        self.token.center = (self.x + dp(26), self.center_y)
        self.words.pos = (self.x + dp(52), self.center_y - self.words.height / 2)


class QuestionPanel(Frame):
    """Shows one situation after the other. It is the `Host` of every kind."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen.look, screen.open_seat, screen.open_why)
        self.screen, self.app = screen, screen.app
        self.kinds: dict[type[Kind], Kind] = {}
        self.kind: Kind | None = None
        self.situation = Situation("stuck")
        self.terse = False
        self.game_cards: list[Any] = []
        self._shown = ""

    # What a kind asks of its host

    @property
    def live(self) -> Any:
        return self.screen.play.table

    @property
    def stage(self) -> Any:
        return self.screen.stage

    def letter(self, seat: Any) -> str:
        return self.screen.letters[seat.index]

    def late_hidden(self, question: Q) -> Json:
        timer = question.timer(self.live)
        if timer is None or timer.late is None or self.screen.table.timers.over(timer):
            return None
        return timer.late

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool:
        return self.screen.answer(question, raw, rolled=rolled)

    def correct(self) -> None:
        self.screen.open_correct()

    def changed(self) -> None:
        """A kind changed its parts."""
        self.refusal.words.say("")
        self._fill_question()
        self._tell_stage()
        self.screen.arrange()

    def refused(self, why: str) -> None:
        if self.kind is None or not self.kind.refused(why):
            self.refuse(why)
            self.screen.arrange()

    # Showing

    def show(self, situation: Situation, view: View | None, seated: list[Sitting]) -> None:
        self.situation, self.view = situation, view
        self.refusal.words.say("")
        active = {one.index for one in seated if one.active}
        self.game_cards = self._game_cards(view, active)
        self.gauges.show(next((card for card in (view.cards if view is not None else ()) if card.seat in active), None))
        noted = self.form.name == "tablet" and any(one.note for one in seated) and not self.game_cards
        form = "card" if noted else "token" if self.form.name == "landscape phone" and len(seated) > 4 else ""
        self.strip.show(seated, names=self.form.names and self.look.scale <= 1.3, high=self.form.seat_height, form=form)
        show = {"question": self._show_question, "seats": self._show_seats, "over": self._show_over,
                "stuck": self._show_stuck, "misfit": self._show_misfit}.get(situation.state)
        if show is None:
            self._leave_kind()
            return
        if situation.state != "question":
            self._leave_kind()
        show()
        if situation.key() != self._shown:
            moved = bool(self._shown)
            self._shown = situation.key()
            self.scroll.to_start()
            self.app.machine.speech.say(self.headline.text)
            if moved:
                self.appear()

    def reread(self, terse: bool) -> None:
        """The room for second lines came or went."""
        if terse != self.terse:
            self.terse = terse
            if self.kind is not None and self.situation.state == "question":
                self.kind.shorten()

    # A question

    def _show_question(self) -> None:
        question = self.situation.question
        if question is None:
            return
        kind = self._kind_of(question)
        if kind is not self.kind:
            self._leave_kind()
            self.kind = kind
        try:
            kind.ask(question)
        except Exception:
            if not question.panel:
                raise
            self._give_up_panel(question)
        self.has_why = True
        self._fill_question()
        self._tell_stage()

    def _tell_stage(self) -> None:
        """What is tapped so far is to be seen on the stage, too; a secret never."""
        if self.kind is not None and not self.kind.question.secret:
            self.screen.stage_do("draft", self.kind.question, self.kind.preview())

    def _kind_of(self, question: Q) -> Kind:
        made: type[Kind] = FewNumbers if FewNumbers.serves(question, self.live) else KINDS[question.kind]
        if question.panel and question.panel not in self.screen.broken:
            try:
                module, _, name = question.panel.partition(":")
                made = getattr(import_module(module), name)
            except Exception:
                self._give_up_panel(question)
        if made not in self.kinds:
            self.kinds[made] = made(self)
        return self.kinds[made]

    def _give_up_panel(self, question: Q) -> None:
        log.exception("the panel %s could not be shown", question.panel)
        self.screen.broken.add(question.panel)
        self.app.tell(say("This game's own panel could not be shown; the usual one takes its place."))
        self.kind = self._kind_of(question)
        self.kind.ask(question)

    def _leave_kind(self) -> None:
        if self.kind is not None:
            self.kind.left()
            self.kind = None

    def _fill_question(self) -> None:
        question, kind, table = self.situation.question, self.kind, self.live
        if question is None or kind is None:
            return
        self.strip_optional = kind.strip_optional
        self.kicker.say(question.kicker(table) or "")
        self.headline.say(question.sentence(table))
        self.over_headline = kind.above()
        self.body = [*self._banner(), *self._explain(question, kind), *kind.parts(), *self._preview(question, kind)]
        self.reminders = self._reminders()
        primary, second, first = kind.primary(), kind.second(), False
        clock = self.screen.clock_action()
        if clock is not None:
            second, first = clock, not self.screen.clock_started()
        self.show_rows(primary, second if primary is not None else None, first and primary is not None)
        self.tiles.fill(self._tiles())

    def _banner(self) -> list[Any]:
        if self.view is None or self.view.banner is None:
            return []
        line = IconLine(self.look, self.view.banner, "bullhorn-outline", role="kicker", ink="on_container",
                        icon_ink="on_container")
        return [Card(self.look, [line], "container", 12)]

    def _explain(self, question: Q, kind: Kind) -> list[Any]:
        """Hint, reasons, and the points that going on would book."""
        table, parts = self.live, []
        hint = kind.hint()
        if hint is not None and not self.terse:
            parts.append(Words(self.look, hint, "body", "text2"))
        reasons = list(question.reasons(table))
        if reasons:
            parts.append(Card(self.look, [IconLine(self.look, one.text, one.icon or "circle-small", role="body")
                                          for one in reasons], gap=8))
        chips = [PointsChip(self, one) for one in question.points(table)]
        if chips:
            parts.append(Wrap(chips, gap=6))
        return parts

    def _preview(self, question: Q, kind: Kind) -> list[Any]:
        so_far = kind.preview()
        if so_far is None:
            return []
        lines = [SumLine(self.look, line, self.letter) for line in question.preview(self.live, so_far)]
        return [PreviewCard(self, lines)] if lines else []

    def _reminders(self) -> list[Any]:
        if self.view is None:
            return []
        return [IconLine(self.look, one.text, one.icon, ink="text2", icon_ink="text2", centred=True)
                for one in self.view.reminders]

    def _game_cards(self, view: View | None, active: set[int]) -> list[Any]:
        """Beside a stage: the card of whose turn it is, and those that are nobody's."""
        if view is None or self.form.name != "tablet":
            return []
        return [GameCard(self.look, card, self._colour_and_letter(card.seat)) for card in view.cards
                if card.seat is None or card.seat in active]

    def _colour_and_letter(self, seat: int | None) -> tuple[int, str] | None:
        return None if seat is None else (self.live.seats[seat].colour, self.screen.letters[seat])

    # Tiles

    def _tiles(self) -> list[ActionTile]:
        table = self.live
        tiles = []
        if self.situation.aside:
            tiles.append(ActionTile(self.look, str(say("Back")), "arrow-left", lambda: self.screen.want("")))
        waiting = self.situation.others[0] if self.situation.aside and self.situation.others else None
        for other in self.situation.others:
            if other is waiting and not other.icon:
                continue  # Back leads to it
            tiles.append(self._tile(other, faded=not other.possible(table)))
        likely = [one for one in self.situation.standing if one.icon and one.possible(table)
                  and one is not self.situation.question]
        if len(likely) <= STANDING_TILES and self.form.name != "landscape phone":  # there the menu has to do
            tiles += [self._tile(one) for one in likely]
        return tiles

    def _tile(self, question: Q, faded: bool = False) -> ActionTile:
        return ActionTile(self.look, str(question.title(self.live)), question.icon,
                          lambda: self.screen.choose_other(question), faded=faded)

    # What is no question

    def _plain(self, headline: Text | str, parts: Iterable[Any] = (), primary: Action | None = None,
               second: Action | None = None, kicker: Text | str = "") -> None:
        self.strip_optional, self.has_why = False, False
        self.kicker.say(kicker)
        self.headline.say(headline)
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
                                "account-outline", lambda one=one: self.screen.want(one.key()), token=token,
                                more="check-circle" if done else "chevron-right", tone="surface2"))
        self._plain(say("Everybody answers, in any order."), rows,
                    kicker=count("{n} still to answer", "{n} still to answer", len(open_ones)))
        self.has_why = bool(situation.asked)
        self.tiles.fill(self._tiles())

    def _show_over(self) -> None:
        outcome = self.situation.outcome
        details = [IconLine(self.look, one.text, one.icon or "circle-small", role="body")
                   for one in (outcome.details if outcome is not None else ())]
        self._plain(self.situation.sentence or "", [Card(self.look, details)] if details else [],
                    Action(say("See the result"), "trophy-outline", self.screen.open_result))

    def _show_stuck(self) -> None:
        parts = [Words(self.look, say("After a correction no answer fits here. Begin the turn again with the table as "
                                      "it stands, or undo."), "body", "text2")]
        self._plain(say("The rules have nothing to ask now."), parts,
                    Action(say("Begin this turn again"), "replay", self.screen.restart),
                    Action(say("Correct"), "pencil-outline", self.screen.open_correct))

    def _show_misfit(self) -> None:
        parts = [Words(self.look, self.situation.sentence or "", "body", "loss"),
                 Words(self.look, say("Everything before that line is as it was. What comes after it stays in the log, "
                                      "and can be exported."), "body", "text2")]
        self._plain(say("This play no longer fits the rules."), parts,
                    Action(say("Play on from here"), "play", self.screen.play_on),
                    Action(say("Export"), "share-variant", self.screen.share))


class PreviewCard(Holder):
    """What the answer so far would book; short sums share a line."""

    def __init__(self, panel: QuestionPanel, lines: list[SumLine]) -> None:
        super().__init__()
        look = panel.look
        Box(self, look.colour("surface2"), dp(20), look.colour("outline") if look.contrast else None, look.line)
        self.fill(lines)

    def fit(self, width: float) -> float:
        pad = dp(16)
        self._rows: list[tuple[SumLine, ...]] = []
        waiting: SumLine | None = None
        for line in self.parts:
            if line.short() and waiting is None:
                waiting = line
            elif line.short() and waiting is not None:
                self._rows.append((waiting, line))
                waiting = None
            else:
                if waiting is not None:
                    self._rows.append((waiting,))
                    waiting = None
                self._rows.append((line,))
        if waiting is not None:
            self._rows.append((waiting,))
        half = (width - 2 * pad - dp(24)) / 2
        for row in self._rows:
            for line in row:
                line.fit(half if line.short() else width - 2 * pad)
        self.size = (width, sum(max(line.height for line in row) for row in self._rows) + 2 * dp(10))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        if not hasattr(self, "_rows"):
            return
        top = self.top - dp(10)
        for row in self._rows:
            x = self.x + dp(16)
            for line in row:
                line.pos = (x, top - line.height)
                x += line.width + dp(24)
            top -= max(line.height for line in row)
