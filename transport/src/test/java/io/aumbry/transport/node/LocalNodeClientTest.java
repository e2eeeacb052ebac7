package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.EmptySource;
import io.aumbry.protocol.buffer.ForwardingBuffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Claimant.Scope;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.LeavingClaimant;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.UnsentCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(300)
@ExtendWith(LeakCheck.class)
final class LocalNodeClientTest extends LocalNodeFixture {
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

  /** As when another process has taken the place of this one in the cluster. */
  @Test
  void aNodeOfTheSameNameAtAnotherAddressIsCalledThere() {
    AtomicInteger handled = new AtomicInteger();
    handler = _ -> handled.incrementAndGet();
    StorageNode moved = new StorageNode(own.id(), 1, "zone", new Endpoint("elsewhere", 1), true);
    assertThat(client.isInProcess(own)).isTrue();
    assertThat(client.isInProcess(moved)).isFalse();
    on(() -> {
      try (Body body = Messages.body(loops.pool(), new byte[10])) {
        client.send(moved, Messages.put(body), body, context(SOON), replies);
        client.sendToEach(List.of(moved), Messages.put(body), body, context(SOON), replies);
      }
      for (int i = 0; i < 2; i++) {
        NodeReply reply = replies.take();
        assertFails(reply, ErrorCode.CONNECTION_LOST);
        assertThat(reply.call()).isInstanceOf(UnsentCall.class);
      }
      return true;
    });
    assertThat(handled).hasValue(0);
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
      NodeCall late = send(0, SOON);
      for (int i = 0; i < 2; i++) {
        NodeCall early = send(0, SHORTLY);
        NodeReply reply = replies.take();
        assertFails(reply, ErrorCode.TIMED_OUT);
        assertThat(reply.call()).isSameAs(early);
      }
      assertThat(replies.poll()).isEmpty();
      late.cancel();
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

  /** As in a node of another process, which learns nothing of the clients of the frontend. */
  @Test
  void theNodeWorksForAClientThatLeftUntilItAnswersOrTheCallIsCancelled() {
    Mailbox<Boolean> seen = new Mailbox<>();
    handler =
        exchange -> {
          seen.post(exchange.context().claimant().isGone());
          exchange.reply(new NodeResponse.Done(), EmptySource.EMPTY);
        };
    on(() -> {
      send(0, context(SOON).withClaimant(new LeavingClaimant(() -> true)));
      assertThat(answer().response()).isEqualTo(new NodeResponse.Done());
      assertThat(seen.take()).isFalse();
      return true;
    });
  }

  /** The thread of the client's request waits for the piece. */
  @Test
  void aPieceOfAnAnswerToAClientThatLeftIsNotAwaited() {
    AtomicBoolean left = new AtomicBoolean();
    handler =
        exchange ->
            Messages.announce(
                exchange,
                2048,
                new Pieces(
                    List.of(kilobyte()), () -> exchange.context().await(new Mailbox<Boolean>())));
    on(() -> {
      send(0, context(SOON).withClaimant(new LeavingClaimant(left::get)));
      ByteSource content = answer().content();
      content.next().orElseThrow().close();
      left.set(true);
      assertThatThrownBy(content::next)
          .isInstanceOfSatisfying(
              AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLIENT_GONE));
      return true;
    });
  }

  @Test
  void aCancelWhileTheAnswerIsMadeIsBeforeTheAnswer() {
    Mailbox<Optional<ErrorCode>> ended = new Mailbox<>();
    AtomicReference<NodeCall> call = new AtomicReference<>();
    Buffer cancelling = new CancelsWhenRead(HeapBuffer.copyOf(new byte[] {1}), call::get);
    handler =
        exchange -> {
          try {
            exchange.reply(found(cancelling));
            ended.post(Optional.empty());
          } catch (AumbryException e) {
            ended.post(Optional.of(e.code()));
          }
        };
    on(() -> {
      call.set(send(0, SOON));
      assertThat(ended.take()).contains(ErrorCode.CLIENT_GONE);
      assertThat(replies.poll()).isEmpty();
      return true;
    });
  }

  private static NodeResponse found(Buffer metadata) {
    return new NodeResponse.Found(
        new BlobState(0, false, Expiry.NEVER), metadata, 0, 0, 0, BlockChecksums.of(Body.empty()));
  }

  private static final class CancelsWhenRead extends ForwardingBuffer {
    private final Supplier<NodeCall> call;

    CancelsWhenRead(Buffer bytes, Supplier<NodeCall> call) {
      super(bytes);
      this.call = call;
    }

    @Override
    public ByteBuffer view() {
      call.get().cancel();
      return super.view();
    }
  }

  @Test
  void aRequestWithContentOfAnotherLengthIsRefused() {
    try (Body announced = Messages.body(loops.pool(), new byte[10])) {
      assertThatThrownBy(
              () -> client.send(own, Messages.put(announced), Body.empty(), context(SOON), replies))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
