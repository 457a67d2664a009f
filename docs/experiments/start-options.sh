#!/bin/sh
# What do the AOT cache and the options of ./weir cost and save? Starts each server on one core, with and without its
# cache, and sends it 1,000,000 GETs of 4 KiB over 64 connections. Needs Linux with two cores, h2load, and the jars of
# ./mvnw -DskipTests package. Takes about twenty minutes. Prints tab-separated values.
#
# usage: docs/experiments/start-options.sh [PATH OF A JDK 25] > start-options.tsv
set -eu
. "$(dirname "$0")/server.sh"
head -c 4096 /dev/urandom >"$folder/4KiB.bin"

# The CPU of the server in milliseconds.
cpu() {
    awk '{ print ($14 + $15) * 10 }' "/proc/$server/stat"
}

# try OPTIONS...: one start of the server $name from the folder $aot
try() {
    start taskset -c 0 "$java" "$@" -jar "$aot/$jar.jar" $model --weir.files.root="$folder" \
        --weir.throttle.rate=0 --weir.plans.default.rate=0 --weir.plans.default.requests-per-second=1000000 \
        --weir.plans.default.max-downloads=1000
    ready=$(sed -n 's/.*process running for \([0-9.]*\).*/\1/p' "$folder/log")
    sleep 4 # the server makes its keys for SOAP
    before=$(cpu)
    printf '%s\t%s\t%.1f s\t%.1f s' "$name" "$options" "$ready" "$(echo "$before" | awk '{ print $1 / 1000 }')"
    for requests in 10000 90000 200000 700000; do
        taskset -c 1 h2load --h1 -c 64 -n $requests http://127.0.0.1:18080/files/4KiB.bin >"$folder/h2load"
        # h2load calls the answers of Tomcat failed, because they have no reason phrase.
        grep -q " $requests done," "$folder/h2load" || {
            cat "$folder/h2load" >&2
            exit 1
        }
        sleep 0.5
        after=$(cpu)
        printf '\t%d µs' $(((after - before) * 1000 / requests))
        before=$after
    done
    echo
    stop
}

# cached OPTIONS...: one start with the cache
cached() {
    try -XX:AOTMode=on -XX:AOTCache="$aot/$jar.aot" "$@"
}

for jar in reactive-server servlet-baseline; do
    "$home/.mvn/aot.sh" "$home/$jar/target/$jar.jar" "$home/$jar/target/aot"
done
"$home/docs/experiments/origin.sh"
printf 'server\toptions\tready\tCPU of the start\t10,000 GETs\t90,000 more\t200,000 more\t700,000 more\n'
for _ in 1 2; do
    for name in reactive async; do
        jar=reactive-server model=
        [ $name = reactive ] || jar=servlet-baseline model=--weir.model=$name
        aot=$home/$jar/target/aot
        weir='-XX:CompileThresholdScaling=5 -XX:Tier2InvokeNotifyFreqLog=14 -XX:Tier2BackedgeNotifyFreqLog=18'
        options='cache and options'
        cached $weir
        options='cache and options, no profiles'
        cached $weir -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining
        options='cache, no options'
        cached
        options='no cache'
        try
    done
done
