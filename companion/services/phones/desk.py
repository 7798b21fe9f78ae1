"""The library on the host's phone of `serve`: boxes, past plays, people, and files in and out."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.core.boxes.code import box_link, game_of
from companion.core.boxes.edits import completed
from companion.core.boxes.form import as_json
from companion.core.files import LARGEST_FILE
from companion.core.language import ENGLISH, speaking
from companion.core.renamed import first_id, id_now
from companion.core.setup import COLOURS, LONGEST_NAME, Person, Setup, Switch, is_visible, person_json
from companion.core.text import Refused, say
from companion.core.values import Json
from companion.services import home, when
from companion.services.elsewhere.table import as_csv
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.phones.evenings import Evenings, past_day
from companion.services.phones.people import People
from companion.services.phones.seat_view import LARGEST_PICTURE, impossible
from companion.services.play_details import Details, save_details
from companion.services.store import BoxRow

NEWEST = "newest"
"""Stands for the box saved last."""
READY = "ready "
"""Begins what stands for a box made in advance; its number follows."""
Message = dict[str, Json]


def people_of(raw: Json) -> tuple[Person, ...]:
    """From names, or names with colours; a name without one gets a free colour. Raises `Refused`."""
    if not isinstance(raw, list):
        raise Refused(say("This can't be done here."))
    rows: list[Any] = [{"name": one} if isinstance(one, str) else one for one in raw]
    if not all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in rows):
        raise Refused(say("This can't be done here."))
    found: list[Person] = []
    for one in (one for one in rows if is_visible(one["name"])):
        taken, wish = {person.colour for person in found}, one.get("colour")
        free = next((colour for colour in range(len(COLOURS)) if colour not in taken), 0)
        known = type(wish) is int and wish in range(len(COLOURS))
        found.append(Person(one["name"].strip(), wish if known else free))
    return tuple(found)


def option_json(option: Switch) -> dict[str, Json]:
    return {"key": option.key, "label": option.label, "sentence": option.sentence, "value": option.default,
            "always": option.always, "mode": list(option.modes), "depth": list(option.depths),
            "choices": [{"value": choice.value, "label": choice.label} for choice in option.choices]}


class Desk:
    """`show` puts a play on the table, or clears it with None."""

    def __init__(self, library: Library, show: Callable[[OpenPlay | None], None]) -> None:
        self.library, self.show = library, show
        self._coming = StringIO()
        self._gone: dict[str, BoxRow] = {}
        """The box of each game that was deleted last, until the next one is saved or played on."""
        self.does: Mapping[str, Callable[[Message], dict[str, Json]]] = {
            "boxes": self._boxes, "box": self._box, "save": self._save, "forget": self._forget,
            "bring_back": self._bring_back, "code": self._code, "by_code": self._by_code,
            "cover": self._cover, "out": self._out, "in": self._in, **Evenings(library, show).does,
            **People(library).does}

    def do(self, message: Message) -> Json:
        try:
            with speaking(str(message.get("language", ENGLISH))):
                return {"ok": True, **self.does[str(message.get("what"))](message)}
        except Refused as refused:
            return {"refused": refused.refusal.why}
        except (KeyError, TypeError, ValueError):
            return impossible()

    def show_again(self, opened: OpenPlay) -> None:
        """Put the play on the table again if a file has continued it."""
        with suppress(Refused):
            now = self.library.resume(opened.id)
            if now is not opened:
                self.show(now)

    # A new play

    def new(self, message: Message) -> Json:
        options = message.get("options", {})
        if not isinstance(options, dict):
            return impossible()
        try:
            if message.get("once") is not None:
                self.show(self._once(message))
            else:
                self.show(self.start(id_now(str(message.get("game"))), people_of(message.get("names")),
                                     options, message.get("box", NEWEST),
                                     draws=message.get("begun") is not True))
        except Refused as refused:
            return {"refused": refused.refusal.why}
        return {"ok": True}

    def start(self, game: str, seated: tuple[Person, ...], options: Mapping[str, Json],
              box: Json, *, draws: bool = True) -> OpenPlay:
        """`draws`: draw the first answer if the game wants that, as the app's *Start* does."""
        opened = self.library.start(game, Setup(seated, options, self.box_for(game, box)), draws=draws)
        self._gone.pop(game, None)
        return opened

    def end_here(self, opened: OpenPlay, winner: int | None) -> Json:
        """End the play with the points of now."""
        try:
            self.library.end_here(opened.id, winner)
        except Refused as refused:
            return {"refused": refused.refusal.why}
        self.show(None)
        return {"ok": True}

    def _once(self, message: Message) -> OpenPlay:
        """A play without Tableside: what it was called, the day, and who played."""
        asked = message["once"]
        if not isinstance(asked, dict):
            raise Refused(say("This can't be done here."))
        game = self.library.games[id_now(str(message.get("game")))]
        box = game.boxes.once(str(asked.get("name") or "").strip()[:LONGEST_NAME])
        day = past_day(str(asked.get("day")), self.library.clock.wall())
        opened = self.library.start(game.facts.id, Setup(people_of(message.get("names")), {}, box))
        if when.iso_day(day) != when.iso_day(self.library.clock.wall()):
            save_details(self.library, opened.id, Details(when=day))
        return opened

    def forms(self) -> dict[str, Json]:
        """What the home shows: plays to resume, games to start, and whom the form offers."""
        return {**home.open_json(self.library), "covers": home.covers_json(self.library),
                "games": self._games(), **home.people_json(self.library), "trouble": self.trouble()}

    def trouble(self) -> Json:
        """What was wrong with the saved plays, and whether the host can accept them as they are now."""
        found = self.library.store.trouble
        return None if found is None else {"sentence": found.sentence, "closes": found.writable}

    def accept(self) -> None:
        """The host has read it: backups rotate again."""
        if self.library.store.writable:
            self.library.decided()

    def _games(self) -> list[Json]:
        """The games to start, with their options and boxes, newest first."""
        return [{"id": game.facts.id, "was": first_id(game.facts.id), "title": game.facts.name,
                 "fewest": game.facts.fewest, "most": game.facts.most,
                 "order": home.order_words(game.facts),
                 "people": [person_json(one) for one in home.likely_people(self.library, game.facts)],
                 "chosen": home.last_options(self.library, game.facts.id),
                 **self._boxes({"game": game.facts.id}),
                 "starter": game.boxes.starter() is not None, "form": bool(game.boxes.form()),
                 "once": game.boxes.once("") is not None,
                 "options": [option_json(one) for one in game.options]}
                for game in self.library.games.values()]

    def _cover(self, message: Message) -> dict[str, Json]:
        """The picture that a plugin brings along, as a URL."""
        file = home.cover_file(self.library.games[str(message["game"])].home)
        if file is None or file.stat().st_size > LARGEST_PICTURE:
            raise Refused(say("This can't be done here."))
        kind = "png" if file.suffix == ".png" else "jpeg"
        return {"picture": f"data:image/{kind};base64,{b64encode(file.read_bytes()).decode()}"}

    # Boxes

    def _boxes(self, message: Message) -> dict[str, Json]:
        game = self.library.games[str(message["game"])]
        gone = self._gone.get(game.facts.id)
        rows = self.library.boxes(game.facts.id)
        ready = [{"id": f"{READY}{at}", "name": name, "about": about}
                 for at, (name, about, _) in enumerate(game.boxes.ready())]
        return {"ready": ready, "boxes": [{"id": row.id, "name": row.name,
                            "about": game.boxes.about(row.box) or say("Your own")} for row in rows],
                "gone": "" if gone is None else say("{name} is deleted. Undo", name=gone.name)}

    def box_for(self, game: str, which: Json) -> Json:
        """The box of that id, name or code; with "newest" the last one saved, if there is any."""
        rows = self.library.boxes(game)
        if which == NEWEST:
            return rows[0].box if rows else None
        if which is None:
            return None
        if isinstance(which, str) and which.startswith(READY):
            return self._ready(game, which)
        row = next((one for one in rows if which in (one.id, one.name)), None)
        if row is None and game_of(str(which), [game]):
            return self.library.box_by_code(str(which), game).box
        if row is None:
            known = say("You have: {names}", names=", ".join(one.name for one in rows)) if rows else ""
            raise Refused(say("There is no box called {name}. {known}", name=str(which), known=known))
        return row.box

    def _ready(self, game: str, which: str) -> Json:
        ready = {f"{READY}{at}": box for at, (_, _, box) in enumerate(self.library.games[game].boxes.ready())}
        if which not in ready:
            raise Refused(say("This box is no longer here."))
        return ready[which]

    def _box(self, message: Message) -> dict[str, Json]:
        game = self.library.games[str(message["game"])]
        boxes, form, which = game.boxes, game.boxes.form(), message.get("which")
        if which is None:
            return {"box": boxes.new(), "form": as_json(form)}
        box = self.box_for(game.facts.id, which)
        return {"box": completed(box, form, boxes.starter()), "form": as_json(form)}

    def _save(self, message: Message) -> dict[str, Json]:
        game, name = str(message["game"]), str(message.get("name") or say("My box"))
        id = message.get("which")
        row, odd = self.library.save_box(game, name, message["box"], id if isinstance(id, int) else None)
        self._gone.pop(game, None)
        return {"id": row.id, "odd": odd, **self._boxes(message)}

    def _code(self, message: Message) -> dict[str, Json]:
        import segno
        code = self.library.box_code(int(message["which"]))
        link = box_link(code, str(message.get("page", "")))
        rows = segno.make(link, error="m", micro=False).matrix
        return {"code": code, "qr": ["".join(map(str, row)) for row in rows]}

    def _by_code(self, message: Message) -> dict[str, Json]:
        row = self.library.box_by_code(str(message["code"]))
        return {"game": row.game, "id": row.id, **self._boxes({"game": row.game}),
                "told": say("{name} is in My boxes.", name=row.name)}

    def _forget(self, message: Message) -> dict[str, Json]:
        row = self.library.store.box(int(message["which"]))
        self.library.delete_box(row.id)
        self._gone[row.game] = row
        return self._boxes(message)

    def _bring_back(self, message: Message) -> dict[str, Json]:
        row = self.library.bring_back_box(self._gone[str(message["game"])])
        del self._gone[row.game]
        return {"id": row.id, **self._boxes(message)}

    # Files

    def _out(self, message: Message) -> dict[str, Json]:
        kind, files = str(message.get("kind")), self.library.files
        day = when.iso_day(self.library.clock.wall())
        if kind == "everything":
            return {"file": f"tableside-{day}.json", "text": files.export_everything(votes=False)}
        if kind == "table":
            text = as_csv(self.library).finish()
            return {"file": f"tableside-history-{day}.csv", "text": text, "type": "text/csv"}
        if kind == "box":
            text = self.library.export_box(int(message["which"]))
            return {"file": f"tableside-box-{day}.json", "text": text}
        return {"file": f"tableside-play-{day}.json", "text": files.export_play(int(message["which"]))}

    def _in(self, message: Message) -> dict[str, Json]:
        """A file comes in parts, as a request is small. The last part imports it."""
        if message.get("first") is True:
            self._coming = StringIO()
        self._coming.write(str(message.get("part", "")))
        if self._coming.tell() > LARGEST_FILE:
            self._coming = StringIO()
            raise Refused(say("This file is too large to be from Tableside."))
        if message.get("last") is not True:
            return {}
        text, self._coming = self._coming.getvalue(), StringIO()
        with TemporaryDirectory() as folder:
            path = Path(folder) / "in.json"
            path.write_text(text, encoding="utf-8")
            found = self.library.files.import_file(path).finish()
        return {"told": found.sentence, "left_out": list(found.left_out)}
