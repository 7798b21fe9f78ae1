"""The real app, reporting its window to a test: a line in, a line of JSON out."""

import json
import sys
import threading
from typing import Any

from companion.ui.app.start import main, make_app


def seen() -> list[dict[str, Any]]:
    """Every widget, topmost first, with its centre in window pixels from the top."""
    from kivy.app import App
    from kivy.core.window import Window

    from companion.touches.driver import AppDriver
    looker = AppDriver(None)
    app = App.get_running_app()
    over = app.device.desk.over
    found = [{"text": "", "kind": "Window", "wide": Window.width, "high": Window.height,
              "new": app.layers.just_appeared(), **state(app)}]
    for widget in looker.walk():
        text, sign = getattr(widget, "text", ""), getattr(widget, "name", "")
        x, y = looker.where(widget)
        found.append({"text": text if isinstance(text, str) else "", "kind": type(widget).__name__,
                      "sign": sign if isinstance(sign, str) else "",
                      "x": round(x), "y": round(Window.height - y), "disabled": bool(widget.disabled),
                      "typing": getattr(widget, "focus", None) is True, "over": widget is over,
                      "wide": round(widget.width), "high": round(widget.height)})
    return found


def state(app: Any) -> dict[str, Any]:
    """The page, the number of answers in its play, the open question, and whether a reveal has the window."""
    visit, page = app.visits[-1], app.page
    opened = visit.args.get("opened")
    play = None if opened is None else opened.play
    asked = [type(one).__name__ for one in play.open()] if play is not None and play.outcome() is None else []
    return {"page": visit.name, "answers": 0 if play is None else len(play.log), "asked": asked[:1],
            "reveals": any(getattr(one, "reveals", False) for one in (page, getattr(page, "stage", None)))}


def listen() -> None:
    from kivy.clock import Clock

    def answer(_: float) -> None:
        print(json.dumps(seen()), flush=True)

    for _ in sys.stdin:
        Clock.schedule_once(answer)


def watched() -> Any:
    app = make_app()
    threading.Thread(target=listen, daemon=True).start()
    return app


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], watched))
