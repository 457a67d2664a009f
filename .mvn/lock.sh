# Sourced by build.sh and aot.sh. `lock FILE` waits until no other process holds the lock, then holds it until `unlock`
# or the end of this process. Without flock, which only Linux has, the lock is a symbolic link that names the process.
lock() {
    waiting="weir: waiting for another weir, which holds $1"
    if command -v flock >/dev/null; then
        exec 9>"$1"
        until flock -n 9; do
            [ $? = 1 ] || exit 1 # it has said why it cannot lock
            await
        done
        return
    fi
    link=$1.pid
    tries=5
    until ln -s $$ "$link" 2>/dev/null; do
        owner=$(readlink "$link") || owner=
        if [ "$owner" ] && runs "$owner"; then
            await
        elif [ ! "$owner" ] || ! bury "$link" "$owner"; then
            # Another process was faster, or the link can be neither made nor removed.
            tries=$((tries - 1))
            if [ $tries = 0 ]; then
                echo "weir: cannot make the lock $link" >&2
                exit 1
            fi
            sleep 1
        fi
    done
}

await() {
    [ -z "$waiting" ] || echo "$waiting" >&2
    waiting=
    sleep 1
}

# kill may not reach a process of another user, and a small system has no ps.
runs() { kill -0 "$1" 2>/dev/null || ps -p "$1" >/dev/null 2>&1; }

# Removes the lock of a process that has ended: bury LINK OWNER. Only the process that holds the link LINK.OWNER may
# remove it. Otherwise a slow process could remove the lock of the next owner.
bury() (
    if ln -s $$ "$1.$2" 2>/dev/null; then
        [ "$(readlink "$1")" != "$2" ] || rm -f "$1"
        rm -f "$1.$2"
    else
        other=$(readlink "$1.$2") && ! runs "$other" && bury "$1.$2" "$other"
    fi
)

unlock() {
    exec 9>&-
    [ -z "${link-}" ] || rm -f "$link"
}
