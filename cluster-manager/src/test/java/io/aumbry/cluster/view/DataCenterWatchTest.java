package io.aumbry.cluster.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.runtime.Patience;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Marks that change while they are read. */
class DataCenterWatchTest {
  private final DataCenterWatch watch =
      new DataCenterWatch(
          "observer",
          new DataCenterSource(new DataCenter(1, "dc1"), ClusterAddress.of("cluster", "model:1")),
          new Vantage(1, false),
          Optional.empty(),
          () -> {});

  private static Optional<ZNRecord> sealed(int partition) {
    ZNRecord record = new ZNRecord("sealed");
    record.setListField(MarkedPartitions.OPERATOR, List.of(Integer.toString(partition)));
    return Optional.of(record);
  }

  /** The first read of a connection returns old marks after the listener heard of new ones. */
  @Test
  @Timeout(60)
  void marksThatAreReadLateDoNotReplaceNewerOnes() throws Exception {
    Thread listener = Thread.ofPlatform().unstarted(() -> watch.read(Mark.SEALED, () -> sealed(2)));
    watch.read(
        Mark.SEALED,
        () -> {
          listener.start();
          Patience.await()
              .until(() ->
                  Set.of(Thread.State.BLOCKED, Thread.State.TERMINATED)
                      .contains(listener.getState()));
          return sealed(1);
        });
    listener.join();
    assertThat(watch.image().marked(Mark.SEALED).isFor(2, List.of())).isTrue();
    assertThat(watch.image().marked(Mark.SEALED).isFor(1, List.of())).isFalse();
  }
}
