package io.aumbry.transport.node;

import io.aumbry.transport.node.NodeClientConfig.Protocol;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The contract for each protocol between processes, over each kind of TLS. */
@ExtendWith(LeakCheck.class)
final class TlsTransportTest {
  @TempDir private Path folder;

  private NodeTransport tls(Protocol protocol, TlsConfig.Engine engine) {
    TlsConfig tls = new TestCertificates(folder).config("node", SocketTransport.NODE);
    return new SocketTransport(protocol, Optional.of(tls.withEngine(engine)));
  }

  @Nested
  class Http2Native extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.H2, TlsConfig.Engine.BORINGSSL);
    }
  }

  @Nested
  class Http2Jdk extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.H2, TlsConfig.Engine.JDK);
    }
  }

  @Nested
  class Http1Native extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.HTTP1, TlsConfig.Engine.BORINGSSL);
    }
  }

  @Nested
  class Http1Jdk extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.HTTP1, TlsConfig.Engine.JDK);
    }
  }
}
