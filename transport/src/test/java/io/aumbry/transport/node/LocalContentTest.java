package io.aumbry.transport.node;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.transport.testing.LeakCheck;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(300)
@ExtendWith(LeakCheck.class)
final class LocalContentTest extends LocalNodeFixture {
  private static final int ROUNDS = 3000;

  @Test
  void contentIsPassedOnInItsOwnBuffers() {
    Buffer sent = kilobyte();
    Buffer returned = kilobyte();
    Mailbox<Buffer> arrivals = new Mailbox<>();
    handler =
        exchange -> {
          try (Buffer arrived = exchange.content().next().orElseThrow()) {
            arrivals.post(arrived);
            assertThat(exchange.content().next()).isEmpty();
          }
          Messages.announce(exchange, 1024, pieces(returned));
        };
    on(() -> {
      try (Body body = Body.of(sent)) {
        client.send(own, Messages.put(body), body, context(SOON), replies);
      }
      assertThat(arrivals.take()).isSameAs(sent);
      ByteSource content = answer().content();
      assertThat(content.isVerified()).isTrue();
      try (Buffer arrived = content.next().orElseThrow()) {
        assertThat(arrived).isSameAs(returned);
      }
      assertThat(content.next()).isEmpty();
      return true;
    });
  }

  @Test
  void theMetadataOfAnAnswerNeedsNoClose() {
    Buffer metadata = kilobyte();
    handler =
        exchange -> {
          NodeResponse.Found found = Messages.found(Body.empty());
          exchange.reply(
              new NodeResponse.Found(found.state(), metadata, 0, 0, 0, found.checksums()));
          metadata.close();
        };
    on(() -> {
      send(0, SOON);
      NodeResponse.Found found = (NodeResponse.Found) answer().response();
      assertThat(found.metadata().size()).isEqualTo(1024);
      assertThat(found.metadata().view().get(1023)).isZero();
      return true;
    });
  }

  @Test
  void theSourceIsClosedOnceItsBytesAreRead() {
    Pieces content = pieces(kilobyte(), kilobyte());
    handler = exchange -> Messages.announce(exchange, 2048, content);
    on(() -> {
      send(0, SOON);
      NodeReply.Answer answer = answer();
      answer.content().next().orElseThrow().close();
      assertThat(content.closes.get()).isZero();
      answer.content().next().orElseThrow().close();
      assertThat(content.closes.get()).isEqualTo(1);
      answer.content().close();
      answer.call().cancel();
      assertThat(answer.content().next()).isEmpty();
      assertThat(content.closes.get()).isEqualTo(1);
      return true;
    });
  }

  @Test
  void contentThatBreaksFailsWithItsOwnError() {
    failAfterAKilobyte(new AumbryException(ErrorCode.CORRUPT_RECORD, "damaged"));
    assertContentBreaks(ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void contentThatFailsByABugBreaks() {
    failAfterAKilobyte(new IllegalStateException("a bug"));
    assertContentBreaks(ErrorCode.CONNECTION_LOST);
  }

  @Test
  void contentBeyondTheAnnouncedLengthBreaks() {
    handler = exchange -> Messages.announce(exchange, 1500, pieces(kilobyte(), kilobyte()));
    assertContentBreaks(ErrorCode.CORRUPT_TRANSFER);
  }

  private void failAfterAKilobyte(RuntimeException failure) {
    handler =
        exchange ->
            Messages.announce(
                exchange,
                2048,
                new Pieces(
                    List.of(kilobyte()),
                    () -> {
                      throw failure;
                    }));
  }

  private void assertContentBreaks(ErrorCode code) {
    on(() -> {
      send(0, SOON);
      ByteSource content = answer().content();
      content.next().orElseThrow().close();
      assertCode(content::next, code);
      assertCode(content::next, code);
      content.close();
      return true;
    });
  }

  @Test
  void aReaderThatWaitsForContentWakesWhenTheCallEnds() {
    Mailbox<Boolean> reading = new Mailbox<>();
    handler =
        exchange ->
            Messages.announce(
                exchange,
                2048,
                new Pieces(
                    List.of(kilobyte()),
                    () -> {
                      reading.post(true);
                      exchange.context().await(new Mailbox<>());
                    }));
    on(() -> {
      send(0, SOON);
      ByteSource content = answer().content();
      content.next().orElseThrow().close();
      Thread.ofPlatform()
          .start(() -> {
            reading.take();
            client.close();
          });
      assertCode(content::next, ErrorCode.CONNECTION_LOST);
      return true;
    });
  }

  /** Another thread ends the stream at any moment. The leak check finds buffers that are lost. */
  @Test
  void aStreamThatEndsDuringAReadIsClosedExactlyOnce() throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      Pieces source = pieces(kilobyte(), kilobyte(), kilobyte());
      handler = exchange -> Messages.announce(exchange, 3072, source);
      NodeReply.Answer answer =
          on(() -> {
            send(0, SOON);
            return answer();
          });
      CyclicBarrier start = new CyclicBarrier(2);
      AtomicInteger taken = new AtomicInteger();
      AtomicReference<ErrorCode> end = new AtomicReference<>(ErrorCode.CANCELLED);
      Thread reader =
          Thread.ofPlatform().start(() -> end.set(take(answer.content(), start, taken)));
      meet(start);
      for (int i = 0; i < round % 50; i++) {
        Thread.onSpinWait();
      }
      answer.call().cancel();
      reader.join();
      assertThat(end).hasValue(ErrorCode.CANCELLED);
      assertThat(source.closes).hasValue(1);
      if (taken.get() < 3) {
        assertThatThrownBy(answer.content()::next).isInstanceOf(AumbryException.class);
      }
    }
  }

  private static ErrorCode take(ByteSource content, CyclicBarrier start, AtomicInteger taken) {
    meet(start);
    try {
      for (var piece = content.next(); piece.isPresent(); piece = content.next()) {
        piece.get().close();
        taken.incrementAndGet();
      }
      return ErrorCode.CANCELLED;
    } catch (AumbryException expected) {
      return expected.code();
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
