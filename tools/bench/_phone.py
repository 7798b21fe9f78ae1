"""A guest's phone without a browser: what it sends, and when each state comes."""

from __future__ import annotations

import http.client
import json
import threading
from time import perf_counter
from typing import Any


def post(port: int, path: str, message: dict[str, Any], token: str = "") -> Any:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request("POST", path, json.dumps(message), {"Content-Type": "application/json", "X-Tableside": token})
        return json.loads(line.getresponse().read())
    finally:
        line.close()


class Look:
    """Read a stream in a separate thread, noting when each state arrives."""

    def __init__(self, port: int, token: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.line.request("GET", "/events", headers={"X-Tableside": token})
        self.stream = self.line.getresponse()
        self.state: dict[str, Any] = {}
        self.came = 0.0
        self.size = 0
        self.news, self.ended = threading.Event(), threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while raw := self.stream.readline():
                said = json.loads(raw)
                if "state" in said:
                    self.came, self.state, self.size = perf_counter(), said["state"], len(raw)
                    self.news.set()
        except OSError:
            pass
        finally:
            self.ended.set()
