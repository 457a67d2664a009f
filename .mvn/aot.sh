#!/bin/sh
# Makes the AOT cache (JEP 514, 515) that lets a server start faster: aot.sh JAR FOLDER. Replaces the folder, unless it
# belongs to this jar and JDK. Exits with an error if the folder then holds no cache.
# Unpacks the jar, because the JVM caches no class of nested jars. Sends requests to the server, so that the cache also holds
# profiles of the methods that ran often.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/jdk.sh"
jar=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
name=$(basename "$jar" .jar)
mkdir -p "$2"
folder=$(cd "$2" && pwd) # the JVM takes the cache only for jars at the same place

exec 9>"$folder.lock"
flock 9
id="$(cksum <"$jar") $(cksum <"$jdk/release") $folder"
if [ "$(cat "$folder/id" 2>/dev/null)" = "$id" ]; then
    [ -s "$folder/$name.aot" ] # false if the training has failed before
    exit
fi
echo "weir: training the JVM (half a minute, once for each build)" >&2
rm -rf "$folder"
mkdir "$folder"
cd "$folder"

server=
interrupted=
end() {
    [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
    [ -z "$interrupted" ] || return 0 # the next start tries again
    echo "$id" >id
    [ -s "$name.aot" ] ||
        echo "weir: no AOT cache, see $folder/training.log; starting from the jar. Delete $folder to try again" >&2
}
trap end EXIT
trap 'interrupted=yes; exit 130' INT TERM HUP

"$jdk/bin/java" -Djarmode=tools -jar "$jar" extract --destination . --force >training.log
# Nothing of the user's settings applies here: the server must not write to a Redis, or serve another folder.
env -i PATH="$PATH" LC_ALL=C.UTF-8 "$jdk/bin/java" -XX:AOTCacheOutput="$folder/$name.new" -jar "$folder/$name.jar" \
    --spring.config.location=classpath:/ --server.address=127.0.0.1 --server.port=0 --management.server.port=-1 \
    --weir.events.publisher-token=training --weir.plans.default.requests-per-second=100000 \
    --weir.plans.default.rate=1GB --weir.plans.default.capacity=1MB >training.log 2>&1 9>&- &
server=$!
port=
for _ in $(seq 600); do
    kill -0 "$server"
    sleep 0.2
    port=$(sed -n 's/.* started on port \([0-9]*\).*/\1/p' training.log)
    [ -z "$port" ] || break
done
[ "$port" ]

ask() { timeout 60 curl -q -fsS --noproxy '*' "$@" >/dev/null; }
base=http://127.0.0.1:$port
ask "$base/" "$base/files" "$base/ws/calc.wsdl" "$base/files/sample-200KiB.bin?[1-20]"
ask -r 1-999 "$base/files/sample-200KiB.bin?[1-5000]"
ask -m 1 "$base/events" 2>/dev/null || [ $? = 28 ] # a stream has no end
ask -d event -H 'Content-Type: text/plain' -H 'Authorization: Bearer training' "$base/events?[1-500]"
ask "$base/events/next?timeout=1"
keys=$(sed -n "s/.* a client's are in \(.*\) (weir.soap.*/\1/p" training.log)
[ ! -e "$here/../perf/target/perf.jar" ] ||
    timeout 60 "$jdk/bin/java" -jar "$here/../perf/target/perf.jar" call --keys "$keys" "$base/ws" >/dev/null
kill "$server"
wait "$server" || [ $? = 143 ] # SIGTERM
server=
mv "$name.new" "$name.aot"
