"""The dark room: a vote only one person may see, open only while they hold the pad.

The ballot's widgets exist only while the pad is held, and unsealed choices are discarded with them. A ballot belongs to
one voter and one question: if the play moves on meanwhile, it closes and records nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import say
from companion.services.table.situation import Q, Situation
from companion.ui.drawing.art import art
from companion.ui.drawing.stage import Room
from companion.ui.table.ballot.ballot import PAD, BallotPaper, HoldPad, MiddlePage
from companion.ui.theme import tokens
from companion.ui.widgets import Icon, IconDisc, SeatToken, Tap, Voice, Words

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen


class DarkRoom(Widget):
    """Hand-overs and ballots. The bar works as usual, except while a ballot is open."""

    covers = True

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(size_hint=(None, None))
        self.screen = screen
        self.look = look = screen.look.dark_room()
        self.situation: Situation | None = None
        self.ballot: BallotPaper | None = None
        self.middle: MiddlePage | None = None
        self.on_phones = False
        """Only guests with their own phones still have to vote."""
        with self.canvas.before:
            self._ground_ink = Color(*look.colour("background"))
            self._ground = Rectangle()
            self._red_ink = Color(1, 1, 1, 1)
            self._red = Rectangle(size=(0, 0))
        self.back = IconDisc(look, "arrow-left", screen.app.back)
        self.undo = IconDisc(look, "undo-variant", screen.undo)
        self.menu = IconDisc(look, "dots-vertical", screen.open_menu)
        self.line = Widget(size_hint=(None, None))
        self.token: SeatToken | None = None
        self.title = Voice(look, "", "display", align="center", chrome=True)
        self.hint = Words(look, say("Everyone else looks at the table."), "body", "text2", align="center")
        self.at_desk = not screen.app.machine.is_phone
        self.pad = HoldPad(look, self._open, self._close, self.at_desk)
        self.call = Words(look, "", "answer")
        self.count = Words(look, "", "support", "text2")
        self.handover = [self.back, self.undo, self.menu, self.line, self.title, self.hint, self.call, self.count]
        for part in (*self.handover, self.pad):
            self.add_widget(part)
        self.bind(pos=self._place_ground, size=self._place_ground)

    # Showing

    def show(self, situation: Situation) -> None:
        before = self.question
        self.on_phones = self.ballot is None and self.screen.phones.hand_round(situation)
        if situation.state == "ballots":
            situation = self.screen.situation  # it may have been handed on
        self.situation = situation if situation.state == "ballots" else None
        asked = situation.question
        self.screen.app.machine.secure.keep(self.situation is not None or (asked is not None and asked.secret))
        if self.ballot is not None:
            if self._still_hers(self.ballot, situation):
                return  # show other answers once the voter lifts the thumb
            self.screen.app.tell(say("Somebody answered on another phone, so your vote wasn't taken."))
        if self.situation is None:
            self.hide()
            return
        if self.parent is None:
            self.screen.add_widget(self)
        if self.ballot is not None or before is None or asked is None or before.key() != asked.key():
            self.hide()  # a thumb already on the pad belongs to someone else
        self._say()

    def go_away(self) -> None:
        if self.situation is None and self.parent is not None:
            self.parent.remove_widget(self)

    def hide(self) -> None:
        self.pad.release()
        self._drop_ballot()

    @property
    def question(self) -> Q | None:
        """The open ballot's question, otherwise the current one."""
        if self.ballot is not None:
            return self.ballot.question
        return self.situation.question if self.situation is not None else None

    @property
    def is_open(self) -> bool:
        """Whether only the ballot or the reveal button may be used; shortcuts are disabled."""
        return self.ballot is not None or self.waits

    @property
    def waits(self) -> bool:
        """Whether all votes are in but not revealed; stored in the play, so it survives a restart."""
        return self.screen.controller.opened.votes_closed > 0

    def answers(self) -> tuple[list[Tap], Tap]:
        """The choices for the keys 1 to 9, and what Enter presses."""
        if self.middle is not None:
            return [], self.middle.button
        if self.ballot is not None:
            return self.ballot.cards, self.ballot.button
        return [], self.pad

    def _still_hers(self, ballot: BallotPaper, now: Situation) -> bool:
        """Whether the ballot's question is still asked and unanswered by anyone else."""
        key = ballot.question.key()
        return (now.state == "ballots" and any(one is ballot.question for one in now.asked)
                and (key in now.given) == ballot.changing)

    def _say(self) -> None:
        situation, question = self.situation, self.question
        if situation is None or question is None or question.seat is None:
            return
        seat = question.seat
        changing = question.key() in situation.given
        self.title.say(self.screen.phones.waiting_words(situation) if self.on_phones
                       else say("{name}, come to the computer", name=seat) if self.at_desk
                       else say("Pass the phone to {name}", name=seat))
        self.hint.say(say("Tap a name above to vote here instead.") if self.on_phones
                      else say("Everyone else looks at the table."))
        self.pad.disabled = self.on_phones
        self.pad.opacity = self.call.opacity = 0.0 if self.on_phones else 1.0
        if self.at_desk:
            self.call.say(say("{name}: click to change it", name=seat) if changing
                          else say("{name}: click to answer", name=seat))
        else:
            self.call.say(say("{name}: press and hold to change it", name=seat) if changing
                          else say("{name}: press and hold", name=seat))
        self.count.say(say("{n} of {all} are in", n=len(situation.given), all=len(situation.asked)))
        if self.token is not None:
            self.remove_widget(self.token)
        self.token = SeatToken(self.look, seat.colour, self.screen.letters[seat.index], 150)
        self.add_widget(self.token)
        self.undo.set_ready(self.screen.play.can_undo())
        self._fill_line()
        own = self.screen.stage.has_dark_room
        self._ground_ink.a = 0.0 if own else 1.0
        self._red_ink.a = 0.0 if own else 1.0
        if not own:
            self._red.texture = art("story").texture("dark_room")

    def _fill_line(self) -> None:
        """Show who has sealed; voters can tap their token to change their vote."""
        self.line.clear_widgets()
        if self.situation is None:
            return
        for question in self.situation.asked:
            if question.seat is not None:
                self.line.add_widget(LinePlace(self, question, question.key() in self.situation.given,
                                               question is self.question))

    # Places

    def stand(self, pos: Any, size: Any, insets: tuple[float, float, float, float]) -> None:
        self.insets = insets
        self.pos, self.size = pos, size
        self.arrange()

    def upper_room(self) -> Room:
        """Space for a stage's own dark room, between the bar and the big token."""
        upper = self.insets[1]
        low = self.token.top if self.token is not None and not self._wide() else self.y + self.height * 0.55
        if self._wide():
            return Room(self.x, self.y + self.height * 0.6, self.width / 2, self.height * 0.4 - upper - dp(56))
        return Room(self.x, low, self.width, max(dp(20), self.top - upper - dp(56) - low))

    def _wide(self) -> bool:
        return bool(self.width > self.height)

    def arrange(self) -> None:
        left, upper, right, lower = self.insets
        middle = self.top - upper - dp(28)
        self.back.center = (self.x + left + dp(28), middle)
        self.menu.center = (self.right - right - dp(28), middle)
        self.undo.center = (self.right - right - dp(76), middle)
        self._arrange_line(self.x + left, self.top - upper - dp(56), self.width - left - right)
        if self._wide():
            self._arrange_wide(left, right, lower)
        else:
            self._arrange_tall(left, right, lower)
        if self.ballot is not None:
            self._place_ballot()
        if self.middle is not None:
            self.middle.stand(self.pos, self.size, self.insets)

    def _arrange_line(self, x: float, top: float, width: float) -> None:
        """Place the voters side by side, or in two lines if crowded and the stage draws no prints."""
        places = list(reversed(self.line.children))
        own = self.screen.stage.has_dark_room
        two = not own and len(places) * dp(tokens.TARGET) > width
        across = (len(places) + 1) // 2 if two else max(1, len(places))
        each, high = width / across, dp(tokens.TARGET if two else 64)
        for number, place in enumerate(places):
            low = dp(24) + high * (number // across) if two else dp(92) if own else dp(44)
            place.size = (min(dp(60), each), high)
            place.center = (x + each * (number % across + 0.5), top - low)
            place.opacity = 1.0
            place.quiet(own)

    def _arrange_pad(self, x: float, wide: float, lower: float) -> None:
        """Place the pad where the thumb holds it, with the text beside it."""
        pad = min(dp(PAD), self.height * (0.36 if self._wide() else 0.2), wide * 0.42)
        self.pad.size = (pad, pad)
        low = self.y + lower + dp(40)
        words_wide = wide - pad - dp(44)
        self.pad.pos = (x + dp(14) if not self.look.left_handed else x + wide - dp(14) - pad, low)
        at = self.pad.right + dp(16) if not self.look.left_handed else x + dp(16)
        high = self.call.fit(words_wide) + dp(4) + self.count.fit(words_wide)
        self.call.pos = (at, self.pad.center_y + high / 2 - self.call.height)
        self.count.pos = (at, self.call.y - dp(4) - self.count.height)

    def _arrange_tall(self, left: float, right: float, lower: float) -> None:
        x, wide = self.x + left, self.width - left - right
        self._arrange_pad(x, wide, lower)
        self.hint.fit(wide - dp(32))
        self.title.balance(wide - dp(32))
        free_low, free_high = self.pad.top + dp(12), self.top - self.insets[1] - dp(56) - dp(96)
        roomy = free_high - free_low > self.title.height + self.hint.height + dp(100)
        self.hint.opacity = 1.0 if roomy and self.ballot is None else 0.0
        block = self.title.height + (dp(10) + self.hint.height if roomy else 0.0)
        side = max(dp(60), min(dp(190), free_high - free_low - block - dp(24)))
        top = free_low + (free_high - free_low + block + side + dp(12)) / 2
        if self.token is not None:
            self.token.size = (side, side)
            self.token.pos = (x + wide / 2 - side / 2, top - side)
        self.title.pos = (x + (wide - self.title.width) / 2, top - side - dp(12) - self.title.height)
        self.hint.pos = (x + dp(16), self.title.y - dp(10) - self.hint.height)

    def _arrange_wide(self, left: float, right: float, lower: float) -> None:
        x, wide = self.x + left, (self.width - left - right) / 2
        near, far = (x, x + wide) if self.look.left_handed else (x + wide, x)
        self._arrange_pad(far, wide, lower)
        self.title.balance(wide - dp(32))
        self.hint.fit(wide - dp(32))
        side = min(dp(150), self.height * 0.3)
        self.hint.pos = (near + dp(16), self.y + lower + dp(24))
        self.title.pos = (near + (wide - self.title.width) / 2, self.hint.top + dp(8))
        if self.token is not None:
            self.token.size = (side, side)
            self.token.pos = (near + wide / 2 - side / 2, self.title.top + dp(4))

    def _place_ground(self, *_: object) -> None:
        for ground in (self._ground, self._red):
            ground.pos, ground.size = self.pos, self.size

    # The ballot

    def _open(self) -> None:
        question, situation = self.question, self.situation
        if question is None or situation is None or self.ballot is not None or self.on_phones:
            return
        self.screen.app.noise("tap", 20)
        for part in self.handover:
            part.opacity = 0
        if self.token is not None:
            self.token.opacity = 0
        self._ground_ink.a = 1.0
        self.ballot = BallotPaper(self.screen, self.look, question, question.key() in situation.given, self._seal,
                                  self._why)
        self.add_widget(self.ballot, index=self.children.index(self.pad) + 1)
        self._place_ballot()

    def _place_ballot(self) -> None:
        if self.ballot is not None:
            self.ballot.stand(self.pos, self.size, self.insets, self.pad)

    def _close(self) -> None:
        self._drop_ballot()
        self._say()
        self.arrange()

    def _drop_ballot(self) -> None:
        if self.ballot is not None:
            self.remove_widget(self.ballot)
            self.ballot = None
        for part in self.handover:
            part.opacity = 1
        if self.token is not None:
            self.token.opacity = 1

    def _why(self) -> None:
        """Put the ballot away first, because the sheet leads to other pages."""
        self.hide()
        self.screen.open_why()

    def _seal(self, ballot: BallotPaper, raw: Any) -> None:
        if ballot is not self.ballot:
            return
        self.screen.controller.read()
        now = self.screen.situation
        if not self._still_hers(ballot, now):
            self.screen.refresh()  # shows the reason and closes the ballot
            return
        self.hide()
        all_in = all(one is ballot.question or one.key() in now.given for one in now.asked)
        opened = self.screen.controller.opened
        opened.votes_closed = len(now.asked) if all_in else 0
        if not self.screen.answer(ballot.question, raw):
            opened.votes_closed = 0
            return
        self.screen.app.noise("seal", 40)

    # The reveal

    def stays_closed(self) -> bool:
        """After the last vote, only tell people to put the phone in the middle."""
        opened = self.screen.controller.opened
        if self.screen.situation.state == "ballots":  # others still vote, or another vote follows
            opened.votes_closed = 0
        if not self.waits:
            return False
        self.screen.app.machine.secure.keep(True)
        if self.parent is None:
            self.screen.add_widget(self)
        if self.middle is None:
            self.middle = MiddlePage(self.look, opened.votes_closed, self._open_all,
                                     self.screen.phones.brought_the_last(), self.at_desk)
            self.add_widget(self.middle)
        return True

    def _open_all(self) -> None:
        if self.middle is not None:
            self.remove_widget(self.middle)
        self.middle = None
        self.screen.app.noise("reveal", 60)
        self.screen.open_votes()

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True  # block touches below


class LinePlace(Tap):
    """One person on the line: whether they sealed, never what."""

    def __init__(self, room: DarkRoom, question: Q, sealed: bool, turn: bool) -> None:
        super().__init__(room.look)
        seat = question.seat
        assert seat is not None
        self.token = SeatToken(room.look, seat.colour, room.screen.letters[seat.index], 34,
                               alpha=1.0 if sealed or turn else 0.55)
        self.check = Icon(room.look, "check-circle" if sealed else "", 18, "text", fixed=True)
        self.add_parts(self.token, self.check)
        self.bind(on_tap=lambda _: room.screen.want(question.key()))

    def quiet(self, on: bool) -> None:
        """Hide the token when the stage draws the prints; taps still work."""
        self.token.opacity = self.check.opacity = 0.0 if on else 1.0

    def arrange(self) -> None:
        self.token.center = (self.center_x, self.center_y)
        self.check.center = (self.center_x + dp(13), self.center_y - dp(15))
