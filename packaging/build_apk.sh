#!/usr/bin/env bash
# Build one Android package into a folder: the APK for one kind of phone, or the bundle for Google Play.
#     bash packaging/build_apk.sh arm64-v8a out
#     bash packaging/build_apk.sh bundle out
# With the project's key in the environment (P4A_RELEASE_KEYSTORE and the three beside it) the package is a signed release.
# Without it, an APK is a debug build, and its name says so: no later version could ever be installed over it.
set -euo pipefail
kind=$1 out=$2
case $kind in
    bundle) abi=0 ;;
    armeabi-v7a) abi=1 ;;
    arm64-v8a) abi=2 ;;  # higher, since stores give a phone the highest number that fits it
    x86_64) abi=3 ;;     # for the emulator, which reads the log of debug builds only
    *) echo "There is no phone of the kind $kind" >&2; exit 2 ;;
esac
version=$(sed -n 's/^android\.numeric_version = //p' buildozer.spec)
export APP_ANDROID_NUMERIC_VERSION=$((version + abi))
mkdir -p "$out"

if [ "$kind" = bundle ]; then
    : "${P4A_RELEASE_KEYSTORE:?a bundle needs the key of the project}"
    APP_ANDROID_RELEASE_ARTIFACT=aab buildozer -v android release
    mv bin/*.aab "$out/tableside.aab"
elif [ "$kind" != x86_64 ] && [ -n "${P4A_RELEASE_KEYSTORE:-}" ]; then
    APP_ANDROID_ARCHS=$kind APP_ANDROID_RELEASE_ARTIFACT=apk buildozer -v android release
    mv bin/*-release.apk "$out/tableside-$kind.apk"
else
    APP_ANDROID_ARCHS=$kind buildozer -v android debug
    mv bin/*-debug.apk "$out/tableside-$kind-debug.apk"
fi
