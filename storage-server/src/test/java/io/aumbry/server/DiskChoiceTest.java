package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chooses the disk of a node for new replicas. */
class DiskChoiceTest {
  private static final long TIB = 1L << 40;

  @TempDir Path folder;
  private final List<FaultyDisk> disks = new ArrayList<>();
  private TestCluster cluster;
  private Node node;
  private int partitions;

  @BeforeEach
  void startANodeWithThreeDisks() {
    cluster = new TestCluster(folder, ServerConfig.defaults().withCopies(1), new LocalWires());
    node = cluster.start("node-1", 3, disks);
  }

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      node.assign(partitions);
      node.serve(partitions);
      partitions++;
    }
  }

  private List<Integer> counts() {
    return disks.stream().map(disk -> disk.partitions().size()).toList();
  }

  @Test
  void emptyDisksGetReplicasByTheirSize() {
    disks.get(0).hold(0, TIB);
    disks.get(1).hold(0, 2 * TIB);
    disks.get(2).hold(0, 4 * TIB);
    add(14);
    assertThat(counts()).containsExactly(2, 4, 8);
  }

  @Test
  void aSmallDiskWithFewBytesMayBeTheFullest() {
    disks.get(0).hold(TIB / 2, TIB);
    disks.get(1).hold(TIB, 4 * TIB);
    disks.get(2).hold(TIB, 2 * TIB);
    add(1);
    assertThat(counts()).containsExactly(0, 1, 0);
  }

  @Test
  void aNewDiskGetsMostButNotAllNewReplicas() {
    disks.get(2).hold(2 * TIB, 2 * TIB);
    disks.get(0).hold(0, 2 * TIB);
    disks.get(1).hold(0, 2 * TIB);
    add(6);
    assertThat(counts()).containsExactly(3, 3, 0);
    disks.get(0).hold(TIB, 2 * TIB);
    disks.get(1).hold(TIB, 2 * TIB);
    disks.get(2).hold(0, 2 * TIB);
    add(3);
    assertThat(counts()).containsExactly(3, 3, 3);
    add(12);
    assertThat(counts().get(2)).isBetween(7, 12);
    assertThat(counts().subList(0, 2)).allMatch(count -> count > 3);
  }
}
