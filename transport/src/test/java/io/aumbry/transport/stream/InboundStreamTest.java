package io.aumbry.transport.stream;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.testing.ForwardingBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InboundStreamTest {
  private final List<String> told = new ArrayList<>();
  private final UnreadBytes unread = new UnreadBytes(100);
  private final InboundStream stream = new InboundStream(new Origin(), unread, 1000);

  private final class Origin implements InboundStream.Origin {
    @Override
    public void wanted() {
      told.add("wanted");
    }

    @Override
    public void consumed(int bytes) {
      told.add("consumed " + bytes);
    }

    @Override
    public void abandoned() {
      told.add("abandoned");
    }
  }

  private static Buffer bytes(int count) {
    return HeapBuffer.copyOf(new byte[count]);
  }

  @Test
  void closingACompletelyReadStreamAbandonsNothing() {
    stream.offer(bytes(10));
    stream.end();
    stream.next().orElseThrow().close();
    stream.close();
    assertThat(told).isEmpty();
  }

  @Test
  void closingBeforeTheEndAbandonsAndGivesBack() {
    stream.offer(bytes(10));
    stream.close();
    assertThat(told).containsExactly("abandoned");
    assertThat(unread.count()).isZero();
    assertThatThrownBy(stream::next).isInstanceOf(AumbryException.class);
  }

  @Test
  void bytesAfterClosingAreReleased() {
    stream.close();
    stream.offer(bytes(10));
    assertThat(unread.count()).isZero();
  }

  private static class TrackedBytes extends ForwardingBuffer {
    private boolean released;

    TrackedBytes() {
      super(bytes(10));
    }

    @Override
    public void close() {
      super.close();
      released = true;
    }
  }

  /** Bytes whose reader leaves while they are offered, after the stream took them for wanted. */
  private final class LateBytes extends TrackedBytes {
    @Override
    public int size() {
      stream.close();
      return super.size();
    }
  }

  @Test
  void bytesThatArriveWhileTheReaderLeavesAreReleased() {
    TrackedBytes late = new LateBytes();
    stream.offer(late);
    assertThat(stream.isClosed()).isTrue();
    assertThat(late.released).isTrue();
    assertThat(unread.count()).isZero();
  }

  @Test
  void aReaderThatGivesUpAbandonsTheStreamAndLaterBytesAreReleased() {
    InboundStream givenUp = new InboundStream(new Origin(), unread, 1000, () -> true);
    givenUp.offer(bytes(10));
    givenUp.next().orElseThrow().close();
    assertCode(givenUp::next, ErrorCode.CANCELLED);
    assertThat(told).containsExactly("wanted", "consumed 10", "abandoned");
    TrackedBytes late = new TrackedBytes();
    givenUp.offer(late);
    assertThat(late.released).isTrue();
    assertThat(unread.count()).isZero();
    givenUp.close();
    assertCode(givenUp::next, ErrorCode.CANCELLED);
    assertThat(told).as("once").containsExactly("wanted", "consumed 10", "abandoned");
  }

  @Test
  void aReaderThatGivesUpReleasesBytesThatArriveAtTheSameTime() {
    InboundStream[] givenUp = new InboundStream[1];
    TrackedBytes late = new TrackedBytes();
    givenUp[0] =
        new InboundStream(
            new Origin(),
            unread,
            1000,
            () -> {
              givenUp[0].offer(late);
              givenUp[0].end();
              return true;
            });
    assertCode(givenUp[0]::next, ErrorCode.CANCELLED);
    assertThat(late.released).isTrue();
    assertThat(unread.count()).isZero();
    assertThat(told).as("nothing is left to abandon").containsExactly("wanted");
  }

  @Test
  void aBreakReleasesUnreadBytesAndFailsTheNextRead() {
    stream.offer(bytes(10));
    stream.offer(bytes(10));
    stream.next().orElseThrow().close();
    stream.fail(new StreamFailure(ErrorCode.CONNECTION_LOST, "a test's"));
    assertThat(unread.count()).isZero();
    for (int i = 0; i < 2; i++) {
      assertCode(stream::next, ErrorCode.CONNECTION_LOST);
    }
  }

  @Test
  void aBreakAfterTheEndChangesNothing() {
    stream.offer(bytes(10));
    stream.end();
    stream.fail(new StreamFailure(ErrorCode.CONNECTION_LOST, "a test's"));
    assertThat(stream.next().orElseThrow().size()).isEqualTo(10);
    assertThat(stream.next()).isEmpty();
  }

  @Test
  void unreadBytesAreCounted() {
    stream.offer(bytes(60));
    assertThat(unread.isFull()).isFalse();
    stream.offer(bytes(60));
    assertThat(unread.isFull()).isTrue();
    stream.next().orElseThrow().close();
    assertThat(unread.isFull()).isFalse();
    assertThat(unread.count()).isEqualTo(60);
  }
}
