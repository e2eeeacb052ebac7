package io.aumbry.frontend;

import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New accounts and containers, over HTTP. */
@Tag("section-11")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ContainerNamesTest {
  private Guarded guarded;
  private Guarded.Key admin;

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    User root = guarded.user("root", 0, "administrator", 0);
    admin = guarded.key(root, true, Long.MAX_VALUE);
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  private HttpResponse<String> post(String path, String body) {
    return guarded.request("POST", path).body(body).signedBy(admin);
  }

  /** Paths of names and policies could not name them. */
  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a\\\\b", ".", "..", "/", "a\\u0001", "a\\u007f"})
  void aNewNameMustBeASegmentOfAPath(String name) {
    String container = "{\"containers\":[{\"containerName\":\"" + name + "\"}]}";
    assertRefused(
        post("/accounts/containers?x-ambry-target-account-id=9", container), 400, "containerName");
    String account = "{\"accounts\":[{\"accountId\":700,\"accountName\":\"" + name + "\"}]}";
    assertRefused(post("/accounts", account), 400, "accountName");
  }

  @Test
  void section11ANewContainerOfAnAccountHasTheTimeOfItsCreation() {
    HttpResponse<String> created =
        post(
            "/accounts",
            """
            {"accounts":[{"accountId":701,"accountName":"dated","containers":[
              {"containerId":1,"containerName":"...c","lastModifiedTime":0}]}]}
            """);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
    assertThat(
            guarded
                .request("GET", "/accounts?x-ambry-target-account-id=701")
                .signedBy(admin)
                .body())
        .doesNotContain("\"lastModifiedTime\":0");
  }
}
