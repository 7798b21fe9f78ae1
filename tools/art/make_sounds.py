"""Play every sound of the app into assets/sounds: `python -m tools.art.make_sounds`.
Standard library only. `page/guest/tones.js` plays the recipes in sounds.json."""

import json
import math
import struct
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.core.values import Json

RATE = 22050
FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"
Samples = list[float]
Voice = Sequence[tuple[float, float, float]]

# Partials of a voice: times the ground tone, strength, how fast it dies away against the ground tone.
MARIMBA = ((1.0, 1.0, 1.0), (3.93, 0.28, 3.2), (9.2, 0.07, 7.0))
BELL = ((1.0, 1.0, 1.0), (2.0, 0.5, 1.3), (2.76, 0.34, 1.9), (5.4, 0.16, 3.4), (0.5, 0.3, 0.8))
SOFT = ((1.0, 1.0, 1.0), (2.0, 0.22, 1.6), (3.0, 0.08, 2.4))
C4, D4, E4, G4, A4 = 261.63, 293.66, 329.63, 392.0, 440.0
C5, D5, E5, G5, A5, C6 = 523.25, 587.33, 659.26, 783.99, 880.0, 1046.5


@dataclass(frozen=True)
class Note:
    """A struck tone: `fade` is how many times a second it falls to a third."""

    at: float
    loud: float
    tone: float
    seconds: float
    fade: float


@dataclass(frozen=True)
class Knock:
    """A knock on wood: a short low tone that falls a little, and some noise."""

    at: float
    loud: float
    tone: float
    seconds: float
    fade: float
    rough: float
    seed: int


@dataclass(frozen=True)
class Recipe:
    when: str
    peak: float
    voice: Voice = ()
    notes: Sequence[Note] = ()
    knocks: Sequence[Knock] = ()


def struck(note: Note, voice: Voice) -> Samples:
    out = []
    for i in range(int(note.seconds * RATE)):
        t = i / RATE
        sound = sum(
            strength * math.exp(-note.fade * dies * t) * math.sin(2 * math.pi * note.tone * times * t)
            for times, strength, dies in voice
            if note.tone * times < RATE / 2.2
        )
        out.append(sound * min(1.0, t / 0.003))
    return out


def knocked(knock: Knock) -> Samples:
    random, out, smooth, phase = Random(knock.seed), [], 0.0, 0.0
    for i in range(int(knock.seconds * RATE)):
        t = i / RATE
        phase += 2 * math.pi * knock.tone * (1 + 0.6 * math.exp(-90 * t)) / RATE
        smooth += 0.45 * (random.uniform(-1, 1) - smooth)
        noise = knock.rough * math.exp(-2.4 * knock.fade * t) * smooth
        out.append(math.exp(-knock.fade * t) * math.sin(phase) + noise)
    return out


def played(recipe: Recipe) -> Samples:
    """Lay its notes and knocks over each other."""
    parts = [(one, struck(one, recipe.voice)) for one in recipe.notes]
    hits = [(one, knocked(one)) for one in recipe.knocks]
    out = [0.0] * max(int(one.at * RATE) + len(sound) for one, sound in (*parts, *hits))
    for one, sound in (*parts, *hits):
        first = int(one.at * RATE)
        for i, sample in enumerate(sound):
            out[first + i] += one.loud * sample
    return out


def tune(tones: Sequence[float], step: float, seconds: float, fade: float) -> list[Note]:
    return [Note(i * step, 1.0, tone, seconds, fade) for i, tone in enumerate(tones)]


def rattle() -> list[Knock]:
    """A few dice that hit each other and the table, ever slower."""
    random = Random(66)
    starts = [0.0, 0.05, 0.085, 0.14, 0.2, 0.29, 0.4]
    return [Knock(start, random.uniform(0.5, 1.0), random.uniform(900, 1700), 0.09, 75, 1.1, i)
            for i, start in enumerate(starts)]


def roll() -> list[Knock]:
    """A drum that grows louder, and stops."""
    return [Knock(0.055 * i, 0.2 + 0.8 * i / 17, 118 + 4 * (i % 2), 0.16, 26, 0.9, 40 + i) for i in range(18)]


SOUNDS: dict[str, Recipe] = {
    "start": Recipe("a play begins", 0.5, SOFT, tune((C4, G4, C5), 0.08, 0.13, 14)),
    "tick": Recipe("each of the last five seconds", 0.5, knocks=[Knock(0, 1, 1250, 0.06, 95, 0.5, 1)]),
    "chime": Recipe("time is up", 0.75, BELL, [Note(0, 1, G5, 1.5, 3.2), Note(0.24, 0.9, C6, 1.6, 3.0)]),
    "tap": Recipe("a button", 0.35, knocks=[Knock(0, 1, 420, 0.07, 80, 0.35, 2)]),
    "book": Recipe("points are booked", 0.65, MARIMBA, tune((E5, A5), 0.09, 0.5, 9)),
    "undo": Recipe("something was taken back", 0.55, MARIMBA, tune((A4, E4), 0.09, 0.4, 10)),
    "turn": Recipe("the next player", 0.6, SOFT, tune((G4, D5), 0.13, 0.7, 6)),
    "reveal": Recipe("secrets are opened", 0.7, MARIMBA, tune((D4, G4, C5, E5, A5), 0.075, 0.8, 6)),
    "win": Recipe("the game is won", 0.75, BELL, tune((C4, G4, C5, E5, G5, C6), 0.12, 1.2, 3.6)),
    "lose": Recipe("the game is lost", 0.65, SOFT, tune((G4, E4, D4, C4), 0.2, 0.9, 4)),
    "drum": Recipe("the last secret is held back", 0.6, knocks=roll()),
    "dice": Recipe("dice are rolled", 0.7, knocks=rattle()),
    "refuse": Recipe("an answer the rules refuse", 0.5,
                     knocks=[Knock(0, 1, 170, 0.12, 34, 0.3, 3), Knock(0.12, 0.8, 140, 0.14, 34, 0.3, 4)]),
    "seal": Recipe("a secret is sealed", 0.7,
                   knocks=[Knock(0, 0.35, 1900, 0.05, 110, 2.0, 5), Knock(0.05, 1, 120, 0.26, 20, 0.8, 6)]),
}


PLUCK = ((1.0, 1.0, 1.0), (2.0, 0.5, 2.2), (3.0, 0.33, 3.0), (4.0, 0.2, 4.2))
FELT = ((1.0, 1.0, 1.0), (2.0, 0.14, 2.0), (3.01, 0.05, 3.0))
BRASS = ((0.5, 0.5, 0.9), (1.0, 1.0, 1.0), (2.41, 0.42, 1.6), (3.9, 0.2, 2.6))
GLASS = ((1.0, 1.0, 1.0), (2.76, 0.46, 1.3), (5.4, 0.2, 2.2))
Parts = Sequence[Note] | Sequence[Knock]


def made_of(when: str, peak: float, voice: Voice, parts: Parts) -> Recipe:
    notes = [one for one in parts if isinstance(one, Note)]
    knocks = [one for one in parts if isinstance(one, Knock)]
    return Recipe(when, peak, voice, notes, knocks)


def set_of(voice: Voice, scale: Sequence[float], fade: float, tick: Parts, wrong: Parts) -> dict[str, Recipe]:
    """Six sounds of one place, short and quiet: five tones of its scale, its own tick, its own no."""
    one, _, three, four, five = scale
    return {
        "start": Recipe("a play begins", 0.5, voice, tune((one, three, five), 0.09, 0.14, fade * 1.6)),
        "tick": made_of("each of the last five seconds", 0.42, voice, tick),
        "chime": Recipe("time is up", 0.6, voice, tune((five, three), 0.12, 0.16, fade * 1.6)),
        "book": Recipe("points are booked", 0.5, voice, tune((three, four), 0.08, 0.18, fade * 1.5)),
        "refuse": made_of("an answer the rules refuse", 0.42, voice, wrong),
        "win": Recipe("the game is won", 0.6, voice, tune((one, three, four, five), 0.07, 0.14, fade * 1.6)),
    }


GAMES: dict[str, dict[str, Recipe]] = {
    # wood and wind: a marimba in a warm major
    "windmill": set_of(MARIMBA, (C4, E4, G4, C5, E5), 9, [Knock(0, 1, 760, 0.05, 90, 0.6, 11)],
                       [Knock(0, 1, 180, 0.2, 26, 0.5, 12)]),
    # a dark-room: felt on strings, a shutter for a clock
    "story": set_of(FELT, (A4 / 2, C4, E4, A4, C5), 6, [Knock(0, 1, 2100, 0.05, 120, 2.6, 21)],
                    tune((E4, D4 * 1.06), 0.09, 0.18, 12)),
    # a quick floor: plucked, high, in fifths
    "keywords": set_of(PLUCK, (D4, A4, D5, A5, D5 * 2), 13, [Note(0, 1, A5 * 1.5, 0.05, 60)],
                       tune((A4, G4 * 1.06), 0.07, 0.16, 18)),
    # a ship in the sky: a bell and a low drum
    "windward": set_of(BRASS, (G4 / 2, D4, G4, A4, D5), 5, [Knock(0, 1, 300, 0.06, 60, 0.9, 31)],
                       [Knock(0, 1, 90, 0.24, 18, 0.6, 32), Knock(0.1, 0.7, 76, 0.2, 20, 0.6, 33)]),
    # snow and glass: a celesta in a minor
    "winter_tales": set_of(GLASS, (E4, G4, A4 * 1.122, E5, G5), 6, [Note(0, 1, C6 * 1.5, 0.06, 55)],
                           tune((G4, E4 * 0.944), 0.1, 0.24, 12)),
}


def finished(sound: Samples, peak: float) -> bytes:
    """Bring to its loudness, end in silence, and pack as 16 bit."""
    loudest = max(abs(sample) for sample in sound)
    tail = min(len(sound), int(0.02 * RATE))
    out = []
    for i, sample in enumerate(sound):
        ending = min(1.0, (len(sound) - i) / tail)
        out.append(round(32767 * peak * ending * sample / loudest))
    return struct.pack(f"<{len(out)}h", *out)


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data)


def listed(name: str, recipe: Recipe, data: bytes) -> dict[str, Json]:
    """When it is played, and what the page needs to play it."""
    return {"file": f"{name}.wav", "when": recipe.when, "seconds": round(len(data) / 2 / RATE, 2),
            "peak": recipe.peak, "voice": recipe.voice,
            "notes": [short(one.at, one.loud, one.tone, one.seconds, one.fade) for one in recipe.notes],
            "knocks": [short(one.at, one.loud, one.tone, one.seconds, one.fade, one.rough)
                       for one in recipe.knocks]}


def short(*numbers: float) -> list[float]:
    return [round(one, 3) for one in numbers]


def main() -> None:
    own = {f"{game}/{name}": sound for game, sounds in GAMES.items() for name, sound in sounds.items()}
    lines = []
    for name, recipe in (SOUNDS | own).items():
        data = finished(played(recipe), recipe.peak)
        write(FOLDER / f"{name}.wav", data)
        lines.append(f"{json.dumps(name)}: {json.dumps(listed(name, recipe, data))}")
    (FOLDER / "sounds.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
