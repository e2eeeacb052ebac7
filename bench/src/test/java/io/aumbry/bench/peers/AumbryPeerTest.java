package io.aumbry.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.form.HttpEndpoint;
import org.junit.jupiter.api.Test;

final class AumbryPeerTest {
  private static final String STARTED =
      """
      aumbry dev: node1 has pid 17
        zookeeper       127.0.0.1:11740          admin http://127.0.0.1:11741
        controller                               admin http://127.0.0.1:11742
        node1           127.0.0.1:11743          admin http://127.0.0.1:11744
        frontend        http://127.0.0.1:11745   admin http://127.0.0.1:11746
        dc2-frontend    http://127.0.0.1:11747   admin http://127.0.0.1:11748
      try:  curl -i --data-binary 'hello, world' http://127.0.0.1:11745/
      """;

  @Test
  void theAddressesForClientsAreThoseOfFrontends() {
    assertThat(AumbryPeer.endpoints(STARTED))
        .containsExactly(
            new HttpEndpoint("127.0.0.1", 11745), new HttpEndpoint("127.0.0.1", 11747));
  }

  @Test
  void aClusterIsReadyWhenItSaysSo() {
    assertThat(AumbryPeer.isReady(STARTED)).isFalse();
    assertThat(AumbryPeer.isReady(STARTED + "ready after 9.1 s\n")).isTrue();
  }
}
