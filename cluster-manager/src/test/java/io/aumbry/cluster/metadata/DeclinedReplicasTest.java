package io.aumbry.cluster.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.Test;

/** Replicas that a node or an operator disabled. */
class DeclinedReplicasTest {
  private static final String RESOURCE = ClusterDefinition.RESOURCE;

  private static ZNRecord decline(ZNRecord record, Integer... partitions) {
    return DeclinedReplicas.write(record, Map.of(RESOURCE, Set.of(partitions)));
  }

  private static List<String> disabled(ZNRecord record) {
    return new InstanceConfig(record).getDisabledPartitions(RESOURCE);
  }

  @Test
  void aReplicaThatAnOperatorDisabledStaysSoWhenTheNodeTakesItsOwnBack() {
    InstanceConfig instance = new InstanceConfig("node-1");
    instance.setInstanceEnabledForPartition(RESOURCE, "5", false);
    ZNRecord declined = decline(instance.getRecord(), 5, 6);
    assertThat(disabled(declined)).containsExactlyInAnyOrder("5", "6");
    ZNRecord takenBack = DeclinedReplicas.write(declined, Map.of());
    assertThat(disabled(takenBack)).containsExactly("5");
  }

  @Test
  void decliningAgainReplacesTheList() {
    ZNRecord declined = decline(decline(new InstanceConfig("node-1").getRecord(), 5), 5, 6);
    assertThat(disabled(declined)).containsExactlyInAnyOrder("5", "6");
    assertThat(disabled(decline(declined, 6))).containsExactly("6");
  }
}
