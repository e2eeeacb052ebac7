package io.aumbry.transport.node;

import java.util.Optional;

final class Http2PlaintextTest extends NodeTransportContract {
  @Override
  protected NodeTransport open() {
    return new Http2Transport(Optional.empty());
  }
}
