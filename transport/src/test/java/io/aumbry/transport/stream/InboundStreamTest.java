package io.aumbry.transport.stream;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ForwardingBuffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    stream.offer(bytes(2000));
    stream.offer(bytes(2000));
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
    UnreadBytes counted = new UnreadBytes(3000);
    InboundStream large = new InboundStream(new Origin(), counted, 1000);
    large.offer(bytes(2000));
    assertThat(counted.isFull()).isFalse();
    large.offer(bytes(2000));
    assertThat(counted.isFull()).isTrue();
    large.next().orElseThrow().close();
    assertThat(counted.isFull()).isFalse();
    assertThat(counted.count()).isEqualTo(2000);
  }

  /** The sizes of the buffers that the reader gets. */
  private List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>();
    stream.end();
    for (Optional<Buffer> next = stream.next(); next.isPresent(); next = stream.next()) {
      sizes.add(next.get().size());
      next.get().close();
    }
    return sizes;
  }

  /** As a client sends them that would fill the heap with the objects of tiny pieces. */
  @Test
  void tinyPiecesThatWaitAreJoinedInOrder() {
    for (int i = 0; i < 40_000; i++) {
      stream.offer(HeapBuffer.copyOf(new byte[] {(byte) i}));
    }
    assertThat(unread.count()).isEqualTo(40_000);
    stream.end();
    int at = 0;
    int buffers = 0;
    for (Optional<Buffer> next = stream.next(); next.isPresent(); next = stream.next()) {
      buffers++;
      for (ByteBuffer bytes = next.get().view(); bytes.hasRemaining(); at++) {
        assertThat(bytes.get()).isEqualTo((byte) at);
      }
      next.get().close();
    }
    assertThat(at).isEqualTo(40_000);
    assertThat(buffers).isLessThanOrEqualTo(3);
    assertThat(unread.count()).isZero();
  }

  @Test
  void aLargePieceSeparatesSmallOnes() {
    for (int size : new int[] {10, 10, 5000, 10, 10}) {
      stream.offer(bytes(size));
    }
    assertThat(sizes()).containsExactly(20, 5000, 20);
  }

  @Test
  void nothingIsAddedToPiecesThatTheReaderTook() {
    stream.offer(bytes(10));
    stream.next().orElseThrow().close();
    stream.offer(bytes(20));
    stream.offer(bytes(20));
    assertThat(sizes()).containsExactly(40);
    assertThat(told).containsExactly("consumed 50");
  }

  @Test
  void joinedPiecesAreReleasedOnce() {
    TrackedBytes first = new TrackedBytes();
    TrackedBytes second = new TrackedBytes();
    stream.offer(first);
    stream.offer(second);
    stream.close();
    assertThat(first.released).isTrue();
    assertThat(second.released).isTrue();
    assertThat(unread.count()).isZero();
  }

  /** The loop posts single bytes while another thread reads them or leaves. */
  @Test
  void noPieceIsLostOrDoubledBetweenTheLoopAndTheReader() throws Exception {
    for (int round = 0; round < 200; round++) {
      InboundStream raced = new InboundStream(new Origin(), unread, 1 << 20);
      int leavesAt = round % 2 == 0 ? 2000 : 10 * round;
      try (ExecutorService other = Executors.newSingleThreadExecutor()) {
        Future<?> loop = other.submit(() -> offerSingleBytes(raced));
        requireInOrder(raced, leavesAt);
        loop.get();
      }
      assertThat(unread.count()).isZero();
    }
  }

  private static void offerSingleBytes(InboundStream to) {
    for (int i = 0; i < 2000; i++) {
      to.offer(HeapBuffer.copyOf(new byte[] {(byte) i}));
    }
    to.end();
  }

  /** Returns the number of the byte behind the next buffer. */
  private static int requireNext(InboundStream from, int first) {
    int at = first;
    try (Buffer next = from.next().orElseThrow()) {
      for (ByteBuffer bytes = next.view(); bytes.hasRemaining(); at++) {
        assertThat(bytes.get()).isEqualTo((byte) at);
      }
    }
    return at;
  }

  private static void requireInOrder(InboundStream from, int leavesAt) {
    int at = 0;
    try (from) {
      while (at < leavesAt) {
        at = requireNext(from, at);
      }
    }
  }
}
