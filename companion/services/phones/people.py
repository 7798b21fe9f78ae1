"""People on the host's phone: their numbers over all evenings, names and groups."""

from collections.abc import Callable, Mapping

from companion.core.seats import free_colour
from companion.core.setup import Person, initials, name_key, person_json
from companion.core.text import say
from companion.core.values import Json
from companion.services.history import Group, Tally, title_of
from companion.services.jobs import Job
from companion.services.library import Library
from companion.services.statistics import (
    Chart,
    GameSums,
    PersonSums,
    as_csv,
    counting,
    met_words,
    numbers,
    person_sums,
    record_words,
    sums_words,
)

MOST_MET = 8
AT_A_TIME = 0.1
"""Seconds of counting for each request, so that other phones don't wait."""
Message = dict[str, Json]
Reply = dict[str, Json]


class People:
    def __init__(self, library: Library) -> None:
        self.library = library
        self._counted: tuple[str, Job[list[Chart]]] | None = None
        """The person whose plays are being counted."""
        self._gone: Group | None = None
        """The group that was deleted last."""
        self.does: Mapping[str, Callable[[Message], Reply]] = {
            "people": self._people, "person": self._person, "counts": self._counts,
            "rename_person": self._rename, "merge": self._merge,
            "table_of_people": self._table, "unmerge": self._unmerge, "forget_person": self._forget,
            "bring_person_back": self._bring_person_back, "groups": self._groups,
            "save_group": self._save_group, "delete_group": self._delete_group,
            "bring_group_back": self._bring_group_back}

    # Numbers

    def _people(self, _: Message) -> Reply:
        tallies = self.library.person_records()
        told = sorted(((tallies.get(one.name, Tally(one.name)), one) for one in self.library.people()),
                      key=lambda each: (-each[0].plays, each[0].name))
        letters = initials(one.name for _, one in told)
        return {"table": say("All players"),
                "people": [{**person_json(one), "letter": letter, "told": record_words(tally)}
                           for (tally, one), letter in zip(told, letters, strict=True)]}

    def _person(self, message: Message) -> Reply:
        """What the page of one person shows, in words."""
        name = str(message["name"])
        sums, seat = person_sums(self.library.results(), name), self._seat(name)
        return {**seat, "told": "" if sums.plays else say(
                    "No finished plays yet. The first one brings the numbers."),
                "numbers": [[number, words] for number, words in numbers(sums)] if sums.plays else [],
                "last": [{"won": row.won, "place": row.place} for row in sums.last],
                "games": [self._game(one) for one in sums.games], "met": self._met(sums),
                "heads": {"last": say("The last results, oldest first"), "met": say("At the same table"),
                          "points": say("Points per play; the dashes show the average")}}

    def _seat(self, name: str) -> Reply:
        """As a person's token is drawn; somebody who was forgotten gets a free colour."""
        known = {name_key(one.name): one for one in self.library.people()}
        found = known.get(name_key(name))
        colour = free_colour(one.colour for one in known.values()) if found is None else found.colour
        return {"name": name if found is None else found.name, "colour": colour,
                "letter": initials([name])[0]}

    def _game(self, one: GameSums) -> Reply:
        return {"id": one.game, "title": title_of(one.game, self._titles()), "told": sums_words(one),
                "scores": [score for _, score in one.scores], "average": one.average}

    def _met(self, sums: PersonSums) -> list[Json]:
        return [{**self._seat(one.name), "told": met_words(one)} for one in sums.rivals[:MOST_MET]]

    def _counts(self, message: Message) -> Reply:
        """What the games counted in this person's plays. The page asks again until it is done."""
        name, before = str(message["name"]), self._counted
        job = before[1] if before is not None and before[0] == name else counting(self.library, name)
        self._counted = None if job.run(AT_A_TIME) else (name, job)
        if self._counted is not None:
            return {"done": False}
        return {"done": True, "charts": [{"game": one.game, "kind": one.kind,
                                          "bars": [list(bar) for bar in one.bars]} for one in job.result]}

    def _table(self, _: Message) -> Reply:
        """Everybody's numbers for a spreadsheet."""
        results = self.library.results()
        everybody = (person_sums(results, one.name) for one in self.library.people())
        return {"text": as_csv(everybody, self._titles()), "file": f"{say('All players')}.csv",
                "type": "text/csv"}

    def _titles(self) -> dict[str, str]:
        return {id: game.facts.title for id, game in self.library.games.items()}

    # Names and groups

    def _rename(self, message: Message) -> Reply:
        self.library.rename(str(message["name"]), str(message["to"]))
        return {}

    def _merge(self, message: Message) -> Reply:
        name, into = str(message["name"]), str(message["to"])
        self.library.merge(name, into)
        return {"told": say("{name} now counts as {other}.", name=name, other=into)}

    def _unmerge(self, message: Message) -> Reply:
        self.library.unmerge(str(message["name"]))
        return {}

    def _forget(self, message: Message) -> Reply:
        self.library.forget(str(message["name"]))
        return {"told": say("Forgotten. Plays keep the name.")}

    def _bring_person_back(self, message: Message) -> Reply:
        self.library.bring_back_person(str(message["name"]))
        return {}

    def _groups(self, _: Message) -> Reply:
        return {"groups": [{"name": one.name, "people": [person_json(each) for each in one.people]}
                           for one in self.library.groups()],
                "known": [one.name for one in self.library.people()]}

    def _save_group(self, message: Message) -> Reply:
        wanted = {name_key(str(name)) for name in message["people"]}
        was = str(message.get("was") or "")
        before = next((one.people for one in self.library.groups() if one.name == was), ())
        known = {name_key(one.name): one for one in (*before, *self.library.people())}
        chosen: list[Person] = [one for key, one in known.items() if key in wanted]
        self.library.save_group(str(message.get("name") or say("Friday table")), chosen, was)
        return self._groups(message)

    def _delete_group(self, message: Message) -> Reply:
        self._gone = self.library.delete_group(str(message["name"]))
        return {**self._groups(message), "told": say("{name} is deleted.", name=str(message["name"]))}

    def _bring_group_back(self, message: Message) -> Reply:
        gone, self._gone = self._gone, None
        if gone is not None:
            self.library.save_group(gone.name, gone.people)
        return self._groups(message)
