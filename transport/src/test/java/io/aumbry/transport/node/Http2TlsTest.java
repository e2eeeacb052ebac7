package io.aumbry.transport.node;

import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.TestCertificates;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LeakCheck.class)
final class Http2TlsTest extends NodeTransportContract {
  @TempDir private Path folder;

  @Override
  protected NodeTransport open() {
    return new Http2Transport(
        Optional.of(new TestCertificates(folder).config("node", Http2Transport.NODE)));
  }
}
