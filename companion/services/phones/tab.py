"""The table in a browser tab: `Serving` over a link that passes strings to the page's worker."""

import json
import logging
import pkgutil
import random
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from companion import __version__
from companion.core.language import choose, current, speak
from companion.core.registry import Found, find_games
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.services.packs import games_here
from companion.services.packs.pack import PLAYS, PackFolder, Trial, read_pack
from companion.services.phones import limits
from companion.services.phones.guests import Guests
from companion.services.phones.http import Denied, write_json
from companion.services.phones.link import Post, work_of
from companion.services.phones.page_words import TAB_NEEDS, WORDS, update_it, words_json
from companion.services.phones.serve import HERE, Serving
from companion.services.phones.tab_link import Stream, TabLink

log = logging.getLogger("tableside")
STORE = "tableside.db"
PAUSE = 3.0
"""Seconds between an answer and the backup that it calls for."""
TRIAL = 30.0
"""Seconds of trial plays: Python is much slower in a tab."""

IN_A_TAB: dict[str, Text] = {
    "connected": say("{name}"),
    "looking": say("{name} is starting…"),
    "lost_hint": say("One moment."),
    "end_sure": say("The play is saved. You can find it in History."),
    # Invite phones
    "invite": say("Invite phones"),
    "invite_hint": say("No Wi-Fi needed: one phone’s hotspot is enough."),
    "why_camera": say("This page needs the camera: to read your friends’ codes, and because browsers tell a "
                      "phone’s address only then. No picture leaves this phone."),
    "use_camera": say("Use the camera"),
    "without_camera": say("Go on without a camera"),
    "no_camera": say("This page can’t use the camera. Allow it in the browser’s settings."),
    "camera_view": say("What the camera sees"),
    "step_scan": say("A friend’s camera scans this"),
    "step_point": say("Then point this phone at theirs"),
    "step_paste": say("Then paste the code they send you"),
    "preparing": say("One moment…"),
    "paste_code": say("Code from the other phone"),
    "paste_instead": say("Paste a code instead"),
    "send_link": say("Send a link instead"),
    "link_copied": say("The link is copied. Paste it into a message."),
    "connecting": say("Connecting…"),
    "phone_joined": say("Connected. The next friend can scan now."),
    "too_far": say("That phone can’t be reached. Join the same Wi-Fi, or one phone’s hotspot: some guest "
                   "networks keep phones apart."),
    "stale_code": say("That answers an older code. Let them scan this one first."),
    "other_version": say("That phone has another version of Tableside. Load both pages again."),
    "no_code": say("That isn’t a code from a friend’s phone."),
    "nothing_read": say("No code read yet. Hold both phones still, or send a link instead."),
    "phone_here": say("One phone is here"),
    "phones_here": say("Phones here: {number}"),
    "on_this_phone": say("uses this phone"),
    "watches": say("Somebody is watching"),
    "no_seat": say("A phone without a seat"),
    "remove_phone": say("Disconnect {name}’s phone"),
    "remove_sure": say("Tap again"),
    "scan_box": say("Scan a box’s code"),
    "scan_box_hint": say("Point the camera at the code on your friend’s screen."),
    "in_app": say("I have the app: open it there"),
}
"""What the page says differently if the table is in the same browser."""

FIRST: dict[str, Text] = {
    "starts": say("The scorekeeper and referee beside your board game. Starting…"),
    "loading": say("Getting the rules ready: {there} of {all} MB"),
    "busy": say("Tableside is open in another tab"),
    "busy_hint": say("Only one tab can use your plays at a time. Nothing is lost if you continue here."),
    "use_here": say("Use it here"),
    "stuck": say("The other tab doesn't answer. Close it, then try again."),
    "taken": say("Another tab has taken over"),
    "denied": say("This browser doesn't let Tableside save anything"),
    "denied_hint": say("Allow cookies and site data for this page, then load it again."),
    "full": say("This browser has no room left. Your last answer wasn't saved; free some space, then answer "
                "again."),
    "unsaved": say("This browser couldn't save your last answer, so it was taken back. Answer again."),
    "unsaved_denied": say("This browser no longer lets Tableside save anything. Allow site data, then answer "
                          "again."),
    "cleared": say("This browser's data was cleared"),
    "cleared_hint": say("Your plays were still open here, so they are saved again. Export them to be safe."),
    "newer": say("A newer Tableside saved these plays"),
    "newer_hint": say("They are kept as they are. Load the page again to get the newer version."),
    "full_start": say("This browser has no room left"),
    "full_hint": say("Your plays are kept. Free some space on this device, then load the page again."),
    "silent": say("Nothing has arrived for 20 seconds. Check your network, then try again."),
    "lost": say("{file} couldn't be loaded. Your plays are kept. Check your network, then try again."),
    "wrong": say("The server sent a wrong {file}. Your plays are kept. Try again later."),
    "lost_page": say("Tableside couldn't be loaded"),
    "lost_hint": say("Your plays are kept. Check your network, then try again."),
    "old": say("This browser is too old"),
    "old_hint": update_it(TAB_NEEDS),
    "secure": say("Tableside needs a secure connection"),
    "secure_hint": say("Open this address with https:// instead of http://."),
    "broken": say("Tableside couldn't start"),
    "broken_hint": say("Your plays are kept. Load the page again, or update your browser."),
    "damaged": say("Some of your saved data was damaged"),
    "damaged_hint": say("Everything readable is back, and the damaged data is kept. "
                        "Check your last answers."),
    "again": say("Try again"),
    "may_clear": say("This browser may delete your plays, above all in a private window. Export them now and "
                     "then."),
    "add_game": say("Add a game"),
    "install": say("Add to home screen"),
    "share_first": say("Tap Share in the browser’s bar."),
    "then_add": say("Choose Add to Home Screen."),
    "seven_days": say("Safari deletes the plays of a page after seven days without a visit. "
                      "On the home screen they stay."),
    "export_again": say("Your newest plays are only in this browser. Export them, so none can be lost."),
    "try_it": say("Try it and add it"),
    "update": say("Use the new version"),
    # A guest's page, before it has reached the table
    "pair": say("Let {name}’s phone scan this"),
    "pair_host": say("Let the host’s phone scan this"),
    "pair_hint": say("Hold this screen in front of their camera."),
    "pair_safe": say("There is nothing to install, and this phone talks to the table directly."),
    "preparing": say("One moment…"),
    "pair_slow": say("Nothing happens? Both phones need the same Wi-Fi, or one phone’s hotspot."),
    "send_code": say("Send the code instead"),
    "code_copied": say("Copied. Paste it into a message to the host."),
    "looking": say("Looking for {name}’s table…"),
    "looking_host": say("Looking for the table…"),
    "looking_hint": say("It reconnects by itself. If it doesn’t, scan the table’s code again: you keep your "
                        "seat."),
    "far": say("{name}’s phone can’t be reached"),
    "far_host": say("The table can’t be reached"),
    "far_hint": say("Is it awake, and on the same Wi-Fi? If so, scan its code again: you keep your seat."),
    "bad_code": say("This invitation can’t be read"),
    "bad_code_hint": say("Scan the code on the table’s screen again."),
    "no_host": say("This phone isn’t at a table"),
    "removed": say("The host has disconnected this phone"),
    "removed_hint": say("To come back, scan the code on the table’s screen."),
    "other_version": say("The table’s phone has another version of Tableside."),
    "other_version_hint": say("Load both pages again while you have a network."),
    "offline": say("It works without a network now."),
    "version": say("Tableside {version}"),
}
"""What the page says before the table is there, or in its place."""


def everything() -> Found:
    """Find the games and import all of them: later starts take this from an image of the memory."""
    for module in pkgutil.walk_packages(import_module("companion.games").__path__, "companion.games."):
        import_module(module.name)
    return find_games()


class Tab:
    """Raises nothing: whatever fails becomes a reply."""

    link: TabLink

    def __init__(self, home: Path, languages: list[str], found: Found, trial: Trial) -> None:
        """`trial`: how a pack is tried before it is added."""
        random.seed()  # a stored image of this process would roll the same dice every time
        self.languages = languages
        speak(choose(languages))
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.found, self.trial, self.token = home, found, trial, token_urlsafe(24)
        self.open()

    def open(self) -> None:
        """Put the last play on the table, or the form for a new one. The page is the host."""
        before = self.link.streams if hasattr(self, "link") else {}
        self.games = games_here(self.found, self.home).games
        self.serving = Serving(self.home / STORE, self.games, None, log.info, HERE, self._connect)
        backups = self.serving.library.store.backups
        if backups is not None:  # one takes a second if many plays are kept
            backups.rest, backups.later = 0.0, lambda work: self.link.later(PAUSE, work)
        self.serving.open(self.serving.last())
        self.link.guests.host_returns(self.token)
        self.link.handler.look()
        for name, stream in before.items():
            self.link.follow(name, replace(stream, sent="", land="null"))

    def is_older(self) -> bool:
        """Has a newer version saved the plays? This one must not touch them."""
        return not self.serving.library.store.writable

    def drop(self) -> None:
        """Let go of files whose last changes could not be saved."""
        self.serving.library.store.close(backup=False)

    def _connect(self, guests: Guests, post: Post, port: int) -> TabLink:
        self.link = TabLink(guests, post, port)
        return self.link

    def hello(self) -> Json:
        """What the page needs before it can ask: its words and its token."""
        return {**words_json({**WORDS, **IN_A_TAB}), "token": self.token,
                "secret": self.link.guests.secret, "version": __version__,
                "limits": {"size": limits.BODY, "per_second": limits.PER_SECOND, "burst": limits.BURST,
                           "silent": limits.SILENT_SECONDS}}

    def take(self, text: str) -> str:
        """One message of the worker. The result is for the page, once everything is saved."""
        reply = self._reply(json.loads(text))
        while not self.serving.work.empty():
            self.serving.step()
        alarms, self.link.alarms = self.link.alarms, []
        return write_json({"reply": reply, "news": self.link.news(), "alarms": alarms}).decode()

    def _reply(self, message: Mapping[str, Any]) -> Json:
        try:
            if "follow" in message:
                self.link.follow(message["follow"], Stream(message["token"]))
            elif "unfollow" in message:
                self.link.unfollow(message["unfollow"])
            elif "phone" in message:
                return self._from_phone(message["phone"], message)
            elif "phones" in message:
                return self.link.phones()
            elif "look" in message:
                self.link.handler.look()
            elif "alarm" in message:
                self.link.due.pop(message["alarm"], lambda: None)()
            elif message["path"] == "/words":
                speak(choose([message["body"].get("language", ""), *self.languages]))
                return self.hello()
            elif message["path"] == "/pack":
                return self._pack(b64decode(message["body"]["data"]), sure=message["body"]["sure"])
            else:
                body = {**message["body"], "language": current().language}
                return work_of(self.link, message["path"], body, message["token"], HERE)()
            return {}
        except Denied as no:
            return {"status": no.status, **no.to_json()}
        except Refused as refused:
            return {"status": 400, "why": refused.refusal.why}
        except Exception:
            log.exception("a request of the page failed")
            return {"status": 500, "why": say("That didn't work. Your play is saved: reload this page.")}

    def _from_phone(self, phone: str, message: Mapping[str, Any]) -> Json:
        """A phone's own text, or what the host's page says about that phone."""
        if "remove" in message:
            self.link.remove(phone)
        elif message["text"] is None:
            self.link.hang_up(phone)
        else:
            try:
                return {"text": self.link.request(phone, message["text"])}
            except Denied:
                return {"cut": True}  # no page of ours
        return {}

    def _pack(self, raw: bytes, *, sure: bool) -> Json:
        """Show what was checked before any code runs; if the player is sure, try it and add it."""
        pack = read_pack(raw)
        if not sure:
            return {"title": pack.title, "told": [
                say("A pack is a program. Add only what you trust: it can do whatever this app can."),
                say("Checked: its files, its licence, its imports. Not checked: what it does."),
                say("Next: up to {n} trial plays. If one fails, the pack isn't added.", n=PLAYS)]}
        game = PackFolder(self.home).take_in(raw, self.trial, set(self.games), seconds=TRIAL).finish()
        self.games[game.facts.id] = game
        self.link.handler.look()
        return {"told": say("{title} is in your library now.", title=game.facts.title)}
