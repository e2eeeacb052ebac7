package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.router.Router.GetOptions;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A read for a client that admits no bytes asks nodes only for the manifest. */
class ShutClientTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final GetOptions ALL = new GetOptions(new ByteRange.All(), false, false);

  private final TestCluster cluster = new TestCluster(3, 1, 4);
  private final byte[] bytes = cluster.bytes(3 * CHUNK);
  private final BlobId id = cluster.put(bytes).id();

  private record Client(boolean admitsBytes) implements Claimant {
    @Override
    public Optional<Object> key(Scope scope) {
      return Optional.empty();
    }

    @Override
    public long stalledNanos() {
      return 0;
    }

    @Override
    public long bytesPerSecond() {
      return Long.MAX_VALUE;
    }

    @Override
    public void giveWay(String reason) {
      throw new IllegalStateException("nothing waits");
    }
  }

  private int requests() {
    return cluster.nodesIn(1).stream().mapToInt(FakeNode::requests).sum();
  }

  private GetResult.Found found(boolean admitsBytes) {
    return cluster.carrier.run(() -> {
      var context = cluster.carrier.request(TestCluster.PATIENCE);
      return (GetResult.Found)
          cluster.router.get(id, ALL, context.withClaimant(new Client(admitsBytes)));
    });
  }

  private int requestsOfARead(boolean admitsBytes) {
    cluster.carrier.settle();
    int before = requests();
    GetResult.Found found = found(admitsBytes);
    cluster.carrier.settle();
    found.content().close();
    cluster.requireNothingHeld();
    return requests() - before;
  }

  @Test
  void onlyTheManifestIsReadBeforeTheClientAdmitsBytes() {
    assertThat(requestsOfARead(false)).isEqualTo(1);
  }

  @Test
  void theFirstChunkIsReadAheadForAClientThatAdmitsBytes() {
    assertThat(requestsOfARead(true)).isEqualTo(2);
  }

  @Test
  void theContentIsWholeWhateverTheClientAdmitsAtFirst() {
    GetResult.Found found = found(false);
    byte[] read =
        cluster.carrier.run(() -> {
          try (var content = found.content();
              Body body = Body.readFully(content)) {
            return body.toByteArray();
          }
        });
    assertThat(read).isEqualTo(bytes);
    cluster.requireNothingHeld();
  }
}
