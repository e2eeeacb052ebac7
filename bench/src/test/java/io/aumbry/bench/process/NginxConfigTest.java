package io.aumbry.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.tls.DevCertificates;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class NginxConfigTest {
  private static final Path HOME = Path.of("/tmp/home");
  private static final Path ROOT = Path.of("/tmp/root");

  @Test
  void theFileServerListensOnLoopbackAndWritesOnlyBelowItsHome() {
    assertThat(NginxConfig.files(HOME, 1234, ROOT))
        .contains("listen 127.0.0.1:1234;", "root /tmp/root;", "pid /tmp/home/pid;")
        .doesNotContain("ssl", "%");
  }

  @Test
  void theEncryptedFileServerHasItsIdentity() {
    DevCertificates.Identity identity =
        new DevCertificates.Identity(Path.of("/a.pem"), Path.of("/c.pem"), Path.of("/k.key"));
    assertThat(NginxConfig.encryptedFiles(HOME, 1234, ROOT, identity))
        .contains("listen 127.0.0.1:1234 ssl;", "ssl_certificate /c.pem;")
        .contains("ssl_certificate_key /k.key;");
  }

  @Test
  void theProxyForwardsToTheFileServer() {
    assertThat(NginxConfig.proxy(HOME, 80, 81, false))
        .contains("listen 127.0.0.1:80;", "server 127.0.0.1:81;", "proxy_pass http://files;");
    assertThat(NginxConfig.proxy(HOME, 80, 81, true)).contains("proxy_pass https://files;");
  }

  @Test
  void bracesMatch() {
    for (String config :
        new String[] {
          NginxConfig.files(HOME, 1, ROOT), NginxConfig.proxy(HOME, 1, 2, true),
        }) {
      assertThat(config.chars().filter(c -> c == '{').count())
          .isEqualTo(config.chars().filter(c -> c == '}').count());
    }
  }
}
