package io.aumbry.transport.node;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.EmptySource;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Claimant.Scope;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(300)
@ExtendWith(LeakCheck.class)
final class LocalNodeClientTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration SHORTLY = Duration.ofMillis(50);
  private static final int MOST_CALLS = 3;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Carrier carrier = loops.carriers().get(0);
  private final StorageNode own = node("node-1");
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private NodeHandler handler = Messages::echo;
  private final LocalNodeClient client =
      new LocalNodeClient(
          LocalTransport.Nowhere.CLIENT,
          own.id(),
          exchange -> handler.handle(exchange),
          LocalTransport.CALLER,
          MOST_CALLS);

  @AfterEach
  void stop() {
    client.close();
    loops.close();
  }

  private static StorageNode node(String name) {
    return new StorageNode(new NodeId(name), 1, "zone", new Endpoint("localhost", 1), true);
  }

  private NodeCall send(int size, Duration timeout) {
    return send(size, context(timeout));
  }

  private NodeCall send(int size, RequestContext context) {
    try (Body body = Messages.body(loops.pool(), new byte[size])) {
      return client.send(own, Messages.put(body), body, context, replies);
    }
  }

  private RequestContext context(Duration timeout) {
    return new RequestContext("r", carrier, Deadline.after(timeout, carrier.time()));
  }

  private <T> T on(Callable<T> task) {
    return Messages.on(carrier, task);
  }

  private NodeReply.Answer answer() {
    return (NodeReply.Answer) replies.take();
  }

  private static void assertFails(NodeReply reply, ErrorCode code) {
    assertThat(reply).isInstanceOf(NodeReply.Failure.class);
    assertThat(((NodeReply.Failure) reply).code()).isEqualTo(code);
  }

  /** A stream that returns one buffer, then runs {@code then}. */
  private static final class Pieces implements ByteSource {
    private final List<Buffer> pieces;
    private final Runnable then;
    private final AtomicInteger closes = new AtomicInteger();

    Pieces(List<Buffer> pieces, Runnable then) {
      this.pieces = new ArrayList<>(pieces);
      this.then = then;
    }

    @Override
    public Optional<Buffer> next() {
      if (pieces.isEmpty()) {
        then.run();
        return Optional.empty();
      }
      return Optional.of(pieces.removeFirst());
    }

    @Override
    public boolean isVerified() {
      return true;
    }

    @Override
    public void close() {
      closes.incrementAndGet();
      pieces.forEach(Buffer::close);
      pieces.clear();
    }
  }

  private static Pieces pieces(Buffer... pieces) {
    return new Pieces(List.of(pieces), () -> {});
  }

  private Buffer kilobyte() {
    return Messages.buffer(loops.pool(), new byte[1024], 0, 1024);
  }

  @Test
  void theHandlerRunsOnTheCarrierOfTheCallerAfterTheCall() {
    AtomicBoolean returned = new AtomicBoolean();
    handler =
        exchange -> {
          assertThat(returned).isTrue();
          assertThat(exchange.context().carrier()).isSameAs(carrier);
          assertThat(exchange.peer()).isEqualTo(LocalTransport.CALLER);
          exchange.reply(new NodeResponse.Done());
        };
    on(() -> {
      send(0, SOON);
      returned.set(true);
      return replies.take();
    });
  }

  @Test
  void contentIsPassedOnInItsOwnBuffers() {
    Buffer sent = kilobyte();
    Buffer returned = kilobyte();
    Mailbox<Boolean> same = new Mailbox<>();
    handler =
        exchange -> {
          try (Buffer arrived = exchange.content().next().orElseThrow()) {
            same.post(arrived == sent && exchange.content().next().isEmpty());
          }
          Messages.announce(exchange, 1024, pieces(returned));
        };
    on(() -> {
      try (Body body = Body.of(sent)) {
        client.send(own, Messages.put(body), body, context(SOON), replies);
      }
      assertThat(same.take()).isTrue();
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
  void aHandlerThatThrowsFailsTheCall() {
    handler =
        _ -> {
          throw new IllegalStateException("a bug");
        };
    on(() -> {
      send(100_000, SOON);
      assertFails(replies.take(), ErrorCode.CONNECTION_LOST);
      return true;
    });
  }

  @Test
  void aHandlerThatThrowsAfterItsAnswerHarmsNothing() {
    handler =
        exchange -> {
          Messages.announce(exchange, 1024, pieces(kilobyte()));
          throw new IllegalStateException("a bug");
        };
    on(() -> {
      send(0, SOON);
      try (Body content = Body.readFully(answer().content())) {
        assertThat(content.size()).isEqualTo(1024);
      }
      return true;
    });
  }

  @Test
  void aSecondAnswerIsRefusedAndReleased() {
    Pieces second = pieces(kilobyte());
    Mailbox<Boolean> refused = new Mailbox<>();
    handler =
        exchange -> {
          exchange.reply(new NodeResponse.Done());
          assertThatThrownBy(() -> Messages.announce(exchange, 1024, second))
              .isInstanceOf(IllegalStateException.class);
          refused.post(second.closes.get() == 1);
        };
    on(() -> {
      send(0, SOON);
      assertThat(answer().response()).isEqualTo(new NodeResponse.Done());
      assertThat(refused.take()).isTrue();
      assertThat(replies.poll()).isEmpty();
      return true;
    });
  }

  @Test
  void contentThatBreaksFailsWithItsOwnError() {
    handler =
        exchange ->
            Messages.announce(
                exchange,
                2048,
                new Pieces(
                    List.of(kilobyte()),
                    () -> {
                      throw new AumbryException(ErrorCode.CORRUPT_RECORD, "damaged");
                    }));
    assertContentBreaks(ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void contentThatFailsByABugBreaks() {
    handler =
        exchange ->
            Messages.announce(
                exchange,
                2048,
                new Pieces(
                    List.of(kilobyte()),
                    () -> {
                      throw new IllegalStateException("a bug");
                    }));
    assertContentBreaks(ErrorCode.CONNECTION_LOST);
  }

  @Test
  void contentBeyondTheAnnouncedLengthBreaks() {
    handler = exchange -> Messages.announce(exchange, 1500, pieces(kilobyte(), kilobyte()));
    assertContentBreaks(ErrorCode.CORRUPT_TRANSFER);
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
  void aCallThatIsCancelledBeforeItsTurnDoesNotReachTheHandler() {
    AtomicInteger handled = new AtomicInteger();
    handler = _ -> handled.incrementAndGet();
    on(() -> {
      send(100_000, SOON).cancel();
      pause();
      assertThat(handled).hasValue(0);
      assertThat(replies.poll()).isEmpty();
      return true;
    });
  }

  private void pause() {
    Mailbox<Boolean> over = new Mailbox<>();
    carrier.schedule(Duration.ofMillis(20), () -> over.post(true));
    over.take();
  }

  /** As a handler that waits for a disk does. */
  private static void waitUntilGone(NodeExchange exchange, Mailbox<ErrorCode> ended) {
    try {
      exchange.context().await(new Mailbox<>());
    } catch (AumbryException e) {
      ended.post(e.code());
    }
  }

  @Test
  void aCancelWakesAWaitingHandler() {
    Mailbox<Boolean> begun = new Mailbox<>();
    Mailbox<ErrorCode> ended = new Mailbox<>();
    handler =
        exchange -> {
          begun.post(true);
          waitUntilGone(exchange, ended);
        };
    on(() -> {
      NodeCall call = send(100_000, SOON);
      begun.take();
      call.cancel();
      assertThat(ended.take()).isEqualTo(ErrorCode.CLIENT_GONE);
      return true;
    });
  }

  @Test
  void theDeadlineWakesAWaitingHandler() {
    Mailbox<ErrorCode> ended = new Mailbox<>();
    handler = exchange -> waitUntilGone(exchange, ended);
    on(() -> {
      send(0, SHORTLY);
      assertFails(replies.take(), ErrorCode.TIMED_OUT);
      assertThat(ended.take()).isEqualTo(ErrorCode.CLIENT_GONE);
      return true;
    });
  }

  @Test
  void anAnswerAfterTheDeadlineIsReleased() {
    Mailbox<Boolean> gate = new Mailbox<>();
    Mailbox<ErrorCode> ended = new Mailbox<>();
    Pieces content = pieces(kilobyte());
    handler =
        exchange -> {
          gate.take();
          try {
            Messages.announce(exchange, 1024, content);
          } catch (AumbryException e) {
            ended.post(e.code());
          }
        };
    on(() -> {
      send(0, SHORTLY);
      assertFails(replies.take(), ErrorCode.TIMED_OUT);
      gate.post(true);
      assertThat(ended.take()).isEqualTo(ErrorCode.CLIENT_GONE);
      assertThat(content.closes).hasValue(1);
      return true;
    });
  }

  @Test
  void callsWithDifferentDeadlinesFailAtTheirOwn() {
    Mailbox<ErrorCode> ended = new Mailbox<>();
    handler = exchange -> waitUntilGone(exchange, ended);
    on(() -> {
      NodeCall late = send(0, SHORTLY.multipliedBy(2));
      NodeCall early = send(0, SHORTLY);
      assertThat(replies.take().call()).isSameAs(early);
      assertThat(replies.take().call()).isSameAs(late);
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

  @Test
  void callsBeyondTheLimitAreRefusedUntilOthersAreAnswered() {
    Mailbox<Mailbox<Boolean>> gates = new Mailbox<>();
    handler =
        exchange -> {
          Mailbox<Boolean> gate = new Mailbox<>();
          gates.post(gate);
          gate.take();
          Messages.announce(exchange, 1024, pieces(kilobyte()));
        };
    on(() -> {
      for (int i = 0; i < MOST_CALLS; i++) {
        send(5000, SOON);
      }
      send(5000, SOON);
      assertFails(replies.take(), ErrorCode.OVERLOADED);
      gates.take().post(true);
      NodeReply.Answer first = answer();
      send(5000, SOON);
      assertThat(replies.poll()).isEmpty();
      first.content().close();
      for (int i = 0; i < MOST_CALLS; i++) {
        gates.take().post(true);
        answer().content().close();
      }
      return true;
    });
  }

  @Test
  void aClosedClientFailsOpenCallsAndRefusesNewOnes() {
    Mailbox<ErrorCode> ended = new Mailbox<>();
    handler = exchange -> waitUntilGone(exchange, ended);
    on(() -> {
      send(5000, SOON);
      pause();
      client.close();
      assertFails(replies.take(), ErrorCode.CONNECTION_LOST);
      assertThat(ended.take()).isEqualTo(ErrorCode.CLIENT_GONE);
      send(5000, SOON);
      assertFails(replies.take(), ErrorCode.CONNECTION_LOST);
      return true;
    });
  }

  @Test
  void toBudgetsACarrierIsAConnectionAndTheFrontendAnAddress() {
    List<Claimant> claimants = new ArrayList<>();
    handler =
        exchange -> {
          claimants.add(exchange.context().claimant());
          exchange.reply(new NodeResponse.Done());
        };
    for (Carrier each : List.of(carrier, carrier, loops.carriers().get(1))) {
      Messages.on(
          each,
          () -> {
            send(0, new RequestContext("r", each, Deadline.after(SOON, each.time())));
            return replies.take();
          });
    }
    Claimant first = claimants.get(0);
    assertThat(claimants.get(1).key(Scope.CONNECTION)).isEqualTo(first.key(Scope.CONNECTION));
    assertThat(claimants.get(2).key(Scope.CONNECTION)).isNotEqualTo(first.key(Scope.CONNECTION));
    assertThat(claimants.get(2).key(Scope.ADDRESS)).isPresent().isEqualTo(first.key(Scope.ADDRESS));
    assertThat(first.key(Scope.IDENTITY)).isEmpty();
    assertThat(first.stalledNanos()).isZero();
    assertThat(first).isNotEqualTo(Claimant.internal());
  }

  @Test
  void aCallOfAClientThatLeftIsGone() {
    AtomicBoolean left = new AtomicBoolean();
    Mailbox<Boolean> seen = new Mailbox<>();
    handler =
        exchange -> {
          seen.post(exchange.context().claimant().isGone());
          left.set(true);
          seen.post(exchange.context().claimant().isGone());
          exchange.reply(new NodeResponse.Done(), EmptySource.EMPTY);
        };
    on(() -> {
      send(0, context(SOON).withClaimant(new Leaving(left)));
      assertThat(seen.take()).isFalse();
      assertThat(seen.take()).isTrue();
      return replies.take();
    });
  }

  /** A client that leaves when the test says so. */
  private record Leaving(AtomicBoolean left) implements Claimant {
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
      return 0;
    }

    @Override
    public boolean isGone() {
      return left.get();
    }

    @Override
    public void giveWay(String reason) {
      // it has nothing to give
    }
  }

  @Test
  void aRequestWithContentOfAnotherLengthIsRefused() {
    try (Body announced = Messages.body(loops.pool(), new byte[10])) {
      assertThatThrownBy(() ->
              client.send(own, Messages.put(announced), Body.empty(), context(SOON), replies))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
