package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.Upkeep;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Scenarios with two data centres. Machines 0 to 2 and frontend 0 belong to the first, machines 3
 * to 5 and frontend 1 to the second.
 */
final class GeoScenarios {
  static final int BIG = 4_000;
  private static final int FILE = 30;
  static final int FIRST = 1;
  static final int SECOND = 2;

  /** Time in which a blob of one data centre reaches all replicas of the other. */
  static final Duration REPLICATED = Duration.ofSeconds(5);

  /** The most by which a clock can be ahead and make a comparison seem later than it was. */
  private static final Duration CLOCKS = Duration.ofSeconds(1);

  /** Time in which all replicas have acknowledged everything to the other data centre. */
  static final Duration TOLD = Duration.ofSeconds(25);

  /** Time in which another source replaces a silent one, and sends everything. */
  private static final Duration REPLACED = Duration.ofSeconds(25);

  private static final Duration MOMENT = Duration.ofNanos(100_000);
  static final Duration SESSION = Duration.ofSeconds(6);
  private static final Duration DAYS = Duration.ofDays(3);
  private static final Duration COMPACTED = Duration.ofSeconds(15);

  private GeoScenarios() {}

  static List<Scenario> all() {
    return List.of(
        scenario(
            "a blob of one data centre reaches all replicas of the other, and crosses once",
            List.of(
                "nothing is pulled from other data centres",
                "every replica pulls from other data centres"),
            GeoScenarios::once),
        scenario(
            "the next leader continues where the last one stopped, and reads nothing again",
            List.of("version vectors are not passed on"),
            GeoScenarios::nextLeader),
        scenario(
            "the next leader gets records that its dead peers had from their source",
            List.of("a version vector is adopted before the records of its sender"),
            GeoScenarios::goneSource),
        scenario(
            "a data centre that was cut off catches up, and the other one kept working",
            List.of(
                "nothing is pulled from other data centres",
                "a local upload waits for other data centres"),
            GeoScenarios::cutOff),
        scenario(
            "an unreachable leader of another data centre is replaced by another replica there",
            List.of("an unreachable leader of another data centre is not replaced"),
            GeoScenarios::lostSource),
        new Scenario(
            "no replica reports everything as proven while the only machines with a blob are off",
            List.of("an unproven watermark of another data centre counts as proven"),
            inTwo().with(Upkeep.comparing(Duration.ofSeconds(1), Duration.ofMillis(200))),
            GeoScenarios::offElsewhere),
        scenario(
            "an acknowledged upload has the durability that was requested",
            List.of(
                "an upload is acknowledged before another data centre has it",
                "one replica in another data centre is a majority"),
            GeoScenarios::levels),
        scenario(
            "a data centre that was away for days catches up and revives no deleted blob",
            List.of("compaction ignores replicas of other data centres"),
            GeoScenarios::away),
        scenario(
            "compaction frees space in two data centres",
            List.of(
                "other data centres get no acknowledgements",
                "deletes are forgotten before all replicas have noted that they are in step"),
            GeoScenarios::space),
        scenario(
            "a data centre that has lost all copies denies no blob",
            List.of("a data centre that lost everything is complete at once"),
            GeoScenarios::allLost));
  }

  private static Scenario scenario(String name, List<String> notices, Consumer<Stage> script) {
    return new Scenario(name, notices, inTwo(), script);
  }

  static ClusterPlan inTwo() {
    ClusterPlan one = ClusterPlan.scripted();
    return one.with(one.shape().times(2));
  }

  static void each(Stage stage, int dataCenter, Consumer<Integer> action) {
    stage.cluster().machinesOf(dataCenter).forEach(action);
  }

  static void requireOnAll(Stage stage, List<KeptBlob> blobs, Predicate<OpenReplica> of) {
    List<String> missing = new ArrayList<>();
    stage.look(replica -> {
      if (of.test(replica)) {
        blobs.stream()
            .filter(blob -> !Alone.isThere(replica, blob))
            .forEach(blob -> missing.add(replica.node() + " lacks " + blob));
      }
    });
    if (!missing.isEmpty()) {
      throw new Finding(missing.size() + " missing copies: " + missing.getFirst());
    }
  }

  private static boolean fetches(Pull pull, Set<UUID> stores) {
    return pull.form() == Pull.Form.RECORDS
        && isFromSecond(pull)
        && pull.points().stream().anyMatch(point -> stores.contains(point.store()));
  }

  private static boolean isFromSecond(Pull pull) {
    return List.of("node-3", "node-4", "node-5").contains(pull.puller());
  }

  /** Returns the last sequence number of each store in the first data centre. */
  private static Map<UUID, Long> ends(Stage stage) {
    Map<UUID, Long> ends = new HashMap<>();
    stage.look(replica -> {
      if (replica.machine().dataCenter() == FIRST) {
        ends.put(replica.store().id(), replica.store().lastSequence());
      }
    });
    return ends;
  }

  /**
   * Ends the session of each machine of the second data centre in turn, so that another one leads.
   */
  private static void nextLeader(Stage stage) {
    stage.put(FILE, BIG);
    stage.pass(TOLD);
    Map<UUID, Long> ends = ends(stage);
    List<String> again = new ArrayList<>();
    stage
        .cluster()
        .network()
        .watch(request -> {
          if (request instanceof Pull pull && isFromSecond(pull)) {
            pull.points().stream()
                .filter(point -> point.after() < ends.getOrDefault(point.store(), 0L))
                .forEach(point -> again.add(pull.puller() + " after " + point.after()));
          }
        });
    each(
        stage,
        SECOND,
        machine -> {
          stage.cluster().loseSession(machine);
          stage.pass(SESSION);
          stage.cluster().renewSession(machine);
          stage.pass(SESSION);
        });
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.pass(REPLICATED);
    requireOnAll(stage, blobs, _ -> true);
    if (!again.isEmpty()) {
      throw new Finding("records were read again " + again.size() + " times: " + again);
    }
    stage.heal();
  }

  /** In the second data centre, only the leader fetches the blob from the first one. */
  private static void once(Stage stage) {
    stage.pass(REPLICATED);
    Set<UUID> far = ends(stage).keySet();
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
      throw new Finding("one blob was fetched from the other data centre by " + fetched);
    }
    stage.heal();
  }

  /**
   * The peers of node-5 end before they have sent it all records that it missed. It then leads, and
   * only the other data centre has the rest.
   */
  private static void goneSource(Stage stage) {
    stage.put(5, BIG);
    stage.pass(TOLD);
    stage.cluster().kill(5);
    List<KeptBlob> blobs = stage.put(5, BIG);
    stage.pass(TOLD);
    List<Pull> fetches = new ArrayList<>();
    stage
        .cluster()
        .network()
        .watch(request -> {
          if (request instanceof Pull pull && pull.puller().equals("node-5")) {
            fetches.add(pull);
          }
        });
    stage.cluster().start(5);
    while (fetches.stream().noneMatch(pull -> pull.form() == Pull.Form.RECORDS)) {
      stage.pass(MOMENT);
    }
    stage.cluster().kill(3);
    stage.cluster().kill(4);
    stage.pass(REPLICATED.multipliedBy(2));
    requireOnAll(stage, blobs, _ -> true);
    stage.cluster().start(3);
    stage.cluster().start(4);
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

  /** The blob reaches only node-1 and node-2, which are then switched off. */
  private static void offElsewhere(Stage stage) {
    stage.pass(TOLD);
    List<String> having = List.of("node-1", "node-2");
    List<String> others = List.of("node-0", "node-3", "node-4", "node-5");
    stage.part(having, others);
    stage.part(List.of("node-0"), List.of("frontend-0"));
    stage.put(1, BIG);
    long put = stage.wallMillis() + CLOCKS.toMillis();
    stage.cluster().kill(1);
    stage.cluster().kill(2);
    stage.join(having, others);
    stage.join(List.of("node-0"), List.of("frontend-0"));
    stage.pass(TOLD);
    Set<String> unproven = stage.unproven(put);
    if (unproven.size() < others.size()) {
      throw new Finding(
          "expected all of "
              + others
              + " to report missing copies, but only these do: "
              + unproven);
    }
    stage.cluster().start(1);
    stage.cluster().start(2);
    stage.healProven();
  }

  /**
   * Silences each machine of the first data centre in turn, one of which leads, towards the second
   * one.
   */
  private static void lostSource(Stage stage) {
    stage.pass(TOLD);
    for (int silent : stage.cluster().machinesOf(FIRST)) {
      String from = stage.cluster().machine(silent);
      each(
          stage,
          SECOND,
          machine -> stage.cluster().network().block(from, stage.cluster().machine(machine)));
      List<KeptBlob> blobs = stage.put(5, BIG);
      stage.pass(REPLACED);
      requireOnAll(stage, blobs, _ -> true);
      each(
          stage,
          SECOND,
          machine -> stage.cluster().network().open(from, stage.cluster().machine(machine)));
      stage.pass(REPLACED);
    }
    stage.heal();
  }

  /** First with one replica left in the second data centre, then with none. */
  private static void levels(Stage stage) {
    for (DurabilityLevel level : List.of(DurabilityLevel.REMOTE, DurabilityLevel.MAJORITY)) {
      for (int i = 0; i < FILE; i++) {
        requireTaken(stage, level, true);
      }
    }
    stage.cluster().kill(3);
    stage.cluster().kill(4);
    stage.pass(SESSION);
    requireTaken(stage, DurabilityLevel.REMOTE, true);
    requireTaken(stage, DurabilityLevel.MAJORITY, false);
    stage.cluster().kill(5);
    requireTaken(stage, DurabilityLevel.REMOTE, false);
    requireTaken(stage, DurabilityLevel.LOCAL, true);
    each(stage, SECOND, stage.cluster()::start);
    stage.heal();
  }

  private static void requireTaken(Stage stage, DurabilityLevel level, boolean taken) {
    if (stage.tryPut(BIG, level).isPresent() != taken) {
      throw new Finding(level + (taken ? " was refused" : " was acknowledged"));
    }
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

  /** Includes the blobs of the lost data centre, which only the other one has. */
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
