package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nodes and data centres that recently did not answer. */
class UnresponsiveNodesTest {
  private static final StorageNode HERE = node("a", 1);
  private static final StorageNode ALSO_HERE = node("b", 1);
  private static final StorageNode THERE = node("c", 2);
  private static final StorageNode ALSO_THERE = node("d", 2);
  private static final StorageNode FURTHER = node("e", 3);

  private final UnresponsiveNodes silence =
      new UnresponsiveNodes(1, Duration.ofNanos(10), Duration.ofNanos(100));

  private static StorageNode node(String name, int dataCenter) {
    return new StorageNode(
        new NodeId(name), dataCenter, "zone", new Endpoint("localhost", 1), true);
  }

  @Test
  void aLocalNodeThatDoesNotAnswerIsSilentByItself() {
    silence.unanswered(HERE, 5);
    assertThat(silence.isSilent(HERE, 14)).isTrue();
    assertThat(silence.isSilent(ALSO_HERE, 14)).isFalse();
    assertThat(silence.isSilent(THERE, 14)).isFalse();
    assertThat(silence.isSilent(HERE, 15)).isFalse();
  }

  @Test
  void aRemoteNodeThatDoesNotAnswerMakesItsDataCenterSilent() {
    silence.unanswered(THERE, 5);
    assertThat(silence.isSilent(ALSO_THERE, 104)).isTrue();
    assertThat(silence.isSilent(FURTHER, 104)).isFalse();
    assertThat(silence.isSilent(HERE, 104)).isFalse();
    assertThat(silence.isSilent(THERE, 105)).isFalse();
  }

  @Test
  void anAnswerEndsTheSilence() {
    silence.unanswered(HERE, 5);
    silence.unanswered(THERE, 5);
    silence.answered(ALSO_HERE);
    assertThat(silence.isSilent(HERE, 6)).isTrue();
    silence.answered(HERE);
    assertThat(silence.isSilent(HERE, 6)).isFalse();
    silence.answered(ALSO_THERE);
    assertThat(silence.isSilent(THERE, 6)).isFalse();
  }
}
