package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.SimulatedCluster.OpenReplica;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Two data centres: machines 0 to 2 and frontend 0 are of the first one, 3 to 5 and 1 of the other.
 */
final class GeoScenarios {
  private static final int BIG = 4_000;
  private static final int FILE = 30;
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  /** In which what was put in one data centre has come to all replicas of the other. */
  private static final Duration REPLICATED = Duration.ofSeconds(5);

  private static final Duration SESSION = Duration.ofSeconds(6);
  private static final Duration DAYS = Duration.ofDays(3);
  private static final Duration COMPACTED = Duration.ofSeconds(15);

  private GeoScenarios() {}

  static List<Scenario> all() {
    return List.of(
        scenario(
            "what is put in one data centre comes to all replicas of the other, each blob once",
            List.of(
                "nothing is pulled from other data centres",
                "every replica pulls from other data centres"),
            GeoScenarios::once),
        scenario(
            "a data centre that was cut off gets all, and the other one has gone on meanwhile",
            List.of("nothing is pulled from other data centres"),
            GeoScenarios::cutOff),
        scenario(
            "a data centre that was away for days gets all and brings back nothing",
            List.of("replicas of other data centres are not waited for"),
            GeoScenarios::away),
        scenario(
            "space comes back in two data centres",
            List.of("other data centres are not told how far they are had"),
            GeoScenarios::space),
        scenario(
            "a data centre that has lost all its copies says of nothing that it is not there",
            List.of("a data centre that lost all is complete at once"),
            GeoScenarios::allLost));
  }

  private static Scenario scenario(String name, List<String> notices, Consumer<Stage> script) {
    ClusterPlan one = ClusterPlan.scripted();
    return new Scenario(name, notices, one.with(one.shape().times(2)), script);
  }

  private static void each(Stage stage, int dataCenter, Consumer<Integer> action) {
    for (int i = 0; i < stage.cluster().machines().size(); i++) {
      if (stage.cluster().machines().get(i).dataCenter() == dataCenter) {
        action.accept(i);
      }
    }
  }

  private static void requireOnAll(Stage stage, List<KeptBlob> blobs, Predicate<OpenReplica> of) {
    List<String> missing = new ArrayList<>();
    stage.look(replica -> {
      if (of.test(replica)) {
        blobs.stream()
            .filter(blob -> !Alone.isThere(replica, blob))
            .forEach(blob -> missing.add(replica.node() + " lacks " + blob));
      }
    });
    if (!missing.isEmpty()) {
      throw new Finding(missing.size() + " times: " + missing.getFirst());
    }
  }

  private static boolean fetches(Pull pull, Set<UUID> stores) {
    return pull.form() == Pull.Form.RECORDS
        && List.of("node-3", "node-4", "node-5").contains(pull.puller())
        && pull.points().stream().anyMatch(point -> stores.contains(point.store()));
  }

  /** Of the second data centre the leader alone fetches it from the first one. */
  private static void once(Stage stage) {
    stage.pass(REPLICATED);
    Set<UUID> far = new HashSet<>();
    stage.look(replica -> {
      if (replica.machine().dataCenter() == FIRST) {
        far.add(replica.store().id());
      }
    });
    List<String> fetched = new ArrayList<>();
    stage
        .cluster()
        .network()
        .watch(request -> {
          if (request instanceof Pull pull && fetches(pull, far)) {
            fetched.add(pull.puller());
          }
        });
    List<KeptBlob> blobs = stage.put(1, BIG);
    stage.pass(REPLICATED);
    requireOnAll(stage, blobs, _ -> true);
    if (fetched.size() != 1) {
      throw new Finding("one blob was fetched from far by " + fetched);
    }
    stage.heal();
  }

  private static void cutOff(Stage stage) {
    List<KeptBlob> blobs = stage.put(5, BIG);
    stage.pass(REPLICATED);
    stage.cluster().sites().isolate(SECOND);
    blobs.addAll(stage.put(FILE, BIG));
    stage.delete(blobs.subList(0, 3));
    stage.turnTo(1);
    List<KeptBlob> there = stage.put(FILE, BIG);
    stage.tryGet(there);
    stage.cluster().sites().rejoin(SECOND);
    stage.pass(REPLICATED.multipliedBy(2));
    requireOnAll(stage, there, _ -> true);
    requireOnAll(stage, blobs.subList(3, blobs.size()), _ -> true);
    stage.heal();
  }

  private static void away(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.pass(REPLICATED);
    each(stage, SECOND, stage.cluster()::kill);
    stage.delete(blobs.subList(0, FILE - 5));
    for (int day = 0; day < 3; day++) {
      stage.churn(FILE, BIG);
      stage.night(DAYS, 0, 1, 2);
      stage.pass(COMPACTED);
    }
    each(stage, SECOND, stage.cluster()::start);
    stage.heal();
    requireOnAll(stage, blobs.subList(FILE - 5, FILE), _ -> true);
  }

  private static void space(Stage stage) {
    List<KeptBlob> blobs = stage.put(2 * FILE, BIG);
    stage.pass(REPLICATED);
    stage.delete(blobs.subList(0, 2 * FILE - 5));
    stage.pass(REPLICATED);
    stage.night(DAYS, 0, 1, 2, 3, 4, 5);
    stage.settle();
    stage.pass(COMPACTED.plus(COMPACTED));
    stage.look(replica -> {
      if (replica.store().usage().freed() == 0) {
        throw new Finding("nothing was freed on " + replica.node());
      }
    });
    stage.heal();
  }

  /** Its own blobs too: what the other one has is all there is. */
  private static void allLost(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>(stage.put(5, BIG));
    stage.turnTo(1);
    blobs.addAll(stage.put(FILE, BIG));
    stage.pass(REPLICATED);
    stage.cluster().sites().isolate(FIRST);
    each(
        stage,
        SECOND,
        machine -> {
          stage.cluster().kill(machine);
          stage.cluster().replaceDisks(machine);
        });
    stage.pass(SESSION);
    each(stage, SECOND, stage.cluster()::start);
    stage.pass(SESSION);
    stage.tryGet(blobs);
    stage.cluster().sites().rejoin(FIRST);
    stage.heal();
    requireOnAll(stage, blobs, _ -> true);
  }
}
