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

/** Each protocol between our processes, over each kind of TLS and none. */
@ExtendWith(LeakCheck.class)
final class SocketTransportTest {
  @TempDir private Path folder;

  private NodeTransport plaintext(Protocol protocol) {
    return new SocketTransport(protocol, Optional.empty());
  }

  private NodeTransport tls(Protocol protocol, TlsConfig.Engine engine) {
    TlsConfig tls = new TestCertificates(folder).config("node", SocketTransport.NODE);
    return new SocketTransport(protocol, Optional.of(tls.withEngine(engine)));
  }

  @Nested
  class Http2Plaintext extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return plaintext(Protocol.HTTP_2);
    }
  }

  @Nested
  class Http2NativeTls extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.HTTP_2, TlsConfig.Engine.NATIVE);
    }
  }

  @Nested
  class Http2JdkTls extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.HTTP_2, TlsConfig.Engine.JDK);
    }
  }

  @Nested
  class Http1Plaintext extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return plaintext(Protocol.HTTP_1);
    }
  }

  @Nested
  class Http1NativeTls extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.HTTP_1, TlsConfig.Engine.NATIVE);
    }
  }

  @Nested
  class Http1JdkTls extends NodeTransportContract {
    @Override
    protected NodeTransport open() {
      return tls(Protocol.HTTP_1, TlsConfig.Engine.JDK);
    }
  }
}
