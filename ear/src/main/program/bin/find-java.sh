# Finds a JDK or JRE of 21 or newer: in JAVA_HOME, on the path, then in the usual places, there the newest.
# To be sourced. `find_java java` sets and exports JAVA_HOME, `find_java javac` looks for a whole JDK; both fail where there is none.

# Prints the major version of the Java installed at $1; nothing where there is none.
java_major() {
    if [ ! -x "$1/bin/java" ]; then
        return 0
    elif [ -r "$1/release" ]; then
        sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9][0-9]*\).*/\1/p' "$1/release"
    else
        "$1/bin/java" -version 2>&1 | sed -n 's/^.* version "\([0-9][0-9]*\).*/\1/p' | head -n 1
    fi
}

# Prints the home of the java that the path leads to; nothing where there is none.
java_home_on_path() {
    java=$(command -v java) || return 0
    while [ -L "$java" ]; do
        target=$(readlink "$java")
        case $target in
            /*) java=$target ;;
            *) java=$(dirname "$java")/$target ;;
        esac
    done
    (cd "$(dirname "$java")/.." && pwd -P)
}

find_java() {
    tool=$1
    for home in "${JAVA_HOME:-}" "$(java_home_on_path)"; do
        major=$(java_major "$home")
        if [ "${major:-0}" -ge 21 ] && [ -x "$home/bin/$tool" ]; then
            JAVA_HOME=$home JAVA_MAJOR=$major
            export JAVA_HOME
            return 0
        fi
    done
    JAVA_MAJOR=20
    found=
    for home in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/*j[dr][ke]* /usr/local/lib/jvm/* /opt/* /opt/*/* \
        "${HOME:-/}"/.sdkman/candidates/java/* "${HOME:-/}"/.jdks/* "${HOME:-/}"/.asdf/installs/java/* \
        "${HOME:-/}"/.local/share/mise/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-/}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
        major=$(java_major "$home")
        if [ "${major:-0}" -gt "$JAVA_MAJOR" ] && [ -x "$home/bin/$tool" ]; then
            found=$home JAVA_MAJOR=$major
        fi
    done
    [ -n "$found" ] || return 1
    JAVA_HOME=$found
    export JAVA_HOME
}
