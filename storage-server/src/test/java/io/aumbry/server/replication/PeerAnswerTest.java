package io.aumbry.server.replication;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.transport.node.NodeReply;
import io.aumbry.transport.testing.UnsentCall;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class PeerAnswerTest {
  private static final int MIB = 1 << 20;
  private static final StorageNode PEER =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("localhost", 1), true);

  private final Content content = new Content();

  /** Few bytes, however many are announced. */
  private static final class Content implements ByteSource {
    private int reads;
    private boolean closed;

    @Override
    public Optional<Buffer> next() {
      reads++;
      return reads == 1 ? Optional.of(HeapBuffer.copyOf(new byte[1])) : Optional.empty();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private NodeReply announcing(int bytes) {
    return new NodeReply.Answer(
        new UnsentCall(PEER), new Compared(new UUID(1, 2), 1, bytes), content);
  }

  @Test
  void anAnswerThatNoPeerMaySendIsNotReadIntoMemory() {
    assertCode(
        () -> PeerAnswer.open(announcing(200 * MIB), Compared.class, MIB).close(),
        ErrorCode.CORRUPT_TRANSFER);
    assertThat(content.reads).isZero();
    assertThat(content.closed).isTrue();
  }

  @Test
  void theRecordsOfOneBlobMayExceedTheSizeThatWasAskedFor() {
    PeerAnswer.open(announcing(66 * MIB), Compared.class, MIB).close();
    assertThat(content.reads).isPositive();
  }
}
