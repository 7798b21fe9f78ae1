"""A host's tab and guests' phones that pair by codes: one shows, the other one's fake camera sees."""

from __future__ import annotations

import base64
import io
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.web.site import SLOW, Site
from tests.web.table import ARGS, Guest, chromium, read_qr

WIDE, HIGH, FRAMES = 640, 480, 4
PEERS = """window.peers = []; window.sent = []; window.channels = [];
const Own = RTCPeerConnection, send = RTCDataChannel.prototype.send;
window.RTCPeerConnection = class extends Own { constructor(how) { super(how); peers.push([how, this]); } };
RTCDataChannel.prototype.send = function (data) {
  if (!channels.includes(this)) channels.push(this);
  sent.push([channels.indexOf(this), data]);
  return send.call(this, data); };"""
"""Notes every connection and everything that this page sends over channels."""
NO_CAMERA = """if (navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("none", "NotFoundError"));"""


def film(path: Path, picture: Any = None) -> None:
    """A video of a picture as a camera sees it: turned by 7 degrees, on grey. Written over the last one."""
    from PIL import Image

    frame = Image.new("L", (WIDE, HIGH), 150)
    if picture is not None:
        seen = picture.convert("L").rotate(7, expand=True, fillcolor=150)
        seen.thumbnail((440, 440))
        frame.paste(seen, ((WIDE - seen.width) // 2, (HIGH - seen.height) // 2))
    one = b"FRAME\n" + frame.tobytes() + bytes([128]) * (WIDE * HIGH // 2)
    path.touch()
    with path.open("r+b") as video:
        video.write(b"YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420jpeg\n" % (WIDE, HIGH) + one * FRAMES)


def camera_args(path: Path) -> list[str]:
    return [*ARGS, "--allow-loopback-in-peer-connection",
            "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={path}"]


class Phones:
    """The host's page and its guests, as contexts of one browser, or each in a process of its own."""

    def __init__(self, browsers: Any, site: Site, home: Path) -> None:
        self.browsers, self.site, self.home, self.camera = browsers, site, home, browsers.camera
        film(self.camera)
        devices = browsers.api.devices
        pixel = {key: value for key, value in devices["Pixel 7"].items() if key != "default_browser_type"}
        self.how = {**pixel, "device_scale_factor": 1, "reduced_motion": "reduce", "permissions": ["camera"],
                    "service_workers": "block"}
        self.start = {"executable_path": chromium(), "args": camera_args(self.camera)}
        self.contexts: list[Any] = []
        self.asked: list[str] = []
        """Every address that a page has requested."""

    def context(self, alone: str = "", **more: Any) -> Any:
        """`alone`: the profile folder of a separate browser process, which can be killed."""
        if alone:
            launch = self.browsers.api.chromium.launch_persistent_context
            context = launch(self.home / alone, **self.start, **{**self.how, **more})
        else:
            context = self.browsers.with_camera(self.start["args"]).new_context(**{**self.how, **more})
        context.add_init_script("{" + PEERS + "}")
        context.on("request", lambda request: self.asked.append(request.url))
        self.contexts.append(context)
        return context

    def host(self, alone: str = "", *, camera: bool = False, **more: Any) -> Guest:
        """Without a camera codes are pasted. Reading pictures takes more time than all the rest."""
        host = self.guest(alone, **more)
        if not camera:
            host.context.add_init_script(NO_CAMERA)
        host.page.goto(self.site.url)
        return arrived(host)

    def guest(self, alone: str = "", **more: Any) -> Guest:
        """Many pages share a busy machine, so each may take long."""
        return Guest(self.context(alone, **more), patience=SLOW * 1000)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def arrived(host: Guest) -> Guest:
    host.until("!!(window.tableside && tableside.sessions[0] && S)", SLOW)
    return host


def open_invitation(host: Guest) -> None:
    host.tap("Host")
    host.tap("Invite phones")
    host.page.locator("#invite .qr svg").wait_for()


def seen_code(page: Any, css: str) -> Any:
    """What a camera sees there, as soon as the code is drawn."""
    from PIL import Image
    from playwright.sync_api import Error

    end = monotonic() + SLOW
    while monotonic() < end:
        with suppress(Error):  # it may be replaced by the next code meanwhile
            page.locator(f"{css} svg").scroll_into_view_if_needed()
            picture = Image.open(io.BytesIO(page.locator(css).screenshot()))
            if read_qr(picture):
                return picture
    raise TimeoutError(f"no code in {css}")


def shown_link(host: Guest) -> str:
    """The link in the QR code on the host's screen."""
    return read_qr(seen_code(host.page, "#invite .qr"))


def without_address(code: str) -> str:
    """The same code with no address in it: version, fingerprint, name, password, no places, the rest."""
    raw = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
    end = 33 + 1 + raw[33]
    end += 1 + raw[end]
    real = raw[end]
    hidden = raw[end + 1 + 6 * real]
    rest = raw[end + 2 + 6 * real + 18 * hidden:]
    return base64.urlsafe_b64encode(raw[:end] + b"\0\0" + rest).decode().rstrip("=")


def scan(guest: Guest, link: str) -> Any:
    """The guest's camera app opens the link; the page shows its own code."""
    guest.page.goto("about:blank")
    guest.page.goto(link)
    return seen_code(guest.page, ".pairing .qr")


def pair(phones: Phones, host: Guest, guest: Guest) -> None:
    """Two scans. The host's sheet is open, and the next invitation is ready afterwards."""
    link = ""
    for _ in range(3):
        link = shown_link(host)
        answer(phones, host, scan(guest, link))
        if reached(host, guest):
            break
        film(phones.camera)
        host.tap("Try again")
    end = monotonic() + SLOW
    while shown_link(host) == link and monotonic() < end:
        sleep(0.2)
    film(phones.camera)


def answer(phones: Phones, host: Guest, code: Any) -> None:
    """The host's camera sees this picture; without a camera somebody pastes what it says."""
    if host.page.locator("#invite .camera").count():
        film(phones.camera, code)
        return
    host.page.locator("#invite input[name=code]").fill(read_qr(code))
    host.page.locator("#invite form button").tap()


def reached(host: Guest, guest: Guest) -> bool:
    """On a busy machine, the host's ten seconds may be too few."""
    end = monotonic() + SLOW
    while monotonic() < end and not host.page.get_by_role("button", name="Try again").is_visible():
        if guest.is_so("!!document.querySelector('#app main:not(.pairing)')"):
            return True
        sleep(0.2)
    return False


def sit(guest: Guest, name: str) -> None:
    guest.press(guest.page.locator(".answer", has_text=name).first)
    guest.page.locator(".bar .me", has_text=name).wait_for()


def close_sheet(host: Guest) -> None:
    host.press(host.page.locator("dialog .head .pill"))


HAS_SPARES = """new Promise((go) => {
  const asked = indexedDB.open("tableside-phones", 1);
  asked.onsuccess = () => {
    const found = asked.result.transaction("kept").objectStore("kept").get("host");
    found.onsuccess = () => { asked.result.close(); go(!!found.result?.spares.length); };
  }; })"""


def prepared(*guests: Guest) -> None:
    """Wait until these phones can come back without a code."""
    for guest in guests:
        guest.until(HAS_SPARES)
