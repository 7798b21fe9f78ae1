"""Guests' phones: the invitation with QR code and seats; who answers on one, and taps that come too late."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.setup import initials
from companion.core.text import Refused, Text, count, listing, say, without_stop
from companion.services.open_play import OpenPlay
from companion.services.table.controller import Change
from companion.services.table.situation import Q, Situation
from companion.ui.theme import Look
from companion.ui.widgets import Box, Grid, Holder, OutlineButton, Pill, PrimaryButton, SeatToken
from companion.ui.widgets.base.flow import SideBySide
from companion.ui.widgets.base.part import Words
from companion.ui.widgets.controls.rows import IconLine, ListRow, SwitchRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.services.phones.guest_table import GuestTable
    from companion.services.phones.guests import Ticket
    from companion.ui.app.tableside import TablesideApp
    from companion.ui.table.screen import TableScreen


QUIET = 4
"""Width of the empty border that QR readers need, in modules."""
PAPER, INK = (0.984, 0.961, 0.918, 1.0), (0.11, 0.09, 0.08, 1.0)
SIDE = 264.0


class QrCode(Holder):
    """A QR code, dark on light in every theme, since many readers need that."""

    def __init__(self, look: Look, url: str) -> None:
        super().__init__()
        self.url = url
        self.paper = Widget(size_hint=(None, None))
        Box(self.paper, PAPER, dp(24))
        self.fill([self.paper])
        with self.canvas.after:
            Color(*INK)
            self._modules = Rectangle(texture=texture_of(url))

    def fit(self, width: float) -> float:
        return self.take_size(width, min(dp(SIDE), width))

    def arrange(self) -> None:
        modules = self._modules.texture.width
        one = max(1, int(self.height / (modules + 2 * QUIET)))  # whole pixels keep all modules equally wide
        side = one * modules
        self.paper.size = (self.height, self.height)
        self.paper.center = (self.center_x, self.center_y)
        self._modules.size = (side, side)
        self._modules.pos = (int(self.center_x - side / 2), int(self.center_y - side / 2))


def texture_of(url: str) -> Texture:
    """The modules as a mask, opaque where dark."""
    import segno

    rows = [bytes(row) for row in segno.make(url, error="m", micro=False).matrix]
    side = len(rows)
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.mag_filter = texture.min_filter = "nearest"
    pixels = b"".join(b"\xff" * 4 if module else bytes(4) for row in reversed(rows) for module in row)
    texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    return texture


class InviteSheet(Sheet):
    """Stays open while guests join and answer. Ready closes it, but guests can still join."""

    outlives_answers = True

    def __init__(self, app: TablesideApp, look: Look, opened: OpenPlay, table: GuestTable) -> None:
        self.app, self.opened, self.table = app, opened, table
        self._freeing: int | None = None
        disconnect = partial(app.close_sheet, partial(app.device.guests.close, again=False))
        foot = SideBySide(look, [OutlineButton(look, say("Disconnect phones"), "door-closed", disconnect),
                                 PrimaryButton(look, say("Ready"), "check-bold", app.close_sheet)])
        super().__init__(look, say("Invite phones"), [], foot)
        self.on_close = app.device.guests.watch(self.show)
        self.show()

    # Showing

    def show(self) -> None:
        if not self.table.is_open:
            return
        asks = [part for asked in self.table.asks for part in ask_parts(self.app, self.look, *asked)]
        self.column.fill([*self._address(), *asks, *self._seats(), *self._rest()])
        if self.parent is not None:
            self.refit()

    def _address(self) -> list[Any]:
        look, found = self.look, self.table.addresses
        if not found:
            return [IconLine(look, say("No network was found. Join a Wi-Fi network or open a hotspot, "
                                       "then look again."), "wifi-off", role="body"),
                    Pill(look, say("Look again"), "refresh", self.show)]
        address = found[0]
        code = say("If you type the address, the page asks for the code {code}.",
                   code=" ".join(self.table.guests.code))
        parts: list[Any] = [
            Words(look, say("Scan, or type the address into any browser on the same Wi-Fi. "
                            "Nothing to install."), "body", "text2"),
            QrCode(look, self.table.url(address)),
            Words(look, f"{address}:{self.table.server.port}", "title", align="center", chrome=True),
            Words(look, code, "body", align="center")]
        if len(found) > 1:
            others = ", ".join(f"{one}:{self.table.server.port}" for one in found[1:])
            parts.append(Words(look, say("If that doesn't open: {others}", others=others), "support", "text2",
                               align="center"))
        parts.append(Pill(look, say("Copy the link"), "content-copy", partial(self._copy, address)))
        return parts

    def _copy(self, address: str) -> None:
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(self.table.url(address))
        self.app.tell(say("Copied. Anyone with this link can join."))

    def _seats(self) -> list[Any]:
        seats, joined = self.opened.play.table.seats, self.table.joined
        letters = initials(seat.name for seat in seats)
        head = Words(self.look, joined_words(len(joined), len(seats)), "label", "text2")
        rows = [self._seat(seat, letters[seat.index], seat.index in joined) for seat in seats]
        return [head, Grid(rows, columns=1 if self.look.big else 2, gap=8)]

    def _seat(self, seat: Any, letter: str, has_phone: bool) -> ListRow:
        second: Text = say("joined") if has_phone else say("uses this device")
        if seat.index in self.table.views.away:
            second = say("joined, phone away")
        if has_phone and self._freeing == seat.index:
            second = say("tap again to free the seat")
        free = partial(self._free, seat.index) if has_phone else None
        row = ListRow(self.look, seat.name, second, "", free,
                      token=SeatToken(self.look, seat.colour, letter, 36), tone="surface2",
                      more="cellphone-check" if has_phone else "")
        if has_phone:
            row.second.tint("gain")
        return row

    def _free(self, seat: int) -> None:
        """Ask on the first tap and act on the second, so no stray tap removes a phone."""
        if self._freeing == seat:
            self._freeing = None
            self.table.guests.free(seat)
        else:
            self._freeing = seat
            self.show()

    def _rest(self) -> list[Any]:
        may = self.table.views.guests_answer
        return [SwitchRow(self.look, say("Guests answer for the table"),
                          say("Any phone can answer for the whole table."), may,
                          self.table.views.let_guests_answer, "account-group-outline"),
                IconLine(self.look, say("Pages use plain http: anyone on this Wi-Fi could read along or "
                                        "answer. Away from home, use your own hotspot."), "shield-outline")]


def ask_parts(app: TablesideApp, look: Look, ticket: str, asked: Ticket) -> list[Any]:
    words = {"seat": say("Another phone wants {name}'s seat. Is that {name}?", name=asked.name),
             "name": say("{name} wants to join. Add a seat?", name=asked.name),
             "undo": say("{name} asks to undo the last answer.", name=asked.name)}

    def decide(yes: bool) -> None:
        table = app.device.guests.table
        why = table.host.decide(ticket, yes) if table is not None else ""
        if why:
            app.tell(why)
    return [Words(look, words[asked.kind], "answer"),
            Grid([OutlineButton(look, say("No"), "close", partial(decide, False)),
                  PrimaryButton(look, say("Yes"), "check-bold", partial(decide, True))],
                 columns=1 if look.big else 2)]


class AskSheet(Sheet):
    """Shows phones' requests while the host is elsewhere; closes once all are answered."""

    outlives_answers = True

    def __init__(self, app: TablesideApp, look: Look, table: GuestTable) -> None:
        self.app, self.table = app, table
        super().__init__(look, say("A guest asks"))
        self.on_close = app.device.guests.watch(self.show)
        self.show()

    def show(self) -> None:
        asks = self.table.asks if self.table.is_open else []
        if asks:
            self.column.fill(ask_parts(self.app, self.look, *asks[0]))
            if self.parent is not None:
                self.refit()
        elif self.app.sheets[-1:] == [self]:
            self.app.close_sheet()


def show_asks(app: TablesideApp, look: Look, table: GuestTable) -> None:
    """Show requests wherever the host is, unless an open sheet already does."""
    if not any(isinstance(one, AskSheet | InviteSheet) for one in app.sheets):
        app.open_sheet(AskSheet(app, look, table))


def joined_words(phones: int, seats: int) -> Text:
    if not phones:
        return say("Nobody has joined yet")
    if phones == seats:
        return say("Everybody has joined")
    return say("{phones}, {others}", phones=count("{n} phone", "{n} phones", phones),
               others=count("{n} uses this device", "{n} use this device", seats - phones))


def open_invite(app: TablesideApp, look: Look, opened: OpenPlay) -> None:
    try:
        table = app.device.guests.open(opened)
    except Refused as refused:
        app.tell(refused.refusal.why)
        return
    app.open_sheet(InviteSheet(app, look, opened, table))


class GuestPhones:
    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.guests = screen.app.device.guests
        self.guests.show_asks = partial(show_asks, screen.app, screen.look)
        self._here: int | None = None
        """The seat that answers on this device despite having a phone."""
        self._handed = ""
        """Key of the question handed automatically to a person without a phone."""
        self._epoch = ""
        self._stop: Callable[[], None] = lambda: None

    # Coming and going

    def enter(self) -> None:
        self._stop()
        self.guests.come_back(self.screen.controller.opened)
        self._stop = self.guests.watch(self.screen.refresh)

    def leave(self) -> None:
        self._stop()

    def close(self) -> None:
        if self.guests.of(self.screen.controller.opened) is not None:
            self.guests.close()

    # On which phone somebody answers

    def answers(self, question: Q | None) -> bool:
        if question is None or question.seat is None:
            return False
        if question.seat.index != self._here:
            self._here = None
        return self._here is None and self.guests.has(self.screen.controller.opened, question.seat.index)

    def answer_here(self, question: Q) -> None:
        """Answer on this device until it is somebody else's turn."""
        if question.seat is not None:
            self._here = question.seat.index
            self.screen.refresh()

    # Secret answers

    def hand_round(self, now: Situation) -> bool:
        """Hand the device to people without a phone; True if only guests with phones are left."""
        controller = self.screen.controller
        asked = now.question
        if now.state != "ballots" or asked is None or asked.seat is None:
            return False
        if self.guests.of(controller.opened) is None:
            return False
        chosen = controller.wish == asked.key() != self._handed
        is_in = asked.key() in now.given
        if chosen or not (is_in or self.guests.has(controller.opened, asked.seat.index)):
            return False
        for one in now.asked:
            if one.key() not in now.given and one.seat is not None and not self.guests.has(controller.opened,
                                                                                           one.seat.index):
                controller.wish = self._handed = one.key()
                controller.read()
                return False
        controller.wish = self._handed = ""
        controller.read()
        return True

    def waiting_words(self, now: Situation) -> Any:
        names = [one.seat.name for one in now.asked if one.key() not in now.given and one.seat is not None]
        if len(names) == 1:
            return without_stop(say("{name} answers on their phone.", name=names[0]))
        return say("{names} answer on their phones", names=listing(names))

    def brought_the_last(self) -> bool:
        """Whether a phone cast the last vote, so this device is already on the table."""
        opened = self.screen.controller.opened
        seat = opened.play.log[-1].seat if opened.play.log else None
        return seat is not None and self.guests.has(opened, seat)

    # A finger

    def touch_down(self, touch: Any) -> None:
        touch.ud.setdefault("tableside epoch", self.screen.controller.epoch)

    def touch_up(self, touch: Any) -> None:
        self._epoch = touch.ud.get("tableside epoch", "")

    def touch_done(self) -> None:
        self._epoch = ""

    def epoch(self) -> str:
        """The epoch of the table when the finger went down; empty for ballots, which check it themselves."""
        return self._epoch if self.screen.situation.state == "question" else ""

    def close_stale_sheets(self, change: Change) -> None:
        """Close sheets about a question that somebody else has answered."""
        app = self.screen.app
        stale = [sheet for sheet in app.sheets if not getattr(sheet, "outlives_answers", False)]
        if change.own or not change.answered or not stale:
            return
        while app.sheets and app.sheets[-1] in stale:
            app.close_sheet()
        self.tell_late()

    def tell_late(self) -> None:
        """Say that a tap or sheet came too late and did nothing."""
        self.screen.app.tell(say("Somebody answered on another phone. Look again."))
