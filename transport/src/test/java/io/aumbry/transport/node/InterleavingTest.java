package io.aumbry.transport.node;

import static io.aumbry.transport.http.RawFrames.SETTINGS;
import static io.aumbry.transport.http.RawFrames.STREAM_WINDOW;
import static io.aumbry.transport.http.RawFrames.WINDOW;
import static io.aumbry.transport.http.RawFrames.WINDOW_UPDATE;
import static io.aumbry.transport.http.RawFrames.number;
import static io.aumbry.transport.http.RawFrames.setting;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.RawFrames;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A small and an earlier large call on one connection. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class InterleavingTest {
  private static final int LARGE = 4 << 20;
  private static final int SMALL = 4096;

  private static final int MORE = 100_000;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Carrier carrier = loops.carriers().get(0);
  private final SocketNodeClient client =
      new SocketNodeClient(
          loops, SocketTransport.PATIENT.withConnectionsPerNode(1), Optional.empty());

  @AfterEach
  void stop() {
    client.close();
    loops.close();
  }

  private void put(int port, int size) {
    StorageNode node =
        new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("127.0.0.1", port), true);
    Messages.on(
        carrier,
        () -> {
          RequestContext context =
              new RequestContext(
                  "test-request", carrier, Deadline.after(Duration.ofMinutes(10), loops.time()));
          try (Body body = Messages.body(loops.pool(), Messages.random(size, 1))) {
            return client.send(node, Messages.put(body), body, context, new Mailbox<>());
          }
        });
  }

  @Test
  void aSmallCallOvertakesALargeOneThatIsBeingSent() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      put(listener.getLocalPort(), LARGE);
      try (RawFrames node = RawFrames.server(listener.accept())) {
        node.send(SETTINGS, 0, 0, setting(STREAM_WINDOW, 2 * LARGE));
        node.take(WINDOW);

        put(listener.getLocalPort(), SMALL);
        // Its DATA is queued in the same turn of the loop.
        int small = node.headersBeforeData().stream();
        node.send(WINDOW_UPDATE, 0, 0, number(MORE));
        assertThat(node.othersUntilEnd(small)).isLessThanOrEqualTo(MORE / 2);
      }
    }
  }
}
