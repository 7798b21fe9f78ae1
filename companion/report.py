"""Numbers for designers: many plays of a game as one page, with bars in HTML or as text."""

import html
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from statistics import median
from typing import Any

from companion.core import log
from companion.core.engine.by_hand import EVERYTHING
from companion.core.game import Game
from companion.core.kinds import Confirm, Deal, Note, Numbers, Several
from companion.core.play import Play
from companion.core.questions import Question, traits
from companion.core.setup import Setup
from companion.core.text import Refused, Text, count, decimal, percent, say
from companion.core.values import Json
from companion.simulate import Player, by_chance, random_play, random_setup

TRIED, SHOWN, BUCKETS = 12, 12, 8
"""Answers that a greedy player tries, options of a question on the page, and bars for lengths and points."""
SECONDS = 12
"""For one answer of a person at the table, a guess."""
GREEDY_SHARE = 10
"""One greedy play for so many random ones: it tries every answer."""
WATCHED = 10
"""To save time, only one play in this many is checked for the pieces that hands move."""

Key = tuple[str, str]
"""A question's class, and an answer as JSON."""


@dataclass(frozen=True)
class Bar:
    """One line of the page. `share` is its length, from 0 to 1; None draws no bar."""

    label: Text | str
    share: float | None
    words: Text | str


@dataclass(frozen=True)
class Part:
    title: Text
    bars: tuple[Bar, ...]
    note: Text | None = None


@dataclass
class Tally:
    """What is counted during the random plays."""

    players: Counter[int] = field(default_factory=Counter)
    won: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By number of players: in how many plays each seat won or shared the victory."""
    together: dict[int, Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    """By number of players: victories and defeats of all together."""
    answers: list[int] = field(default_factory=list)
    points: list[tuple[int, int]] = field(default_factory=list)
    """Most and fewest points at the end."""
    offered: Counter[Key] = field(default_factory=Counter)
    chosen: Counter[Key] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    forced: Counter[str] = field(default_factory=Counter)
    """Answers of a person who had no other."""
    faces: dict[Key, str] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    """By question: the most things that one answer made hands move."""
    rules: set[str] = field(default_factory=set)
    so_far: int = 0
    """Answers in the running play, without what the phone deals."""

    def take(self, play: Play[Any], question: Question[Any, Any], rng: Random) -> Json:
        """A random player whose question and answer are counted."""
        if len(self.answers) % WATCHED == 0:
            self._watch_hands(play)
        answer = by_chance(play, question, rng)
        self.rules |= {question.rule, *question.also}
        self.so_far += not isinstance(question, Deal)
        if not question.by_chance and not isinstance(question, (Confirm, Note)):
            self._count(play.table, question, answer)
        return answer

    def _watch_hands(self, play: Play[Any]) -> None:
        """What the last answer made them move. The first look only starts watching."""
        lines = [line for line in play.by_hand.card(EVERYTHING).lines if not line.untracked]
        last = play.log[-1] if play.log else None
        if last is not None and last.kind == log.ANSWER and lines:
            name = last.key.partition("/")[0]
            self.moved[name] = max(len(lines), self.moved.get(name, 0))

    def _count(self, table: Any, question: Question[Any, Any], answer: Json) -> None:
        name = type(question).__name__
        self.asked[name] += 1
        options = [] if isinstance(question, (Numbers, Several)) else list(_options(table, question))
        for key, choice in options:
            self.offered[key] += 1
            if key not in self.faces:
                self.faces[key] = str(question.face(table, choice).label)
        self.forced[name] += len(options) == 1
        self.chosen[name, _spelled(answer)] += bool(options)

    def end(self, play: Play[Any]) -> None:
        ended, seats = play.outcome(), play.table.seats
        self.players[len(seats)] += 1
        self.answers.append(self.so_far)
        self.so_far = 0
        if ended is not None:
            self.won[len(seats)].update(ended.winners)
            if ended.won is not None:
                self.together[len(seats)][ended.won] += 1
        points = [seat.points for seat in seats]
        self.points.append((max(points), min(points)))
        self.rules |= {line.rule for entry in play.chronicle() for line in entry.lines}


def _options(table: Any, question: Question[Any, Any]) -> Iterator[tuple[Key, Any]]:
    name = type(question).__name__
    for choice in question.choices(table):
        yield (name, _spelled(question.encode(choice))), choice


def _spelled(answer: Json) -> str:
    return json.dumps(answer, ensure_ascii=False)


def greedy(index: int) -> Player:
    """A player whose seat takes the answer that is worth most at once; all others play at random."""

    def take(play: Play[Any], question: Question[Any, Any], rng: Random) -> Json:
        answer = by_chance(play, question, rng)
        its_own = question.seat is not None and question.seat.index == index
        if not its_own or question.by_chance or traits(question).rolls:
            return answer
        few = islice(_answers(play.table, question, rng), TRIED)
        tried = {_spelled(one): one for one in (answer, *few)}
        return max(tried.values(), key=lambda one: (_worth_after(play, question, one, index), rng.random()))

    return take


def _answers(table: Any, question: Question[Any, Any], rng: Random) -> Iterator[Json]:
    found = [question.encode(choice) for choice in islice(question.choices(table), 10 * TRIED)]
    if found:
        yield from rng.sample(found, len(found))
    else:
        yield from (question.random_answer(table, rng) for _ in range(TRIED))


def _worth_after(play: Play[Any], question: Question[Any, Any], answer: Json, index: int) -> float:
    try:
        play.answer(question.key(), answer)
    except Refused:
        return float("-inf")
    found = play.game.worth(play.table, play.table.seats[index])
    play.undo()
    return float(found)


# The page

def report(game: Game[Any], plays: int, seed: int, players: int | None = None,
           options: Mapping[str, Json] | None = None) -> list[Part]:
    """Play at random, then with one greedy player, and tell what was counted."""
    tally = Tally()

    def played(number: int, player: Callable[[Setup], Player]) -> Play[Any]:
        rng = Random(f"{seed}/{number}")
        setup = random_setup(game, rng, players, options)
        name = str(say("{game}, seed {seed}, play {n}", game=game.facts.id, seed=seed, n=number))
        return random_play(game, setup, rng, name=name, player=player(setup))

    for number in range(plays):
        tally.end(played(number, lambda _: tally.take))
    wins, fair = 0.0, 0.0
    tries = max(1, plays // GREEDY_SHARE)
    for number in range(tries):
        play = played(number, lambda setup, n=number: greedy(n % len(setup.people)))  # type: ignore[misc]
        ended, seats = play.outcome(), len(play.setup.people)
        wins += ended is not None and number % seats in ended.winners
        fair += 1 / seats
    parts = [_lengths(tally), *_wins(tally), _greedy(wins / tries, fair / tries, tries), *_points(tally),
             *_choices(tally), _forced(tally), _hands(tally), _silent(game, tally)]
    return [part for part in parts if part.bars or part.note]


def _lengths(tally: Tally) -> Part:
    least, most, middle = min(tally.answers), max(tally.answers), median(tally.answers)
    minutes = max(1, round(middle * SECONDS / 60))
    note = say("Answers: {least} to {most}, median {median}. About {minutes} min, at {seconds} s each.",
               least=least, most=most, median=decimal(middle), minutes=minutes, seconds=SECONDS)
    return Part(say("Length"), _histogram(tally.answers), note)


def _wins(tally: Tally) -> Iterator[Part]:
    for seats, plays in sorted(tally.players.items()):
        title = count("Wins, one player", "Wins, {n} players", seats)
        together = sum(tally.together[seats].values())
        if together:
            share = tally.together[seats][True] / together
            yield Part(title, (Bar(say("Won together"), share, percent(round(100 * share))),))
        else:
            won = [tally.won[seats][at] / plays for at in range(seats)]
            bars = tuple(Bar(say("Seat {n}", n=at), share, percent(round(100 * share)))
                         for at, share in enumerate(won, 1))
            fair = percent(round(100 / seats))
            note = say("Plays: {plays}. Without ties, each seat would win {share} by chance.", plays=plays,
                       share=fair)
            yield Part(title, bars, note)


def _greedy(wins: float, fair: float, plays: int) -> Part:
    bars = (Bar(say("One greedy player"), wins, percent(round(100 * wins))),
            Bar(say("By chance"), fair, percent(round(100 * fair))))
    note = say("Plays: {plays}. One player takes what is worth most at once, the others play at random.",
               plays=plays)
    return Part(say("Does playing well help?"), bars, note)


def _points(tally: Tally) -> Iterator[Part]:
    if any(most or fewest for most, fewest in tally.points):
        yield Part(say("Points of the leader"), _histogram([most for most, _ in tally.points]))
        yield Part(say("Points between first and last"),
                   _histogram([most - fewest for most, fewest in tally.points]))


def _histogram(numbers: Sequence[int]) -> tuple[Bar, ...]:
    low, high = min(numbers), max(numbers)
    wide = -(-(high - low + 1) // BUCKETS)
    found = Counter((number - low) // wide for number in numbers)
    top = max(found.values())
    firsts = [(at, low + at * wide) for at in range((high - low) // wide + 1)]
    return tuple(Bar(_span(first, min(high, first + wide - 1)), found[at] / top,
                     percent(round(100 * found[at] / len(numbers)))) for at, first in firsts)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _choices(tally: Tally) -> Iterator[Part]:
    for name in tally.asked:
        keys = [key for key, _ in tally.offered.most_common() if key[0] == name]
        if len(keys) > 1:
            yield Part(say("{question}: how often each option is taken", question=name),
                       tuple(_option(tally, key) for key in keys[:SHOWN]),
                       count("One more option is left out.", "{n} more options are left out.",
                             len(keys) - SHOWN) if len(keys) > SHOWN else None)


def _option(tally: Tally, key: Key) -> Bar:
    share = tally.chosen[key] / tally.offered[key]
    return Bar(tally.faces[key], share, say("{percent} of {n} offers", n=tally.offered[key],
                                            percent=percent(round(100 * share))))


def _forced(tally: Tally) -> Part:
    bars = [Bar(name, forced / tally.asked[name], percent(round(100 * forced / tally.asked[name])))
            for name, forced in tally.forced.most_common() if forced]
    return Part(say("Turns without a choice"), tuple(bars),
                say("Answers with a single option.") if bars else say("Every answer was a choice."))


def _hands(tally: Tally) -> Part:
    most = max(tally.moved.values(), default=0)
    bars = [Bar(name, lines / most, str(lines)) for name, lines in Counter(tally.moved).most_common(SHOWN)]
    note = say("If some of them are only in the app, give their fields on_table=False.") if bars else None
    return Part(say("Most things to move after one answer"), tuple(bars), note)


def _silent(game: Game[Any], tally: Tally) -> Part:
    named = {*tally.rules, game.facts.players_rule}
    silent = [Bar(rule.id, None, rule.title) for rule in game.rulebook() if rule.id not in named]
    return Part(say("Rules that never fire"), tuple(silent),
                say("No question and no line of the chronicle named them.") if silent
                else say("Every rule was named by a question or a line."))


def as_text(title: str, parts: Iterable[Part]) -> str:
    lines = [title]
    for part in parts:
        lines += ["", str(part.title), *([str(part.note)] if part.note else [])]
        wide = max((len(str(bar.label)) for bar in part.bars), default=0)
        for bar in part.bars:
            drawn = "" if bar.share is None else f"{'█' * round(20 * bar.share):20}  "
            lines.append(f"  {bar.label!s:{wide}}  {drawn}{bar.words}".rstrip())
    return "\n".join(lines) + "\n"


STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color-scheme: light dark }
table { border-collapse: collapse; width: 100% } th { font-weight: normal; text-align: left; width: 12rem }
td:last-child { width: 11rem; font-variant-numeric: tabular-nums } .bar { background: #7778; height: 1rem }
.bar div { background: #2f80c0; height: 100% } h2 { margin: 2rem 0 .3rem } p { margin: .3rem 0 }
"""


def as_html(title: str, parts: Iterable[Part], language: str) -> str:
    name = html.escape(title)
    body = "\n".join(_section(part) for part in parts)
    return (f'<!doctype html>\n<html lang="{html.escape(language)}">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>{name}</title>\n<style>{STYLE}</style>\n<h1>{name}</h1>\n{body}\n</html>\n")


def _section(part: Part) -> str:
    rows = "\n".join(_row(bar) for bar in part.bars)
    note = f"<p>{html.escape(str(part.note))}</p>\n" if part.note else ""
    return f"<h2>{html.escape(str(part.title))}</h2>\n{note}<table>\n{rows}\n</table>"


def _row(bar: Bar) -> str:
    label, words = html.escape(str(bar.label)), html.escape(str(bar.words))
    drawn = ""
    if bar.share is not None:
        drawn = f'<div class="bar"><div style="width: {100 * bar.share:.1f}%"></div></div>'
    return f"<tr><th>{label}</th><td>{drawn}</td><td>{words}</td></tr>"
