# Sourced, not run: find_java prints the path of a java of at least version 25, find_jdk the home of a JDK 25, or nothing.

# The major version of the Java in a folder, from its release file: no JVM is started to ask.
java_major() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# The folders in which a Java may be, what the caller has chosen first.
java_homes() {
  local on_path
  on_path=$(command -v java || true)
  if [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path" 2>/dev/null || printf '%s' "$on_path")
    on_path=${on_path%/bin/java}
  fi
  printf '%s\n' "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /opt/* "$HOME"/.sdkman/candidates/java/* \
    "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home
}

# The first of them that has a tool, and a version of at least one and at most another.
find_home() {
  local home major
  while read -r home; do
    [ -n "$home" ] && major=$(java_major "$home") || continue
    if [ "${major:-0}" -ge "$2" ] && [ "$major" -le "$3" ] && [ -x "$home/bin/$1" ]; then
      printf '%s\n' "$home"
      return 0
    fi
  done < <(java_homes)
  return 1
}

# For the product, which runs on newer ones too.
find_java() {
  local home
  home=$(find_home java 25 999) && printf '%s\n' "$home/bin/java"
}

# For the build, which is checked by one compiler; says what is needed where there is none.
find_jdk() {
  find_home javac 25 25 && return
  echo "the build needs a JDK 25: where JAVA_HOME says, on the PATH, or where such are installed, as /usr/lib/jvm" >&2
  return 1
}
