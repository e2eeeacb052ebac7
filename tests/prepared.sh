# Sourced, not run: builds the test classes of $module (default: tests) if sources are newer, sets java, options and
# class_path, and defines build_processes and instrument.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/build/jdk.sh"
java=$(find_java) || {
  echo "needs a JDK 25: https://adoptium.net" >&2
  exit 1
}
options=$root/deploy/src/main/aumbry/jvm.options
module=${module:-tests}
listed=$root/$module/target/test.classpath

if [ ! -e "$listed" ] || [ -n "$(
  cd "$root" && find pom.xml ./*/pom.xml ./*/src -newer "$listed" -print -quit
)" ]; then
  echo "building" >&2
  mvn -q -B -f "$root/pom.xml" -pl "$module" -am test-compile >&2
  touch "$listed"
fi
class_path=$root/$module/target/test-classes:$(cat "$listed")

# Builds what clusters of processes are started from, if sources are newer.
build_processes() {
  "$root/aumbry" help >/dev/null
}

# Rewrites the product's classes for simulations if they have changed, and sets instrumented to their folder.
instrument() {
  instrumented=$root/tests/target/instrumented
  local stamp=$instrumented/aumbry-probes.txt
  if [ ! -e "$stamp" ] || [ -n "$(
    cd "$root" && find {protocol,store,router,frontend,storage-server,cluster-manager}/target/classes \
      tests/target/test-classes/io/aumbry/tests/simulation/instrument -newer "$stamp" -print -quit
  )" ]; then
    local made
    made=$(mktemp -d "$root/tests/target/instrumented.XXXXXX")
    "$java" -XX:TieredStopAtLevel=1 -cp "$class_path" io.aumbry.tests.simulation.instrument.Instrumentation "$made"
    rm -rf "$instrumented"
    mv "$made" "$instrumented"
  fi
}
