"""WebKitGTK, the engine of Safari, driven by WebDriver: Debian's webkit2gtk-driver."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

from tests.web.site import SLOW
from tests.web.table import ROBOT, SHORT, free_port, until_so


def missing() -> list[str]:
    return [name for name in ("WebKitWebDriver", "Xvfb") if shutil.which(name) is None]


class WebKit:
    """One page, on a screen of its own."""

    def __init__(self, home: Path) -> None:
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "500x1000x24"],
                                       pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as said:
            display = said.readline().strip()
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        quiet = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
                 "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **quiet, "HOME": str(home), "XDG_RUNTIME_DIR": str(home),
                 "DISPLAY": f":{display}"})
        until_so(self._answers, "the driver answers")
        self.session = ""
        browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
        wanted = {"webkitgtk:browserOptions": {"binary": str(browser), "args": ["--automation"]}}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"
        self.call("POST", "/timeouts", {"script": SLOW * 1000, "pageLoad": SLOW * 1000})

    def _answers(self) -> bool:
        try:
            self.session = ""
            self.call("GET", "/status")
        except OSError:
            return False
        return True

    def call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + self.session + path, data, {"Content-Type": "application/json"},
                          method=method)
        with urlopen(request, timeout=SLOW) as reply:
            return json.load(reply)["value"]

    def run(self, code: str) -> Any:
        """The value of an expression, or of its promise."""
        script = (f"const done = arguments[0]; Promise.resolve(({code}))"
                  ".then(done, (error) => done('failed: ' + error))")
        return self.call("POST", "/execute/async", {"script": script, "args": []})

    def until(self, what: str, seconds: float = SLOW) -> None:
        end = monotonic() + seconds
        while self.run(what) is not True:
            if monotonic() > end:
                raise TimeoutError(f"never so: {what}; {self.run('document.body.innerText.slice(0, 300)')}")
            sleep(0.2)

    def open(self, url: str) -> None:
        self.call("POST", "/url", {"url": url})
        self.arrived()

    def reload(self) -> None:
        self.call("POST", "/refresh", {})
        self.arrived()

    def arrived(self) -> None:
        self.until("!!(window.tableside && tableside.sessions[0] && tableside.sessions[0].state)")
        self.run(f"(() => {{ {SHORT} {ROBOT} }})()")

    def tap(self, name: str) -> None:
        self.run(f"""[...document.querySelectorAll("button")]
            .find((one) => one.innerText.includes({json.dumps(name)})).click()""")

    def close(self) -> None:
        try:
            self.call("DELETE", "")
        finally:
            for one in (self.driver, self.screen):
                one.terminate()
                one.wait(30)
