package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys, policies and roles, and signed forms, over real HTTP and a real catalog. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IdentityRequestsTest {
  private static final String ALLOW_ALL =
      "{\"Version\":\"2012-10-17\",\"Statement\":"
          + "[{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}]}";

  private Guarded guarded;
  private Guarded.Key administrator;
  private Guarded.Key owner;
  private Guarded.Key ofAlice;

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    administrator = key(guarded.user("root-user", 0, "administrator", 0));
    owner = key(guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS));
    ofAlice = key(guarded.user("alice", Guarded.PHOTOS, "reader", Guarded.PHOTOS));
  }

  private Guarded.Key key(User user) {
    return guarded.key(user, true, Long.MAX_VALUE);
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  @Test
  void theLastUseOfAKeyIsShownAfterAReport() {
    User dora = guarded.user("dora", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    Guarded.Key used = guarded.key(dora, true, Long.MAX_VALUE);
    Guarded.Key unused = guarded.key(dora, true, Long.MAX_VALUE);
    long before = guarded.time.wallMillis();
    guarded.request("GET", "/users/self").signedBy(used);
    guarded.request("GET", "/users/self").signedBy(new Guarded.Key(unused.id(), "wrong"));
    long after = guarded.time.wallMillis();
    guarded.uses.report(guarded.catalog::apply, guarded.context());
    String target = "/keys?x-ambry-target-user-id=u-dora";
    for (String answer :
        List.of(
            guarded.request("GET", target).signedBy(owner).body(),
            guarded.request("GET", "/keys/" + used.id()).signedBy(owner).body())) {
      Matcher found = Pattern.compile("\"lastUsedTime\":(\\d+)").matcher(answer);
      assertThat(found.find()).as(answer).isTrue();
      assertThat(Long.parseLong(found.group(1))).isBetween(before, after);
      assertThat(found.find()).as("of the other key").isFalse();
    }
  }

  private List<String> ids(String target, String field, Guarded.Key by) {
    HttpResponse<String> answer = guarded.request("GET", target).signedBy(by);
    assertThat(answer.statusCode()).as(target).isEqualTo(200);
    return Pattern.compile("\"" + field + "\":\"([^\"]+)\"")
        .matcher(answer.body())
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private void givePolicy(User user) {
    key(user);
    StoredPolicy.Target target = new StoredPolicy.Target(StoredPolicy.Kind.USER, user.id());
    guarded.done(new IdentityCommand.PutPolicy(new StoredPolicy(target, ALLOW_ALL)));
  }

  /** The token of a page of policies is a path, which ends with the id of a user or a role. */
  private static boolean isShown(String token, List<String> names) {
    String id = token.substring(token.indexOf('/') + 1);
    return names.contains(id)
        || names.contains("photos/" + id.replaceFirst("^u-", ""))
        || names.contains("music/" + id.replaceFirst("^u-", ""));
  }

  /** An owner does not learn the ids of other accounts from tokens of pages either. */
  @ParameterizedTest
  @CsvSource({
    "users, userId, true",
    "users, userId, false",
    "keys, accessKeyId, false",
    "roles, roleName, true",
    "policies, targetName, false",
    "policies, targetName, true"
  })
  void listsHavePages(String list, String field, boolean isAdministrator) {
    for (String name : List.of("page-a", "page-b", "page-c")) {
      String user = name + list + isAdministrator;
      givePolicy(guarded.user(user, Guarded.PHOTOS, "reader", Guarded.PHOTOS));
      givePolicy(guarded.user(user + "-m", Guarded.MUSIC, "reader", Guarded.MUSIC));
      putRole(user, "accept", "*/*");
    }
    Guarded.Key by = isAdministrator ? administrator : owner;
    String target = "/" + list;
    List<String> all = ids(target, field, by);
    assertThat(all).hasSizeGreaterThan(2).doesNotHaveDuplicates();
    if (!list.equals("policies")) {
      assertThat(all).isSorted();
    }
    List<String> found = new ArrayList<>();
    List<String> token = List.of("");
    while (!token.isEmpty()) {
      String page = target + "?max-keys=2&page=" + token.getFirst();
      List<String> entries = ids(page, field, by);
      token = ids(page, "nextPageToken", by);
      assertThat(entries).hasSizeBetween(token.isEmpty() ? 1 : 2, 2);
      assertThat(token).allMatch(next -> isShown(next, all));
      found.addAll(entries);
    }
    assertThat(found).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource({"0", "1001", "x", "''"})
  void aPageHasOneToThousandEntries(String limit) {
    for (String list : List.of("/users", "/keys", "/roles", "/policies")) {
      assertThat(
              guarded
                  .request("GET", list + "?max-keys=" + limit)
                  .signedBy(administrator)
                  .statusCode())
          .isEqualTo(400);
    }
  }

  private int putRole(String role, String field, String value) {
    return guarded
        .request("PUT", "/policies/role/" + role)
        .with(field, value)
        .body(ALLOW_ALL)
        .signedBy(administrator)
        .statusCode();
  }

  @Test
  void aPolicyIsPutOnlyIfItsConditionHolds() {
    assertThat(putRole("auditor", "If-Match", "*")).isEqualTo(412);
    assertThat(putRole("auditor", "If-Match", "\"tag\"")).isEqualTo(412);
    assertThat(putRole("auditor", "If-None-Match", "*")).isEqualTo(200);
    assertThat(putRole("auditor", "If-None-Match", "*")).isEqualTo(412);
    assertThat(putRole("auditor", "If-Match", "*")).isEqualTo(200);
  }

  @Test
  void aRoleThatIsMadeAgainHasNoGrantsOfTheOldOne() {
    for (String deletion : List.of("/roles/visitor", "/policies/role/visitor")) {
      assertThat(putRole("visitor", "If-None-Match", "*")).isEqualTo(200);
      String grant = "/roles/visitor/grants/u-alice";
      assertThat(guarded.request("PUT", grant).signedBy(administrator).statusCode()).isEqualTo(200);
      assertThat(guarded.request("GET", "/accounts").signedBy(ofAlice).statusCode()).isEqualTo(200);
      assertThat(guarded.request("DELETE", deletion).signedBy(administrator).statusCode())
          .isEqualTo(202);
      assertThat(putRole("visitor", "If-None-Match", "*")).isEqualTo(200);
      assertThat(guarded.request("GET", "/accounts").signedBy(ofAlice).statusCode()).isEqualTo(403);
      assertThat(guarded.request("DELETE", deletion).signedBy(administrator).statusCode())
          .isEqualTo(202);
      assertThat(guarded.request("PUT", grant).signedBy(administrator).statusCode()).isEqualTo(404);
    }
  }

  /** RFC 2046, 5.1.1: an epilogue is ignored. It is part of the body that the sender signed. */
  @ParameterizedTest
  @CsvSource({"0, 201", "1, 201", "8192, 201", "8193, 400", "100000, 400"})
  void aSignedFormIsStoredOrRefusedWhole(int epilogue, int status) throws Exception {
    for (String blob : List.of("content", "")) {
      String form =
          "--b\r\nContent-Disposition: form-data; name=\"Blob\"; filename=\"a\"\r\n\r\n"
              + blob
              + "\r\n--b--"
              + "e".repeat(epilogue);
      int before = guarded.rest.router.size();
      HttpResponse<String> answer =
          guarded
              .upload("photos", "album", form)
              .with("content-type", "multipart/form-data; boundary=b")
              .signedBy(owner, sha256(form));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
      assertThat(guarded.rest.router.size() - before).isEqualTo(status == 201 ? 1 : 0);
      HttpResponse<String> other =
          guarded
              .upload("photos", "album", form)
              .with("content-type", "multipart/form-data; boundary=b")
              .signedBy(owner, sha256(form + "e"));
      assertThat(other.statusCode()).as(other.body()).isEqualTo(400);
      assertThat(guarded.rest.router.size() - before).isEqualTo(status == 201 ? 1 : 0);
    }
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }
}
