#!/bin/sh
# Makes an AOT cache (JEP 514, 515) of a server: train.sh JDK JAR CACHE PERF_JAR. Writes training.log beside the cache.
# JAR must be unpacked, because the JVM caches no class of nested jars. The JVM takes the cache only with this JDK.
# Sends requests to the server, so that the cache also holds profiles of the methods that ran often.
set -eu
java=$1/bin/java
jar=$2
cache=$3
perf=$4
log=${cache%/*}/training.log

server=
files=
end() {
    [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
    [ -z "$files" ] || rm -rf "$files"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

files=$(mktemp -d)
head -c 4096 /dev/zero >"$files/small.bin"
head -c 204800 /dev/zero >"$files/large.bin"

# Nothing of the user's settings applies here: the server must not write to a Redis, or serve another folder.
env -i PATH="$PATH" LC_ALL=C.UTF-8 "$java" -XX:AOTCacheOutput="$cache.new" -jar "$jar" \
    --spring.config.location=classpath:/ --server.address=127.0.0.1 --server.port=0 --management.server.port=0 \
    --weir.files.root="$files" --weir.events.publisher-token=training --weir.plans.default.requests-per-second=100000 \
    --weir.plans.default.rate=1GB --weir.plans.default.capacity=1MB >"$log" 2>&1 9>&- &
server=$!
for _ in $(seq 600); do
    kill -0 "$server"
    sleep 0.2
    ! grep -q ': Started ' "$log" || break
done
# The server opens its own port before that of its management.
set -- $(sed -n 's/.* started on port \([0-9]*\).*/\1/p' "$log")
base=http://127.0.0.1:$1
management=http://127.0.0.1:$2/actuator

command -v timeout >/dev/null || timeout() { shift && "$@"; } # macOS has none
ask() { timeout 300 curl -q -fsS --noproxy '*' "$@" >/dev/null; }
ask "$base/" "$base/files" "$base/ws/calc.wsdl" "$base/files/large.bin?[1-20]"
# Many requests, so that the JVM optimises as many methods as possible in the training. It optimises a method that is
# not in the cache only late.
clients=
for _ in 1 2 3 4 5 6 7 8; do
    {
        ask "$base/files/small.bin?[1-2500]"
        ask -r 1-999 "$base/files/large.bin?[1-2500]"
    } &
    clients="$clients $!"
done
for client in $clients; do
    wait "$client"
done
ask -m 1 "$base/events" 2>/dev/null || [ $? = 28 ] # a stream has no end
ask -d event -H 'Content-Type: text/plain' -H 'Authorization: Bearer training' "$base/events?[1-500]"
ask "$base/events/next?timeout=1"
# A server that is slow to answer its probe says 503, which must not end the training.
ask -m 30 "$management/health" "$management/health/readiness" "$management/prometheus" "$management/weir" \
    2>/dev/null || true
keys=$(sed -n "s/.* a client's are in \(.*\) (weir.soap.*/\1/p" "$log")
[ ! -e "$perf" ] || timeout 60 "$java" -jar "$perf" call --keys "$keys" "$base/ws" >/dev/null
kill "$server"
wait "$server" || [ $? = 143 ] # SIGTERM
server=
mv "$cache.new" "$cache"
