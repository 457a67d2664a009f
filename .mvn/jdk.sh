# Sourced by mvnw, aot.sh and places.sh. Sets `jdk` to `weir_runtime`, or without that to the home of a JDK 25. If there is
# none, ends with one line that says where it was looked for. Sets LC_ALL=C.UTF-8 unless the locale's charset is UTF-8.
jdk=${weir_runtime-}
find_jdk() {
    on_path=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p') || on_path=
    for jdk in "${JAVA_HOME-}" "$on_path" "${JAVA_HOME_25_X64-}" /usr/lib/jvm/* "${HOME-}"/.sdkman/candidates/java/* \
        "${HOME-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home ''; do
        [ -x "$jdk/bin/javac" ] && grep -q '^JAVA_VERSION="25' "$jdk/release" 2>/dev/null && break
    done
    if [ ! "$jdk" ]; then
        echo "${0##*/}: JDK 25 is needed, and found neither in JAVA_HOME (${JAVA_HOME:-unset}), as java on the PATH," \
            "nor in /usr/lib/jvm, ~/.sdkman, ~/.jdks or /Library/Java" >&2
        exit 1
    fi
}
[ "$jdk" ] || find_jdk

# The JVM decodes file names by the locale, and tests and users have files with non-ASCII names.
[ "$(locale charmap 2>/dev/null)" = UTF-8 ] || export LC_ALL=C.UTF-8
