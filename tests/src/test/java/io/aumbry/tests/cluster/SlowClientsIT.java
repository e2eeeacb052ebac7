package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.NormalClients.Outcome;
import io.aumbry.tests.cluster.SlowClients.Attack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Slow clients do not keep a server from serving others, neither its frontend nor its node. */
class SlowClientsIT extends SharedCluster {
  private static final int LARGE_BLOB = 40 << 20;
  private static final int ROUNDS = 40;

  /** A loopback address other than that of the normal clients. */
  private static final String ATTACKER = "127.0.0.2";

  @Override
  LiveCluster launch(Path data) throws IOException {
    return LiveCluster.startServers(data);
  }

  @ParameterizedTest
  @EnumSource(Attack.class)
  void normalRequestsSucceedBesideSlowClients(Attack attack) {
    String large = rest().put(new byte[LARGE_BLOB]);
    try (SlowClients _ = SlowClients.begin(attack, cluster().endpoint(), ATTACKER, large)) {
      Outcome outcome = new NormalClients(cluster().endpoint()).run(ROUNDS);
      assertThat(outcome.successPercent()).isGreaterThanOrEqualTo(99);
      assertThat(cluster().isReady(cluster().frontend())).isTrue();
    }
    await()
        .untilAsserted(() ->
            assertThat(cluster().metrics(cluster().frontend(), "aumbry_router_body_memory_held"))
                .containsExactly(0.0));
  }

  @Test
  void anAnnouncedUploadWithoutBytesHoldsNoMemory() {
    try (SlowClients _ =
        SlowClients.begin(Attack.HTTP2_POSTS, cluster().endpoint(), ATTACKER, "/")) {
      List<Double> held = cluster().metrics(cluster().frontend(), "aumbry_router_body_memory_held");
      assertThat(held).allSatisfy(bytes -> assertThat(bytes).isLessThan(4 << 20));
    }
  }
}
