package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.config.Settings;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.account.ContainerConfig;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PartitionClassWatchTest {
  private static final DataCenter HERE = new DataCenter(1, "here");

  private final PartitionClassWatch watch =
      new PartitionClassWatch(
          new BuiltInAccounts(
              Settings.read(
                  ContainerConfig.class, Map.of("frontend.partition-classes", "private:cold")),
              CatalogSnapshot::empty));

  private static ClusterView partitions(String... classes) {
    List<Partition> partitions =
        Stream.of(classes)
            .map(name ->
                new Partition(name.hashCode(), new PartitionClass(name), false, 3, List.of()))
            .toList();
    return new ClusterView(HERE, List.of(HERE), List.of(), partitions);
  }

  @Test
  void aClassWithoutPartitionsIsLoggedOnceAndAgainWhenItHasSome() {
    assertThat(watch.see(partitions("default", "hot")))
        .hasValueSatisfying(said -> assertThat(said).contains("refused").contains("[cold]"));
    assertThat(watch.see(partitions("default"))).isEmpty();
    assertThat(watch.see(partitions("cold", "default")))
        .hasValueSatisfying(said -> assertThat(said).contains("all classes"));
    assertThat(watch.see(partitions("default"))).isPresent();
  }

  @Test
  void nothingIsLoggedWithoutPartitionsOrWithoutChanges() {
    assertThat(watch.see(partitions())).isEmpty();
    assertThat(watch.see(partitions("default", "cold"))).isEmpty();
  }
}
