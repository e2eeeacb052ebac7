package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.Host;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Nodes a, b and c, in a zone each, have all replicas. */
class ObservedSiteTest {
  private final ObservationFixture cluster = new ObservationFixture();

  private ObservedSite.Seen seen() {
    return ObservedSite.Seen.of(cluster.observation(), ObservationFixture.HERE);
  }

  private List<List<String>> batches(OptionalLong lock, String... hosts) {
    return seen().plan(new TreeSet<>(List.of(hosts)), lock, 50).batches().stream()
        .map(batch -> batch.stream().map(Host::name).toList())
        .toList();
  }

  @Test
  void aHostIsWholeWhenItIsUpAndAllOfItsReplicasAreComplete() {
    assertThat(seen().missing("a")).isEmpty();
    assertThat(seen().missing("z")).contains("the cluster does not know it");
    cluster.node("b", false);
    assertThat(seen().missing("b")).contains("it is down");
    cluster.silent("c", "no answer");
    assertThat(seen().missing("c")).contains("it does not answer");
    cluster.place(1, "a", ReplicaState.BOOTSTRAP);
    assertThat(seen().missing("a")).isPresent();
  }

  /** Its own lock says nothing about a host. */
  @Test
  void aLockedHostMayBeWhole() {
    cluster.lock("ann", "upgrade", true, "a");
    assertThat(seen().missing("a")).isEmpty();
  }

  @Test
  void hostsThatOthersHaveOrAwaitAreNotChosen() {
    cluster.lock("ann", "kernel", true, "a").lock("bob", "disk", false, "b");
    assertThat(batches(OptionalLong.empty(), "a", "b")).isEmpty();
    assertThat(batches(OptionalLong.of(1), "a")).containsExactly(List.of("a"));
    assertThat(seen().lock("none")).isEmpty();
  }
}
