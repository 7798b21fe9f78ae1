"""What python-for-android has no option for: the build-tools' version, our service, a one-coloured icon."""

import re
from pathlib import Path

BUILD_TOOLS = "36.0.0"
SERVICE = ('<service android:name="org.tableside.DoorService" android:exported="false" '
           'android:foregroundServiceType="connectedDevice" />')


MONOCHROME = Path(__file__).resolve().parents[1] / "assets" / "icon_mono.png"


def before_apk_assemble(toolchain):
    """Runs in the distribution's folder. Gradle fetches the build-tools that this project was checked for."""
    one_coloured_icon(Path("src", "main", "res"))
    gradle = Path("build.gradle")
    version = f"buildToolsVersion '{BUILD_TOOLS}'"
    text, found = re.subn(r"buildToolsVersion '[^']*'", version, gradle.read_text(encoding="utf-8"))
    if found != 1:
        raise RuntimeError("build.gradle names no buildToolsVersion any more; "
                           "packaging/p4a_hook.py must be looked at")
    gradle.write_text(text, encoding="utf-8")
    manifest = Path("src", "main", "AndroidManifest.xml")
    text = manifest.read_text(encoding="utf-8")
    if text.count("</application>") != 1:
        raise RuntimeError("the manifest has another shape; packaging/p4a_hook.py must be looked at")
    if SERVICE not in text:
        text = text.replace("</application>", f"    {SERVICE}\n    </application>")
        manifest.write_text(text, encoding="utf-8")


def one_coloured_icon(res):
    """Android 13 colours it like the wallpaper."""
    icon = res / "mipmap-anydpi-v26" / "icon.xml"
    if not icon.is_file():
        raise RuntimeError("there is no adaptive icon any more; packaging/p4a_hook.py must be looked at")
    (res / "drawable").mkdir(exist_ok=True)
    (res / "drawable" / "icon_mono.png").write_bytes(MONOCHROME.read_bytes())
    text = icon.read_text(encoding="utf-8")
    if "monochrome" not in text:
        layer = '    <monochrome android:drawable="@drawable/icon_mono"/>\n</adaptive-icon>'
        icon.write_text(text.replace("</adaptive-icon>", layer), encoding="utf-8")
