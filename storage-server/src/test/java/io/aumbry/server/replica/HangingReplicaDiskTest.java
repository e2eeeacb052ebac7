package io.aumbry.server.replica;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.store.BlobStore;
import io.aumbry.store.HandTime;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.GuardedDisk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.WriteProtectedException;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The replicas of a node when one of its two disks goes out of service. */
@Timeout(300)
class HangingReplicaDiskTest {
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 1 << 20, 100, 1, 32);

  private final SplittableRandom random = new SplittableRandom(5);
  private final HandTime time = new HandTime();
  private final List<FaultyDisk> faults = new ArrayList<>();
  private final List<DiskGuard> guards = new ArrayList<>();
  private final List<StoreReplicaDisk> disks = new ArrayList<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private ReplicaRegistry registry =
      new ReplicaRegistry(List.of(), new StalenessCheck.Rule(time, 1));

  @BeforeEach
  void openTwoDisks() {
    for (String name : List.of("/data/1", "/data/2")) {
      FaultyDisk files = new FaultyDisk(new CrashingDisk(random.split()));
      DiskGuard guard = new DiskGuard(name, Duration.ofSeconds(30), time);
      StoreEnvironment environment =
          new StoreEnvironment(new ArrayBufferPool(), time, random.split(), new Metrics());
      faults.add(files);
      guards.add(guard);
      StoreDisk stores = StoreDisk.open(files, CONFIG, environment, guard);
      disks.add(new StoreReplicaDisk(name, stores, new GuardedDisk(files, guard), Long.MAX_VALUE));
    }
    registry = new ReplicaRegistry(List.copyOf(disks), new StalenessCheck.Rule(time, 1));
    for (int partition = 0; partition < 4; partition++) {
      registry.open(partition, ReplicaState.BOOTSTRAP);
    }
    assertThat(disks).allSatisfy(disk -> assertThat(disk.partitions()).hasSize(2));
  }

  @AfterEach
  void close() {
    released.countDown();
    registry.all().forEach(replica -> replica.store().close());
    disks.forEach(StoreReplicaDisk::close);
  }

  private List<Integer> in(ReplicaState state) {
    return registry.all().stream()
        .filter(replica -> replica.state() == state)
        .map(HostedReplica::partition)
        .sorted()
        .toList();
  }

  private static List<Integer> on(StoreReplicaDisk disk) {
    return List.copyOf(disk.partitions());
  }

  /** Its folder may already belong to another process. */
  @Test
  void aClosedDiskWritesNoNotes() {
    StoreReplicaDisk disk = disks.getFirst();
    ByteBuffer note = ByteBuffer.wrap(new byte[] {1});
    disk.writeNote("a.note", note.duplicate(), true);
    disk.close();
    assertCode(() -> disk.writeNote("a.note", note.duplicate(), true), ErrorCode.SHUTTING_DOWN);
    assertCode(() -> disk.deleteNote("a.note"), ErrorCode.SHUTTING_DOWN);
    assertThat(disk.readNote("a.note")).contains(note);
  }

  /** No request has to touch a replica first. */
  @Test
  void replicasOfAHangingDiskFailAndOthersContinue() throws Exception {
    faults
        .getFirst()
        .fail((action, path) -> {
          if (action == Action.LOOK) {
            hanging.countDown();
            await();
          }
        });
    Thread asking =
        Thread.startVirtualThread(() ->
            Assertions.assertThatThrownBy(() -> disks.getFirst().capacity())
                .hasMessageContaining("/data/1 is out of service"));
    hanging.await();
    for (int i = 0; i < 15; i++) {
      time.pass(guards.getFirst().interval());
      guards.forEach(DiskGuard::look);
    }
    assertThat(asking.join(Patience.LIMIT)).isTrue();
    assertThat(in(ReplicaState.ERROR)).isEqualTo(on(disks.getFirst()));
    assertThat(in(ReplicaState.BOOTSTRAP)).isEqualTo(on(disks.getLast()));
    assertThat(disks).extracting(StoreReplicaDisk::isHealthy).containsExactly(false, true);
    assertThat(registry.open(9, ReplicaState.BOOTSTRAP).disk()).isEqualTo(disks.getLast());
    registry.close(on(disks.getFirst()).getFirst());
  }

  private void await() throws IOException {
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  @Test
  void replicasOfAReadOnlyDiskFail() {
    faults
        .getFirst()
        .fail((action, path) -> {
          if (action == Action.CREATE) {
            throw new WriteProtectedException("Read-only file system", new IOException());
          }
        });
    Assertions.assertThatThrownBy(() -> disks.getFirst().noteSealed(true))
        .hasMessageContaining("Read-only file system");
    assertThat(in(ReplicaState.ERROR)).isEqualTo(on(disks.getFirst()));
    assertThat(disks.getFirst().isHealthy()).isFalse();
  }

  @Test
  void aDiskTooFullForANoteIsNotAFailedDisk() {
    faults
        .getFirst()
        .fail((action, path) -> {
          if (action == Action.CREATE) {
            throw new NoSpaceException("No space left on device", new IOException());
          }
        });
    Assertions.assertThatThrownBy(() -> disks.getFirst().noteSealed(true))
        .hasMessageContaining("No space left on device");
    assertThat(disks.getFirst().isHealthy()).isTrue();
    assertThat(in(ReplicaState.ERROR)).isEmpty();
    BlobStore store = registry.find(on(disks.getFirst()).getFirst()).orElseThrow().store();
    assertThat(store.lastSequence()).isZero();
  }
}
