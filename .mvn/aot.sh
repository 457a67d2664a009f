#!/bin/sh
# Makes the AOT cache of a server (JEP 514, 515), with which it starts faster: aot.sh JAR FOLDER.
# Unpacks the jar into the folder, because the JVM caches no class of a jar within a jar. Then starts the server there and
# sends it requests, so that the cache also tells which code runs most.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/jdk.sh"
name=$(basename "$1" .jar)
mkdir -p "$2"
folder=$(cd "$2" && pwd) # the JVM uses the cache only with jars at the same place
rm -rf "$folder"
"$jdk/bin/java" -Djarmode=tools -jar "$1" extract --destination "$folder" >/dev/null

"$jdk/bin/java" -XX:AOTCacheOutput="$folder/$name.new" -jar "$folder/$name.jar" \
    --server.port=0 --management.server.port=-1 --weir.events.publisher-token=training \
    --weir.plans.default.requests-per-second=100000 --weir.plans.default.rate=1GB --weir.plans.default.capacity=1MB \
    >"$folder/training.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 300); do
    port=$(sed -n 's/.* started on port \([0-9]*\).*/\1/p' "$folder/training.log")
    [ "$port" ] && break
    sleep 0.2
done
base=http://127.0.0.1:$port
ask() { curl -s --max-time 30 "$@" >/dev/null || true; } # without these answers the cache is only worse
ask "$base/" "$base/files" "$base/nothing" "$base/ws/calc.wsdl"
ask "$base/files/sample-200KiB.bin?[1-20]"
ask -r 1-999 "$base/files/sample-200KiB.bin?[1-5000]"
ask --max-time 1 "$base/events" &
ask -d event -H 'Content-Type: text/plain' -H 'Authorization: Bearer training' "$base/events?[1-500]"
ask "$base/events/next?timeout=1"
keys=$(sed -n 's/.* client.s are in \([^ ]*\) .*/\1/p' "$folder/training.log")
"$jdk/bin/java" -XX:TieredStopAtLevel=1 -jar "$here/../perf/target/perf.jar" call --keys "$keys" "$base/ws" >/dev/null || true
kill "$server"
wait "$server" || true # a server that was told to stop ends with 143
mv "$folder/$name.new" "$folder/$name.aot"
