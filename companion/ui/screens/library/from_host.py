"""A pack from the host of the same table: the address and the code of its screen, or the link that was copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.refusals import Refused
from companion.core.text import say
from companion.ui.screens.long_work import work
from companion.ui.screens.packs import take_pack
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import PrimaryButton, TonalButton
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

LONGEST = 140  # letters of a link


def open_from_host(app: TablesideApp, look: Look) -> None:
    from companion.services.packs.fetching import fetch_pack, invitation

    def go() -> None:
        try:
            asked = invitation(address.text, code.text)
        except Refused as refused:
            address.refuse(refused.refusal.why)
            sheet.refit()
            return
        app.close_sheet(lambda: work(app, say("Fetching the pack"), lambda: fetch_pack(asked),
                                     lambda raw: take_pack(app, raw, lambda: None)))

    def paste() -> None:
        from kivy.core.clipboard import Clipboard
        address.typing.text = str(Clipboard.paste() or "").strip()[:LONGEST]

    def away() -> None:
        address.focus(False)
        code.focus(False)

    address = TextEntry(look, say("Address, such as 192.168.0.7:8484"), icon="wifi", on_enter=lambda _: code.focus(),
                        longest=LONGEST)
    code = TextEntry(look, say("Four-letter code"), icon="key-outline", on_enter=lambda _: go(), longest=7)
    parts = [Words(look, say("Both are on the host's screen, under Invite phones. The copied link needs no code."),
                   "body", "text2"), address, code]
    foot = Column([PrimaryButton(look, say("Fetch it"), "download", go),
                   TonalButton(look, say("Paste the link"), "content-paste", paste)])
    sheet = Sheet(look, say("From the host of this table"), parts, foot, on_close=away)
    app.open_sheet(sheet)
