package io.aumbry.transport.node;

import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LeakCheck.class)
final class Http2JdkTlsTest extends NodeTransportContract {
  @TempDir private Path folder;

  @Override
  protected NodeTransport open() {
    TlsConfig tls = new TestCertificates(folder).config("node", Http2Transport.NODE);
    return new Http2Transport(Optional.of(tls.withEngine(TlsConfig.Engine.JDK)));
  }
}
