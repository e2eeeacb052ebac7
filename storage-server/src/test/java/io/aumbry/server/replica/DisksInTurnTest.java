package io.aumbry.server.replica;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.error.Refusals;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.store.HandTime;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that is started with one of its two disks at a time. */
class DisksInTurnTest {
  private static final int PARTITION = 3;

  private final SplittableRandom random = new SplittableRandom(7);
  private final HandTime time = new HandTime();
  private final Map<String, CrashingDisk> media = new HashMap<>();
  private final StoreReplicaDisk first = disk("/data/1");
  private final StoreReplicaDisk second = disk("/data/2");

  private StoreReplicaDisk disk(String name) {
    CrashingDisk medium = new CrashingDisk(random.split());
    media.put(name, medium);
    StoreEnvironment environment =
        new StoreEnvironment(new ArrayBufferPool(), time, random.split(), new Metrics());
    StoreConfig config = new StoreConfig(SyncPolicy.FSYNC, 256 * 1024, 0, 1 << 20, 100, 1, 1 << 20);
    return new StoreReplicaDisk(
        name, StoreDisk.open(medium, config, environment), medium, Long.MAX_VALUE);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  private static UnusableDisk away(StoreReplicaDisk disk) {
    return new UnusableDisk(disk.name(), disk.identity(), "not mounted");
  }

  private ReplicaRegistry node(ReplicaDisk one, ReplicaDisk other) {
    return new ReplicaRegistry(List.of(one, other), new StalenessCheck.Rule(time, 1, false));
  }

  /** Opens the store as a node with these disks does, and returns its name. */
  private UUID use(ReplicaDisk one, ReplicaDisk other) {
    ReplicaRegistry node = node(one, other);
    UUID store = node.open(PARTITION, ReplicaState.BOOTSTRAP).store().id();
    node.close(PARTITION);
    return store;
  }

  @Test
  void aStoreThatWasUsedAfterItsSuccessorIsNotSetAsideAsOlder() {
    UUID older = use(first, second);
    UUID newer = use(away(first), second);
    assertThat(newer).isNotEqualTo(older);
    assertThat(use(first, away(second))).isEqualTo(older);
    Refusals.assertCode(
        () -> node(first, second).open(PARTITION, ReplicaState.BOOTSTRAP),
        ErrorCode.REPLICA_OUTDATED);
    assertThat(List.of(first, second)).allMatch(disk -> disk.partitions().contains(PARTITION));
  }

  @Test
  void aStoreOnAFullDiskOpensWhileTheOtherDiskIsAway() {
    UUID store = use(first, second);
    CrashingDisk medium = requireNonNull(media.get(first.name()));
    medium.limitTo(0);
    assertThat(use(first, away(second))).isEqualTo(store);
    medium.limitTo(Long.MAX_VALUE);
  }

  @Test
  void anEarlierAbsenceOfTheOtherDiskIsForgottenOnceItIsBack() {
    UUID older = use(first, away(second));
    assertThat(use(first, second)).isEqualTo(older);
    UUID newer = use(away(first), second);
    assertThat(use(first, second)).isEqualTo(newer);
    assertThat(first.partitions()).doesNotContain(PARTITION);
  }
}
