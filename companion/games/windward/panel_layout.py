"""Laying out the six tiles: the usual tiles of *put in order*, and the stage shows the planet as it grows."""

from __future__ import annotations

from companion.ui.table.kinds_several import Chooser, SeveralKind


class LayoutKind(SeveralKind):
    """Named in `setup_flow.Layout.panel`."""

    def read(self) -> None:
        super().read()
        self.host.stage.select(self.chosen())

    def _tap(self, chooser: Chooser) -> None:
        super()._tap(chooser)
        self.host.stage.select(self.chosen())

    def _clear(self) -> None:
        super()._clear()
        self.host.stage.select(())

    def left(self) -> None:
        self.host.stage.select(())
