"""Write the video that keeps a phone awake on a page without https: `python -m tools.art.make_wake_video`.

Ten grey seconds with silent sound, as browsers let a phone sleep during anything less. The page of a guest
has no wake lock over plain http. The result is page/guest/awake_video.js: Safari plays no file from a server
that doesn't send parts of it.
"""

import struct
from base64 import b64encode
from pathlib import Path
from textwrap import fill

OUT = Path(__file__).resolve().parents[2] / "companion" / "page" / "guest" / "awake_video.js"
SECONDS = 10
BLOCKS = 8
"""The picture's sides, in blocks of 16 pixels; hardware refuses very small ones."""
RATE, RATE_INDEX, FRAME = 16000, 8, 1024
"""Of the sound: samples per second, their number in the standard, and samples in one frame."""


# Bits, as H.264 and AAC have them

def number(value: int, length: int) -> str:
    return format(value, f"0{length}b")


def golomb(value: int) -> str:
    """
    >>> golomb(0), golomb(1), golomb(3)
    ('1', '010', '00100')
    """
    bits = format(value + 1, "b")
    return "0" * (len(bits) - 1) + bits


def packed(bits: str) -> bytes:
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def unit(kind: int, bits: str) -> bytes:
    """A unit of H.264, with its stop bit."""
    body = packed(bits + "1")
    assert b"\0\0" not in body, "it would need escapes"
    return bytes([0x60 | kind]) + body


SEQUENCE = unit(7, number(66, 8) + number(0xC0, 8) + number(10, 8)  # baseline, level 1
                + golomb(0) + golomb(0) + golomb(2) + golomb(1) + "0"
                + golomb(BLOCKS - 1) + golomb(BLOCKS - 1) + "1" + "1" + "0" + "0")
PICTURES = unit(8, golomb(0) + golomb(0) + "0" + "0" + golomb(0) * 3 + "0" + "00" + golomb(0) * 3 + "000")
GREY = golomb(3) + golomb(0) + golomb(0) + "1"
"""A block predicted from its neighbours, without a difference to them."""
SILENCE = packed("000" + "0000" + number(100, 8) + "0" + "00" + "0" + number(0, 6) + "0" + "000" + "111")
"""One channel without any band of sound, and the end of the frame."""


def picture(place: int) -> bytes:
    """A whole picture; neighbours must have different numbers."""
    head = golomb(0) + golomb(7) + golomb(0) + "0000" + golomb(place % 2) + "00" + golomb(0)
    body = unit(5, head + GREY * BLOCKS * BLOCKS)
    return struct.pack(">I", len(body)) + body


# The file

def box(kind: str, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind.encode() + body


def full(kind: str, *parts: bytes, flags: int = 0) -> bytes:
    return box(kind, struct.pack(">I", flags), *parts)


def integers(*values: int) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


MATRIX = integers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def track(place: int, kind: str, per_second: int, step: int, samples: list[bytes], at: int, head: bytes,
          entry: bytes) -> bytes:
    """`step`: how long a sample lasts, in units of `per_second`. `at`: where the samples begin."""
    length, side = step * len(samples), (BLOCKS * 16 << 16 if kind == "vide" else 0)
    table = box("stbl", full("stsd", integers(1), entry), full("stts", integers(1, len(samples), step)),
                full("stsc", integers(1, 1, len(samples), 1)),
                full("stsz", integers(0, len(samples), *map(len, samples))), full("stco", integers(1, at)))
    where = box("dinf", full("dref", integers(1), full("url ", flags=1)))
    media = box("mdia", full("mdhd", integers(0, 0, per_second, length), struct.pack(">HH", 0x55C4, 0)),
                full("hdlr", integers(0), kind.encode(), bytes(13)), box("minf", head, where, table))
    volume = 0 if kind == "vide" else 0x0100
    head = full("tkhd", integers(0, 0, place, 0, length * 1000 // per_second), bytes(8),
                struct.pack(">HHHH", 0, 0, volume, 0), MATRIX, integers(side, side), flags=7)
    return box("trak", head, media)


def video_entry() -> bytes:
    side = BLOCKS * 16
    settings = box("avcC", bytes([1, 66, 0xC0, 10, 0xFF, 0xE1]), struct.pack(">H", len(SEQUENCE)), SEQUENCE,
                   bytes([1]), struct.pack(">H", len(PICTURES)), PICTURES)
    return box("avc1", bytes(6), struct.pack(">H", 1), bytes(16),
               struct.pack(">HHIIIH", side, side, 0x480000, 0x480000, 0, 1), bytes(32),
               struct.pack(">Hh", 24, -1), settings)


def sound_entry() -> bytes:
    settings = packed(number(2, 5) + number(RATE_INDEX, 4) + number(1, 4) + "000")
    decoder = bytes([4, 13 + 2 + len(settings), 0x40, 0x15]) + bytes(3) + integers(1000, 1000) \
        + bytes([5, len(settings)]) + settings
    stream = bytes([3, 3 + len(decoder) + 3, 0, 1, 0]) + decoder + bytes([6, 1, 2])
    return box("mp4a", bytes(6), struct.pack(">H", 1), bytes(8), struct.pack(">HHIHH", 1, 16, 0, RATE, 0),
               full("esds", stream))


def video() -> bytes:
    pictures = [picture(n) for n in range(SECONDS)]
    sounds = [SILENCE] * (SECONDS * RATE // FRAME)
    kind = box("ftyp", b"isom", integers(512), b"isomavc1mp41")
    data = box("mdat", *pictures, *sounds)

    def tables(at: int) -> bytes:
        """`at`: where the pictures begin."""
        movie = full("mvhd", integers(0, 0, 1000, SECONDS * 1000, 0x10000), struct.pack(">H", 0x0100),
                     bytes(10), MATRIX, bytes(24), integers(3))
        seen = track(1, "vide", 1000, 1000, pictures, at, full("vmhd", bytes(8), flags=1), video_entry())
        heard = track(2, "soun", RATE, FRAME, sounds, at + sum(map(len, pictures)), full("smhd", bytes(4)),
                      sound_entry())
        return box("moov", movie, seen, heard)
    return kind + tables(len(kind) + len(tables(0)) + 8) + data


def main() -> None:
    letters = fill(b64encode(video()).decode(), 110)
    parts = ("// Written by tools/art/make_wake_video.py.", "export const VIDEO =",
             '  "data:video/mp4;base64," +', "  `", letters, '`.replace(/\\s/g, "");', "")
    OUT.write_text("\n".join(parts), encoding="utf-8")
    print(f"{OUT.name}: {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
