package io.aumbry.cluster.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.operator.ReplicaCapacity.Place;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReplicaCapacityTest {
  private static final long SIZE = 10;

  private static ReplicaCapacity room(String... zonesAndSlots) {
    return new ReplicaCapacity(
        Stream.of(zonesAndSlots)
            .map(text -> text.split("=", -1))
            .map(pair -> new Place(pair[0], SIZE * Long.parseLong(pair[1]) + SIZE - 1))
            .toList());
  }

  private static Stock stock(int partitions, int copies) {
    return new Stock(partitions, copies, SIZE);
  }

  @Test
  void withOneZoneForEachCopyEachZoneMustTakeAllPartitions() {
    assertThat(room("a=4", "b=4", "c=4").holds(stock(4, 3))).isTrue();
    assertThat(room("a=4", "b=4", "c=3").holds(stock(4, 3))).isFalse();
    assertThat(room("a=4", "b=4", "c=2", "c=2").holds(stock(4, 3))).isTrue();
  }

  @Test
  void aZoneTakesNoMoreThanOneReplicaOfEachPartition() {
    assertThat(room("a=100", "b=4").holds(stock(4, 3))).isFalse();
    assertThat(room("a=100", "b=100").holds(stock(4, 2))).isTrue();
  }

  @Test
  void moreZonesShareTheLoad() {
    assertThat(room("a=3", "b=3", "c=3", "d=3").holds(stock(4, 3))).isTrue();
    assertThat(room("a=3", "b=3", "c=3", "d=2").holds(stock(4, 3))).isFalse();
  }

  @Test
  void zonesAreCountedOnce() {
    assertThat(room("a=1", "a=1", "b=1").zones()).isEqualTo(2);
    assertThat(new ReplicaCapacity(List.of()).zones()).isZero();
    assertThat(new ReplicaCapacity(List.of()).holds(stock(1, 1))).isFalse();
  }
}
