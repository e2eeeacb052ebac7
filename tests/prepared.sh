# Sourced, not run: builds the test classes of $module (default: tests) if sources are newer, sets java, options and
# class_path, and defines build_processes, prepare_earlier and instrument.

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

# Builds the product of an earlier git revision: $1, or if it is empty the latest tag before this commit, or its parent if
# there is none. Sets earlier to the folder of its checkout.
prepare_earlier() {
  local from revision
  from=${1:-$(git -C "$root" describe --tags --abbrev=0 HEAD~1 2>/dev/null || echo HEAD~1)}
  revision=$(git -C "$root" rev-parse --verify --quiet "$from^{commit}") || {
    echo "no revision $from here; choose one with --from" >&2
    exit 2
  }
  earlier=$root/tests/target/revisions/$revision
  if [ ! -e "$earlier" ]; then
    rm -rf "$earlier.new"
    git clone --quiet --shared --no-checkout "$root" "$earlier.new"
    git -C "$earlier.new" checkout --quiet --detach "$revision"
    mv "$earlier.new" "$earlier"
  fi
  "$earlier/aumbry" help >/dev/null
  echo "from $revision to $(git -C "$root" describe --always --abbrev=40 --dirty --exclude '*')"
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
