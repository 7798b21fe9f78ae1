"""Play every sound of the app into assets/sounds: `python -m tools.art.make_sounds`.
Standard library only."""

import json
import math
import struct
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

RATE = 22050
FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"
Samples = list[float]

# Partials of a voice: times the ground tone, strength, how fast it dies away against the ground tone.
MARIMBA = ((1.0, 1.0, 1.0), (3.93, 0.28, 3.2), (9.2, 0.07, 7.0))
BELL = ((1.0, 1.0, 1.0), (2.0, 0.5, 1.3), (2.76, 0.34, 1.9), (5.4, 0.16, 3.4), (0.5, 0.3, 0.8))
SOFT = ((1.0, 1.0, 1.0), (2.0, 0.22, 1.6), (3.0, 0.08, 2.4))
C4, D4, E4, G4, A4 = 261.63, 293.66, 329.63, 392.0, 440.0
C5, D5, E5, G5, A5, C6 = 523.25, 587.33, 659.26, 783.99, 880.0, 1046.5


def note(tone: float, seconds: float, voice: Sequence[tuple[float, float, float]], fade: float) -> Samples:
    """A struck tone: `fade` is how many times a second it falls to a third."""
    out = []
    for i in range(int(seconds * RATE)):
        t = i / RATE
        sound = sum(
            strength * math.exp(-fade * dies * t) * math.sin(2 * math.pi * tone * times * t)
            for times, strength, dies in voice
            if tone * times < RATE / 2.2
        )
        out.append(sound * min(1.0, t / 0.003))
    return out


def knock(seconds: float, tone: float, fade: float, rough: float, seed: int) -> Samples:
    """A knock on wood: a short low tone that falls a little, and some noise."""
    random, out, smooth, phase = Random(seed), [], 0.0, 0.0
    for i in range(int(seconds * RATE)):
        t = i / RATE
        phase += 2 * math.pi * tone * (1 + 0.6 * math.exp(-90 * t)) / RATE
        smooth += 0.45 * (random.uniform(-1, 1) - smooth)
        out.append(math.exp(-fade * t) * math.sin(phase) + rough * math.exp(-2.4 * fade * t) * smooth)
    return out


def together(*parts: tuple[float, float, Samples]) -> Samples:
    """Lay sounds over each other: (starts at, loudness, sound)."""
    out = [0.0] * max(int(start * RATE) + len(sound) for start, _, sound in parts)
    for start, loud, sound in parts:
        first = int(start * RATE)
        for i, sample in enumerate(sound):
            out[first + i] += loud * sample
    return out


def tune(
    tones: Sequence[float], step: float, long: float, voice: Sequence[tuple[float, float, float]], fade: float
) -> Samples:
    return together(*((i * step, 1.0, note(tone, long, voice, fade)) for i, tone in enumerate(tones)))


def rattle() -> Samples:
    """A few dice that hit each other and the table, ever slower."""
    random = Random(66)
    starts = [0.0, 0.05, 0.085, 0.14, 0.2, 0.29, 0.4]
    hits = (
        (s, random.uniform(0.5, 1.0), knock(0.09, random.uniform(900, 1700), 75, 1.1, i))
        for i, s in enumerate(starts)
    )
    return together(*hits)


SOUNDS: dict[str, tuple[str, float, Callable[[], Samples]]] = {
    "start": ("a play begins", 0.5, lambda: tune((C4, G4, C5), 0.08, 0.13, SOFT, 14)),
    "tick": ("each of the last five seconds", 0.5, lambda: knock(0.06, 1250, 95, 0.5, 1)),
    "chime": (
        "time is up",
        0.75,
        lambda: together((0, 1, note(G5, 1.5, BELL, 3.2)), (0.24, 0.9, note(C6, 1.6, BELL, 3.0))),
    ),
    "tap": ("a button", 0.35, lambda: knock(0.07, 420, 80, 0.35, 2)),
    "book": ("points are booked", 0.65, lambda: tune((E5, A5), 0.09, 0.5, MARIMBA, 9)),
    "undo": ("something was taken back", 0.55, lambda: tune((A4, E4), 0.09, 0.4, MARIMBA, 10)),
    "turn": ("the next player", 0.6, lambda: tune((G4, D5), 0.13, 0.7, SOFT, 6)),
    "reveal": ("secrets are opened", 0.7, lambda: tune((D4, G4, C5, E5, A5), 0.075, 0.8, MARIMBA, 6)),
    "win": ("the game is won", 0.75, lambda: tune((C4, G4, C5, E5, G5, C6), 0.12, 1.2, BELL, 3.6)),
    "lose": ("the game is lost", 0.65, lambda: tune((G4, E4, D4, C4), 0.2, 0.9, SOFT, 4)),
    "dice": ("dice are rolled", 0.7, rattle),
    "refuse": (
        "an answer the rules refuse",
        0.5,
        lambda: together((0, 1, knock(0.12, 170, 34, 0.3, 3)), (0.12, 0.8, knock(0.14, 140, 34, 0.3, 4))),
    ),
    "seal": (
        "a secret is sealed",
        0.7,
        lambda: together((0, 0.35, knock(0.05, 1900, 110, 2.0, 5)), (0.05, 1, knock(0.26, 120, 20, 0.8, 6))),
    ),
}


PLUCK = ((1.0, 1.0, 1.0), (2.0, 0.5, 2.2), (3.0, 0.33, 3.0), (4.0, 0.2, 4.2))
FELT = ((1.0, 1.0, 1.0), (2.0, 0.14, 2.0), (3.01, 0.05, 3.0))
BRASS = ((0.5, 0.5, 0.9), (1.0, 1.0, 1.0), (2.41, 0.42, 1.6), (3.9, 0.2, 2.6))
GLASS = ((1.0, 1.0, 1.0), (2.76, 0.46, 1.3), (5.4, 0.2, 2.2))
Play = Callable[[], Samples]


def set_of(voice: Sequence[tuple[float, float, float]], scale: Sequence[float], fade: float, tick: Play,
           wrong: Play) -> dict[str, tuple[str, float, Play]]:
    """Six sounds of one place, short and quiet: five tones of its scale, its own tick, its own no."""
    one, _, three, four, five = scale
    return {
        "start": ("a play begins", 0.5, lambda: tune((one, three, five), 0.09, 0.14, voice, fade * 1.6)),
        "tick": ("each of the last five seconds", 0.42, tick),
        "chime": ("time is up", 0.6, lambda: tune((five, three), 0.12, 0.16, voice, fade * 1.6)),
        "book": ("points are booked", 0.5, lambda: tune((three, four), 0.08, 0.18, voice, fade * 1.5)),
        "refuse": ("an answer the rules refuse", 0.42, wrong),
        "win": ("the game is won", 0.6,
                lambda: tune((one, three, four, five), 0.07, 0.14, voice, fade * 1.6)),
    }


GAMES: dict[str, dict[str, tuple[str, float, Play]]] = {
    # wood and wind: a marimba in a warm major
    "windmill": set_of(MARIMBA, (C4, E4, G4, C5, E5), 9, lambda: knock(0.05, 760, 90, 0.6, 11),
                       lambda: knock(0.2, 180, 26, 0.5, 12)),
    # a dark-room: felt on strings, a shutter for a clock
    "story": set_of(FELT, (A4 / 2, C4, E4, A4, C5), 6, lambda: knock(0.05, 2100, 120, 2.6, 21),
                    lambda: tune((E4, D4 * 1.06), 0.09, 0.18, FELT, 12)),
    # a quick floor: plucked, high, in fifths
    "keywords": set_of(PLUCK, (D4, A4, D5, A5, D5 * 2), 13, lambda: note(A5 * 1.5, 0.05, PLUCK, 60),
                       lambda: tune((A4, G4 * 1.06), 0.07, 0.16, PLUCK, 18)),
    # a ship in the sky: a bell and a low drum
    "windward": set_of(BRASS, (G4 / 2, D4, G4, A4, D5), 5, lambda: knock(0.06, 300, 60, 0.9, 31),
                       lambda: together((0, 1, knock(0.24, 90, 18, 0.6, 32)),
                                        (0.1, 0.7, knock(0.2, 76, 20, 0.6, 33)))),
    # snow and glass: a celesta in a minor
    "winter_tales": set_of(GLASS, (E4, G4, A4 * 1.122, E5, G5), 6, lambda: note(C6 * 1.5, 0.06, GLASS, 55),
                           lambda: tune((G4, E4 * 0.944), 0.1, 0.24, GLASS, 12)),
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


def main() -> None:
    listed = {}
    own = {f"{game}/{name}": sound for game, sounds in GAMES.items() for name, sound in sounds.items()}
    for name, (meaning, peak, play) in (SOUNDS | own).items():
        data = finished(play(), peak)
        write(FOLDER / f"{name}.wav", data)
        listed[name] = {"file": f"{name}.wav", "when": meaning, "seconds": round(len(data) / 2 / RATE, 2)}
    (FOLDER / "sounds.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
