package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsServer;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.deploy.tls.LocalHttps;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class HttpHookTlsTest {
  @TempDir private Path folder;
  private HookFolderFixture hooks;
  private DevCertificates.Identity identity;
  private HttpsServer server;

  @BeforeEach
  void open() throws Exception {
    hooks = new HookFolderFixture(folder);
    identity = identity("tls", 3);
    server = LocalHttps.server(identity);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    hooks.close();
    server.stop(0);
  }

  private DevCertificates.Identity identity(String name, int seed) throws Exception {
    return new DevCertificates(folder.resolve(name), new SystemTime(), new Random(seed))
        .identity("frontend");
  }

  private HookResult run(String... more) throws Exception {
    String url = "hook.url = https://127.0.0.1:%d/".formatted(server.getAddress().getPort());
    Path file = Files.writeString(folder.resolve("call.http"), url + "\n");
    Files.write(file, List.of(more), StandardOpenOption.APPEND);
    return hooks.run("call.http", Duration.ofMinutes(1));
  }

  @Test
  void aServerOfAnAuthorityInTheFileIsTrusted() throws Exception {
    assertThat(run("hook.ca-file = " + identity.authority()))
        .isEqualTo(new HookResult(Verdict.DONE, "status 204"));
  }

  @Test
  void anotherAuthorityIsNotTrusted() throws Exception {
    String other = "hook.ca-file = " + identity("other", 4).authority();
    for (HookResult result : List.of(run(), run(other))) {
      assertThat(result.verdict()).isEqualTo(Verdict.RETRY);
      assertThat(result.text()).contains("SSLHandshakeException");
    }
  }
}
