"""A plain page shown while another instance of the app has locked the plays."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from kivy.clock import Clock

from companion.core.language import choose, speak
from companion.core.text import say
from companion.services.ports.machine import machine
from companion.services.store import PATIENCE, SOON, WAITING, Busy, Store, open_store
from companion.ui.app.failures.rescue import RescueApp, RescuePage


def waiting_for(error: Exception, make: Callable[[], Any]) -> "WaitingApp | None":
    return WaitingApp(error, make) if isinstance(error, Busy) else None


class WaitingApp(RescueApp):
    """Waits in the same window until another instance of the app lets go of the plays."""

    def __init__(self, busy: Busy, make: Callable[[], Any]) -> None:
        super().__init__(busy, make, place=busy.place)
        speak(choose(machine().languages()))  # the chosen one is in the file
        self.until = monotonic() + PATIENCE
        """From then on the app starts even if nothing can be saved; it can't without reading the plays."""

    def _page(self) -> RescuePage:
        if not isinstance(self.error, Busy):
            return super()._page()
        words = (WAITING, say("Nothing is lost. If it takes long, close the other one."))
        return RescuePage([str(one) for one in words], [])

    def on_start(self) -> None:
        Clock.schedule_interval(self.look, SOON)

    def look(self, _: float) -> bool:
        try:
            store = open_store(self.place, 0.0, to_write=monotonic() < self.until)
        except Busy:
            return True
        make, self.make = self.make, lambda: _with(store, make())
        self.again()
        self.make = make
        return False


def _with(store: Store, app: Any) -> Any:
    app.store = store
    return app
