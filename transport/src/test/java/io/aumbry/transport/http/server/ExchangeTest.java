package io.aumbry.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.ForwardingBuffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.HttpHandler;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class ExchangeTest {
  private static final HttpResponse OK = new HttpResponse(200, HttpHeaders.builder().build());
  private static final int PIECE = 64 << 10;
  private static final int SIZE = 3 * PIECE + 1;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Pieces port = new Pieces();

  /** Sends nothing, and records the size of each piece, negative if more follow. */
  private static final class Pieces implements Exchange.Port {
    private final Mailbox<Integer> sizes = new Mailbox<>();
    private final Mailbox<Boolean> aborted = new Mailbox<>();
    private volatile boolean isWithoutMemory;

    @Override
    public void data(Exchange exchange, Buffer bytes, boolean end) {
      if (isWithoutMemory) {
        exchange.toSend(bytes, UnpooledByteBufAllocator.DEFAULT).release();
      }
      int size = bytes.size();
      bytes.close();
      exchange.gate().sent(size);
      sizes.post(end ? size : -size);
    }

    @Override
    public Peer peer() {
      return new Peer.Anonymous();
    }

    @Override
    public Object connection() {
      return this;
    }

    @Override
    public void giveWay(Exchange exchange, String reason) {}

    @Override
    public void wanted(Exchange exchange) {}

    @Override
    public void consumed(Exchange exchange, int bytes) {}

    @Override
    public void abandoned(Exchange exchange) {}

    @Override
    public void head(Exchange exchange, HttpResponse response, long length, boolean end) {}

    @Override
    public void abort(Exchange exchange) {
      aborted.post(true);
    }

    @Override
    public void ended() {}
  }

  @AfterEach
  void stop() {
    loops.close();
  }

  private void respond(HttpHandler handler) {
    HttpRequest request =
        new HttpRequest(
            "GET",
            "/",
            "",
            HttpHeaders.builder().build(),
            0,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    new Exchange(request, loops.loops().getFirst(), port, UnreadBytes.unlimited(), 1000, 1 << 20)
        .start(handler);
  }

  private static Buffer bytes() {
    return HeapBuffer.copyOf(new byte[SIZE]);
  }

  private void requirePieces() {
    for (int i = 0; i < 3; i++) {
      assertThat(port.sizes.take()).isEqualTo(-PIECE);
    }
    assertThat(port.sizes.take()).isEqualTo(1);
  }

  @Test
  void progressOfALargeBodyShowsAfterEachPiece() {
    respond(exchange -> exchange.respond(OK, Body.of(bytes())));
    requirePieces();
  }

  @Test
  void progressOfALargeBufferShowsAfterEachPiece() {
    respond(exchange -> exchange.respond(OK, SIZE).write(bytes()));
    requirePieces();
  }

  /** Bytes that cannot be copied for sending. Counts the closed ones. */
  private static final class Uncopied extends ForwardingBuffer {
    private final Mailbox<Integer> closed;

    Uncopied(Buffer bytes, Mailbox<Integer> closed) {
      super(bytes);
      this.closed = closed;
    }

    @Override
    public ByteBuffer view() {
      throw new OutOfMemoryError("a test's");
    }

    @Override
    public Buffer slice(int from, int length) {
      return new Uncopied(super.slice(from, length), closed);
    }

    @Override
    public void close() {
      super.close();
      closed.post(size());
    }
  }

  /** A claim for memory is held until the response is sent. It would be lost until a restart. */
  @Test
  void piecesThatCannotBeSentCountAsLostAndAbortTheResponse() {
    port.isWithoutMemory = true;
    Mailbox<Integer> closed = new Mailbox<>();
    Mailbox<Boolean> sourceClosed = new Mailbox<>();
    respond(exchange -> {
      ByteSink sink = exchange.respond(OK, 2 * SIZE);
      try {
        sink.write(new Uncopied(bytes(), closed));
      } finally {
        exchange.closeWhenSent(new Closing(sourceClosed));
      }
    });
    assertThat(port.aborted.take()).isTrue();
    assertThat(sourceClosed.take()).isTrue();
    assertThat(closed.take()).isEqualTo(PIECE);
    assertThat(closed.take()).isEqualTo(SIZE);
  }

  @Test
  void slicesAfterOneThatCannotBeSentAreFreed() {
    port.isWithoutMemory = true;
    Mailbox<Integer> closed = new Mailbox<>();
    Uncopied first = new Uncopied(HeapBuffer.copyOf(new byte[1]), closed);
    Uncopied second = new Uncopied(HeapBuffer.copyOf(new byte[2]), closed);
    respond(exchange -> exchange.respond(OK, Body.of(List.of(first, second))));
    assertThat(closed.take()).isEqualTo(1);
    assertThat(closed.take()).isEqualTo(2);
    assertThat(port.aborted.take()).isTrue();
  }

  private record Closing(Mailbox<Boolean> closed) implements ByteSource {
    @Override
    public Optional<Buffer> next() {
      return Optional.empty();
    }

    @Override
    public void close() {
      closed.post(true);
    }
  }
}
