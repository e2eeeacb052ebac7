package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobStore.ReadOptions;
import io.aumbry.store.ReadResult;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.SimulatedCluster.OpenReplica;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.Agreement;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All scenarios. */
public final class Scenarios {
  private static final int BIG = 4_000;
  private static final int LITTLE = 64 << 10;
  private static final int MANY = 100;
  private static final Duration NIGHT = Duration.ofHours(2);
  private static final Duration COMPACTED = Duration.ofSeconds(12);

  private Scenarios() {}

  /** In the order of DESIGN, "What breaks stores like this". */
  public static List<Scenario> all() {
    return Stream.of(replicas(), records(), disks()).flatMap(List::stream).toList();
  }

  private static List<Scenario> replicas() {
    return List.of(
        new Scenario(
            "a collector that sees a part of the replicas drops nothing",
            List.of(),
            Scenarios::partialView),
        new Scenario(
            "a repair is done when no copy is missing",
            List.of("a new replica is complete at once"),
            Scenarios::repair),
        new Scenario(
            "a replica that comes back after retention brings back nothing that was deleted",
            List.of(),
            Scenarios::staleReplica),
        new Scenario(
            "who has deleted a blob is not given it by a replica that was away",
            List.of("who has not heard of a delete is believed"),
            Scenarios::missedDelete),
        new Scenario(
            "a volume that is full takes nothing back",
            List.of("an error of a node counts as its yes"),
            Scenarios::fullVolumes));
  }

  private static List<Scenario> records() {
    return List.of(
        new Scenario(
            "what was acknowledged outlives a loss of power everywhere",
            List.of("a sync is skipped", "answered before the sync"),
            Scenarios::lossOfPower),
        new Scenario(
            "what a failed sync left in doubt was never acknowledged",
            List.of("a failed sync is taken for a good one"),
            Scenarios::failedSync),
        new Scenario(
            "what failed to be written was never acknowledged",
            List.of("a write that failed is answered as done"),
            Scenarios::failedWrite),
        new Scenario(
            "what one replica alone has was never acknowledged",
            List.of("one replica is a quorum for a put", "one replica is a quorum for a delete"),
            Scenarios::oneAlone),
        new Scenario(
            "a life that was made longer does not end",
            List.of("the earlier expiry wins"),
            Scenarios::longerLife),
        new Scenario(
            "a blob that was given back outlives compaction and the making of a new replica",
            List.of("a later life does not win"),
            Scenarios::undelete));
  }

  private static List<Scenario> disks() {
    return List.of(
        new Scenario(
            "compaction makes room on disks that are full",
            List.of("compaction never has room"),
            Scenarios::fullDisks),
        new Scenario(
            "the scrub finds what nobody reads, and nothing else",
            List.of("the scrub overlooks what it finds"),
            Scenarios::scrub),
        new Scenario(
            "zeros in place of data are not served",
            List.of("checksums are not compared"),
            Scenarios::zeros),
        new Scenario(
            "a body without bytes is replicated like any other",
            List.of("what was fetched is not appended"),
            Scenarios::emptyBody));
  }

  private static void partialView(Stage stage) {
    List<KeptBlob> blobs = stage.put(40, BIG);
    stage.cluster().kill(2);
    stage.delete(blobs.subList(0, 30));
    stage.cluster().hide("node-0", "node-2");
    stage.cluster().hide("node-1", "node-2");
    stage.night(Duration.ofDays(3), 0, 1);
    stage.pass(COMPACTED);
    stage.cluster().start(2);
    stage.cluster().hide("node-0", "");
    stage.cluster().hide("node-1", "");
    stage.heal();
  }

  private static void repair(Stage stage) {
    stage.cluster().kill(2);
    List<KeptBlob> blobs = stage.put(10, BIG);
    stage.cluster().kill(0);
    stage.cluster().replaceDisks(0);
    stage.cluster().kill(1);
    stage.cluster().start(2);
    stage.cluster().start(0);
    stage.pass(Duration.ofSeconds(5));
    stage.tryGet(blobs);
    stage.cluster().start(1);
    stage.heal();
  }

  private static void staleReplica(Stage stage) {
    List<KeptBlob> blobs = stage.put(40, BIG);
    stage.cluster().kill(2);
    stage.delete(blobs.subList(0, 30));
    stage.night(Duration.ofDays(3), 0, 1);
    stage.pass(COMPACTED);
    stage.night(NIGHT, 0, 1);
    stage.pass(COMPACTED);
    stage.night(NIGHT, 0, 1, 2);
    stage.heal();
  }

  private static void missedDelete(Stage stage) {
    List<KeptBlob> blobs = stage.put(5, BIG);
    stage.cluster().kill(0);
    stage.delete(blobs);
    stage.cluster().kill(1);
    stage.cluster().kill(2);
    stage.cluster().start(0);
    stage.pass(Duration.ofSeconds(2));
    stage.tryGet(blobs);
    stage.cluster().start(1);
    stage.cluster().start(2);
    stage.heal();
  }

  private static void fullVolumes(Stage stage) {
    stage.put(5, BIG);
    stage.cluster().fill(0, 0, LITTLE);
    stage.cluster().fill(1, 0, LITTLE);
    List<KeptBlob> blobs = untilFull(stage);
    stage.cluster().kill(2);
    stage.tryGet(blobs);
    stage.night(Duration.ZERO, 0, 1, 2);
    stage.heal();
  }

  private static List<KeptBlob> untilFull(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Optional<KeptBlob> blob = stage.tryPut(BIG);
      if (blob.isEmpty()) {
        return blobs;
      }
      blobs.add(blob.get());
    }
    throw new Finding("disks that are full have taken everything");
  }

  private static void lossOfPower(Stage stage) {
    for (int round = 0; round < 6; round++) {
      stage.put(3, BIG);
      stage.night(Duration.ZERO, 0, 1, 2);
      stage.settle();
      stage.getAll();
    }
    stage.heal();
  }

  private static void failedSync(Stage stage) {
    for (int round = 0; round < 3; round++) {
      stage.cluster().disk(0, 0).failSyncs();
      stage.cluster().disk(1, 0).failSyncs();
      stage.tryPut(BIG);
      stage.cluster().disk(0, 0).heal();
      stage.cluster().disk(1, 0).heal();
      stage.tryPut(BIG);
      stage.night(Duration.ZERO, 0, 1, 2);
      stage.settle();
      stage.getAll();
    }
    stage.heal();
  }

  private static void failedWrite(Stage stage) {
    stage.cluster().disk(0, 0).failWrites();
    stage.cluster().disk(1, 0).failWrites();
    List<KeptBlob> blobs = new ArrayList<>();
    stage.tryPut(BIG).ifPresent(blobs::add);
    stage.night(Duration.ZERO, 0, 1);
    stage.pass(Duration.ofSeconds(5));
    stage.tryGet(blobs);
    stage.cluster().start(2);
    stage.heal();
  }

  private static void oneAlone(Stage stage) {
    KeptBlob blob = stage.put(1, BIG).getFirst();
    stage.cluster().kill(0);
    stage.cluster().kill(1);
    boolean taken = stage.tryPut(BIG).isPresent();
    if (stage.tryDelete(blob) || taken) {
      throw new Finding("what one replica has was acknowledged");
    }
    stage.cluster().start(0);
    stage.cluster().start(1);
    stage.heal();
  }

  private static void longerLife(Stage stage) {
    KeptBlob blob = stage.tryPut(BIG, 10).orElseThrow();
    stage.forget(blob);
    stage.look(replica -> {
      if (replica.node().equals("node-0")) {
        replica.store().updateTtl(blob.id(), context(replica));
      }
    });
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED);
    stage.look(replica -> requireThere(replica, blob));
    stage.heal();
  }

  private static void undelete(Stage stage) {
    List<KeptBlob> blobs = stage.put(40, BIG);
    KeptBlob back = blobs.getFirst();
    stage.delete(blobs.subList(0, 30));
    stage.forget(back);
    stage.look(replica ->
        replica
            .store()
            .undelete(back.id(), new Life(1, now(replica), now(replica)), context(replica)));
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED);
    stage.cluster().kill(2);
    stage.cluster().replaceDisks(2);
    stage.cluster().start(2);
    stage.heal();
    stage.look(replica -> requireThere(replica, back));
  }

  private static void fullDisks(Stage stage) {
    List<KeptBlob> blobs = stage.put(60, BIG);
    stage.delete(blobs.subList(0, 55));
    stage.night(NIGHT, 0, 1, 2);
    for (int i = 0; i < 3; i++) {
      stage.cluster().fill(i, 0, ClusterPlan.RESERVE);
    }
    stage.settle();
    untilFull(stage);
    stage.pass(COMPACTED);
    stage.look(replica -> {
      if (replica.store().usage().freed() == 0) {
        throw new Finding("nothing was freed on " + replica.node());
      }
    });
    stage.put(1, BIG);
    stage.heal();
  }

  private static void scrub(Stage stage) {
    List<KeptBlob> blobs = stage.put(10, BIG);
    stage.cluster().overwrite(0, blobs.getFirst().content(), (byte) 0x55);
    stage.pass(Duration.ofSeconds(60));
    stage.look(replica -> {
      long found = replica.store().damaged().version();
      if (found > 0 != replica.node().equals("node-0")) {
        throw new Finding(replica.node() + " has noted " + found + " times that there is damage");
      }
      requireThere(replica, blobs.getFirst());
    });
    stage.heal();
  }

  private static void zeros(Stage stage) {
    List<KeptBlob> blobs = stage.put(10, BIG);
    blobs.forEach(blob -> stage.cluster().overwrite(0, blob.content(), (byte) 0));
    for (int i = 0; i < 5; i++) {
      stage.tryGet(blobs);
    }
    stage.heal();
  }

  private static void emptyBody(Stage stage) {
    stage.cluster().kill(2);
    stage.put(2, 0);
    stage.put(2, BIG);
    stage.cluster().start(2);
    stage.heal();
  }

  private static long now(OpenReplica replica) {
    return replica.process().time().wallMillis();
  }

  private static RequestContext context(OpenReplica replica) {
    return new RequestContext(
        "script",
        replica.process(),
        Deadline.after(Duration.ofMinutes(1), replica.process().time()));
  }

  private static void requireThere(OpenReplica replica, KeptBlob blob) {
    if (!isThere(replica, blob)) {
      throw new Finding(replica.node() + " alone has not " + blob);
    }
  }

  private static boolean isThere(OpenReplica replica, KeptBlob blob) {
    try {
      ReadResult result =
          replica.store().read(blob.id(), new ByteRange.All(), ReadOptions.LIVE, context(replica));
      return result instanceof ReadResult.Found found
          && Arrays.equals(blob.content(), Agreement.bytes(found));
    } catch (AumbryException e) {
      return false;
    }
  }

  /** The scenario of this name. */
  public static Optional<Scenario> named(String name) {
    return all().stream().filter(scenario -> scenario.name().equals(name)).findFirst();
  }
}
