# Sourced by weir and aot.sh. `lock FILE` waits until no other process holds the lock, then holds it until `unlock` or the
# end of this process. Without flock, which only Linux has, the lock is a symbolic link that names the process.
lock() {
    if command -v flock >/dev/null; then
        exec 9>"$1"
        flock 9
        return
    fi
    link=$1.pid
    until ln -s $$ "$link" 2>/dev/null; do
        owner=$(readlink "$link") || continue
        if kill -0 "$owner" 2>/dev/null; then
            sleep 1
        else
            rm -f "$link" # its process has ended
        fi
    done
}

unlock() {
    exec 9>&-
    [ -z "${link-}" ] || rm -f "$link"
}
