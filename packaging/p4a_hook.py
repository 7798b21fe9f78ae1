"""python-for-android calls this around a build. It takes the newest build-tools it finds, a release candidate too, and
its manifest has no place for a service that lives in the app's own process."""

import re
from pathlib import Path

BUILD_TOOLS = "36.0.0"
SERVICE = ('<service android:name="org.tableside.DoorService" android:exported="false" '
           'android:foregroundServiceType="connectedDevice" />')


def before_apk_assemble(toolchain):
    """In the folder of the distribution: Gradle gets the build-tools this project was checked for, and fetches them."""
    gradle = Path("build.gradle")
    text, found = re.subn(r"buildToolsVersion '[^']*'", f"buildToolsVersion '{BUILD_TOOLS}'", gradle.read_text())
    if found != 1:
        raise RuntimeError("build.gradle names no buildToolsVersion any more; packaging/p4a_hook.py must be looked at")
    gradle.write_text(text)
    manifest = Path("src", "main", "AndroidManifest.xml")
    text = manifest.read_text(encoding="utf-8")
    if text.count("</application>") != 1:
        raise RuntimeError("the manifest has another shape; packaging/p4a_hook.py must be looked at")
    if SERVICE not in text:
        manifest.write_text(text.replace("</application>", f"    {SERVICE}\n    </application>"), encoding="utf-8")
