"""python-for-android calls this around a build. It takes the newest build-tools it finds, a release candidate too."""

import re
from pathlib import Path

BUILD_TOOLS = "36.0.0"


def before_apk_assemble(toolchain):
    """In the folder of the distribution: Gradle gets the build-tools this project was checked for, and fetches them."""
    gradle = Path("build.gradle")
    text, found = re.subn(r"buildToolsVersion '[^']*'", f"buildToolsVersion '{BUILD_TOOLS}'", gradle.read_text())
    if found != 1:
        raise RuntimeError("build.gradle names no buildToolsVersion any more; packaging/p4a_hook.py must be looked at")
    gradle.write_text(text)
