package io.aumbry.cluster.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.RemoteEndpoint;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.protocol.cluster.Endpoint;
import java.util.List;
import java.util.Optional;
import org.apache.helix.model.InstanceConfig;
import org.junit.jupiter.api.Test;

/** A node may have another endpoint for other data centres. */
class RemoteEndpointTest {
  private static final Endpoint NEAR = new Endpoint("10.0.0.1", 1175);
  private static final Endpoint FAR = new Endpoint("ams.example.com", 2175);

  private final InstanceConfig instance = instance();

  @Test
  void otherDataCentresSeeTheRemoteEndpoint() {
    RemoteEndpoint.note(instance.getRecord(), Optional.of(FAR));
    assertThat(seen(true)).isEqualTo(FAR);
    assertThat(seen(false)).isEqualTo(NEAR);
  }

  @Test
  void withoutARemoteEndpointAllSeeTheSame() {
    assertThat(seen(true)).isEqualTo(NEAR);
  }

  @Test
  void theRemoteEndpointDisappearsWhenTheNodeReturnsWithoutOne() {
    RemoteEndpoint.note(instance.getRecord(), Optional.of(FAR));
    RemoteEndpoint.note(instance.getRecord(), Optional.empty());
    assertThat(seen(true)).isEqualTo(NEAR);
  }

  private Endpoint seen(boolean fromAfar) {
    return DataCenterImage.empty(new Vantage(1, fromAfar))
        .withInstances(List.of(instance))
        .nodes()
        .values()
        .iterator()
        .next()
        .endpoint();
  }

  private static InstanceConfig instance() {
    InstanceConfig instance = new InstanceConfig("node-1");
    instance.setHostName(NEAR.host());
    instance.setPort(Integer.toString(NEAR.port()));
    instance.setDomain("zone=a,host=h,instance=node-1");
    return instance;
  }
}
