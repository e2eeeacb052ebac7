package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.router.Durability;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.SimulatedCluster.OpenReplica;
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
 * Two data centres: machines 0 to 2 and frontend 0 are of the first one, 3 to 5 and 1 of the other.
 */
final class GeoScenarios {
  static final int BIG = 4_000;
  private static final int FILE = 30;
  static final int FIRST = 1;
  static final int SECOND = 2;

  /** In which what was put in one data centre has come to all replicas of the other. */
  static final Duration REPLICATED = Duration.ofSeconds(5);

  /** By which the clock of a machine may be ahead, so that it seems to have compared later. */
  private static final Duration CLOCKS = Duration.ofSeconds(1);

  /** In which all replicas have told those elsewhere how far they have them. */
  static final Duration TOLD = Duration.ofSeconds(25);

  /** In which another source is chosen for one that does not answer a pull, and brings all. */
  private static final Duration REPLACED = Duration.ofSeconds(25);

  private static final Duration MOMENT = Duration.ofNanos(100_000);
  static final Duration SESSION = Duration.ofSeconds(6);
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
            "who leads next goes on where the one before was, and reads nothing again",
            List.of("what others have is not passed on"),
            GeoScenarios::nextLeader),
        scenario(
            "who leads next has what the one before had of others, or gets it from these",
            List.of("what a peer has of others is believed before its own is here"),
            GeoScenarios::goneSource),
        scenario(
            "a data centre that was cut off gets all, and the other one has gone on meanwhile",
            List.of(
                "nothing is pulled from other data centres",
                "an upload waits for other data centres"),
            GeoScenarios::cutOff),
        scenario(
            "a leader elsewhere that cannot be heard is replaced by another replica of its place",
            List.of("who does not answer here is pulled all the same"),
            GeoScenarios::lostSource),
        new Scenario(
            "nobody says that all is there while machines elsewhere are off that alone have some",
            List.of("what a peer elsewhere cannot prove is taken for proven"),
            inTwo().with(Upkeep.comparing(Duration.ofSeconds(1), Duration.ofMillis(200))),
            GeoScenarios::offElsewhere),
        scenario(
            "an upload is as far as it was asked to be when it is answered",
            List.of(
                "an upload is answered before it is far", "one replica elsewhere is a majority"),
            GeoScenarios::levels),
        scenario(
            "a data centre that was away for days gets all and brings back nothing",
            List.of("replicas of other data centres are not waited for"),
            GeoScenarios::away),
        scenario(
            "space comes back in two data centres",
            List.of(
                "other data centres are not told how far they are had",
                "deletes are forgotten before all have noted that they are in step"),
            GeoScenarios::space),
        scenario(
            "a data centre that has lost all its copies says of nothing that it is not there",
            List.of("a data centre that lost all is complete at once"),
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
      throw new Finding(missing.size() + " times: " + missing.getFirst());
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

  /** By store of the first data centre, how far it goes. */
  private static Map<UUID, Long> ends(Stage stage) {
    Map<UUID, Long> ends = new HashMap<>();
    stage.look(replica -> {
      if (replica.machine().dataCenter() == FIRST) {
        ends.put(replica.store().id(), replica.store().lastSequence());
      }
    });
    return ends;
  }

  /** Each of the second data centre loses its session once, so that another one leads. */
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
                .forEach(point -> again.add(pull.puller() + " behind " + point.after()));
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
      throw new Finding("what was had was read again: " + again.size() + " times, " + again);
    }
    stage.heal();
  }

  /** Of the second data centre the leader alone fetches it from the first one. */
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
      throw new Finding("one blob was fetched from far by " + fetched);
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

  /** What is put comes to node-1 and node-2 alone, which are then switched off. */
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
      throw new Finding("of " + others + " only these do not say that all is there: " + unproven);
    }
    stage.cluster().start(1);
    stage.cluster().start(2);
    stage.healProven();
  }

  /** Each of the first data centre in turn, one of which leads, is not heard in the second one. */
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

  /** With one replica left there, and then with none. */
  private static void levels(Stage stage) {
    for (Durability level : List.of(Durability.REMOTE, Durability.MAJORITY)) {
      for (int i = 0; i < FILE; i++) {
        requireTaken(stage, level, true);
      }
    }
    stage.cluster().kill(3);
    stage.cluster().kill(4);
    stage.pass(SESSION);
    requireTaken(stage, Durability.REMOTE, true);
    requireTaken(stage, Durability.MAJORITY, false);
    stage.cluster().kill(5);
    requireTaken(stage, Durability.REMOTE, false);
    requireTaken(stage, Durability.LOCAL, true);
    each(stage, SECOND, stage.cluster()::start);
    stage.heal();
  }

  private static void requireTaken(Stage stage, Durability level, boolean taken) {
    if (stage.tryPut(BIG, level).isPresent() != taken) {
      throw new Finding(level + (taken ? " was refused" : " was said to be reached"));
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
