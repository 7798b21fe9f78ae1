"""A `PhoneLink` inside a browser tab: to the host's own page, and to phones over its WebRTC channels."""

import itertools
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from companion.core.language import choose, current, speaking
from companion.core.text import Text, say
from companion.core.values import Json
from companion.services.phones import limits
from companion.services.phones.guests import WATCHER, Guests
from companion.services.phones.http import Denied, RateLimit, read_json, unreadable, write_json
from companion.services.phones.link import Post, RequestHandler, no_seat, work_of
from companion.services.phones.page_words import WORDS, words_json
from companion.services.phones.serve import HERE

NUMBERS = itertools.count(1)
"""Shared by all tables, so an alarm set by a closed table wakes no other."""

ON_A_CHANNEL: dict[str, Text] = {
    "lost_hint": say("It reconnects by itself. If it doesn’t, scan the table’s code again: you keep your "
                     "seat."),
    "closed_hint": say("Keep this page open: it keeps trying. Or scan the table’s code again: you keep your "
                       "seat."),
}
"""What a page says differently if it reaches the table over a channel."""


@dataclass
class Stream:
    """What a page follows. `phone` is "" for the host's own page."""

    token: str
    phone: str = ""
    page: str = ""
    language: str = ""
    sent: str = ""
    land: str = "null"


class TabLink:
    """What pages should get waits here until it is saved."""

    handler: RequestHandler
    has_address = False

    def __init__(self, guests: Guests, post: Post, port: int) -> None:
        self.guests, self.post, self.port, self.bind = guests, post, port or limits.PORT, HERE
        self.due: dict[int, Callable[[], object]] = {}
        """What to do later, by number."""
        self.alarms: list[tuple[int, float]] = []
        self._states: dict[int, Json] = {}
        self._land: Json = None
        self.streams: dict[str, Stream] = {}
        self._ended: list[tuple[str, str]] = []
        """Streams that have ended, and the last line of each."""
        self._done: OrderedDict[tuple[str, str, str], str] = OrderedDict()
        """Replies by phone, token and id: a phone repeats a request whose reply was lost."""
        self.rates = RateLimit(limits.PER_SECOND, limits.BURST, limits.ADDRESSES)

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

    # Streams

    def follow(self, name: str, stream: Stream) -> None:
        """A seat has one stream: another page takes it over. Raises `Denied`."""
        if stream.phone and len(self.streams) >= limits.STREAMS:
            raise Denied(503, "busy", say("Too many people are watching already."))
        who = self.guests.who(stream.token)
        if who is not None and who not in self._states:
            self.handler.look()
        for other in [key for key, one in self.streams.items() if one.token == stream.token]:
            if self.streams[other].page != stream.page:
                self._end(other, "replaced", say("This seat is open in another tab."))
            else:
                self.unfollow(other)
        self.streams[name] = stream
        self.guests.looks(stream.token, True, stream.phone, stream.phone)

    def unfollow(self, name: str) -> None:
        if name in self.streams:
            self.guests.looks(self.streams.pop(name).token, False)

    def _end(self, name: str, gone: str, why: Text) -> None:
        with speaking(self.streams[name].language or current().language):
            self._ended.append((name, write_json({"gone": gone, "why": why}).decode()))
        self.unfollow(name)

    def news(self) -> list[tuple[str, str]]:
        """A line of JSON for each stream that has something new."""
        found = list[tuple[str, str]]()
        for name, stream in list(self.streams.items()):
            who = self.guests.who(stream.token)
            if who is None:
                self._end(name, "freed", say("Another phone has your seat, or the host freed it."))
            elif who in self._states:
                found += self._line(name, stream, self._states[who])
        ended, self._ended = self._ended, []
        return [*ended, *found]

    def _line(self, name: str, stream: Stream, shown: Json) -> list[tuple[str, str]]:
        with speaking(stream.language or current().language):
            state, land = write_json(shown).decode(), write_json(self._land).decode()
        if state == stream.sent:
            return []
        first = "" if land == stream.land else f'"land":{land},'
        stream.sent, stream.land = state, land
        return [(name, f'{{{first}"state":{state}}}')]

    # Phones

    def hang_up(self, phone: str) -> None:
        """Its channel has ended, or nothing came for a while."""
        for name in [name for name, one in self.streams.items() if one.phone == phone]:
            self.unfollow(name)

    def remove(self, phone: str) -> None:
        """The host wants this phone to go: its seats are free."""
        self.guests.leave_place(phone)

    def phones(self) -> Json:
        """The seats of each phone, and whether it only watches. They survive the host's reload."""
        return {phone: {"seats": [who for who in all_ if who >= 0], "watches": WATCHER in all_}
                for phone, all_ in self.guests.by_place().items() if phone}

    def request(self, phone: str, text: str) -> str:
        """What a phone sent, and the reply. Raises `Denied` if no page of ours would send it."""
        if len(text) > limits.BODY:
            raise unreadable(413, "request")
        asked = read_json(text.encode("utf-8", "replace"))
        number, token, languages = asked.get("id"), asked.get("token", ""), asked.get("languages", [])
        fits = type(number) is int and isinstance(token, str) and isinstance(languages, list)
        if not fits or not all(isinstance(one, str) for one in languages):
            raise unreadable()
        language = choose([*languages[:limits.DEPTH], current().language])
        with speaking(language):
            try:
                reply = self._answer(phone, asked, token, language)
            except Denied as no:
                reply = write_json({"status": no.status, **no.to_json()}).decode()
        return f'{{"id":{number},"reply":{reply}}}'

    def _answer(self, phone: str, asked: dict[str, Json], token: str, language: str) -> str:
        """Raises `Denied`."""
        if not self.rates.take(phone):
            raise Denied(429, "rate", say("Too fast. Wait a second."))
        if "unfollow" in asked:
            self.unfollow(f"{phone}/{asked['unfollow']}")
            return "{}"
        if "follow" in asked:
            self._follow(phone, asked, token, language)
            return "{}"
        if asked.get("path") == "/words":
            words = {**words_json({**WORDS, **ON_A_CHANNEL}), "secret": self.guests.secret}
            return write_json(words).decode()
        return self._do(phone, asked, token, language)

    def _follow(self, phone: str, asked: dict[str, Json], token: str, language: str) -> None:
        name, page = asked["follow"], asked.get("page", "")
        if not all(isinstance(one, str) and len(one) <= limits.LONGEST_ID for one in (name, page)):
            raise unreadable()
        if self.guests.who(token) is None:
            raise no_seat()
        self.follow(f"{phone}/{name}", Stream(token, phone, page, language))

    def _do(self, phone: str, asked: dict[str, Json], token: str, language: str) -> str:
        """Do what has an id only once, however often it is sent. Raises `Denied`."""
        path, body = str(asked.get("path")), asked.get("body", {})
        if not isinstance(body, dict):
            raise unreadable()
        key = (phone, token, str(body.get("id", "")))
        if key in self._done:
            return self._done[key]
        if not 0 < len(key[2]) <= limits.LONGEST_ID and path == "/do":
            raise unreadable()
        said = work_of(self, path, {**body, "language": language}, token, phone)()
        if path == "/join" and isinstance(said, dict) and "token" in said:
            self.guests.came(str(said["token"]), phone, phone)
        reply = write_json(said).decode()
        if key[2] and len(reply) <= limits.LARGE_REPLY:
            self._done[key] = reply
        while len(self._done) > limits.REMEMBERED:
            self._done.popitem(last=False)
        return reply
