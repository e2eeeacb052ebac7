package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.router.operation.FakeNode.Fault;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Chunks that are sent again under a new id. Storage nodes find the chunks that belong to no blob
 * by the upload records which name them.
 */
final class MovedChunksTest {
  private static final int CHUNKS = 8;

  private final TestCluster cluster = new TestCluster(3, 1, 8);
  private final byte[] bytes = cluster.bytes(CHUNKS * TestCluster.CHUNK);

  /** Half of the partitions take chunks on one replica only. */
  @BeforeEach
  void fail() {
    for (FakeNode node : cluster.group(1, 0).subList(0, 2)) {
      node.fault = Fault.REFUSING;
      node.faulty = MovedChunksTest::isChunkPut;
    }
  }

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private static boolean isChunkPut(NodeRequest request) {
    return request instanceof NodeRequest.Put put && put.id().kind() == BlobKind.CHUNK;
  }

  private void requireMoved() {
    assertThat(cluster.metrics.value("aumbry_router_put_partition_retries_total")).isPositive();
  }

  private ByteSource breaksOff() {
    ByteSource whole = cluster.body(bytes);
    return new ByteSource() {
      @Override
      public Optional<Buffer> next() {
        return Optional.of(
            whole
                .next()
                .orElseThrow(() -> new AumbryException(ErrorCode.CLIENT_GONE, "as ordered")));
      }

      @Override
      public void close() {
        whole.close();
      }
    };
  }

  @Test
  void anUploadThatBreaksOffHasNamedItsMovedChunks() {
    assertCode(() -> cluster.put(cluster.upload(), breaksOff()), ErrorCode.CLIENT_GONE);
    cluster.carrier.settle();
    requireMoved();
    cluster.requireChunksNamed();
  }

  /** The copies under the first ids belong to no blob. */
  @Test
  void aStoredBlobKeepsItsUploadRecordsIfAChunkMoved() {
    cluster.put(bytes);
    cluster.carrier.settle();
    requireMoved();
    cluster.requireChunksNamed();
  }
}
