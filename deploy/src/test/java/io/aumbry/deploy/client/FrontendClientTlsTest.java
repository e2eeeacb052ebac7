package io.aumbry.deploy.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsServer;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.deploy.tls.LocalHttps;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrontendClientTlsTest {
  @TempDir private Path folder;
  private HttpsServer server;
  private DevCertificates.Identity identity;

  @BeforeEach
  void start() throws Exception {
    identity =
        new DevCertificates(folder.resolve("tls"), new SystemTime(), new Random(3))
            .identity("frontend");
    server = LocalHttps.server(identity);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private CommandRun delete(String... more) {
    String[] words = new String[4 + more.length];
    String url = "https://127.0.0.1:" + server.getAddress().getPort();
    System.arraycopy(new String[] {"delete", "AAE", "--url", url}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    return CommandRun.of(words);
  }

  @Test
  void aFrontendOfAnAuthorityInTheFileIsTrusted() {
    CommandRun run = delete("--ca-file", identity.authority().toString());
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void anotherAuthorityIsNotTrusted() throws Exception {
    Path other =
        new DevCertificates(folder.resolve("other"), new SystemTime(), new Random(4))
            .identity("frontend")
            .authority();
    for (CommandRun run : new CommandRun[] {delete(), delete("--ca-file", other.toString())}) {
      assertThat(run.code()).isEqualTo(ExitCode.UNAVAILABLE.code());
      assertThat(run.err()).contains("cannot reach https://127.0.0.1", "TLS: ");
    }
  }

  @Test
  void aFileWithoutAuthoritiesIsNamed() throws Exception {
    Path empty = Files.writeString(folder.resolve("ca.pem"), "");
    assertThat(delete("--ca-file", empty.toString()).err())
        .isEqualTo("aumbry: " + empty + " has no certificate\n");
    Files.writeString(empty, "-----BEGIN CERTIFICATE-----\nxx\n-----END CERTIFICATE-----\n");
    CommandRun run = delete("--ca-file", empty.toString());
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(delete("--ca-file", folder.resolve("none").toString()).err())
        .contains("none: no such file");
  }
}
