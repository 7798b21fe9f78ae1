"""Deckhands as a script: a stretch is a round."""

from __future__ import annotations

from companion.core.text import say, spelled
from tableside_deckhands.questions import Bid, Tricks, change, told
from tableside_deckhands.table import Deckhands


async def play(table: Deckhands) -> None:
    if any(sailor.bid is None for sailor in table.present()):
        bids = await table.all_of(Bid(sailor) for sailor in table.present())        # DH-3
        for sailor in table.present():
            if sailor in bids:
                sailor.bid = table.reveal(bids[sailor])
                table.tell(say("{name} bid {n}.", name=sailor, n=spelled(sailor.bid)), sailor, "DH-3")
    tricks = await table.ask(Tricks(None))                                          # DH-4
    for sailor, taken in zip(table.present(), tricks, strict=False):
        table.tell(told(sailor, taken), sailor, "DH-5" if sailor.bid == taken else "DH-6")
        points = change(table, sailor, taken)
        if points < 0:
            sailor.lose(-points)                                                    # DH-6
        else:
            sailor.gain(points)                                                     # DH-5
    for sailor in table.seats:
        sailor.bid = None
    table.round += 1                                                                # DH-2
