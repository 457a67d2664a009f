#!/bin/sh
# Builds the jars if one of those given is missing or older than a source: build.sh JAR... Their paths are relative to the
# project. On a terminal it shows which module Maven is at, elsewhere one line. Maven's output goes to .mvn/build.log.
set -eu
cd "$(dirname "$0")/.."
. .mvn/lock.sh
log=.mvn/build.log
unfinished=.mvn/build.unfinished

# The file `unfinished` is there while a build runs. A build that is killed leaves it. Maven dates a server's jar back.
# So the sources are compared with the jar that Maven made before, with the suffix .original. Other jars have none.
outdated() {
    [ ! -e "$unfinished" ] || echo "$unfinished"
    for jar; do
        built=$jar.original
        [ -e "$built" ] || built=$jar
        find "$jar" pom.xml ./*/pom.xml ./*/src/main -newer "$built" 2>&1 | head -n 1
    done
}

# Removes what the unfinished build has written of jars, because Maven would keep a jar that is half written.
discard() {
    for jar in ./*/target/*.jar*; do
        [ ! -e "$jar" ] || find "$jar" -newer "$unfinished" -exec rm -f {} +
    done
    rm -f "$unfinished"
}

progress() {
    seconds=0
    while kill -0 $$ 2>/dev/null; do
        module=$(sed -n 's:^\[INFO\] Building \(Weir.*\) [^ ][^ ]*  *\(\[[0-9/]*\]\)$: \2 \1:p' "$log" | tail -n 1)
        printf '\r\033[Kweir: building%s, %d s' "$module" "$seconds" >&2
        sleep 1
        seconds=$((seconds + 1))
    done
}

[ "$(outdated "$@")" ] || exit 0
ticker=
maven=
stop_ticker() {
    [ "$ticker" ] || return 0
    { kill "$ticker" && wait "$ticker"; } 2>/dev/null || true
    printf '\r\033[K' >&2
    ticker=
}

end() {
    if [ "$maven" ]; then # interrupted
        { kill "${!-}" && wait "$!"; } 2>/dev/null || true
        discard
    fi
    stop_ticker
    unlock
}
lock .mvn/build.lock # two at once would build into each other
trap end EXIT
trap 'exit 130' INT TERM HUP
[ "$(outdated "$@")" ] || exit 0 # another process has built them

[ ! -e "$unfinished" ] || discard
: >"$log"
: >"$unfinished"
if [ -t 2 ] && [ -z "${NO_COLOR-}" ] && [ "${TERM-dumb}" != dumb ]; then
    progress 9>&- &
    ticker=$!
else
    echo "weir: building, which takes minutes the first time; its output is in $PWD/$log" >&2
fi
failed=
maven=begun # before it begins, or a signal at that moment would leave it
./mvnw -B -DskipTests -Dspotless.check.skip package >"$log" 2>&1 </dev/null & # keeps the lock if this script is killed
wait "$!" || failed=$?
maven=
stop_ticker
if [ "$failed" ]; then
    errors=$(grep '^\[ERROR\]' "$log" | head -n 20)
    echo "${errors:-$(tail -n 20 "$log")}" >&2
    discard
    echo "weir: the build has failed; its output is in $PWD/$log" >&2
    exit 1
fi
# Dated to the beginning of the build, the jars are older than a source that has changed meanwhile.
touch -r "$unfinished" ./*/target/*.jar*
rm "$unfinished"
