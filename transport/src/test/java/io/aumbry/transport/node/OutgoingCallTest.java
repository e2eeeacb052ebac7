package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ForwardingBuffer;
import io.aumbry.protocol.buffer.HeapBuffer;
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
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OutgoingCallTest {
  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());

  @AfterEach
  void stop() {
    loops.close();
  }

  private static final class Content extends ForwardingBuffer {
    private int closed;

    Content() {
      super(HeapBuffer.copyOf(new byte[10]));
    }

    @Override
    public void close() {
      super.close();
      closed++;
    }
  }

  @Test
  void aCallCancelledBeforeItHasAConnectionFreesItsContentOnce() {
    Content content = new Content();
    Carrier carrier = loops.carriers().getFirst();
    OutgoingCall call =
        new OutgoingCall(
            new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("localhost", 1), true),
            ByteBuffer.allocate(0),
            Body.of(content),
            new RequestContext(
                "test-request", carrier, Deadline.after(Patience.LIMIT, loops.time())),
            new Mailbox<>());
    call.cancel();
    assertThat(content.closed).isEqualTo(1);
    call.takeContent().close();
    assertThat(content.closed).isEqualTo(1);
  }
}
