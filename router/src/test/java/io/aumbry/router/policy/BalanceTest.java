package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice of partitions for new blobs alone makes disks equally full. */
class BalanceTest {
  /** Maximum difference between the fullest and the emptiest disk. */
  private static final double LEVEL = 0.10;

  private static final long[] CAPACITIES = {8_000, 4_000, 6_000, 12_000};
  private static final double[] UNEQUAL = {0.05, 0.25, 0.40, 0.50};
  private static final double[] EMPTY = {0, 0, 0, 0};
  private static final long NEW = 12_000;

  /** Four disks in each zone; partition sizes differ by up to a half. */
  private static DisksOfTests disks(double[] fills, int partitions) {
    DisksOfTests disks = new DisksOfTests();
    for (int zone = 0; zone < DisksOfTests.ZONES; zone++) {
      for (int i = 0; i < CAPACITIES.length; i++) {
        int at = (i + zone) % CAPACITIES.length;
        disks.addDisk(zone, CAPACITIES[at], fills[at]);
      }
    }
    disks.addPartitions(partitions);
    return disks;
  }

  private static void assertLevel(DisksOfTests disks) {
    assertThat(disks.spread()).as("%s", disks).isLessThan(LEVEL);
  }

  private static void assertLevelFrom(double from, DisksOfTests disks) {
    for (double share = from; share < 0.95; share += 0.05) {
      disks.fillTo(share);
      assertLevel(disks);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 60, 400})
  void disksOfUnequalSizeAndFullnessBecomeLevel(int partitions) {
    DisksOfTests disks = disks(UNEQUAL, partitions);
    assertThat(disks.spread()).isGreaterThan(0.4);
    assertLevelFrom(0.75, disks);
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 60, 400})
  void disksThatBeginEmptyStayLevel(int partitions) {
    assertLevelFrom(0.05, disks(EMPTY, partitions));
  }

  @Test
  void withoutReportsDisksDoNotBecomeLevel() {
    DisksOfTests disks = disks(UNEQUAL, 60);
    disks.silence();
    disks.fillTo(0.9);
    assertThat(disks.spread()).isGreaterThan(0.4);
    DisksOfTests fresh = disks(EMPTY, 60);
    fresh.silence();
    fresh.fillTo(0.9);
    assertThat(fresh.spread()).isGreaterThan(LEVEL);
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 60, 400})
  void disksBecomeAndStayLevelWhileBlobsComeAndGo(int partitions) {
    DisksOfTests disks = disks(UNEQUAL, partitions);
    disks.silence();
    disks.fillTo(0.8);
    assertThat(disks.spread()).isGreaterThan(0.4);
    disks.speak();
    for (int i = 0; i < 8; i++) {
      disks.turnOver();
      assertLevel(disks);
    }
  }

  /** As after adding partitions to a cluster that has grown. */
  @ParameterizedTest
  @ValueSource(ints = {60, 400})
  void newPartitionsOnEmptyDisksTakeMoreUntilTheDisksAreLevel(int partitions) {
    DisksOfTests disks = disks(EMPTY, partitions);
    disks.fillTo(0.5);
    for (int zone = 0; zone < DisksOfTests.ZONES; zone++) {
      disks.addDisk(zone, NEW, 0);
    }
    disks.addPartitions(partitions / 3);
    double before = disks.mean();
    disks.fillTo(before + 0.1);
    for (int disk = 12; disk < 15; disk++) {
      assertThat(disks.fill(disk)).as("%s", disks).isGreaterThan(1.5 * 0.1);
    }
    assertLevelFrom(0.75, disks);
  }

  /** As with WAGED, which gives a new node two thirds of its share if there are few zones. */
  @ParameterizedTest
  @ValueSource(ints = {60, 400})
  void newDisksWithFewerReplicasThanTheirShareBecomeLevel(int partitions) {
    DisksOfTests disks = disks(EMPTY, partitions);
    disks.fillTo(0.6);
    for (int zone = 0; zone < DisksOfTests.ZONES; zone++) {
      disks.addDisk(zone, NEW, 0);
      disks.moveToLast(partitions / 5);
    }
    assertThat(disks.spread()).isGreaterThan(2 * LEVEL);
    for (int i = 0; i < 4; i++) {
      disks.turnOver();
      assertLevel(disks);
    }
    assertLevelFrom(disks.mean(), disks);
  }
}
