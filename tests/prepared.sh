# Sourced, not run: builds the tests' classes if sources are newer, sets java, options and class_path, and has build_processes.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/build/jdk.sh"
java=$(find_java) || {
  echo "needs a JDK 25: https://adoptium.net" >&2
  exit 1
}
options=$root/deploy/src/main/aumbry/jvm.options
listed=$root/tests/target/test.classpath

if [ ! -e "$listed" ] || [ -n "$(
  cd "$root" && find pom.xml ./*/pom.xml ./*/src -newer "$listed" -print -quit
)" ]; then
  echo "building" >&2
  mvn -q -B -f "$root/pom.xml" -pl tests -am test-compile >&2
  touch "$listed"
fi
class_path=$root/tests/target/test-classes:$(cat "$listed")

# Builds what clusters of processes are started from, if sources are newer.
build_processes() {
  "$root/aumbry" help >/dev/null
}
