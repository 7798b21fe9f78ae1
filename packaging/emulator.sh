#!/usr/bin/env bash
# Install an APK on the connected emulator or phone, use it, and save pictures and logs:
#     bash packaging/emulator.sh tableside-x86_64-debug.apk shots
# Opens every screen, invites a guest and fetches the guests' page, and fetches it again after three minutes in the background.
# Fails if a step does, or if a log has a Python traceback. Not run yet.
set -euo pipefail
apk=$1 shots=$2 pause=${PAUSE:-180} app=org.tableside.tableside
mkdir -p "$shots"
trap 'adb logcat -d > "$shots/logcat.txt" || true' EXIT  # also if the app ended before it had a log

start() {  # with an argument for the app
    adb shell am force-stop "$app"
    adb shell am start -n "$app/org.kivy.android.PythonActivity" --es tableside "$1"
}

wait_for() {  # a sentence in the app's log, for five minutes: the first start unpacks Python
    for _ in $(seq 150); do
        adb shell run-as "$app" cat files/logs/tableside.log > "$shots/tableside.log" 2> /dev/null || true
        if grep -o "$1" "$shots/tableside.log"; then return; fi
        sleep 2
    done
    echo "The log never said: $1" >&2
    return 1
}

fetch_page() {  # as a guest's browser would
    curl --fail --silent --show-error --retry 5 --retry-all-errors --header "Host: $address" http://127.0.0.1:8484/ > "$shots/$1"
    grep -q "page.js" "$shots/$1"
}

adb install -r "$apk"

start --smoke
wait_for "the smoke test opened every screen"

start --invite
address=$(wait_for "guests can join at [0-9.:]*")
address=${address##* }
adb exec-out screencap -p > "$shots/1-guests.png"
adb forward tcp:8484 "tcp:${address##*:}"
fetch_page page.html

adb shell input keyevent KEYCODE_HOME
adb shell cmd uimode night yes || true  # an older system has no such command
sleep "$pause"
adb shell am start -n "$app/org.kivy.android.PythonActivity"
sleep 5
adb exec-out screencap -p > "$shots/2-back-at-night.png"

adb shell pidof "$app" > /dev/null || { echo "The app is not running any more" >&2; exit 1; }
fetch_page page-after-the-pause.html
if grep -q "Traceback (most recent call last)" "$shots/tableside.log"; then
    echo "Python raised; see the logs in $shots" >&2
    exit 1
fi
