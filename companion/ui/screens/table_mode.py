"""Table mode: one giant sentence and two big buttons, readable from two metres."""

import logging
from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import Any

from kivy.graphics import Color, Rectangle, SmoothEllipse
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.engine.by_hand import HandCard
from companion.core.kinds.number import Dice
from companion.core.questions import traits
from companion.core.text import Text, count, minus, say, say_in
from companion.core.values import Json
from companion.services.open_play import OpenPlay
from companion.services.table.controller import Change
from companion.services.table.situation import Q
from companion.ui.app.page import LOW, WIDE
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.art import gradient
from companion.ui.drawing.letters import ARROW, drawn, unbroken
from companion.ui.drawing.stage import ClockPlace, Room, Stage
from companion.ui.stages.stage_picture import make_stage
from companion.ui.table.by_hand import HAND
from companion.ui.table.play_page import PlayPage
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Do, Grid, IconDisc, Link, Push, SeatToken, Tap, Voice, Words
from companion.ui.widgets.controls.rows import IconLine
from companion.ui.widgets.displays.ring import TimerRing, show_roll


def quiet_line(hand: HandCard) -> Text | str:
    if not hand.lines:
        return ""
    first, more = hand.lines[0].sentence, len(hand.lines) - 1
    if not more:
        return say("{title}: {first}", title=hand.title, first=first)
    return count("{title}: {first}, and {n} more", "{title}: {first}, and {n} more", more, title=hand.title,
                 first=first)


def aloud(hand: HandCard, sentence: str) -> str:
    to = str(say_in("from one number to another, read aloud", "to"))
    told = [str(line.sentence).replace(ARROW, to) for line in hand.lines]
    return f"{hand.title}: {'. '.join(told)}. {sentence}" if told else sentence


log = logging.getLogger("tableside")

SIZES = (92.0, 72.0, 56.0, 44.0, 36.0, 28.0, 22.0)
"""Font sizes to try; below 44 only for long sentences on small phones."""
HIGH = 104.0
BIG, STAGE = (1200.0, 700.0), 0.6  # minimum window in dp to show a stage, and its share of the width


class Giant(Push):
    high, corner, pad, role, icon_size, chrome = HIGH, 32.0, 14.0, "number", 34.0, True

    def __init__(self, look: Look, words: Text | str, icon: str, do: Do, main: bool = False) -> None:
        tone, ink = ("primary", "on_primary") if main else ("surface3", "text")
        edge = "outline" if look.contrast and not main else ""
        super().__init__(look, words, icon, do, tone=tone, ink=ink, edge=edge)


class TableModeScreen(PlayPage):
    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, opened)
        self._paint()
        look = self.look
        self.discs = [IconDisc(look, "fullscreen-exit", self.to_table, on_art=False),
                      IconDisc(look, "undo-variant", self.undo, on_art=False)]
        self.token: SeatToken | None = None
        self.score = Words(look, "", "clock", chrome=True)
        self.unit = Words(look, say("points"), "number", "text2", chrome=True)
        self.sentence = Voice(look, "", "giant")
        self.by_hand = IconLine(look, "", HAND, role="primary", icon_ink="warm")
        self.more = Link(look, "", "chevron-right", self.to_table, icon_last=True, role="number", icon_size=26.0,
                         chrome=True)
        self.clock: TimerRing | None = None
        self.stage: Stage | None = None
        self.foot = Grid(gap=8)
        self.steps: Sequence[Text] = ()
        """The moves of this question, read out one at a time."""
        self.step, self._asked = 0, ""
        self.ground = Widget(size_hint=(None, None), size=(0.0, 0.0))
        Box(self.ground, look.colour("surface"))  # a stage may reach over its edge
        for part in (self.ground, self.score, self.unit, self.sentence, self.by_hand, self.more, self.foot,
                     *self.discs):
            self.add_widget(part)

    def _paint(self) -> None:
        roles = self.look.roles
        upper = tokens.over("#000000", roles.surface, 0.28) if self.look.dark else roles.surface
        hill = tokens.over(roles.primary, roles.surface, 0.16 if self.look.dark else 0.1)
        with self.canvas.before:
            Color(1, 1, 1, 1)
            self.sky = Rectangle(texture=gradient((0.0, upper), (1.0, roles.surface)))
            Color(*tokens.rgba(tokens.over(hill, roles.surface, 0.5), 0.0 if self.look.contrast else 1.0))
            self.far = SmoothEllipse()
            Color(*tokens.rgba(hill, 0.0 if self.look.contrast else 1.0))
            self.near = SmoothEllipse()

    def left(self) -> None:
        super().left()
        if self.clock is not None:
            self.clock.end()
        if self.stage is not None:
            self.stage.live = False

    def answers(self) -> list[Tap]:
        """The main answer first; keyboard focus starts here."""
        return sorted(self.foot.parts, key=lambda button: button.tone != "primary")

    def on_answer_key(self, number: int) -> bool:
        question = self.situation.question
        if not number and traits(question).people:
            return False  # nobody is the main answer
        wanted = self.answers()[max(0, number - 1):max(1, number)]
        for tap in wanted:
            tap.by_key()
        return bool(wanted)

    def to_table(self) -> None:
        if self.situation.state == "over":
            self.app.go_instead("result", opened=self.controller.opened)
        else:
            self.app.to_table(self.controller.opened)

    # Rendering

    def show_change(self, change: Change) -> None:
        self.app.layers.appeared()
        self.ring(change.ring)
        self.draw()

    def draw_all(self) -> None:
        before, told = self.sentence.text, self.by_hand.words.text
        self._take_steps()
        self._show_seat()
        self._show_clock()
        self._say_sentence()
        self.by_hand.words.say(quiet_line(self.controller.hand))
        self.by_hand.opacity = 1.0 if self.by_hand.words.text else 0.0
        if self.sentence.text != before or self.by_hand.words.text not in (told, ""):
            self.app.machine.speech.say(aloud(self.controller.hand, self.sentence.text))
        self._show_actions()
        self.discs[1].set_ready(self.play.can_undo())
        self.arrange()

    def _show_stage(self) -> None:
        """If the stage fails, the question still shows."""
        if self.stage is not None:
            try:
                self.stage.live = True
                self.stage.show(self.play, self.situation.question)
                self.stage.read_out(self.step if self.steps else None)
            except Exception:
                log.exception("the stage could not be shown in table mode")
                self.remove_widget(self.stage)
                self.stage = None

    def _show_actions(self) -> None:
        buttons, more = self._actions()
        self.foot.fill(buttons[::-1] if self.look.left_handed else buttons)
        self.more.text = str(say("or: {action}", action=more)) if str(more) else ""
        self.more.disabled = not str(more)
        self.more.opacity = 1.0 if str(more) else 0.0

    def _actions(self) -> tuple[list[Giant], Text | str]:
        """The buttons, and a line naming what else is possible."""
        question, state, look = self.situation.question, self.situation.state, self.look
        if question is not None and self.steps:
            return self._step_actions(question), ""
        if state != "question" or question is None or question.secret or question.panel:
            hand_over = state == "ballots" and self.app.machine.is_phone
            take = say("Take the tablet") if self.app.is_tablet else say("Take the phone")
            words = take if hand_over else say("See the result") if state == "over" else say("To the table")
            return [Giant(look, words, "cellphone" if hand_over else "arrow-right", self.to_table, True)], ""
        if traits(question).waits:
            return self._confirm_actions(question), ""
        if question.kind == "dice":
            return [Giant(look, say("Roll"), "dice-multiple-outline", partial(self.roll, question), True),
                    Giant(look, say("Type it"), "pencil-outline", self.to_table)], ""
        if traits(question).is_list:
            return self._choices(question)
        return [Giant(look, say("Answer this"), "arrow-right", self.to_table, True)], ""

    def _choices(self, question: Q) -> tuple[list[Giant], Text | str]:
        def answer(choice: Any) -> None:
            self.answer(question, question.encode(choice))

        table, late = self.play.table, self.controller.late_hidden(question)
        choices = [one for one in question.choices(table) if late is None or one != late]
        faces = [(question.face(table, one), one) for one in choices]
        plain = sorted((pair for pair in faces if not pair[0].opens), key=lambda pair: not pair[0].main)
        if len(plain) > 2 or not plain:
            return [Giant(self.look, say("Choose"), "arrow-right", self.to_table, True)], ""
        buttons = [Giant(self.look, face.label, face.icon, partial(answer, one), number == 0)
                   for number, (face, one) in enumerate(plain)]
        return buttons, next((face.label for face, _ in faces if face.opens), "")

    def _show_seat(self) -> None:
        if self.token is not None:
            self.remove_widget(self.token)
            self.token = None
        question = self.situation.question
        seat = question.seat if question is not None else None
        score = None
        if seat is not None:
            letters = tokens.initials(one.name for one in self.controller.seats)
            self.token = SeatToken(self.look, seat.colour, letters[seat.index], 132 / 0.8)
            self.add_widget(self.token)
            score = self.controller.seats[seat.index].score
        self.score.say("" if score is None else minus(score))

    def _say_sentence(self) -> None:
        """Shorten sentences that the table screen explains."""
        short: dict[str, Text | None] = {"seats": say("Everybody answers"), "stuck": say("Your turn at the table"),
                                         "misfit": self.situation.sentence}
        question = self.situation.question
        if question is not None and not self.app.machine.is_phone:
            short["ballots"] = say("{name}, come to the computer", name=question.seat)
        self.sentence.say(self.steps[self.step] if self.steps else
                          short.get(self.situation.state) or self.controller.headline)

    def _take_steps(self) -> None:
        question, key = self.situation.question, self.situation.key()
        asked = question is not None and self.situation.state == "question" and not question.secret
        self.steps = question.aloud(self.play.table) if question is not None and asked else ()
        if key != self._asked:
            self._asked, self.step = key, 0

    def _step_actions(self, question: Q) -> list[Giant]:
        look, speech = self.look, self.app.machine.speech
        if self.step >= len(self.steps) - 1:
            onward = Giant(look, question.button(self.play.table, None), "check-bold",
                           lambda: self.answer(question, self.controller.draft(question).give().raw), True)
        else:
            onward = Giant(look, say("Next"), "arrow-right", partial(self.go_to, self.step + 1), True)
        if speech.on:
            return [onward, Giant(look, say("Again"), "replay", partial(speech.say, self.sentence.text))]
        back = Giant(look, say("Back"), "arrow-left", partial(self.go_to, self.step - 1))
        return [onward, back] if self.step else [onward]

    def go_to(self, step: int) -> None:
        self.step = step
        self.draw()

    def on_touch_up(self, touch: Any) -> bool:
        """While moves are read out, a tap anywhere goes on to the next."""
        taken = bool(super().on_touch_up(touch))
        if not taken and touch.grab_current is None and self.step < len(self.steps) - 1 and touch.ud.get("free"):
            self.go_to(self.step + 1)
        return taken

    def on_touch_down(self, touch: Any) -> bool:
        taken = bool(super().on_touch_down(touch))
        touch.ud["free"] = not taken
        return taken

    def _show_clock(self) -> None:
        timer, timers = self.controller.timer, self.controller.opened.timers
        if self.clock is not None and self.clock.timer == timer:
            return
        if self.clock is not None:
            self.clock.end()
            self.remove_widget(self.clock)
            self.clock = None
        if timer is not None:
            self.clock = TimerRing(self.look, timer, timers, lambda heard: self.app.noise(
                heard, 200 if heard == "chime" else 40), self._second)
            self._over = timers.over(timer)
            self.clock.bind(on_tap=lambda _: self._clock_changed())
            self.add_widget(self.clock)

    def _second(self, left: float) -> None:
        if (left <= 0) != self._over:
            self._over = left <= 0
            self._clock_changed()

    def _clock_changed(self) -> None:
        self._show_actions()
        self.arrange()

    # Actions

    def _confirm_actions(self, question: Q) -> list[Giant]:
        timer, timers, look = self.controller.timer, self.controller.opened.timers, self.look
        waits = timer is not None and self.clock is not None and not timers.started(timer)
        confirm = Giant(look, question.button(self.play.table, None), "check-bold",
                        lambda: self.answer(question, "done"), not waits)
        if waits:
            return [Giant(look, say("Start"), "play", self._toggle, True), confirm]
        if timer is None or self.clock is None:
            return [confirm]
        running = timers.running(timer)
        return [confirm, Giant(look, say("Pause") if running else say("Go on"), "pause" if running else "play",
                               self._toggle)]

    def _toggle(self) -> None:
        if self.clock is not None:
            self.clock.toggle()
            self.app.noise("tap", 10)
            self._clock_changed()

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> None:
        result = self.controller.answer(question.key(), raw, rolled=rolled)
        self.tell_if(result)
        if result.over:
            self.app.go_instead("result", opened=self.controller.opened)

    def roll(self, question: Q) -> None:
        """Book the roll first, then animate it."""
        table = self.play.table
        faces = sorted(set(question.faces(table))) if isinstance(question, Dice) else []
        signs = {face: question.face(table, face).icon for face in faces}
        rolled = question.random_answer(table, SystemRandom())
        self.app.noise("dice", 30)
        self.answer(question, rolled, rolled=True)
        if self.app.page is self and signs:
            show_roll(self, self.look, [(number, signs.get(number, "")) for number in rolled], list(signs.items()))

    # Layout

    def arrange(self) -> None:
        if self.parent is None:
            return
        left, upper, right, lower = self.insets
        self.sky.pos, self.sky.size = self.pos, self.size
        self.far.pos, self.far.size = (-self.width * 0.5, -dp(220)), (self.width * 1.6, dp(310))
        self.near.pos, self.near.size = (-self.width * 0.1, -dp(240)), (self.width * 1.5, dp(306))
        side = dp(20) if self.width >= dp(380) else dp(14)
        top = self.height - upper - dp(8)
        self.discs[0].pos = (left + dp(12), top - dp(40))
        self.discs[1].pos = (self.width - right - dp(52), top - dp(40))
        left = self._place_stage(left, lower, top)
        self.discs[0].box.fill(self.look.scrim() if self.stage is not None else (0, 0, 0, 0))
        self.discs[0].icon.tint("text" if self.stage is None else tokens.ON_SCRIM)
        headed = self.token is not None or self.clock is not None or self.score.text
        beside = bool(headed) and self.width - left > self.height
        x, wide = left + side, self.width - left - right - 2 * side
        head_wide = wide * 0.32 if beside else wide
        body_x, body_wide = (x + head_wide + dp(16), wide - head_wide - dp(16)) if beside else (x, wide)
        low = self._place_buttons(body_x if beside else left + dp(16),
                                  body_wide if beside else self.width - left - right - dp(32), lower + dp(16))
        head_top = top - dp(48)
        under = self._place_head(x, head_wide, head_top, lower + dp(16) if beside else None)
        body_top = head_top + (dp(4) if beside else 0.0) if beside else under - dp(12)
        self._place_sentence(body_x, body_wide, low + dp(12), body_top)
        self._show_stage()

    def _place_stage(self, left: float, lower: float, top: float) -> float:
        """Return where the text begins, right of the stage on big screens."""
        if self.width < dp(BIG[0]) or self.height < dp(BIG[1]):
            if self.stage is not None:
                self.remove_widget(self.stage)
                self.stage = None
            self.ground.size = (0.0, 0.0)
            return left
        wide = float(self.width * STAGE)
        if self.stage is None:
            self.stage = make_stage(self.controller.opened.game, self.look)
            self.add_widget(self.stage, index=len(self.children))
        self.stage.stand((0.0, 0.0), (wide, self.height), Room(left, lower, wide - left, top - lower))
        self.ground.pos, self.ground.size = (wide, 0.0), (self.width - wide, self.height)
        return wide

    def _place_buttons(self, x: float, wide: float, y: float) -> float:
        buttons = self.foot.parts
        stacked = self.height > dp(600) and any(
            _widest_word(button.words.text, button.words.font, button.words.px) + button.icon.width
            + dp(2 * button.pad + 10) > (wide - dp(8)) / 2 for button in buttons)
        self.foot.columns = 1 if stacked else max(1, len(buttons))
        self.foot.fit(wide)
        self.foot.pos = (x, y)
        return float(self.foot.top + dp(8) if buttons else y)

    def _place_head(self, x: float, wide: float, top: float, low: float | None) -> float:
        """Place shape and score or clock; return their lower edge. `low`: stack them."""
        room = top - (low if low is not None else 0)
        side = dp(132) if low is None else min(dp(132), wide, room * 0.5)
        if low is None and self.height < dp(720):
            side = dp(88)
        for part in (self.score, self.unit):
            part.opacity = 0.0 if self.clock is not None or not self.score.text else 1.0
        if self.token is not None:
            self.token.size = (side / 0.8, side / 0.8)
            self.token.pos = (x - side * 0.125, top - side * 1.125)
        self.score.set_size_px(dp(96) * side / dp(132))
        self.unit.hug()
        most = wide - (self.unit.width + dp(8) if low is not None else side * 1.2 if self.token is not None else 0.0)
        self.score.set_size_px(self.score.px * min(1.0, most / max(1.0, self.score.hug())))
        self.score.hug()
        if self.clock is not None:
            return self._place_ring(x, wide, top, low, side)
        if low is None:
            self.score.pos = (x + wide - self.score.width, top - self.score.height)
            self.unit.pos = (x + wide - self.unit.width, self.score.y - self.unit.height)
        else:
            self.score.pos = (x, top - side - self.score.height - dp(8))
            self.unit.pos = (self.score.right + dp(8), self.score.y + dp(8))
        return float(top - (side if self.token is not None or self.score.text else 0) - dp(4))

    def _place_ring(self, x: float, wide: float, top: float, low: float | None, side: float) -> float:
        if self.clock is None:
            return top
        if low is None:
            most = min(dp(280), wide - (side + dp(16) if self.token is not None else 0), self.height * 0.32)
            centre = (x + wide - most / 2, top - most / 2)
        else:
            most = min(dp(280), wide, top - low - (side * 1.2 if self.token is not None else 0))
            centre = (x + wide / 2, low + most / 2)
        look = self.look
        self.clock.stand(ClockPlace(centre, most, look.roles.text, look.roles.primary, look.roles.surface3, disc=False))
        self.clock.begin()
        return float(top - max(most, side))

    def _place_sentence(self, x: float, wide: float, low: float, top: float) -> None:
        more = 0.0
        if self.by_hand.words.text:
            self.by_hand.fit(wide)
            self.by_hand.pos = (x, top - self.by_hand.height)
            top = self.by_hand.y - dp(8)
        if self.more.text:
            self.more.hug(wide)
            more = self.more.height
        room = max(dp(40), top - low - more)
        words = self.sentence
        far = (140.0, 116.0) if self.width >= dp(WIDE) and self.height >= dp(LOW) else ()
        for size in (*far, *SIZES):
            px = dp(size)
            words.set_size_px(px)
            words.fit(wide)
            if words.height <= room and _widest_word(words.text, words.font, words.px) <= wide:
                break
        spare = max(0.0, room - words.height)
        words.pos = (x, top - words.height - spare * 0.35)
        self.more.pos = (x - dp(8), words.y - more - min(dp(12), spare * 0.3))


def _widest_word(text: str, font: str, px: float) -> float:
    return max((drawn(word, font, px, px, None, "left", False).texture.width for word in unbroken(text)), default=0)
