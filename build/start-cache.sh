# Sourced, not run: the AOT cache from which the JVMs of the product start. It fits one build and one JDK; a JVM that is
# given another one starts without it, and says so. Its kind is start, for a cluster that has only started, or trained,
# for one that has also answered requests of all kinds.

# The Java and the class path that a cache is made for, in one line: the JDK's release file, and the JARs by size and time.
start_cache_key() {
  local java=$1 home=$2
  {
    cat "$(dirname "$java")/../release"
    ls -l --time-style=full-iso "$home/lib" 2>/dev/null || ls -lT "$home/lib"
  } | cksum
}

# Whether there is a cache for this Java and this build, of any kind or of the given one; a cache for others is removed.
start_cache_is_current() {
  local java=$1 home=$2 kind=${3:-} key
  [ -e "$home/aumbry.aot" ] || return 1
  key=$(cat "$home/aumbry.aot.key" 2>/dev/null)
  if [ "${key% *}" != "$(start_cache_key "$java" "$home")" ]; then
    rm -f "$home/aumbry.aot" "$home/aumbry.aot.key"
    return 1
  fi
  [ -z "$kind" ] || [ "${key##* }" = "$kind" ]
}
