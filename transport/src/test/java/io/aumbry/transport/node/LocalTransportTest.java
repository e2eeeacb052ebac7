package io.aumbry.transport.node;

import io.aumbry.transport.testing.LeakCheck;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract for calls within a process. */
@ExtendWith(LeakCheck.class)
final class LocalTransportTest extends NodeTransportContract {
  @Override
  protected NodeTransport open() {
    return new LocalTransport();
  }
}
