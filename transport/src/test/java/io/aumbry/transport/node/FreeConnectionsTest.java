package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.loop.LoopCarrier;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that become free on several loops at once. Calls fail, because none is connected. */
final class FreeConnectionsTest {
  private static final int ROUNDS = 1000;
  private static final StorageNode NODE =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("localhost", 1), true);

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Carrier caller = loops.carriers().getFirst();
  private final ConnectionPool pool =
      new ConnectionPool(NodeClientConfig.defaults(), loops.loops());
  private final List<Http1NodeConnection> connections =
      loops.loops().stream().map(this::connection).toList();

  private record Owner(StorageNode node) implements NodeConnection.Owner {
    @Override
    public void up(NodeConnection connection) {}

    @Override
    public void lost(NodeConnection connection, String reason) {}
  }

  @AfterEach
  void close() {
    loops.close();
  }

  private Http1NodeConnection connection(LoopCarrier loop) {
    return (Http1NodeConnection) pool.connection(new Owner(NODE), loop, 0);
  }

  private boolean submitCall(ConnectionPool to) {
    RequestContext context =
        new RequestContext("test-request", caller, Deadline.after(Patience.LIMIT, loops.time()));
    OutgoingCall call =
        new OutgoingCall(NODE, ByteBuffer.allocate(0), Body.empty(), context, new Mailbox<>());
    return to.submit(call, caller);
  }

  private void freeAtOnce(ExecutorService other) throws Exception {
    AtomicBoolean isReady = new AtomicBoolean();
    Future<?> freed =
        other.submit(() -> {
          isReady.set(true);
          pool.free(connections.getLast());
        });
    while (!isReady.get()) {
      Thread.onSpinWait();
    }
    pool.free(connections.getFirst());
    freed.get();
  }

  @Test
  void twoFreeConnectionsTakeTwoCalls() throws Exception {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        pool.use(List.copyOf(connections));
        submitCall(pool);
        freeAtOnce(other);
        submitCall(pool);
        List<OutgoingCall> waiting = pool.use(List.of());
        assertThat(waiting).isEmpty();
      }
    }
  }

  /** The loops of a pool, which ends its connections when it is asked for the loop of a caller. */
  private final class InterruptingLoops extends AbstractList<LoopCarrier> {
    private @Nullable ConnectionPool interrupted;

    @Override
    public LoopCarrier get(int index) {
      return loops.loops().get(index);
    }

    @Override
    public int size() {
      return loops.loops().size();
    }

    @Override
    public int indexOf(@Nullable Object loop) {
      if (interrupted != null) {
        assertThat(interrupted.use(List.of())).isEmpty();
      }
      return super.indexOf(loop);
    }
  }

  @Test
  void aCallIsRefusedIfTheLastConnectionEndsBeforeItWaits() {
    InterruptingLoops interrupting = new InterruptingLoops();
    ConnectionPool ending = new ConnectionPool(NodeClientConfig.defaults(), interrupting);
    interrupting.interrupted = ending;
    ending.use(List.copyOf(connections));
    assertThat(submitCall(ending)).isFalse();
  }
}
