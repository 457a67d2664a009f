#!/usr/bin/env bash
# Runs nodes on one Redis, behind nginx, on this machine, until Ctrl-C:
#   ./weir cluster [--nodes reactive,servlet] [--port 8080] [--key=value ...]
# With --check before these it only looks whether it could start.
# Each node gets the settings --key=value. nginx listens on the port, the nodes on those after it, and their management
# on 1000 more. All files are in a temporary folder, which is removed at the end.
set -euo pipefail
parts=$(cd "${BASH_SOURCE[0]%/*}" && pwd) # without dirname, so that a missing program is told in one line
home=${parts%/*}
PATH=$PATH:/usr/sbin # where Debian has nginx

fail() { # exit code, message
    echo "weir: cluster: $2" >&2
    exit "$1"
}

free() { # port
    if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; then
        fail 1 "port $1 is in use, and --port $port needs it; choose another --port"
    fi
}

check=
if [ "${1-}" = --check ]; then
    check=yes
    shift
fi
kinds=reactive,servlet
port=8080
key=
soap=
settings=()
while [ $# -gt 0 ]; do
    case $1 in
        --nodes=* | --port=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
        --nodes) kinds=${2-} && shift $(($# > 1 ? 2 : 1)) ;;
        --port) port=${2-} && shift $(($# > 1 ? 2 : 1)) ;;
        --weir.events.publisher-token=*) key=${1#*=} && shift ;;
        --weir.soap.key-store=*) soap=given && settings+=("$1") && shift ;;
        --*=*) settings+=("$1") && shift ;;
        *) fail 2 "neither an option nor a setting: $1" ;;
    esac
done
[[ $kinds =~ ^(reactive|servlet)(,(reactive|servlet))*$ ]] || fail 2 "--nodes must be like reactive,servlet,reactive"
[[ $port =~ ^[1-9][0-9]{0,4}$ && $port -le 64000 ]] || fail 2 "--port must be a number up to 64000"

server=$(command -v redis-server || command -v valkey-server || true)
missing=
[ "$server" ] || missing="redis-server or valkey-server"
command -v nginx >/dev/null || missing="${missing:+$missing, and }nginx"
[ -z "$missing" ] || fail 127 "needs $missing, on Debian by apt-get install redis-server nginx"

redis_port=$((port + 999))
count=${kinds//[^,]/}
for ((i = 0; i <= ${#count} + 1; i++)); do
    free "$((port + i))"
    [ "$i" = 0 ] || free "$((port + i + 1000))"
done
free "$redis_port"
[ -z "$check" ] || exit 0

. "$parts/places.sh"
folder=$(mktemp -d)
declare -A pids=()
nodes=()

# Starts a part of the cluster, with a log of its name. In a session of its own it does not get the terminal's Ctrl-C.
start() { # name, command
    setsid "${@:2}" </dev/null >"$folder/$1.log" 2>&1 &
    pids[$1]=$!
}

alive() { kill -0 "${pids[$1]}" 2>/dev/null; }

await() { # name, command that succeeds when it is ready
    until "${@:2}"; do
        if ! alive "$1"; then
            tail -n 20 "$folder/$1.log" >&2
            fail 1 "$1 did not start"
        fi
        sleep 0.1
    done
}

stop() { # names; all at once
    local name
    for name; do kill "${pids[$name]}" || true; done
    for name; do wait "${pids[$name]}" || true; done
} 2>/dev/null

end() {
    trap 'kill -KILL "${pids[@]}" 2>/dev/null' INT TERM HUP # a second Ctrl-C
    stop ${pids[nginx]+nginx}
    stop "${nodes[@]}"
    stop ${pids[redis]+redis}
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

echo "starting Redis and the nodes ${kinds//,/, }"
start redis "$server" --port "$redis_port" --bind 127.0.0.1 --dir "$folder" --save '' --appendonly yes --appendfsync always
await redis grep -qs 'Ready to accept connections' "$folder/redis.log"

# Each node would make a key and SOAP stores of its own.
[ "$key" ] || key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
settings+=(--weir.events.publisher-token="$key")
make_keys() { # whose, and who trusts them
    local of=(-alias "$1" -keystore "$folder/$1.p12" -storepass development)
    "$jdk/bin/keytool" -genkeypair "${of[@]}" -keyalg RSA -keysize 2048 -dname "CN=$1" &&
        "$jdk/bin/keytool" -exportcert "${of[@]}" | "$jdk/bin/keytool" -importcert -noprompt -alias "$1" \
            -keystore "$folder/$2-trust.p12" -storepass development
} 2>/dev/null
if [ -z "$soap" ]; then
    make_keys server client
    make_keys client server
    settings+=(--weir.soap.key-store="$folder/server.p12" --weir.soap.key-store-password=development
        --weir.soap.trust-store="$folder/server-trust.p12" --weir.soap.trust-store-password=development)
fi

upstream=
for kind in ${kinds//,/ }; do
    node=node-$((${#nodes[@]} + 1))
    at=$((port + ${node#node-}))
    jar=$(jar reactive-server)
    [ "$kind" = reactive ] || jar=$(jar servlet-baseline)
    start "$node" "$jdk/bin/java" -Djava.io.tmpdir="$folder" -jar "$jar" --server.address=127.0.0.1 --server.port="$at" \
        --management.server.port=$((at + 1000)) --weir.redis.uri="redis://127.0.0.1:$redis_port" \
        --weir.trusted-proxies=127.0.0.1 "${settings[@]}"
    nodes+=("$node")
    upstream+="server 127.0.0.1:$at; "
done
for node in "${nodes[@]}"; do
    await "$node" grep -qs 'Started .*Server in' "$folder/$node.log"
done

# A stream has no end, so nginx must neither collect it nor take its silence for a failure. It keeps bodies in memory,
# because its workers may not read this folder.
ulimit -n "$(ulimit -Hn)"
cat >"$folder/nginx.conf" <<END
daemon off; pid $folder/nginx.pid; worker_processes auto;
events { worker_connections 32768; }
http {
    access_log off; client_max_body_size 2m; client_body_buffer_size 2m;
    client_body_temp_path $folder/body; proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi; uwsgi_temp_path $folder/uwsgi; scgi_temp_path $folder/scgi;
    upstream nodes { least_conn; ${upstream}keepalive 64; }
    server {
        listen $port;
        location / {
            proxy_pass http://nodes; proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header Host \$http_host; proxy_set_header X-Forwarded-For \$remote_addr;
            proxy_buffering off; proxy_read_timeout 1h;
        }
    }
}
END
start nginx nginx -e stderr -p "$folder" -c "$folder/nginx.conf"
await nginx test -s "$folder/nginx.pid"

for node in "${nodes[@]}"; do
    kind=${kinds%%,*} kinds=${kinds#*,}
    at=$((port + ${node#node-}))
    echo "$node is $kind: http://localhost:$at/ and management http://localhost:$((at + 1000))/actuator, process ${pids[$node]}"
done
cat <<END
redis is at localhost:$redis_port, process ${pids[redis]}
nginx is in front of all nodes: http://localhost:$port/, process ${pids[nginx]}
Logs are in $folder. Publish, or call SOAP:
    curl -H 'Authorization: Bearer $key' -H 'Content-Type: text/plain' -d hello http://localhost:$port/events
    ./weir call http://localhost:$port/ws --keys $folder
Ctrl-C ends it.
END

# Goes on without nodes that have died, as long as there is one.
while alive redis && alive nginx && [ ${#nodes[@]} -gt 0 ]; do
    wait -n 2>/dev/null || true
    for i in "${!nodes[@]}"; do
        if ! alive "${nodes[i]}"; then
            echo "weir: cluster: ${nodes[i]} has ended"
            unset "nodes[i]"
        fi
    done
done
fail 1 "a part has ended that the others need"
