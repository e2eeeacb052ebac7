package io.aumbry.transport.stream;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** The loop of a connection and the reader of one of its streams. A lost wake-up hangs. */
final class InboundStreamStress {
  private static final byte[] BYTES = {1, 2, 3};

  private InboundStreamStress() {}

  private static final class NoOrigin implements InboundStream.Origin {
    @Override
    public void wanted() {}

    @Override
    public void consumed(int bytes) {}

    @Override
    public void abandoned() {}
  }

  private static InboundStream stream(UnreadBytes unread) {
    return new InboundStream(new NoOrigin(), unread, 1);
  }

  private static Buffer bytes() {
    return HeapBuffer.copyOf(BYTES);
  }

  /** Bytes that arrive while the reader leaves are freed. */
  @JCStressTest
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all freed")
  @Outcome(expect = Expect.FORBIDDEN, desc = "bytes that nobody frees, or freed twice")
  @State
  public static class NoBytesAreLeftBehind {
    private final UnreadBytes unread = UnreadBytes.unlimited();
    private final InboundStream stream = stream(unread);

    @Actor
    public void receive() {
      stream.offer(bytes());
      stream.offer(bytes());
    }

    @Actor
    public void leave() {
      stream.close();
    }

    @Arbiter
    public void count(J_Result result) {
      result.r1 = unread.count();
    }
  }

  /** A reader gets the bytes or learns that the stream is broken. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "3, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "fails before or after the bytes")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a wrong count of bytes")
  @State
  public static class AFailureWakesTheReader {
    private final UnreadBytes unread = UnreadBytes.unlimited();
    private final InboundStream stream = stream(unread);

    @Actor
    public void receive() {
      stream.offer(bytes());
      stream.fail(new StreamFailure(ErrorCode.CONNECTION_LOST, "reset"));
    }

    @Actor
    public void read(IJ_Result result) {
      try {
        for (Optional<Buffer> next = stream.next(); next.isPresent(); next = stream.next()) {
          result.r1 += next.get().size();
        }
        result.r1 = -1;
      } catch (AumbryException broken) {
        stream.close();
      }
    }

    @Arbiter
    public void count(IJ_Result result) {
      result.r2 = unread.count();
    }
  }

  /** The loop joins a piece with one that the reader is taking. */
  @JCStressTest
  @Outcome(id = "123, 0", expect = Expect.ACCEPTABLE, desc = "all bytes in order")
  @Outcome(expect = Expect.FORBIDDEN, desc = "bytes are lost, doubled or out of order")
  @State
  public static class JoinedPiecesArriveOnceAndInOrder {
    private final UnreadBytes unread = UnreadBytes.unlimited();
    private final InboundStream stream = stream(unread);

    @Actor
    public void receive() {
      for (byte each : BYTES) {
        stream.offer(HeapBuffer.copyOf(new byte[] {each}));
      }
      stream.end();
    }

    @Actor
    public void read(IJ_Result result) {
      for (Optional<Buffer> next = stream.next(); next.isPresent(); next = stream.next()) {
        for (ByteBuffer bytes = next.get().view(); bytes.hasRemaining(); ) {
          result.r1 = 10 * result.r1 + bytes.get();
        }
      }
    }

    @Arbiter
    public void count(IJ_Result result) {
      result.r2 = unread.count();
    }
  }
}
