package io.aumbry.deploy.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.ScriptedFrontend;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityCommandsTest {
  private static final String USERS =
      """
      {"users":[
        {"userId":"u-1","userName":"ann","accountName":"demo","active":true,"createdTime":1700000000000},
        {"userId":"u-2","userName":"root","active":false,"createdTime":1700000000000}]}\
      """;

  private static final String KEY =
      "{\"accessKeyId\":\"AK1\",\"userId\":\"u-1\",\"active\":true,\"createdTime\":1700000000000}";

  private static final String NEW_KEY =
      "{\"accessKeyId\":\"AK2\",\"userId\":\"u-1\",\"active\":true,\"secretKey\":\"hush/hush\"}";

  @TempDir private Path folder;
  private ScriptedFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend =
        new ScriptedFrontend()
            .answer("GET /users?max-keys=1000", USERS)
            .answer("GET /keys?max-keys=1000", "{\"keys\":[" + KEY + "]}")
            .answer("GET /keys/AK1", KEY)
            .answer("PUT /keys/AK1", KEY)
            .answer("POST /keys", NEW_KEY);
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  private CommandRun admin(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "admin";
    System.arraycopy(words, 0, all, 1, words.length);
    return frontend.run(all);
  }

  private CommandRun split(String command) {
    return admin(command.split(" ", -1));
  }

  private JsonObject sent() {
    assertThat(frontend.last().key()).isEqualTo(ScriptedFrontend.KEY);
    return JsonObject.parse(frontend.last().body().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void usersAreListed() {
    assertThat(split("user list").out())
        .isEqualTo(
            """
            user      state     created               id
            demo/ann  active    2023-11-14T22:13:20Z  u-1
            root      inactive  2023-11-14T22:13:20Z  u-2
            """);
    split("user list --account demo");
    assertThat(frontend.last().header("x-ambry-target-account-name")).isEqualTo("demo");
  }

  @Test
  void usersAreCreatedChangedAndDeleted() {
    String user = "{\"userId\":\"u-1\",\"userName\":\"ann\"}";
    frontend
        .answer("POST /users", user)
        .answer("PUT /users/u-1", user)
        .answer("DELETE /users/u-2", 202, "");
    assertThat(split("user create demo/bob").code()).isZero();
    assertThat(sent().fields()).isEqualTo(Map.of("userName", "bob", "accountName", "demo"));
    split("user create operator");
    assertThat(sent().fields()).isEqualTo(Map.of("userName", "operator"));
    split("user update demo/ann --active false");
    assertThat(sent().fields())
        .containsEntry("active", false)
        .containsEntry("userName", "ann")
        .containsEntry("createdTime", 1_700_000_000_000L);
    assertThat(split("user delete root").code()).isZero();
    assertThat(frontend.last().line()).isEqualTo("DELETE /users/u-2");
  }

  @Test
  void listsAreReadPageByPage() {
    String first =
        USERS.replace("\"userId\":\"u-2\"", "\"userId\":\"u-0\"").strip().replaceAll("}$", "");
    frontend
        .answer("GET /users?max-keys=1000", first + ",\"nextPageToken\":\"u/3\"}")
        .answer(
            "GET /users?max-keys=1000&page=u%2F3",
            "{\"users\":[{\"userId\":\"u/3\",\"userName\":\"zoe\",\"active\":true}]}")
        .answer("GET /keys?max-keys=1000", "{\"keys\":[" + KEY + "],\"nextPageToken\":\"AK2\"}")
        .answer(
            "GET /keys?max-keys=1000&page=AK2", "{\"keys\":[" + KEY.replace("AK1", "AK2") + "]}");
    assertThat(split("user list").out().lines()).hasSize(4).anyMatch(l -> l.contains("u/3"));
    JsonObject users =
        JsonObject.parse(split("user list --json").out().getBytes(StandardCharsets.UTF_8));
    assertThat(users.fields()).containsOnlyKeys("users");
    assertThat(users.objects("users"))
        .extracting(user -> user.text("userId"))
        .containsExactly("u-1", "u-0", "u/3");
    assertThat(split("user show zoe").code()).isZero();
    assertThat(split("key list").out().lines().map(line -> line.split(" ", 2)[0]))
        .containsExactly("access", "AK1", "AK2");
  }

  @Test
  void anUnknownUserIsNotFound() {
    CommandRun run = split("user delete demo/root");
    assertThat(run.code()).isEqualTo(ExitCode.NOT_FOUND.code());
    assertThat(run.err()).isEqualTo("aumbry: there is no user demo/root\n");
    assertThat(split("user show a/b/c").code()).isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void keysAreListedWithTheirUsers() {
    assertThat(split("key list --user demo/ann").out())
        .isEqualTo(
            """
            access key  user      state   created               expires  last used
            AK1         demo/ann  active  2023-11-14T22:13:20Z  -        -
            """);
    assertThat(frontend.last().header("x-ambry-target-user-id")).isEqualTo("u-1");
  }

  @Test
  void aNewSecretIsPrintedOnceForLogin() {
    CommandRun run = split("key create --user demo/ann");
    assertThat(run.out()).isEqualTo("AK2\nhush/hush\n");
    assertThat(run.err())
        .as("without a terminal, the output goes to a pipe or a file that keeps the secret")
        .isEmpty();
    assertThat(sent().fields()).isEqualTo(Map.of("userId", "u-1"));
  }

  @Test
  void aKeyMayExpire() {
    long before = new SystemTime().wallMillis();
    split("key create --user demo/ann --expires-in 1h");
    assertThat(sent().number("expiresTime", 0) - before).isBetween(3_600_000L, 3_660_000L);
    assertThat(split("key create --user demo/ann --expires-in soon").code())
        .isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void aRotatedKeyExpiresAfterItsGrace() {
    long before = new SystemTime().wallMillis();
    CommandRun run = split("key rotate AK1 --grace 2h");
    assertThat(run.out()).isEqualTo("AK2\nhush/hush\n");
    long end = sent().number("expiresTime", 0) / 1000;
    assertThat(run.err())
        .isEqualTo("aumbry: the old key AK1 expires at " + Instant.ofEpochSecond(end) + "\n");
    assertThat(frontend.lines()).containsExactly("GET /keys/AK1", "POST /keys", "PUT /keys/AK1");
    assertThat(sent().number("expiresTime", 0) - before).isBetween(7_200_000L, 7_260_000L);
  }

  @Test
  void theNewKeyOfARotationMayExpire() {
    long before = new SystemTime().wallMillis();
    split("key rotate AK1 --expires-in 1h");
    ScriptedFrontend.Request created =
        frontend.requests.stream()
            .filter(request -> request.line().equals("POST /keys"))
            .findFirst()
            .orElseThrow();
    JsonObject draft = JsonObject.parse(created.body().getBytes(StandardCharsets.UTF_8));
    assertThat(draft.number("expiresTime", 0) - before).isBetween(3_600_000L, 3_660_000L);
  }

  /** Such as on a full disk. */
  @Test
  void aKeyStaysAsItIsWhenItsSuccessorCannotBePrinted() {
    CommandRun run = frontend.runInto(full(), "admin", "key", "rotate", "AK1");
    assertThat(run.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(run.err()).contains("standard output could not be written");
    assertThat(frontend.lines()).containsExactly("GET /keys/AK1", "POST /keys");
  }

  private static Writer full() {
    return new Writer() {
      @Override
      public void write(char[] text, int from, int count) throws IOException {
        throw new IOException("no space");
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void rotationNeverProlongsAKey() {
    frontend.answer("GET /keys/AK1", KEY.replace("}", ",\"expiresTime\":1700000005000}"));
    split("key rotate AK1");
    assertThat(sent().number("expiresTime", 0)).isEqualTo(1_700_000_005_000L);
  }

  @Test
  void aKeyIsDeactivatedAndDeleted() {
    split("key deactivate AK1");
    assertThat(frontend.last().line()).isEqualTo("PUT /keys/AK1");
    assertThat(sent().isTrue("active")).isFalse();
    assertThat(sent().text("userId")).isEqualTo("u-1");
    split("key update AK1 --active true");
    assertThat(sent().isTrue("active")).isTrue();
    frontend.answer("DELETE /keys/AK1", 202, "");
    assertThat(split("key delete AK1").code()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "user:demo/ann, /policies/user/u-1",
    "role:auditor, /policies/role/auditor",
    "container:demo/my photos, /policies/container/demo/my%20photos"
  })
  void aPolicyIsSetShownAndDeletedByteForByte(String target, String path) throws Exception {
    String document = " {\"Statement\" : []}\n";
    Path file = Files.writeString(folder.resolve("policy.json"), document);
    frontend
        .answer("PUT " + path, "")
        .answer("GET " + path, document)
        .answer("DELETE " + path, 202, "");
    assertThat(admin("policy", "set", target, file.toString()).code()).isZero();
    assertThat(frontend.last().line()).isEqualTo("PUT " + path);
    assertThat(frontend.last().body()).isEqualTo(document);
    assertThat(frontend.last().header("content-type")).isEqualTo("application/json");
    assertThat(admin("policy", "show", target).out()).isEqualTo(" {\"Statement\" : []}\n");
    assertThat(admin("policy", "delete", target).code()).isZero();
  }

  @Test
  void anUnusableTargetIsAUsageError() {
    assertThat(split("policy show group:x").err())
        .contains("'group:x' must be user:account/name, role:NAME or container");
  }

  @Test
  void policiesAreListed() {
    String first = "{\"targetKind\":\"role\",\"targetName\":\"auditor\"}";
    String second = "{\"targetKind\":\"user\",\"targetName\":\"demo/ann\"}";
    frontend
        .answer(
            "GET /policies?max-keys=1000",
            "{\"policies\":[" + first + "],\"nextPageToken\":\"user/u-1\"}")
        .answer("GET /policies?max-keys=1000&page=user%2Fu-1", "{\"policies\":[" + second + "]}");
    assertThat(split("policy list").out()).isEqualTo("policy of\nrole:auditor\nuser:demo/ann\n");
  }

  @Test
  void rolesAreListedAndShown() {
    String role =
        "{\"roleName\":\"owner\",\"readyMade\":true,\"grants\":[{\"userId\":\"u-2\"},"
            + "{\"userId\":\"u-1\",\"accountName\":\"demo\"},{\"userId\":\"u-9\"}]}";
    String stored = "{\"roleName\":\"scribe\",\"readyMade\":false,\"grants\":[]}";
    frontend
        .answer(
            "GET /roles?max-keys=1000", "{\"roles\":[" + role + "],\"nextPageToken\":\"scribe\"}")
        .answer("GET /roles?max-keys=1000&page=scribe", "{\"roles\":[" + stored + "]}")
        .answer("GET /roles/owner", role);
    assertThat(split("role list").out())
        .isEqualTo(
            "role    kind        grants\nowner   ready-made       3\nscribe  policy           0\n");
    assertThat(split("role show owner").out())
        .isEqualTo("user      in account\nroot      all\ndemo/ann  demo\nu-9       all\n");
  }

  @Test
  void aRoleIsCreatedOnlyIfItDoesNotExist() throws Exception {
    Path file = Files.writeString(folder.resolve("policy.json"), "{}");
    frontend.answer("PUT /policies/role/auditor", "");
    admin("role", "create", "auditor", "--policy", file.toString());
    assertThat(frontend.last().header("If-None-Match")).isEqualTo("*");
    admin("role", "update", "auditor", "--policy", file.toString());
    assertThat(frontend.last().header("If-Match")).isEqualTo("*");
    frontend.answer("DELETE /roles/auditor", 202, "");
    assertThat(split("role delete auditor").code()).isZero();
  }

  @Test
  void aRoleIsGrantedAndRevoked() {
    String path = "/roles/writer/grants/u-1";
    frontend.answer("PUT " + path, "").answer("DELETE " + path, 202, "");
    assertThat(split("role grant writer demo/ann --in demo").out())
        .isEqualTo("demo/ann has the role writer in account demo\n");
    assertThat(frontend.last().header("x-ambry-target-account-name")).isEqualTo("demo");
    assertThat(split("role revoke writer demo/ann").out())
        .isEqualTo("demo/ann no longer has the role writer in all accounts\n");
    assertThat(frontend.last().header("x-ambry-target-account-name")).isEmpty();
  }
}
