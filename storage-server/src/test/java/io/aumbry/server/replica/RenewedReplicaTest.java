package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replica with a damaged index, in a node that keeps running. */
@Timeout(300)
class RenewedReplicaTest {
  private static final int PART = 32;

  private static final int FIRST_RECORD = 64;

  /** Length of each record in the log. */
  private static final int RECORD = 240;

  /** Offset of a byte of the first record's content in its file. */
  private static final int FIRST_CONTENT = 160;

  private static final UUID STORE = new UUID(1, 1);
  private static final String HERE = "partition-" + Blobs.PARTITION;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 256 * 1024, 0, 1 << 20, 100, 1, PART);

  private final SplittableRandom random = new SplittableRandom(6);
  private final CrashingDisk medium = new CrashingDisk(random.split());
  private final PlainCarrier carrier = new PlainCarrier();
  private final StoreDisk stores =
      StoreDisk.open(
          medium,
          CONFIG,
          new StoreEnvironment(
              new ArrayBufferPool(), new SystemTime(), random.split(), new Metrics()));
  private final StoreReplicaDisk disk =
      new StoreReplicaDisk("/data/1", stores, medium, Long.MAX_VALUE);
  private final ReplicaRegistry registry =
      new ReplicaRegistry(List.of(disk), new StalenessCheck.Rule(new SystemTime(), 1));
  private final List<BlobId> ids = new ArrayList<>();

  @AfterEach
  void close() {
    registry.close(Blobs.PARTITION);
    disk.close();
    carrier.close();
  }

  private BlobStore store() {
    return registry.find(Blobs.PARTITION).orElseThrow().store();
  }

  private void put(int count) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      Blobs.put(store(), id, new byte[100], carrier.patient());
      ids.add(id);
    }
  }

  private Optional<String> indexFile() {
    return file(".idx");
  }

  private Optional<String> file(String suffix) {
    try {
      return medium.list(HERE).stream().filter(name -> name.endsWith(suffix)).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long unreadable() {
    return ids.stream().filter(id -> codeOfRead(id).isPresent()).count();
  }

  private Optional<ErrorCode> codeOfRead(BlobId id) {
    try {
      Blobs.read(store(), id, carrier.patient());
      return Optional.empty();
    } catch (AumbryException e) {
      return Optional.of(e.code());
    }
  }

  @Test
  void aDamagedIndexIsRebuiltWhileTheReplicaKeepsItsState() {
    registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    registry.advance(Blobs.PARTITION, ReplicaState.BOOTSTRAP, ReplicaState.STANDBY);
    put(PART);
    Patience.await().until(() -> indexFile().isPresent());
    BlobStore before = store();
    registry.renew(disk, carrier);
    assertThat(store()).as("nothing is wrong with it").isSameAs(before);

    medium.flip(HERE + "/" + indexFile().orElseThrow(), 4096 + 70, 3);
    Patience.await().until(() -> unreadable() > 0);
    assertThat(before.isToBeRenewed()).isTrue();
    registry.renew(disk, carrier);
    assertThat(store()).isNotSameAs(before);
    assertThat(unreadable()).isZero();
    put(PART);
    assertThat(registry.find(Blobs.PARTITION).orElseThrow().state())
        .isEqualTo(ReplicaState.STANDBY);
    assertThat(store().isToBeRenewed()).isFalse();
  }

  /** Peers ask for the opening that they know, and name it with later records too. */
  @Test
  void aRenewedReplicaShowsNoLossToPeersAfterARestart() {
    HostedReplica replica = registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    registry.complete(replica);
    put(PART);
    Patience.await().until(() -> indexFile().isPresent());
    medium.flip(HERE + "/" + indexFile().orElseThrow(), 4096 + 70, 3);
    Patience.await().until(() -> unreadable() > 0 && store().isToBeRenewed());
    registry.renew(disk, carrier);
    put(1);
    HostedReplica renewed = registry.find(Blobs.PARTITION).orElseThrow();
    long known = renewed.progress().opening().millis();
    registry.close(Blobs.PARTITION);
    HostedReplica restarted = registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    assertThat(restarted.progress().provesLoss(known, PART + 1)).isFalse();
    assertThat(restarted.progress().openingAsOf(known).start()).isEqualTo(PART + 1);
  }

  /** Its numbers would be given to new records, and peers would not ask for these. */
  @Test
  void aReplicaThatLostItsLastRecordWithTheIndexIsInError() {
    HostedReplica replica = registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    registry.complete(replica);
    put(PART + 1);
    Patience.await().until(() -> indexFile().isPresent());
    medium.flip(HERE + "/" + indexFile().orElseThrow(), 4096 + 70, 3);
    Patience.await().until(() -> unreadable() > 0 && store().isToBeRenewed());
    medium.cut(HERE + "/" + file(".seg").orElseThrow(), FIRST_RECORD + PART * RECORD + 1);
    registry.renew(disk, carrier);
    HostedReplica renewed = registry.find(Blobs.PARTITION).orElseThrow();
    assertThat(renewed.store().lastSequence()).isEqualTo(PART);
    assertThat(renewed.state()).isEqualTo(ReplicaState.ERROR);
    assertThat(registry.failed().get(Blobs.PARTITION))
        .isNotNull()
        .satisfies(failed -> assertThat(failed.cause()).hasMessageContaining("ended at record 33"));
    assertThat(renewed.progress().isComplete()).isFalse();
  }

  /**
   * A read would not find an acknowledged blob, and a new blob would get the number of a lost one.
   */
  @Test
  void aStoreThatLostItsLastRecordNeverServes() {
    List<ReplicaState> serving = new ArrayList<>();
    AtomicReference<@Nullable ReplicaRegistry> observed = new AtomicReference<>();
    ReplicaDisk watched = before("isHealthy", () -> serving.addAll(servingShort(observed.get())));
    ReplicaRegistry watching =
        new ReplicaRegistry(List.of(watched), new StalenessCheck.Rule(new SystemTime(), 1));
    observed.set(watching);
    HostedReplica replica = watching.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    watching.complete(replica);
    for (int i = 0; i <= PART; i++) {
      Blobs.put(replica.store(), Blobs.id(random), new byte[100], carrier.patient());
    }
    Patience.await().until(() -> indexFile().isPresent());
    medium.flip(HERE + "/" + indexFile().orElseThrow(), 4096 + 70, 3);
    medium.cut(HERE + "/" + file(".seg").orElseThrow(), FIRST_RECORD + PART * RECORD + 1);
    Patience.await()
        .until(() -> {
          disk.scrub(_ -> {});
          return replica.store().isToBeRenewed();
        });
    watching.renew(watched, carrier);
    assertThat(serving).isEmpty();
    HostedReplica renewed = watching.find(Blobs.PARTITION).orElseThrow();
    assertThat(renewed.store().lastSequence()).isEqualTo(PART);
    assertThat(renewed.state()).isEqualTo(ReplicaState.ERROR);
    watching.close(Blobs.PARTITION);
  }

  private static List<ReplicaState> servingShort(@Nullable ReplicaRegistry registry) {
    return Optional.ofNullable(registry).flatMap(each -> each.find(Blobs.PARTITION)).stream()
        .filter(each -> each.store().lastSequence() <= PART)
        .map(HostedReplica::state)
        .filter(state -> state != ReplicaState.ERROR)
        .toList();
  }

  /** The disk, with an action before each call of a method. */
  private ReplicaDisk before(String call, Runnable action) {
    return (ReplicaDisk)
        Proxy.newProxyInstance(
            ReplicaDisk.class.getClassLoader(),
            new Class<?>[] {ReplicaDisk.class},
            (_, method, arguments) -> {
              if (method.getName().equals("equals")) {
                return arguments[0] instanceof Proxy;
              }
              if (method.getName().equals(call)) {
                action.run();
              }
              return method.invoke(disk, arguments);
            });
  }

  /** For example without memory. Nothing else would ever open the closed store. */
  @Test
  void aReplicaWhoseStoreCannotBeOpenedBecauseOfAnErrorFails() {
    AtomicBoolean isBroken = new AtomicBoolean();
    ReplicaDisk broken =
        before(
            "open",
            () -> {
              if (isBroken.get()) {
                throw new AssertionError("as ordered");
              }
            });
    ReplicaRegistry hosting =
        new ReplicaRegistry(List.of(broken), new StalenessCheck.Rule(new SystemTime(), 1));
    HostedReplica replica = hosting.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    hosting.complete(replica);
    for (int i = 0; i < PART; i++) {
      Blobs.put(replica.store(), Blobs.id(random), new byte[100], carrier.patient());
    }
    Patience.await().until(() -> indexFile().isPresent());
    medium.flip(HERE + "/" + indexFile().orElseThrow(), 4096 + 70, 3);
    Patience.await()
        .until(() -> {
          disk.scrub(_ -> {});
          return replica.store().isToBeRenewed();
        });
    isBroken.set(true);
    assertThatThrownBy(() -> hosting.renew(broken, carrier)).hasMessage("as ordered");
    assertThat(hosting.find(Blobs.PARTITION).orElseThrow().state()).isEqualTo(ReplicaState.ERROR);
    assertThat(hosting.failed()).containsKey(Blobs.PARTITION);
    hosting.close(Blobs.PARTITION);
  }

  /** Its files are reopened, and count their damage from the start. */
  @Test
  void aPositionFromBeforeARenewalIsNotVerified() {
    NodeId peer = new NodeId("peer");
    HostedReplica before = registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    put(PART);
    Patience.await().until(() -> indexFile().isPresent());
    String log = HERE + "/" + file(".seg").orElseThrow();
    medium.flip(log, FIRST_CONTENT, 3);
    disk.scrub(_ -> {});
    long damages = before.damaged().version();
    before.progress().next(peer, damages);
    before.progress().heard(peer, OpenReplicas.source(STORE, 5, true), 1);
    before.progress().advanced(peer, OpenReplicas.source(STORE, 5, true), 5, damages);
    Held five = new Held(STORE, 5, 1);
    before.progress().readAgain(damages);
    registry.saveTokens(disk);
    assertThat(before.progress().holds(five, before.damaged().version())).isTrue();
    assertThat(before.damaged().readAgain()).isEqualTo(damages);

    medium.flip(log, FIRST_CONTENT, 3);
    medium.flip(HERE + "/" + indexFile().orElseThrow(), 4096 + 70, 3);
    Patience.await()
        .until(() -> {
          disk.scrub(_ -> {});
          return store().isToBeRenewed();
        });
    registry.renew(disk, carrier);
    HostedReplica renewed = registry.find(Blobs.PARTITION).orElseThrow();
    assertThat(renewed.state()).isEqualTo(ReplicaState.BOOTSTRAP);
    assertThat(renewed.damaged().open()).as("as the quarantine says").isEqualTo(1);
    assertThat(renewed.damaged().version()).isGreaterThan(damages);
    assertThat(renewed.progress().holds(five, renewed.damaged().version())).isFalse();
    registry.saveTokens(disk);
    assertThat(renewed.damaged().readAgain()).isLessThan(renewed.damaged().version());
    renewed.progress().readAgain(renewed.damaged().version());
    renewed.progress().next(peer, renewed.damaged().version());
    registry.saveTokens(disk);
    assertThat(renewed.damaged().readAgain()).isEqualTo(renewed.damaged().version());
  }

  /** The index cannot be rebuilt from the log, so acknowledged records are lost here. */
  @Test
  void aReplicaWithDamagedIndexAndLogIsInError() {
    registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    registry.advance(Blobs.PARTITION, ReplicaState.BOOTSTRAP, ReplicaState.STANDBY);
    put(PART);
    Patience.await().until(() -> indexFile().isPresent());
    medium.flip(HERE + "/" + file(".seg").orElseThrow(), 4096 + 300, 3);
    medium.flip(HERE + "/" + indexFile().orElseThrow(), 4096 + 70, 3);
    Patience.await()
        .until(() -> {
          unreadable();
          return store().isToBeRenewed();
        });
    registry.renew(disk, carrier);
    assertThat(registry.find(Blobs.PARTITION).orElseThrow().state()).isEqualTo(ReplicaState.ERROR);
    assertThat(registry.failed().get(Blobs.PARTITION))
        .isNotNull()
        .satisfies(failed -> assertThat(failed.cause().code()).isEqualTo(ErrorCode.CORRUPT_RECORD));
  }

  /**
   * The node decides to set a failed store aside, and then waits for the disk. In the meantime the
   * coordinator has the replica opened again.
   */
  @Test
  void aRebuiltStoreIsNotSetAsideForTheFailureOfItsPredecessor() {
    registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    registry.fail(
        registry.find(Blobs.PARTITION).orElseThrow(),
        new AumbryException(ErrorCode.CORRUPT_RECORD, "log truncated"));
    FailedReplica failed =
        Optional.ofNullable(registry.failed().get(Blobs.PARTITION)).orElseThrow();
    registry.setAside(failed);
    assertThat(disk.storesSetAside()).isEqualTo(1);

    HostedReplica renewed = registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    registry.setAside(failed);
    renewed.requireSound(carrier);
    assertThat(disk.storesSetAside()).isEqualTo(1);
    assertThat(store()).isSameAs(renewed.store());
  }

  /** The coordinator has a replica rebuilt while the node reports its failure. */
  @Test
  void aRebuiltStoreDoesNotFailWithItsPredecessor() {
    registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
    Reopening reopening = new Reopening();
    registry.fail(
        registry.find(Blobs.PARTITION).orElseThrow(),
        new AumbryException(ErrorCode.CORRUPT_RECORD, "log truncated", reopening));
    assertThat(reopening.reopened).isTrue();
    assertThat(registry.find(Blobs.PARTITION).orElseThrow().state())
        .isEqualTo(ReplicaState.BOOTSTRAP);
    assertThat(registry.failed()).isEmpty();
  }

  /** Closes and reopens the replica as soon as the failure is logged. */
  private final class Reopening extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private boolean reopened;

    @Override
    public String getMessage() {
      if (!reopened) {
        reopened = true;
        registry.close(Blobs.PARTITION);
        registry.open(Blobs.PARTITION, ReplicaState.BOOTSTRAP);
      }
      return "cause";
    }
  }
}
