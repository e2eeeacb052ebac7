# Sourced, not run: find_java prints the path of a java of at least version 25, or nothing.

# The major version of the Java in a folder, from its release file: no JVM is started to ask.
java_major() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

find_java() {
  local on_path home major
  on_path=$(command -v java || true)
  if [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path" 2>/dev/null || printf '%s' "$on_path")
    on_path=${on_path%/bin/java}
  fi
  for home in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /opt/* "$HOME"/.sdkman/candidates/java/* \
    "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$home" ] && major=$(java_major "$home") || continue
    if [ "${major:-0}" -ge 25 ]; then
      printf '%s\n' "$home/bin/java"
      return 0
    fi
  done
  return 1
}
