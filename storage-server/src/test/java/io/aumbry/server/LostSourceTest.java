package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.server.LocalNetwork.Link;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The leader of another data centre is live, but does not answer the leader here. */
@Timeout(300)
final class LostSourceTest {
  private static final int LENGTH = 64 << 10;
  private static final Link BLOCKED = new Link("b1", "a1");

  @TempDir private Path folder;
  private GeoCluster geo;

  @BeforeEach
  void startSixNodes() {
    geo = new GeoCluster(folder, 2, GeoCluster.quick(3));
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3");
    geo.awaitInStep();
  }

  @AfterEach
  void stopAll() {
    geo.close();
  }

  private long unreached() {
    return (long) geo.node("b1").metrics().value("aumbry_replication_unreached");
  }

  @Test
  void anotherReplicaIsPulledUntilTheLostOneAnswers() {
    Map<BlobId, byte[]> before = geo.put(20, LENGTH, geo.in("a"));
    geo.awaitHave(geo.in("b"), before);
    geo.awaitInStep();
    long crossed = geo.pulledInto("b");
    geo.network().block(BLOCKED::equals);
    Map<BlobId, byte[]> blobs = geo.put(20, LENGTH, geo.in("a"));
    geo.awaitHave(geo.in("b"), blobs);
    assertThat(unreached()).isEqualTo(1);
    assertCrossedOnce(geo.pulledInto("b") - crossed);
    geo.network().block(_ -> false);
    await().until(() -> unreached() == 0);
    geo.awaitInStep();
    long fromLeader = geo.network().pulledBytes(BLOCKED::equals);
    crossed = geo.pulledInto("b");
    geo.awaitHave(geo.in("b"), geo.put(20, LENGTH, geo.in("a")));
    assertCrossedOnce(geo.pulledInto("b") - crossed);
    assertThat(geo.network().pulledBytes(BLOCKED::equals) - fromLeader)
        .as("from the leader again")
        .isGreaterThanOrEqualTo(20L * LENGTH);
  }

  private static void assertCrossedOnce(long bytes) {
    long content = 20L * LENGTH;
    assertThat(bytes).isBetween(content, content + content / 50);
  }
}
