"""python-for-android puts an object of its own in place of both streams: it can be written to, and has no number."""

import io
import os
import sys


class LogFile(io.IOBase):
    def writable(self) -> bool:
        return True

    def write(self, text: str) -> None:
        os.write(1, str(text).encode())


if os.environ.get("ANDROID_ARGUMENT"):
    sys.stdout = sys.stderr = LogFile()  # type: ignore[assignment]
