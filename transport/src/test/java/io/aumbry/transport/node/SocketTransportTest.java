package io.aumbry.transport.node;

import io.aumbry.transport.node.NodeClientConfig.Protocol;
import io.aumbry.transport.testing.LeakCheck;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract for each protocol between processes. */
@ExtendWith(LeakCheck.class)
final class SocketTransportTest {
  @Nested
  class Http2 extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return new SocketTransport(Protocol.H2, Optional.empty());
    }
  }

  @Nested
  class Http1 extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return new SocketTransport(Protocol.HTTP1, Optional.empty());
    }
  }
}
