"""A host's tab and a guest's phone on two networks. test_two_networks.py runs this inside the second one.

    python -m tests.web.two_networks SITE PORT CHROMIUM chromium|firefox [bare]

CHROMIUM is a script that starts it in the first network. The last words name the host's browser, and an
answer without addresses. Firefox is driven over a socket, so this process shares its network.
"""

import os
import shutil
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

os.environ["NODE_OPTIONS"] = f"--require {Path(__file__).with_name('firefox.cjs')}"

from playwright.sync_api import Error, sync_playwright

from tests.web.pairing import arrived, without_address
from tests.web.site import SLOW
from tests.web.table import ARGS, Guest
from tests.web.test_lobby import begin

SHARES = "() => { navigator.share = async ({url, text}) => { window.shared = url || text; }; }"
PREFS = {"media.navigator.streams.fake": True, "media.navigator.permission.disabled": True,
         "ui.prefersReducedMotion": 1}


def until_served(host: Guest, url: str) -> None:
    """The server of the host's network is another process, which a busy machine starts late."""
    end = monotonic() + SLOW
    while True:
        try:
            host.page.goto(url)
            return
        except Error as refused:
            if "CONNECTION_REFUSED" not in str(refused) or monotonic() > end:
                raise
        sleep(0.5)


def opened(host: Guest, url: str) -> str:
    """The link that the host sends."""
    until_served(host, url)
    begin(arrived(host), "Windmill", "Ana", "Ben", "Cleo")
    host.tap("Host")
    host.tap("Invite phones")
    use = host.page.get_by_role("button", name="Use the camera")
    code = host.page.locator("#invite .qr svg")
    use.or_(code).first.wait_for()
    if use.count():
        host.press(use)
    code.wait_for()
    host.page.evaluate(SHARES)
    host.tap("Send a link instead")
    host.until("!!window.shared")
    return str(host.page.evaluate("shared"))


def answered(guest: Guest, link: str) -> str:
    guest.page.goto(link)
    guest.page.locator(".pairing .qr svg").wait_for()
    guest.page.evaluate(SHARES)
    guest.tap("Send the code instead")
    guest.until("!!window.shared")
    return str(guest.page.evaluate("shared"))


def main(url: str, chromium: str, first: str, *more: str) -> None:
    with sync_playwright() as api:
        args = [*ARGS, "--use-fake-device-for-media-stream"]
        blink = api.chromium.launch(executable_path=chromium, args=args)
        gecko = api.firefox.launch(executable_path=shutil.which("firefox-esr") or shutil.which("firefox"),
                                   channel="moz-firefox", firefox_user_prefs=PREFS)
        how: dict[str, Any] = {"permissions": ["camera"]} if first == "chromium" else {}
        patient = SLOW * 1000  # two browsers start at once
        one = Guest(blink.new_context(has_touch=True, **how), patience=patient)
        other = Guest(gecko.new_context(), patience=patient)
        host, guest = (one, other) if first == "chromium" else (other, one)
        link = opened(host, url)
        code = answered(guest, link)
        if "bare" in more:
            code = without_address(code)
        begun = monotonic()
        host.page.locator("#invite input[name=code]").fill(code)
        host.press(host.page.locator("#invite form button").first)
        guest.press(guest.page.locator(".answer", has_text="Ben").first)
        guest.page.locator(".bar .me", has_text="Ben").wait_for()
        took = monotonic() - begun
        letters = len(link.partition("#join=")[2])
        print(f"{first}: offer {letters} letters, answer {len(code)} letters, a seat after {took:.1f} s")
        guest.page.wait_for_timeout(6000)
        guest.page.reload()
        try:
            guest.page.locator(".bar .me", has_text="Ben").wait_for(timeout=20000)
            print("came back by itself after a reload")
        except Exception:
            print("two scans are needed after a reload:", guest.page.inner_text("body")[:80])
        blink.close()
        gecko.close()


if __name__ == "__main__":
    from functools import partial
    from http.server import ThreadingHTTPServer
    from threading import Thread

    from tests.web.site import Plain

    folder, port, *rest = sys.argv[1:]
    server = ThreadingHTTPServer(("127.0.0.1", int(port)), partial(Plain, directory=folder))
    if rest[0] == "serve":  # the same address in the other network
        server.serve_forever()
    Thread(target=server.serve_forever, daemon=True).start()
    main(f"http://127.0.0.1:{port}/", *rest)
