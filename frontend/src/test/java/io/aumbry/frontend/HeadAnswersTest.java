package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.CredentialsTest.Row;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HEAD of every route reveals no more than GET under the same policies. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HeadAnswersTest {
  /** Fields that differ from one request to the next, and the lifetime in caches. */
  private static final Set<String> DIFFERENT =
      Set.of("date", "expires", "x-ambry-request-id", "x-ambry-signed-url", "cache-control");

  private Guarded guarded;
  private List<Guarded.Key> keys;
  private String blob;
  private String key;

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    User alice = guarded.user("alice", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    User root = guarded.user("root-user", 0, "administrator", 0);
    User mallory = guarded.user("mallory", Guarded.MUSIC, "owner", Guarded.MUSIC);
    User limited = guarded.user("limited", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    guarded.done(
        new IdentityCommand.PutPolicy(
            new StoredPolicy(
                new StoredPolicy.Target(StoredPolicy.Kind.USER, limited.id()),
                "{\"Statement\":[{\"Effect\":\"Deny\",\"Action\":\"aumbry:GetBlob\","
                    + "\"Resource\":\"*\"}]}")));
    keys =
        Stream.of(alice, root, mallory, limited)
            .map(user -> guarded.key(user, true, Long.MAX_VALUE))
            .toList();
    key = keys.getFirst().id();
    HttpResponse<String> put =
        guarded
            .upload("photos", "album", "content")
            .with("x-ambry-um-title", "A cat")
            .signedBy(keys.getFirst());
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    blob = HttpRest.header(put, "location").substring(1);
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  static Stream<Row> rows() {
    return CredentialsTest.rows().filter(row -> row.method().equals("GET"));
  }

  private String filled(Row row) {
    return row.target()
        .replace("USER", "u-alice")
        .replace("KEY", key)
        .replaceAll("(?<![A-Za-z])ID(?![A-Za-z])", blob);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void headRevealsNoMoreThanGet(Row row) {
    String target = filled(row);
    assertNoMore(guarded.request("HEAD", target).send(), guarded.request("GET", target).send());
    for (Guarded.Key each : keys) {
      assertNoMore(
          guarded.request("HEAD", target).signedBy(each),
          guarded.request("GET", target).signedBy(each));
    }
  }

  private static void assertNoMore(HttpResponse<String> head, HttpResponse<String> get) {
    assertThat(head.statusCode()).isEqualTo(get.statusCode());
    assertThat(head.body()).isEmpty();
    for (Map.Entry<String, List<String>> field : head.headers().map().entrySet()) {
      if (!DIFFERENT.contains(field.getKey())) {
        assertThat(get.headers().allValues(field.getKey()))
            .as(field.getKey())
            .isEqualTo(field.getValue());
      }
    }
  }
}
