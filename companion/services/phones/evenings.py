"""Past plays on the host's phone: history with archive and trash, notes and photos."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.core.text import Refused, capital, say
from companion.core.values import Json
from companion.services import bg_stats, chronicle, when
from companion.services.evening.game import best_of, numbers_of
from companion.services.evening.tonight import NOTHING, NUMBERS, Night, tonight, words_of
from companion.services.evening.year import picture_words, played_in, to_look_back_on, year_of
from companion.services.history import game_of, title_of
from companion.services.library import Library, Listed
from companion.services.play_details import (
    LONGEST_NOTE,
    LONGEST_PLACE,
    Details,
    details_of,
    evenings,
    every_details,
    photo_of,
    remove_photo,
    save_details,
    save_photo,
)

MOST_PLAYS = 20
LARGEST_SENT = 4_000_000  # letters of a photo; the page makes it smaller first
MOST_GAMES = 6  # of a year
LONGEST = {"place": LONGEST_PLACE, "note": LONGEST_NOTE}
AWAY, TRASH = "away", "trash"
RESCUE: Json = {
    "hint": say("Export the whole play, or continue in a copy from just before the damage. "
                "The original is kept."),
    "export": say("Export the whole play"), "go_on": say("Continue before the damage")}
"""What can be done with a damaged play."""
Message = dict[str, Json]
Reply = dict[str, Json]


class Evenings:
    """`show` puts a play on the table, or clears it with None."""

    def __init__(self, library: Library, show: Callable[[Any], None]) -> None:
        self.library, self.show = library, show
        self._coming = ""
        self.does: Mapping[str, Callable[[Message], Reply]] = {
            "plays": self._plays, "play": self._play, "resume": self._resume, "archive": self._archive,
            "delete": self._delete, "bring_play_back": self._bring_play_back, "year": self._year,
            "tonight": self._tonight,
            "delete_for_good": self._delete_for_good, "empty_trash": self._empty_trash,
            "rescue": self._rescue, "bg_stats": self._bg_stats,
            "details": self._details, "note": self._note, "photo": self._photo, "photo_in": self._photo_in,
            "photo_off": self._photo_off}

    # The list

    def _plays(self, message: Message) -> Reply:
        shelf = str(message.get("shelf") or "")
        rows = [row for row in self._shelf(shelf) if row.known and not row.damaged]
        added = every_details(self.library)
        shown = sorted((self._row_json(row, added.get(row.uid, Details())) for row in rows),
                       key=lambda one: -float(one["at"]))
        wish = {key: str(message.get(key) or "") for key in ("game", "person", "month")}
        for key in wish:  # drop what no play fits any more
            if not any(fits(one, wish) for one in shown):
                wish[key] = ""
        of_game = [] if shelf or not wish["game"] else self._record(wish["game"])
        first = int(message.get("from", 0))
        found = [one for one in shown if fits(one, wish)]
        return {"plays": found[first:first + MOST_PLAYS], "more": len(found) > first + MOST_PLAYS,
                "shelf": shelf, "wish": dict(wish), "record": of_game,
                **choices(shown, wish), **self._shelves(),
                **({} if shelf else {**self._years(), "damaged": self._damaged()}),
                "left_behind": self.library.files.left_behind()}

    def _record(self, game: str) -> list[Json]:
        """A game over all evenings: icons and words."""
        record = self.library.game_record(game)
        if not record.plays:
            return []
        plays = [one.id for one in evenings(self.library) if one.game == game]
        told = [f"{number} {words}" for number, words in numbers_of(self.library, record, plays)]
        return [["cards-outline", " · ".join(told)], *(list(one) for one in best_of(record))]

    def _damaged(self) -> list[Json]:
        """Plays of which nothing can be listed but their titles."""
        return [{"id": row.id, "title": row.title, "told": self.library.damage(row.id)}
                for row in self.library.plays() if row.known and row.damaged]

    def _shelf(self, shelf: str) -> list[Listed]:
        if shelf == TRASH:
            return self.library.trash()
        return self.library.plays(archived=shelf == AWAY)

    def _row_json(self, row: Listed, added: Details) -> dict[str, Any]:
        at = added.when or row.touched
        told = str(row.outcome or row.subtitle)
        return {"id": row.id, "title": row.title, "names": ", ".join(row.names), "at": at,
                "day": when.day(at), "people": list(row.names), "month": when.month(at), "over": row.finished,
                "told": told, "place": added.place, "game": self.library.key_of(row.id, row.game)}

    def _shelves(self) -> Reply:
        store = self.library.store
        return {AWAY: store.how_many(archived=True), TRASH: store.how_many(trashed=True)}

    # One play

    def _play(self, message: Message) -> Reply:
        id = int(message["which"])
        row = self.library.listed(id)
        unread = row.trashed is not None or row.damaged
        text = "" if unread else chronicle.as_text(self.library.to_read(id), row.began)
        return {"title": row.title, "over": row.finished, "aside": row.aside, "text": text,
                "damage": self.library.damage(id), "rescue": RESCUE, "archived": row.archived,
                "trashed": row.trashed is not None}

    def _rescue(self, message: Message) -> Reply:
        """Put a copy of a damaged play on the table, up to its first unreadable line."""
        try:
            opened = self.library.go_on_before_damage(int(message["which"]))
        except Refused:
            raise Refused(say("Too little can be read to continue. Export it; nothing is deleted.")) from None
        self.show(opened)
        return {}

    def _bg_stats(self, message: Message) -> Reply:
        """A finished play for BG Stats: as the link that its app opens, and as a file."""
        opened = self.library.resume(int(message["which"]))
        outcome = opened.result()
        if outcome is None:
            raise Refused(say("This play is not over yet."))
        data = bg_stats.as_play(opened, outcome, details_of(self.library, opened.id))
        return {"link": bg_stats.as_link(data), "text": bg_stats.as_file(data),
                "file": f"{opened.title} BG Stats.json",
                "opens": say("Opens BG Stats with this play filled in"),
                "saves": say("Saves a file with this play")}

    def _resume(self, message: Message) -> Reply:
        again = message.get("again") is True
        self.show((self.library.try_again if again else self.library.resume)(int(message["which"])))
        return {}

    def _archive(self, message: Message) -> Reply:
        self.library.archive(int(message["which"]), message.get("on") is True)
        return {"told": say("Archived.") if message.get("on") is True else say("Back in the list.")}

    def _delete(self, message: Message) -> Reply:
        self.library.delete(int(message["which"]))
        return {"told": say("Deleted. It is in the trash.")}

    def _bring_play_back(self, message: Message) -> Reply:
        self.library.bring_back(int(message["which"]))
        return {"told": say("It is back.")}

    def _delete_for_good(self, message: Message) -> Reply:
        self.library.delete_for_good(int(message["which"]))
        return {"told": say("Deleted for good.")}

    def _empty_trash(self, _: Message) -> Reply:
        self.library.empty_trash()
        return {"told": say("The trash is empty.")}

    # Place, note, day and photo

    def _details(self, message: Message) -> Reply:
        id = int(message["which"])
        row, added = self.library.listed(id), details_of(self.library, id)
        photo = photo_of(self.library, id)
        return {"title": row.title, "place": added.place, "note": added.note, "photo": photo is not None,
                "longest": dict(LONGEST), "day": when.iso_day(added.when or row.touched),
                "today": when.iso_day(self.library.clock.wall())}

    def _note(self, message: Message) -> Reply:
        id, day = int(message["which"]), str(message["day"])
        row, added = self.library.listed(id), details_of(self.library, id)
        at = added.when
        if day != when.iso_day(added.when or row.touched):
            at = past_day(day, self.library.clock.wall())
        place, note = (str(message[key]).strip()[:longest] for key, longest in LONGEST.items())
        save_details(self.library, id, Details(place, note, at))
        return {}

    def _photo(self, message: Message) -> Reply:
        file = photo_of(self.library, int(message["which"]))
        content = b"" if file is None else file.read_bytes()
        kind = "png" if content.startswith(b"\x89PNG") else "jpeg"
        return {"photo": f"data:image/{kind};base64,{b64encode(content).decode()}" if content else ""}

    def _photo_in(self, message: Message) -> Reply:
        """It comes in parts, as a request is small. The last part saves it."""
        self._coming = ("" if message.get("first") is True else self._coming) + str(message.get("part", ""))
        if len(self._coming) > LARGEST_SENT:
            self._coming = ""
            raise Refused(say("That isn't a photo. Choose a JPEG or PNG."))
        if message.get("last") is True:
            text, self._coming = self._coming, ""
            save_photo(self.library, int(message["which"]), decoded(text))
        return {}

    def _photo_off(self, message: Message) -> Reply:
        remove_photo(self.library, int(message["which"]))
        return {}

    def _years(self) -> Reply:
        """The years that the list offers as pictures: on top, and below."""
        top, newest = to_look_back_on(self.library), played_in(evenings(self.library, archived=True), None)
        if top is None:
            return {"top": None, "year": newest}
        words, hint = picture_words(top)
        return {"top": {"year": top, "words": words, "hint": hint}, "year": newest if newest != top else None}

    def _year(self, message: Message) -> Reply:
        """A year in numbers, for its picture."""
        year, titles = played_in(evenings(self.library, archived=True), int(message["year"])), self._titles()
        if year is None:
            raise Refused(say("No play is finished yet."))
        found = year_of(self.library, year)
        return {"file": found.file, "title": found.title,
                "numbers": [[number, capital(words)] for number, words in found.numbers()],
                "games": [[title_of(key, titles), many] for key, many in found.games()[:MOST_GAMES]],
                "wins": found.winners()}

    def _tonight(self, _: Message) -> Reply:
        """The evening: its podium from left to right, and its plays, newest last."""
        night, titles = tonight(self.library), self._titles()
        if night is None:
            raise Refused(NOTHING)
        title, wins = words_of(night, self.library)
        ended = night.plays[-1].when
        plays: list[Json] = [{"id": one.id, "game": game_of(one.game), "title": title_of(one.game, titles),
                              "told": one.outcome, "clock": when.clock(one.when)} for one in night.plays]
        return {"title": title, "wins": wins, "steps": list(steps_json(night)), "plays": plays,
                "hint": NUMBERS if len(plays) > 1 else "", "day": when.weekday(ended),
                "file": f"Tableside {when.iso_day(ended)}.png"}

    def _titles(self) -> dict[str, str]:
        return {id: game.facts.title for id, game in self.library.games.items()}


def steps_json(night: Night) -> Iterator[Json]:
    for one in chronicle.on_podium(night.outcome()):
        who = night.guests[one.seat]
        yield {"name": who.name, "colour": who.colour, "letter": who.letter, "place": one.place,
               "score": one.score}


def fits(one: Mapping[str, Any], wish: Mapping[str, str], but: str = "") -> bool:
    """Whether a play fits all filters `but` one."""
    shown = {"game": [one["game"]], "person": one["people"], "month": [one["month"]]}
    return all(wish[key] in shown[key] for key in wish if wish[key] and key != but)


def choices(shown: list[dict[str, Any]], wish: Mapping[str, str]) -> Reply:
    """What each filter offers: only what has plays to show."""
    def left(key: str) -> Iterator[dict[str, Any]]:
        return (one for one in shown if fits(one, wish, key))

    titles = {one["game"]: one["title"] for one in shown}
    return {"games": [[key, title] for key, title in titles.items()],
            "persons": sorted({name for one in left("person") for name in one["people"]}),
            "months": list(dict.fromkeys(one["month"] for one in left("month")))}


def past_day(text: str, now: float) -> float:
    """The noon of that day. Raises `Refused`."""
    try:
        moment = when.from_iso_day(text)
    except (ValueError, OverflowError):
        raise Refused(say("This can't be done here.")) from None
    if moment >= now + when.DAY / 2:
        raise Refused(say("That day is still to come."))
    return moment


def decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except NotBase64:
        raise Refused(say("That isn't a photo. Choose a JPEG or PNG.")) from None
