package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.audit.AuditEvent;
import io.aumbry.frontend.gate.Action;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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

/** {@code POST /tokens} over real HTTP and a real catalog. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TokensTest {
  private static final String READ_ONLY =
      "{\\\"Statement\\\":{\\\"Effect\\\":\\\"Allow\\\","
          + "\\\"Action\\\":\\\"aumbry:GetBlob\\\",\\\"Resource\\\":\\\"*\\\"}}";

  private Guarded guarded;
  private User anna;
  private Guarded.Key key;
  private String path;

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    anna = guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    key = guarded.key(anna, true, Long.MAX_VALUE);
    HttpResponse<String> put = guarded.upload("photos", "album", "content").signedBy(key);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    path = HttpRest.header(put, "location");
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  private HttpResponse<String> mint(Guarded.Key signer, String body) {
    return guarded.request("POST", "/tokens").body(body).signedBy(signer);
  }

  private String token(Guarded.Key signer, String body) {
    HttpResponse<String> minted = mint(signer, body);
    assertThat(minted.statusCode()).as(minted.body()).isEqualTo(201);
    assertThat(HttpRest.header(minted, "cache-control")).isEqualTo("no-store");
    return field(minted.body(), "token\":\"([^\"]+)\"");
  }

  private static String field(String json, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(json);
    assertThat(found.find()).as(json).isTrue();
    return found.group(1);
  }

  private HttpResponse<String> with(String token, String method, String target) {
    return guarded.request(method, target).with("Authorization", "Bearer " + token).send();
  }

  private int read(String token) {
    return with(token, "GET", path).statusCode();
  }

  private int read(Guarded.Key signer) {
    return guarded.request("GET", path).signedBy(signer).statusCode();
  }

  @Test
  void tokensAndSecretsFollowTheKeysOfTheCluster() {
    String old = token(key, "");
    guarded.useKeys("a", "b");
    assertThat(read(old)).isEqualTo(200);
    guarded.useKeys("b", "a");
    Guarded.Key second = guarded.key(anna, true, Long.MAX_VALUE);
    String fresh = token(second, "");
    assertThat(List.of(read(old), read(key), read(fresh), read(second))).containsOnly(200);
    guarded.useKeys("b");
    assertThat(List.of(read(old), read(key))).containsOnly(401);
    assertThat(List.of(read(fresh), read(second))).containsOnly(200);
    guarded.useKeys("a");
    assertThat(List.of(read(old), read(key))).containsOnly(200);
    assertThat(List.of(read(fresh), read(second))).containsOnly(401);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 3600",
    "{}, 3600",
    "{\"lifetimeSeconds\":60}, 60",
    "{\"lifetimeSeconds\":43200}, 43200"
  })
  void aTokenLivesForAnHourOrAsLongAsWished(String body, long seconds) {
    long before = guarded.time.wallMillis();
    HttpResponse<String> minted = mint(key, body);
    assertThat(minted.statusCode()).as(minted.body()).isEqualTo(201);
    long expires = Long.parseLong(field(minted.body(), "\"expiresTime\":(\\d+)"));
    assertThat(expires)
        .isBetween(before + 1000 * seconds, guarded.time.wallMillis() + 1000 * seconds);
    assertThat(minted.body())
        .contains("\"accessKeyId\":\"" + key.id() + "\"", "\"userId\":\"u-anna\"");
  }

  @Test
  void aTokenActsForItsUser() {
    String token = token(key, "");
    assertThat(with(token, "GET", path).body()).isEqualTo("content");
    assertThat(with(token, "GET", "/users/self").body()).contains("\"userName\":\"anna\"");
    assertThat(with(token, "GET", "/accounts").statusCode()).isEqualTo(403);
    assertThat(with(token + "A", "GET", path).statusCode()).isEqualTo(401);
  }

  /** The URL would act with all rights of the key. */
  @Test
  void aTokenWithALimitSignsNoUrl() {
    String target = "/signedUrl?x-ambry-url-type=GET&x-ambry-blob-id=" + path.substring(1);
    assertThat(with(token(key, ""), "GET", target).statusCode()).isEqualTo(200);
    for (String limit : new String[] {"\"role\":\"owner\"", "\"policy\":\"" + READ_ONLY + "\""}) {
      HttpResponse<String> refused = with(token(key, "{" + limit + "}"), "GET", target);
      assertThat(refused.statusCode()).as(limit).isEqualTo(403);
    }
  }

  @Test
  void limitsHoldForEachRequest() {
    for (String limit : new String[] {"\"role\":\"reader\"", "\"policy\":\"" + READ_ONLY + "\""}) {
      String token = token(key, "{" + limit + "}");
      assertThat(with(token, "GET", path).statusCode()).isEqualTo(200);
      assertThat(with(token, "DELETE", path).statusCode()).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "{\"lifetimeSeconds\":59}, 400, lifetimeSeconds is 59; must be 60 to 43200",
    "{\"lifetimeSeconds\":43201}, 400, lifetimeSeconds is 43201; must be 60 to 43200",
    "{\"role\":\"nothing\"}, 404, There is no role 'nothing'",
    "{\"policy\":\"{}\"}, 400, The policy is refused",
    "{\"life\":1}, 400, life",
    "junk, 400, The body is refused"
  })
  void wishesThatCannotBeFulfilledAreRefused(String body, int status, String reason) {
    HttpResponse<String> refused = mint(key, body);
    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(HttpRest.header(refused, "x-ambry-failure-reason")).contains(reason.split(";"));
  }

  @Test
  void aPolicyAboveTheLimitIsRefused() {
    HttpResponse<String> refused = mint(key, "{\"policy\":\"" + "x".repeat(2049) + "\"}");
    assertThat(HttpRest.header(refused, "x-ambry-failure-reason"))
        .contains("policy has 2049 bytes, may have 2048");
  }

  @Test
  void onlyASignatureGetsAToken() {
    HttpResponse<String> renewed = with(token(key, ""), "POST", "/tokens");
    assertThat(renewed.statusCode()).isEqualTo(403);
    assertThat(HttpRest.header(renewed, "x-ambry-failure-reason")).contains("signed");
    assertThat(guarded.request("POST", "/tokens").send().statusCode()).isEqualTo(401);
    assertThat(guarded.request("POST", "/tokens").presignedBy(key).statusCode()).isEqualTo(201);
  }

  @Test
  void aTokenEndsWithItsKeyAndItsUser() {
    User carol = guarded.user("carol", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    Guarded.Key first = guarded.key(carol, true, Long.MAX_VALUE);
    Guarded.Key second = guarded.key(carol, true, Long.MAX_VALUE);
    String ofFirst = token(first, "");
    String ofSecond = token(second, "");
    guarded.done(new IdentityCommand.UpdateKey(first.id(), false, Long.MAX_VALUE, true));
    assertThat(with(ofFirst, "GET", path).statusCode()).isEqualTo(401);
    assertThat(with(ofSecond, "GET", path).statusCode()).isEqualTo(200);
    guarded.done(new IdentityCommand.UpdateUser(carol.id(), "carol", false, true));
    assertThat(with(ofSecond, "GET", path).statusCode()).isEqualTo(401);
  }

  @Test
  void theAuditLogNamesTheTokenAndNotItsText() {
    String token = token(key, "");
    AuditEvent event = guarded.rest.audit.getLast();
    assertThat(event.action()).isEqualTo(Action.MINT_TOKEN);
    assertThat(event.subject().caller().label()).isEqualTo("u-anna");
    assertThat(event.resource().label()).isEqualTo("user/photos/anna");
    assertThat(event.subject().decision()).startsWith("minted token/").endsWith(key.id());
    assertThat(event.toString()).doesNotContain(token);
  }

  @Test
  void aFrontendWithoutKeysMintsNone() {
    Reply refused = new Rest().request("POST", "/tokens").send();
    assertThat(refused.status()).isEqualTo(403);
  }
}
