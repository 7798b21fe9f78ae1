"""The table in a browser tab: `Serving` over a link that passes strings to the page's worker."""

import itertools
import json
import logging
import pkgutil
import random
from base64 import b64decode
from collections.abc import Callable, Mapping
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
from companion.services.phones.guests import Guests, hashed
from companion.services.phones.http import Denied, write_json
from companion.services.phones.link import Post, RequestHandler, work_of
from companion.services.phones.page_words import TAB_NEEDS, WORDS, update_it, words_json
from companion.services.phones.serve import HERE, Serving

log = logging.getLogger("tableside")
STORE = "tableside.db"
NUMBERS = itertools.count(1)
"""Of all alarms: one that a closed table has set wakes no other."""

IN_A_TAB: dict[str, Text] = {
    "connected": say("{name}"),
    "looking": say("{name} is starting…"),
    "lost_hint": say("One moment."),
    "end_sure": say("The play is saved. You can find it in History."),
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
    "offline": say("It works without a network now."),
    "version": say("Tableside {version}"),
}
"""What the page says before the table is there, or in its place."""


class TabLink:
    """A `PhoneLink` to the pages of this tab. What they should get waits here until it is saved."""

    handler: RequestHandler

    def __init__(self, guests: Guests, post: Post, port: int) -> None:
        self.guests, self.post, self.port, self.bind = guests, post, port or limits.PORT, HERE
        self.due: dict[int, Callable[[], object]] = {}
        """What to do later, by number."""
        self.alarms: list[tuple[int, float]] = []
        self._states: dict[int, Json] = {}
        self._land: Json = None
        self.streams: dict[str, tuple[str, str, str]] = {}
        """By id: the token, and the state and land sent last."""

    def enter(self, handler: RequestHandler) -> None:
        self.handler = handler
        self._states.clear()

    def show(self, states: dict[int, Json], land: Json = None, *, quiet: bool = False) -> None:
        self._states.update(states)
        if not quiet:
            self._land = land

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        if seconds <= 0:
            work()
            return
        number = next(NUMBERS)
        self.due[number] = work
        self.alarms.append((number, seconds))

    def close(self, why: str = "closed", words: Text | None = None) -> None:
        self.streams.clear()

    def follow(self, stream: str, token: str) -> None:
        who = self.guests.who(token)
        if who is not None and who not in self._states:
            self.handler.look()
        self.streams[stream] = (token, "", "null")
        self.guests.looks(token, True)

    def unfollow(self, stream: str) -> None:
        if stream in self.streams:
            self.guests.looks(self.streams.pop(stream)[0], False)

    def news(self) -> list[tuple[str, str]]:
        """A line of JSON for each stream that has something new."""
        found, land = [], write_json(self._land).decode()
        for stream, (token, sent, told) in list(self.streams.items()):
            who = self.guests.who(token)
            if who is None:
                self.unfollow(stream)
                gone = {"gone": "freed", "why": say("Another phone has your seat, or the host freed it.")}
                found.append((stream, write_json(gone).decode()))
            elif who in self._states and (state := write_json(self._states[who]).decode()) != sent:
                self.streams[stream] = (token, state, land)
                first = "" if land == told else f'"land":{land},'
                found.append((stream, f'{{{first}"state":{state}}}'))
        return found


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
        speak(choose(languages))
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.found, self.trial, self.token = home, found, trial, token_urlsafe(24)
        self.open()

    def open(self) -> None:
        """Put the last play on the table, or the form for a new one. The page is the host."""
        before = self.link.streams if hasattr(self, "link") else {}
        self.games = games_here(self.found, self.home).games
        self.serving = Serving(self.home / STORE, self.games, None, log.info, HERE, self._connect)
        self.serving.open(self.serving.last())
        self.link.guests.host = hashed(self.token)
        self.link.handler.look()
        for stream, (token, _, _) in before.items():
            self.link.follow(stream, token)

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
                "secret": self.link.guests.secret, "version": __version__}

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
                self.link.follow(message["follow"], message["token"])
            elif "unfollow" in message:
                self.link.unfollow(message["unfollow"])
            elif "look" in message:
                self.link.handler.look()
            elif "alarm" in message:
                self.link.due.pop(message["alarm"], lambda: None)()
            elif message["path"] == "/words":
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

    def _pack(self, raw: bytes, *, sure: bool) -> Json:
        """Show what was checked before any code runs; if the player is sure, try it and add it."""
        pack = read_pack(raw)
        if not sure:
            return {"title": pack.title, "told": [
                say("A pack is a program. Add only what you trust: it can do whatever this app can."),
                say("Checked: its files, its licence, its imports. Not checked: what it does."),
                say("Next: {n} trial plays. If one fails, the pack isn't added.", n=PLAYS)]}
        game = PackFolder(self.home).take_in(raw, self.trial, set(self.games)).finish()
        self.games[game.facts.id] = game
        self.link.handler.look()
        return {"told": say("{title} is in your library now.", title=game.facts.title)}
