#!/usr/bin/env bash
# Install an APK on the connected emulator or phone, start it, and save pictures and the log:
#     bash packaging/emulator.sh tableside.apk shots
# Fails if the app isn't in front after a minute, or if its log has a Python traceback. Not run yet.
set -euo pipefail
apk=$1 shots=$2 app=org.tableside.tableside
mkdir -p "$shots"

adb install -r "$apk"

# Open every screen once, as `--smoke` does on a desktop. The app then ends, and its log has the result.
adb shell am start -n "$app/org.kivy.android.PythonActivity" --es tableside --smoke
sleep 120  # the first start unpacks Python
adb shell run-as "$app" cat files/logs/tableside.log > "$shots/smoke.log"
grep -q "the smoke test opened every screen" "$shots/smoke.log"

adb logcat -c
adb shell monkey -p "$app" -c android.intent.category.LAUNCHER 1
sleep 20
adb exec-out screencap -p > "$shots/1-first-start.png"

adb shell input keyevent KEYCODE_HOME
sleep 3
adb shell cmd uimode night yes || true  # an older system has no such command
adb shell monkey -p "$app" -c android.intent.category.LAUNCHER 1
sleep 5
adb exec-out screencap -p > "$shots/2-back-at-night.png"

adb logcat -d > "$shots/log.txt"
adb shell run-as "$app" cat files/logs/tableside.log > "$shots/tableside.log" || true
if grep -q "Traceback (most recent call last)" "$shots"/*log*; then
    echo "Python raised; see the logs in $shots" >&2
    exit 1
fi
adb shell pidof "$app" > /dev/null || { echo "The app is not running any more" >&2; exit 1; }
