"""The chronicle as one self-contained HTML page without scripts. No Kivy here."""

from __future__ import annotations

from html import escape
from typing import Any

from companion.core.game import Palette
from companion.core.language import current
from companion.core.play import Play
from companion.core.text import Text, capital, in_a_row, say
from companion.core.views import Outcome, PodiumPlace, Track
from companion.services.chronicle import CONTROLS, Chapter, ToldLine, chapters, names_of, scores_of, teams_of, told
from companion.services.when import clock, day
from companion.ui.theme import tokens

WIDE, HIGH = 640.0, 240.0

STYLE = """
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;background:var(--panel);color:var(--text);font:17px/1.5 Roboto,"Segoe UI",system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:40px 20px 64px}
h1,h2,.winner{font-family:Vollkorn,Georgia,serif;line-height:1.15}
h1{font-size:40px;margin:0}
h2{font-size:24px;margin:44px 0 12px;color:var(--accent)}
.people{color:var(--text2);margin:6px 0 28px}
.result{background:var(--panel2);border-radius:24px;padding:24px}
.winner{font-size:30px;margin:0 0 16px}
ol,ul{list-style:none;margin:0;padding:0}
.places li,.lines li{display:flex;align-items:center;gap:14px;padding:7px 0}
.places b,.points{margin-left:auto;font-variant-numeric:tabular-nums;white-space:nowrap}
.lines li{align-items:flex-start;border-bottom:1px solid var(--panel3)}
.lines small{color:var(--text2);display:block}
.details{color:var(--text2);margin-top:16px}
.teams{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:14px}
.team{background:var(--panel3);border-radius:18px;padding:16px}
.team.won{outline:3px solid var(--accent)}
.team h3{display:flex;font-size:20px;margin:0 0 6px}
.team h3 b{margin-left:auto}
.team li{display:flex;align-items:center;gap:12px;padding:5px 0}
.track{display:grid;grid-template-columns:repeat(auto-fill,minmax(120px,1fr));gap:12px}
.track li{border:2px dashed var(--panel3);border-radius:14px;padding:10px 12px;min-height:96px;font-size:14px}
.track li.card{border:0;border-top:8px solid var(--tone,var(--accent));background:var(--panel2)}
.track b{display:block;font:600 18px/1.2 Vollkorn,Georgia,serif;margin:2px 0}
.track small,.track em{color:var(--text2)}
.hand{font-style:italic}
svg.seat{width:30px;height:30px;flex:none}
svg.race{width:100%;height:auto;margin-top:20px}
.gap{width:30px;flex:none}
.gain{color:var(--gain)}.loss{color:var(--loss)}
footer{color:var(--text2);margin-top:56px;font-size:14px}
@media print{body{background:#fff;color:#000}}
"""


def as_page(play: Play[Any], began: float) -> str:
    facts = play.game.facts
    title = escape(play.game.named(play.setup))
    body = [f"<h1>{title}</h1>", f'<p class="people">{escape(names_of(play))}, {_words(day(began))}</p>']
    outcome = play.outcome()
    if outcome is not None:
        body.append(_result(play, outcome))
    body += [_track(track) for track in play.view().tracks if any(piece.note is not None for piece in track.pieces)]
    body += [_chapter(play, chapter) for chapter in chapters(play)]
    body.append(f"<footer>{_words(say('Recorded by Tableside, at a real table.'))}</footer>")
    head = (f'<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{title}, {_words(day(began))}</title><style>{_colours(facts.dark, facts.light)}{STYLE}</style>")
    inside = "\n".join(body).translate(CONTROLS)
    spoken = current().language.replace("_", "-")
    return (f'<!doctype html>\n<html lang="{spoken}">\n<head>{head}</head>\n'
            f"<body><main>\n{inside}\n</main></body>\n</html>\n")


def _colours(dark: Palette, light: Palette) -> str:
    """Replace an unreadable palette by the app's."""
    by_day, by_night = _theme(light, tokens.LIGHT), _theme(dark, tokens.DARK)
    return f":root{{{by_day}}}@media(prefers-color-scheme:dark){{:root{{{by_night}}}}}"


def _theme(palette: Palette, shell: tokens.Roles) -> str:
    tones = {"panel": shell.background, "panel2": shell.surface2, "panel3": shell.surface3, "text": shell.text,
             "text2": shell.text2, "accent": shell.primary}
    if tokens.readable(palette):
        tones = {name: getattr(palette, name) for name in tones}
    tones |= {"gain": shell.gain, "loss": shell.loss}
    return "".join(f"--{name}:{tone};" for name, tone in tones.items())


def _words(text: Text | str) -> str:
    return escape(str(text))


def _result(play: Play[Any], outcome: Outcome) -> str:
    letters = tokens.initials(seat.name for seat in play.table.seats)
    teams = teams_of(outcome)
    rows = []
    grouped = {one.seat for _, members in teams for one in members}  # a writer belongs to no side
    for place in sorted((one for one in outcome.places if one.seat not in grouped), key=lambda one: one.place):
        seat = play.table.seats[place.seat]
        score = "" if place.score is None else f"<b>{place.score}</b>"
        name = seat.name if not teams or place.note is None else in_a_row(seat.name, place.note)
        rows.append(f"<li>{seat_svg(seat.colour, letters[seat.index])}<span>{_words(name)}</span>{score}</li>")
    details = "".join(f"<li>{escape(told(one))}</li>" for one in outcome.details)
    parts = [f'<section class="result"><p class="winner">{_words(outcome.sentence)}</p>',
             f'<div class="teams">{"".join(_team(play, outcome, *team) for team in teams)}</div>' if teams else "",
             f'<ol class="places">{"".join(rows)}</ol>' if rows else "",
             race_svg(play), f'<ul class="details">{details}</ul>' if details else "", "</section>"]
    return "".join(parts)


def _team(play: Play[Any], outcome: Outcome, name: Text, members: list[PodiumPlace]) -> str:
    seats, letters = play.table.seats, tokens.initials(seat.name for seat in play.table.seats)
    score = "" if members[0].score is None else f"<b>{members[0].score}</b>"
    won = " won" if members[0].seat in outcome.winners else ""
    rows = "".join(f"<li>{seat_svg(seats[one.seat].colour, letters[one.seat])}{escape(seats[one.seat].name)}</li>"
                   for one in members)
    return f'<section class="team{won}"><h3>{_words(capital(name))}{score}</h3><ul>{rows}</ul></section>'


def _track(track: Track) -> str:
    cards = []
    for space in range(track.spaces):
        piece = next((one for one in track.pieces if one.space == space), None)
        if piece is None:
            cards.append(f"<li><small>{space + 1}</small></li>")
            continue
        tone = f' style="--tone:{piece.tone}"' if piece.tone.startswith("#") and piece.tone[1:].isalnum() else ""
        story = "" if piece.note is None else f"<em>{_words(piece.note)}</em>"
        cards.append(f'<li class="card"{tone}><small>{space + 1}</small><b>{_words(piece.label)}</b>{story}</li>')
    return f'<h2>{_words(track.name)}</h2><ol class="track">{"".join(cards)}</ol>'


def _chapter(play: Play[Any], chapter: Chapter) -> str:
    heading = _words(say("The beginning") if chapter.heading is None else chapter.heading.text)
    return f"<h2>{heading}</h2>" + '<ul class="lines">' + "".join(_line(play, line) for line in chapter.lines) + "</ul>"


def _line(play: Play[Any], line: ToldLine) -> str:
    seats = play.table.seats
    letters = tokens.initials(seat.name for seat in seats)
    mark = '<span class="gap"></span>'
    if line.seat is not None:
        mark = seat_svg(seats[line.seat].colour, letters[line.seat])
    small = in_a_row(clock(line.at), say("by hand") if line.by_hand else "",
                     say("rolled by the app") if line.rolled else "")
    points = " ".join(f'<span class="{"gain" if change > 0 else "loss"}">{escape(seats[seat].name)} '
                      f'{"+" if change > 0 else "−"}{abs(change)}</span>' for seat, change in line.points)
    hand = ' class="hand"' if line.by_hand else ""
    return (f"<li>{mark}<span{hand}>{_words(line.text)}<small>{_words(small)}</small></span>"
            f'<span class="points">{points}</span></li>')


SHAPES = {
    "circle": "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1z", "square": "M-.86-.86H.86V.86H-.86z",
    "triangle": "M-1.06.95H1.06L0-.9z", "diamond": "M0-1.14 1.14 0 0 1.14-1.14 0z",
    "hexagon": "M0-1.04.9-.52V.52L0 1.04-.9.52V-.52z",
    "star": "M0-1.12.4-.69.97-.56.8 0 .97.56.4.69 0 1.12-.4.69-.97.56-.8 0-.97-.56-.4-.69z",
    "cross": "M-.5-1.02h1v.52h.52v1h-.52v.52h-1v-.52h-.52v-1h.52z", "drop": "M0-1.2L.68-.55A.9.9 0 1 1-.68-.55z",
    "house": "M-.95.97H.95V-.25L0-1.12-.95-.25z", "shield": "M-1-.95H1V-.05A1 1.15 0 0 1-1-.05z",
    "clover": "M0-.6A.58.58 0 1 1 .6 0A.58.58 0 1 1 0 .6A.58.58 0 1 1-.6 0A.58.58 0 1 1 0-.6z",
    "leaf": "M-1 1A2 2 0 0 1 1-1A2 2 0 0 1-1 1z",
}
"""SVG paths around the origin with radius 1, as on guests' phones."""


def _shape(colour: int, x: float, y: float, radius: float) -> str:
    seat = tokens.SEATS[colour]
    return (f'<path d="{SHAPES[seat.shape]}" transform="translate({x:.1f} {y:.1f}) scale({radius})" fill="{seat.fill}" '
            f'stroke="var(--text)" stroke-width=".1" stroke-linejoin="round"/>')


def seat_svg(colour: int, letter: str) -> str:
    seat = tokens.SEATS[colour]
    size = 11 if len(letter) == 1 else 9
    return (f'<svg class="seat" viewBox="0 0 34 34" aria-hidden="true">{_shape(colour, 17, 17, 12.5)}'
            f'<text x="17" y="21.5" text-anchor="middle" font-size="{size}" font-weight="700" fill="{seat.ink}">'
            f"{escape(letter)}</text></svg>")


def race_svg(play: Play[Any]) -> str:
    scores = scores_of(play)
    top = max((max(points, default=0) for points in scores), default=0)
    if len(scores) < 2 or top <= 0:
        return ""
    low = min(0, *(min(points) for points in scores))
    span = max(1, top - low)

    def at(step: int, score: int) -> tuple[float, float]:
        return 30 + (WIDE - 70) * step / (len(scores) - 1), HIGH - 24 - (HIGH - 48) * (score - low) / span

    lines = [f'<text x="0" y="{at(0, score)[1] + 5:.0f}" font-size="13" fill="var(--text2)">{score}</text>'
             for score in (low, top)]
    for seat in play.table.seats:
        points = [at(step, row[seat.index]) for step, row in enumerate(scores)]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(f'<polyline points="{way}" fill="none" stroke="{tokens.SEATS[seat.colour].fill}" '
                     f'stroke-width="4" stroke-linejoin="round"/>')
        lines.append(_shape(seat.colour, points[-1][0] + 14, points[-1][1], 8))
    return f'<svg class="race" viewBox="0 0 {WIDE:.0f} {HIGH:.0f}" role="img">{"".join(lines)}</svg>'
