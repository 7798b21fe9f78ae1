"""Table mode: one giant sentence and two big buttons, readable from two metres."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.engine.by_hand import HandCard
from companion.core.questions import traits
from companion.core.text import Text, count, minus, say
from companion.core.values import Json
from companion.services.open_play import OpenPlay
from companion.services.table.controller import Change
from companion.services.table.situation import Q
from companion.ui.app.beside import LOW, WIDE
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.art import gradient
from companion.ui.drawing.stage import ClockPlace, Room, Stage
from companion.ui.stages.stage_picture import make_stage
from companion.ui.table.bar import clock_action
from companion.ui.table.by_hand import HAND, aloud
from companion.ui.table.panels.answer_panel import LUCK, Action
from companion.ui.table.panels.number import show_throw
from companion.ui.table.play_page import PlayPage
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Column, Grid, IconDisc, Link, Push, SeatToken, Voice, Words, Wrap, shown
from companion.ui.widgets.controls.rows import IconLine
from companion.ui.widgets.displays.ring import TimerRing


def quiet_line(hand: HandCard) -> Text | str:
    if not hand.lines:
        return ""
    first, more = hand.lines[0].sentence, len(hand.lines) - 1
    if not more:
        return say("{title}: {first}", title=hand.title, first=first)
    return count("{title}: {first}, and {n} more", "{title}: {first}, and {n} more", more, title=hand.title,
                 first=first)


log = logging.getLogger("tableside")

SIZES = (92.0, 72.0, 56.0, 44.0, 36.0, 28.0, 22.0)
"""Font sizes to try; below 44 only for long sentences on small phones."""
FAR = (140.0, 116.0)  # also tried on big screens
HIGH = 104.0
BIG, STAGE = (1200.0, 700.0), 0.6  # minimum window in dp to always show a stage, and its share of the width
ABOVE = 0.54  # its share of a phone's height while moves are read out


class Giant(Push):
    high, corner, pad, role, icon_size, chrome = HIGH, 32.0, 14.0, "number", 34.0, True

    def __init__(self, look: Look, action: Action, main: bool) -> None:
        tone, ink = ("primary", "on_primary") if main else ("surface3", "text")
        edge = "outline" if look.contrast and not main else ""
        super().__init__(look, action.text, action.icon, action.do, tone=tone, ink=ink, edge=edge)


class TableModeScreen(PlayPage):
    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, opened)
        look = self.look
        Box(self, look.colour("surface"))
        self._paint_sky()
        self.discs = [IconDisc(look, icon, do, on_art=False)
                      for icon, do in (("fullscreen-exit", self.to_table), ("undo-variant", self.undo))]
        self.token = SeatToken(look, 0, "")
        self.score = Words(look, "", "clock", chrome=True)
        self.points = Column([self.score, Words(look, say("points"), "number", "text2", chrome=True)], gap=0)
        self.sentence = Voice(look, "", "giant")
        self.by_hand = IconLine(look, "", HAND, role="primary", icon_ink="warm")
        self.more = Link(look, "", "chevron-right", self.to_table, icon_last=True, role="number",
                         icon_size=26.0, chrome=True)
        self.body = Column([self.sentence])
        self.clock: TimerRing | None = None
        self.stage: Stage | None = None
        self.buttons: list[Giant] = []
        """The main answer first."""
        self.foot = Grid(gap=8)
        self.steps: Sequence[Text] = ()
        """The moves of this question, read out one at a time."""
        self.step, self._asked = 0, ""
        self.ground = Widget(size_hint=(None, None), size=(0.0, 0.0))
        Box(self.ground, look.colour("surface"))  # a stage may reach over its edge
        for part in (self.ground, self.token, self.points, self.body, self.foot, *self.discs):
            self.add_widget(part)

    def _paint_sky(self) -> None:
        """The palette's two tones behind the words, unless the contrast is high."""
        self.sky = Rectangle()
        if self.look.contrast:
            return
        roles = self.look.roles
        self.sky.texture = gradient((0.0, roles.surface2), (0.75, roles.surface))
        self.canvas.before.add(Color(1, 1, 1, 1))
        self.canvas.before.add(self.sky)
        self.bind(pos=lambda _, pos: setattr(self.sky, "pos", pos),
                  size=lambda _, size: setattr(self.sky, "size", size))

    def left(self) -> None:
        super().left()
        if self.clock is not None:
            self.clock.end()
        if self.stage is not None:
            self.stage.sleep()

    def answers(self) -> Sequence[Giant]:
        """Keyboard focus starts here."""
        return self.buttons

    def on_answer_key(self, number: int) -> bool:
        if not number and traits(self.situation.question).people:
            return False  # nobody is the main answer
        wanted = self.buttons[max(0, number - 1):max(1, number)]
        for button in wanted:
            button.by_key()
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
        if self.sentence.text != before or self.by_hand.words.text not in (told, ""):
            self.app.machine.speech.say(aloud(self.controller, self.sentence.text))
        self.discs[1].set_ready(self.play.can_undo())
        self._show_actions()

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
                self.stage.sleep()
                self.stage = None

    def _show_actions(self) -> None:
        actions, more = self._actions()
        self.buttons = [Giant(self.look, action, main=at == 0) for at, action in enumerate(actions)]
        self.foot.fill(self.look.mirrored(self.buttons))
        self.more.text = str(say("or: {action}", action=more))
        self.body.fill(shown((self.by_hand, self.by_hand.words.text), (self.sentence, True),
                             (Wrap([self.more]), str(more))))
        self.arrange()

    def _actions(self) -> tuple[list[Action], Text | str]:
        """The buttons, the main one first, and words for what else is possible."""
        question, state = self.situation.question, self.situation.state
        if question is not None and self.steps:
            return self._step_actions(question), ""
        if state != "question" or question is None or question.secret or question.panel:
            return [self._away()], ""
        if traits(question).waits:
            return self._confirm_actions(question), ""
        if traits(question).rolls:
            return [Action(say("Roll"), "dice-multiple-outline", partial(self.roll, question)),
                    Action(say("Type it"), "pencil-outline", self.to_table)], ""
        if traits(question).is_list:
            return self._choices(question)
        return [Action(say("Answer this"), "arrow-right", self.to_table)], ""

    def _away(self) -> Action:
        """The button that leaves table mode."""
        state = self.situation.state
        if state == "ballots" and self.app.machine.is_phone:
            take = say("Take the tablet") if self.app.is_tablet else say("Take the phone")
            return Action(take, "cellphone", self.to_table)
        words = say("See the result") if state == "over" else say("To the table")
        return Action(words, "arrow-right", self.to_table)

    def _choices(self, question: Q) -> tuple[list[Action], Text | str]:
        choices = [one for one in self.controller.describe(question).choices if one.barred is None]
        plain = sorted((one for one in choices if not one.face.opens), key=lambda one: not one.face.main)
        if len(plain) > 2 or not plain:
            return [Action(say("Choose"), "arrow-right", self.to_table)], ""
        actions = []
        for one in plain:
            give = partial(self.answer, question, question.encode(one.choice))
            actions.append(Action(one.face.label, one.face.icon, give))
        return actions, next((one.face.label for one in choices if one.face.opens), "")

    def _confirm_actions(self, question: Q) -> list[Action]:
        timer, timers = self.controller.timer, self.controller.opened.timers
        confirm = Action(question.button(self.play.table, None), "check-bold", partial(self._give, question))
        if timer is None:
            return [confirm]
        clock = clock_action(timers, timer, self._toggle)
        return [confirm, clock] if timers.started(timer) else [clock, confirm]

    def _step_actions(self, question: Q) -> list[Action]:
        speech = self.app.machine.speech
        if self.step >= len(self.steps) - 1:
            words = question.button(self.play.table, None)
            onward = Action(words, "check-bold", partial(self._give, question))
        else:
            onward = Action(say("Next"), "arrow-right", partial(self.go_to, self.step + 1))
        if speech.on:
            return [onward, Action(say("Again"), "replay", partial(speech.say, self.sentence.text))]
        back = Action(say("Back"), "arrow-left", partial(self.go_to, self.step - 1))
        return [onward, back] if self.step else [onward]

    def _show_seat(self) -> None:
        question = self.situation.question
        seat = question.seat if question is not None else None
        score = None
        if seat is not None:
            letters = tokens.initials(one.name for one in self.controller.seats)
            self.token.become(seat.colour, letters[seat.index])
            score = self.controller.seats[seat.index].score
        self.token.opacity = 0.0 if seat is None else 1.0
        self.score.say("" if score is None else minus(score))

    def _say_sentence(self) -> None:
        """Shorten sentences that the table screen explains."""
        short: dict[str, Text | None] = {
            "seats": say("Everybody answers"), "stuck": say("Your turn at the table"),
            "misfit": self.situation.sentence}
        question = self.situation.question
        if question is not None and question.seat is not None and not self.app.machine.is_phone:
            short["ballots"] = say("{name}, come to the computer", name=question.seat)
        self.sentence.say(self.steps[self.step] if self.steps else
                          short.get(self.situation.state) or self.controller.headline)

    def _take_steps(self) -> None:
        question, key = self.situation.question, self.situation.key()
        asked = question is not None and self.situation.state == "question" and not question.secret
        self.steps = question.aloud(self.play.table) if question is not None and asked else ()
        if key != self._asked:
            self._asked, self.step = key, 0

    def go_to(self, step: int) -> None:
        self.step = step
        self.draw()

    def on_touch_up(self, touch: Any) -> bool:
        """While moves are read out, a tap anywhere goes on to the next."""
        taken = bool(super().on_touch_up(touch))
        more = self.step < len(self.steps) - 1
        if more and not taken and touch.grab_current is None and touch.ud.get("free"):
            self.go_to(self.step + 1)
        return taken

    def on_touch_down(self, touch: Any) -> bool:
        taken = bool(super().on_touch_down(touch))
        touch.ud["free"] = not taken
        return taken

    # The clock

    def _show_clock(self) -> None:
        timer, timers = self.controller.timer, self.controller.opened.timers
        if self.clock is not None and self.clock.timer == timer:
            return
        if self.clock is not None:
            self.clock.end()
            self.remove_widget(self.clock)
            self.clock = None
        if timer is not None:
            self.clock = TimerRing(self.look, timer, timers, self.app.noise, self._show_actions)
            self.add_widget(self.clock)

    def _toggle(self) -> None:
        if self.clock is not None:
            self.app.noise("tap", 10)
            self.clock.toggle()

    # Actions

    def _give(self, question: Q) -> None:
        self.answer(question, self.controller.draft(question).give().raw)

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> None:
        result = self.controller.answer(question.key(), raw, rolled=rolled)
        self.tell_if(result)
        if result.over:
            self.app.go_instead("result", opened=self.controller.opened, last=self.controller.last_words)

    def roll(self, question: Q) -> None:
        """Book the roll first, then animate it."""
        shown, thrown = self.controller.describe(question).dice, question.random_answer(self.play.table, LUCK)
        self.app.noise("dice", 30)
        self.answer(question, thrown, rolled=True)
        if self.app.page is self and shown is not None:
            show_throw(self, shown, thrown)

    # Layout

    def arrange(self) -> None:
        if self.parent is None:
            return
        left, upper, right, lower = self.insets
        side, low, top = dp(16), lower + dp(16), self.height - upper - dp(8)
        self.discs[0].pos = (left + dp(12), top - dp(40))
        self.discs[1].pos = (self.width - right - dp(52), top - dp(40))
        wide, low_stage = self._stage_size()
        if not wide:
            self._drop_stage()
        elif low_stage:
            self._stand_stage((0.0, low_stage), (wide, self.height - low_stage),
                              Room(left, low_stage, wide - left, top - low_stage))
            top = low_stage + dp(36)  # no discs are beside the text
        else:
            self._stand_stage((0.0, 0.0), (wide, self.height), Room(left, lower, wide - left, top - lower))
            left = wide
        x, wide, top = left + side, self.width - left - right - 2 * side, top - dp(48)
        for disc, over in zip(self.discs, (self.stage is not None, bool(low_stage)), strict=True):
            disc.box.fill(self.look.scrim() if over else (0, 0, 0, 0))
            disc.icon.tint(tokens.ON_SCRIM if over else "text")
        self.token.opacity = 0.0 if low_stage else self.token.opacity
        headed = self.token.opacity or self.clock is not None
        if headed and self.width - left > self.height:
            self._place_head(x, wide * 0.32, low, top, beside=True)
            x, wide = x + wide * 0.32 + dp(16), wide * 0.68 - dp(16)
        else:
            top = self._place_head(x, wide, low, top, beside=False) - dp(12)
        self._place_body(x, wide, self._place_buttons(x, wide, low) + dp(20), top)
        self._show_stage()

    def _stage_size(self) -> tuple[float, float]:
        """Its width, and its lower edge if it stands above the text, as on a phone that reads out moves."""
        big = self.width >= dp(BIG[0]) and self.height >= dp(BIG[1])
        if big or (self.steps and self.width > self.height):
            return float(self.width * STAGE), 0.0
        return (float(self.width), float(self.height * (1 - ABOVE))) if self.steps else (0.0, 0.0)

    def _drop_stage(self) -> None:
        if self.stage is not None:
            self.remove_widget(self.stage)
            self.stage.sleep()
            self.stage = None
        self.ground.size = (0.0, 0.0)

    def _stand_stage(self, pos: tuple[float, float], size: tuple[float, float], room: Room) -> None:
        if self.stage is None:
            self.stage = make_stage(self.controller.opened.game, self.look)
            self.add_widget(self.stage, index=len(self.children))
        self.stage.stand(pos, size, room)
        across, up = (0.0, pos[1]) if pos[1] else (size[0], self.height)
        self.ground.pos, self.ground.size = (across, 0.0), (self.width - across, up)

    def _place_head(self, x: float, wide: float, low: float, top: float, *, beside: bool) -> float:
        """Place the shape, and the clock or the points right of it, or below it if `beside`.

        Returns the lower edge."""
        side = dp(88 if self.height < dp(720) else 132)
        if beside:
            side = min(dp(132), wide, (top - low) / 2)
        self.token.size = (side / 0.8, side / 0.8)
        self.token.pos = (x - side * 0.125, top - side * 1.125)
        taken = side * 1.2 if self.token.opacity else 0.0
        room, upper = (wide, top - taken) if beside else (wide - taken, top)
        self.points.opacity = 1.0 if self.score.text and self.clock is None else 0.0
        if self.clock is not None:
            most = min(dp(280), room, upper - low if beside else self.height * 0.32)
            centre = (x + wide / 2, low + most / 2) if beside else (x + wide - most / 2, top - most / 2)
            roles = self.look.roles
            self.clock.stand(ClockPlace(centre, most, roles.text, roles.primary, roles.surface3, disc=False))
            self.clock.begin()
            return float(top - max(most, side))
        self.score.set_size_px(side * 96 / 132)
        self.score.set_size_px(self.score.px * min(1.0, room / max(1.0, self.score.hug())))
        for words in self.points.parts:
            words.align = "left" if beside else "right"
        self.points.fit(room)
        self.points.pos = (x + wide - room, upper - self.points.height)
        return float(top - (side if self.token.opacity else 0) - dp(4))

    def _place_buttons(self, x: float, wide: float, low: float) -> float:
        """Beside each other, or stacked if a word would have to shrink. Returns their upper edge."""
        self.foot.columns = max(1, len(self.buttons))
        self.foot.fit(wide)
        if self.height > dp(600) and any(button.words.shrunk for button in self.buttons):
            self.foot.columns = 1
            self.foot.fit(wide)
        self.foot.pos = (x, low)
        return float(self.foot.top)

    def _place_body(self, x: float, wide: float, low: float, top: float) -> None:
        """The largest letters with which all of it fits."""
        room = max(dp(40), top - low)
        for size in (*(FAR if self.width >= dp(WIDE) and self.height >= dp(LOW) else ()), *SIZES):
            self.sentence.set_size_px(dp(size))
            if self.body.fit(wide) <= room and not self.sentence.shrunk:
                break
        self.body.pos = (x, top - self.body.height - max(0.0, room - self.body.height) * 0.35)
