package io.aumbry.protocol.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class JoinedPiecesTest {
  private final SplittableRandom random = new SplittableRandom(9);

  /** Counts how often it is closed. */
  private static final class Counted extends ForwardingBuffer {
    private int closed;

    Counted(byte[] bytes) {
      super(HeapBuffer.copyOf(bytes));
    }

    @Override
    public ByteBuffer view() {
      assertThat(closed).isZero();
      return super.view();
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private Counted piece(int size) {
    return new Counted(BytesOfTests.random(random, size));
  }

  @Test
  void aBodyOfAnyPiecesHasTheirBytesInOrderAndFreesThem() {
    for (int round = 0; round < 300; round++) {
      List<Counted> pieces = new ArrayList<>();
      int most = 1 << random.nextInt(1, 15);
      for (int i = random.nextInt(200); i > 0; i--) {
        pieces.add(piece(random.nextInt(most)));
      }
      byte[] expected = new byte[pieces.stream().mapToInt(Buffer::size).sum()];
      int at = 0;
      for (Counted piece : pieces) {
        piece.view().get(expected, at, piece.size());
        at += piece.size();
      }
      try (Body.Builder builder = new Body.Builder()) {
        pieces.forEach(builder::add);
        try (Body body = builder.build()) {
          assertThat(body.toByteArray()).isEqualTo(expected);
        }
      }
      assertThat(pieces).allMatch(piece -> piece.closed == 1);
    }
  }

  /** A client that sends single bytes must not get an object for each of them. */
  @Test
  void aBodyOfSingleBytesHasFewSlices() {
    try (Body.Builder builder = new Body.Builder()) {
      for (int i = 0; i < 1 << 20; i++) {
        builder.add(HeapBuffer.copyOf(new byte[] {(byte) i}));
      }
      try (Body body = builder.build()) {
        assertThat(body.size()).isEqualTo(1 << 20);
        assertThat(body.slices()).hasSize(64);
      }
    }
  }

  @Test
  void aPieceThatStaysAloneIsNotCopied() {
    Counted small = piece(10);
    Counted large = piece(5000);
    try (Body.Builder builder = new Body.Builder()) {
      builder.add(small);
      builder.add(large);
      assertThat(builder.build().slices()).containsExactly(small, large);
    }
    assertThat(Arrays.asList(small.closed, large.closed)).containsExactly(0, 0);
  }

  @Test
  void anUnfinishedBodyFreesItsPieces() {
    List<Counted> pieces = List.of(piece(10), piece(20), piece(5000), piece(3));
    try (Body.Builder builder = new Body.Builder()) {
      pieces.forEach(builder::add);
    }
    assertThat(pieces).allMatch(piece -> piece.closed == 1);
  }
}
