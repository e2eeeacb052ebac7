package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaOrderTest {
  @ParameterizedTest
  @CsvSource({
    // Replicas, data centre of the blob, suspects, expected order. A capital letter is preferred.
    "1aS 1bS 1cS, 1, '', abc",
    "1aS 1bS 1HS, 1, '', Hab",
    "1aS 1bS 1HS, 1, a, Hba",
    "1aS 1bS 1HS, 1, H, abH",
    "1aS 1bS 1HB, 1, '', abH",
    "1aS 1bS 1HX, 1, '', abH",
    "1aS 1bS 1HO, 1, '', abH",
    "2aS 2bS 1HS 1cS, 2, '', Hcab",
    "1aS 1bS 1cS, 1, a, bca",
    "1aS 1bX 1cS, 1, '', acb",
    "1aB 1bS 1cS, 1, '', bca",
    "1aX 1bB 1cS, 1, '', cba",
    "1aO 1bD 1cS, 1, '', ca",
    // Local first, then the origin, then elsewhere.
    "3aS 2bS 1cS, 2, '', cba",
    "3aS 2bS 1cS, 3, '', cab",
    "2aS 1bS 2cS 1dS, 2, '', bdac",
    // A local suspect precedes remote replicas; a local replica that is down does not.
    "2aS 1bS, 2, b, ba",
    "2aS 1bX, 2, '', ab",
    "2aS 1bX 1cB, 2, '', acb",
  })
  void orderTable(String replicas, int origin, String suspects, String expected) {
    assertThat(order(replicas, origin, suspects, 0)).isEqualTo(expected);
  }

  @Test
  void equalReplicasTakeTurnsAtBeingFirst() {
    Set<String> orders = new HashSet<>();
    for (int turn = -3; turn < 3; turn++) {
      orders.add(order("1aS 1bS 1cS 2dS", 1, "", turn));
    }
    assertThat(orders).containsExactlyInAnyOrder("abcd", "bcad", "cabd");
  }

  private static String order(String replicas, int origin, String suspects, int turn) {
    return ReplicaOrder.of(
            Views.partition(1, false, replicas),
            1,
            origin,
            replica -> standing(replica.node().id().name(), suspects),
            turn)
        .stream()
        .map(replica -> replica.node().id().name())
        .collect(Collectors.joining());
  }

  private static ReplicaOrder.Standing standing(String node, String suspects) {
    if (suspects.contains(node)) {
      return ReplicaOrder.Standing.SUSPECT;
    }
    return Character.isUpperCase(node.charAt(0))
        ? ReplicaOrder.Standing.PREFERRED
        : ReplicaOrder.Standing.USUAL;
  }
}
