"""Guests in a process of their own: `python -m tools.bench._guests PORT SECRET SEATS`. They join, say so, and look."""

from __future__ import annotations

import sys
import threading

from tools.bench._phone import Look, post


def main(port: int, secret: str, seats: int) -> None:
    tokens = [post(port, "/join", {"secret": secret, "seat": seat})["token"] for seat in range(seats)]
    looks = [Look(port, token) for token in tokens]
    for look in looks:
        look.news.wait(30)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for look in looks:
        look.ended.wait()


if __name__ == "__main__":
    threading.stack_size(256 * 1024)
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
