package io.aumbry.transport.node;

import io.aumbry.transport.testing.LeakCheck;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class Http2PlaintextTest extends NodeTransportContract {
  @Override
  protected NodeTransport open() {
    return new Http2Transport(Optional.empty());
  }
}
