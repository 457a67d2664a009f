#!/bin/sh
# Do more threads, or threads that exist before they are needed, help a blocking server? 200 clients, each with an
# address of its own, download 200 KiB at 200 KiB/s at once: just after the start, again, and again after a pause. Needs
# Linux with two cores, curl, and the jars of ./mvnw -DskipTests package. Takes about nine minutes. Prints tab-separated
# values.
#
# usage: docs/experiments/spare-threads.sh [PATH OF A JDK 25] > spare-threads.tsv
set -eu
. "$(dirname "$0")/server.sh"
bursts=0
url=http://127.0.0.1:18080/files/sample-200KiB.bin

# The addresses are new in each burst, so that no client has saved up bytes.
clients() {
    bursts=$((bursts + 1))
    for client in $(seq 200); do
        [ "$client" = 1 ] || echo next
        printf 'url = %s\noutput = /dev/null\ninterface = 127.0.%d.%d\n' $url $bursts "$client"
        printf 'write-out = "%%{http_code} %%{time_starttransfer} %%{time_total}\\n"\n'
    done >"$folder/clients"
}

# Linux cuts the names of threads, such as http-nio-18080-exec-1. Two of them accept connections and wait for requests.
threads() {
    echo $(($(grep -l '^http-nio-18080' /proc/$server/task/*/comm | wc -l) - 2))
}

# burst WHEN: the longest time to a first byte, and that of a whole response, which may be of different clients
burst() {
    clients
    before=$(threads)
    taskset -c 1 curl -q --no-progress-meter -Z --parallel-immediate --parallel-max 200 -K "$folder/clients" \
        >"$folder/times" || true # the next line tells
    [ "$(grep -c '^200 ' "$folder/times")" = 200 ] || {
        echo "not all answered 200" >&2
        exit 1
    }
    printf '%s\t%s\t%s\t%s\t%.2f s\t%.2f s\n' "$name" "$1" "$before" "$(threads)" \
        "$(cut -d ' ' -f 2 "$folder/times" | sort -n | tail -n 1)" \
        "$(cut -d ' ' -f 3 "$folder/times" | sort -n | tail -n 1)"
}

# try MAX SPARE PAUSE: with a pause if PAUSE is not empty
try() {
    name=$(printf '%s\t%s\t%s' "$round" "$1" "$2")
    start taskset -c 0 "$java" -jar "$home/servlet-baseline/target/servlet-baseline.jar" --weir.model=blocking \
        --weir.throttle.rate=0B --weir.plans.default.rate=200KB --weir.plans.default.capacity=50KB \
        --server.tomcat.threads.max="$1" --server.tomcat.threads.min-spare="$2"
    sleep 3 # the server makes its keys for SOAP
    burst cold
    burst again
    if [ "$3" ]; then
        sleep 75 # Tomcat may end a thread that was idle for 60 s
        burst 'after a pause'
    fi
    stop
}

"$home/docs/experiments/origin.sh"
printf 'round\tmax\tmin-spare\tburst\tthreads before\tthreads after\tlongest first byte\tlongest whole response\n'
for round in 1 2; do
    try 10 10 ''
    try 50 10 ''
    try 200 10 pause
    try 200 200 pause
done
