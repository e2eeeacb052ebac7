package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.ScriptedFrontend;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamedBlobCommandsTest {
  private static final String FIRST_PAGE = "GET /named/demo/photos?prefix=&max-keys=1000";

  @TempDir private Path folder;
  private ScriptedFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend = new ScriptedFrontend();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void aFileIsPutUnderAName() throws Exception {
    frontend.answer("PUT /named/demo/photos/2026/a%20cat.jpg", 201, "");
    Path file = Files.writeString(folder.resolve("cat.jpg"), "meow");
    CommandRun put = frontend.run("put", file.toString(), "--name", "demo/photos/2026/a cat.jpg");
    assertThat(put.code()).as(put.err()).isZero();
    assertThat(put.out()).isEqualTo("AAE-_1\n");
    assertThat(frontend.last().key()).isEqualTo(ScriptedFrontend.KEY);
    assertThat(frontend.last().body()).isEqualTo("meow");
    assertThat(frontend.last().header("x-ambry-named-upsert")).isEmpty();
    assertThat(frontend.last().header("x-ambry-target-account-name")).isEmpty();
  }

  @Test
  void upsertIsAskedFor() throws Exception {
    frontend.answer("PUT /named/demo/photos/x", 201, "");
    Path file = Files.writeString(folder.resolve("x"), "x");
    frontend.run("put", file.toString(), "--name", "demo/photos/x", "--upsert");
    assertThat(frontend.last().header("x-ambry-named-upsert")).isEqualTo("true");
  }

  @Test
  void aNameThatExistsSuggestsUpsert() throws Exception {
    frontend.answer("PUT /named/demo/photos/x", 409, "The name 'x' exists");
    Path file = Files.writeString(folder.resolve("x"), "x");
    CommandRun put = frontend.run("put", file.toString(), "--name", "demo/photos/x");
    assertThat(put.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(put.err()).contains("--upsert replaces the blob of this name");
  }

  @Test
  void aWarningOfTheFrontendIsShown() throws Exception {
    frontend.field("x-ambry-non-compliance-warning", "the container requires a TTL");
    frontend.answer("PUT /named/demo/photos/x", 201, "");
    Path file = Files.writeString(folder.resolve("x"), "x");
    CommandRun put = frontend.run("put", file.toString(), "--name", "demo/photos/x");
    assertThat(put.code()).isZero();
    assertThat(put.out()).isEqualTo("AAE-_1\n");
    assertThat(put.err()).isEqualTo("aumbry: " + file + ": the container requires a TTL\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"InvalidAccount", "InvalidContainer"})
  void anUnknownOwnerDoesNotExist(String error) {
    frontend.field("x-ambry-error-code", error).answer("GET /named/a/b/c", 400, "there is no b");
    CommandRun run = frontend.run("get", "a/b/c");
    assertThat(run.code()).isEqualTo(ExitCode.NOT_FOUND.code());
    assertThat(run.err()).isEqualTo("aumbry: 400: there is no b\n");
  }

  @Test
  void theStatusShowsWhichReplicasHoldABlob() {
    frontend.answer(
        "GET /AAE/Status",
        """
        {"blobId":"AAE","dataCenters":[{"name":"dc1","id":1,"holding":1,"replicas":[
          {"node":"node-1","address":"10.0.0.1:1175","state":"LEADER","holds":true},
          {"node":"node-2","address":"10.0.0.2:1175","state":"STANDBY","holds":false,
           "reason":"NOT_FOUND"}]}]}\
        """);
    assertThat(frontend.run("status", "AAE").out())
        .isEqualTo(
            """
            data centre  node    address        state    holds  reason
            dc1          node-1  10.0.0.1:1175  LEADER   yes    -
            dc1          node-2  10.0.0.2:1175  STANDBY  no     NOT_FOUND
            """);
    assertThat(frontend.run("status", "a/b/c").code()).isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void whoamiNamesUserKeyAndFrontend() {
    frontend.answer("GET /users/self", "{\"userName\":\"ann\",\"accountName\":\"demo\"}");
    assertThat(frontend.run("whoami").out())
        .isEqualTo(
            "user      demo/ann\nkey       %s\nfrontend  %s\n"
                .formatted(ScriptedFrontend.KEY, frontend.url()));
    assertThat(frontend.run(false, "whoami").out())
        .startsWith("user      anonymous\nkey       -\n");
  }

  @Test
  void aNameCannotBeUndeleted() {
    CommandRun run = frontend.run("undelete", "demo/photos/x");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("'demo/photos/x' is a name");
    assertThat(frontend.requests).isEmpty();
  }

  @Test
  void aMalformedIdMayBeMeantAsAName() {
    frontend.answer("GET /nosuch", 400, "malformed id");
    assertThat(frontend.run("get", "nosuch").err())
        .isEqualTo("aumbry: 400: malformed id; a name has the form account/container/name\n");
  }

  @Test
  void oneNameIsForOneFileAndNamesItsContainer() throws Exception {
    String file = Files.writeString(folder.resolve("x"), "x").toString();
    assertThat(frontend.run("put", file, file, "--name", "a/b/c").code())
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(
            frontend
                .run("put", file, "--name", "a/b/c", "--account", "a", "--container", "b")
                .code())
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(frontend.run("put", file, "--upsert").code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(frontend.requests).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "get, a/b/c, GET /named/a/b/c",
    "get, /a/b/c/d, GET /named/a/b/c/d",
    "info, a/b/ü+?%, GET /named/a/b/%C3%BC%2B%3F%25/BlobInfo",
    "delete, a b/c/..., DELETE /named/a%20b/c/...",
    "get, AAE-_1, GET /AAE-_1",
    "get, /AAE-_1, GET /AAE-_1",
    "info, AAE-_1, GET /AAE-_1/BlobInfo",
    "update-ttl, a/b/c, PUT /updateTtl",
    "undelete, AAE, PUT /undelete"
  })
  void anIdAndANameAreToldApart(String command, String blob, String line) {
    frontend.answer(line, "ok");
    CommandRun run = frontend.run(command, blob);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(frontend.lines()).containsExactly(line);
    assertThat(frontend.last().key()).isEqualTo(ScriptedFrontend.KEY);
  }

  @Test
  void aTtlUpdateNamesTheBlobEncoded() {
    frontend.answer("PUT /updateTtl", "");
    frontend.run("update-ttl", "a/b/c d+e");
    assertThat(frontend.last().header("x-ambry-blob-id")).isEqualTo("/named/a/b/c%20d%2Be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", "a/b", "a/b/", "a//c", "/a/b", "a/b/c//d", "//a/b/c", "../etc", "id.x"})
  void neitherIdNorNameIsAUsageError(String blob) {
    CommandRun run = frontend.run("get", blob);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("'" + blob + "'", "account/container/name");
    assertThat(frontend.requests).isEmpty();
  }

  @Test
  void aListingFollowsAllPages() {
    frontend
        .answer(
            FIRST_PAGE,
            """
            {"entries":[
              {"blobName":"a","blobSize":7,"modifiedTimeMs":1700000000000,"isDirectory":false},
              {"blobName":"b/","isDirectory":true}],"nextPageToken":"b x","new":null}\
            """)
        .answer(
            FIRST_PAGE + "&page=b%20x",
            """
            {"entries":[{"blobName":"c\\u001b[2J","blobSize":0,"modifiedTimeMs":1700000001000,
              "expirationTimeMs":1800000000000,"isDirectory":false}]}\
            """);
    CommandRun list = frontend.run("list", "demo/photos");
    assertThat(list.code()).as(list.err()).isZero();
    assertThat(list.out().lines())
        .containsExactly(
            "2023-11-14T22:13:20Z               7  -                     a",
            "-                                  -  -                     b/",
            "2023-11-14T22:13:21Z               0  2027-01-15T08:00:00Z  c\\u{1b}[2J");
    assertThat(list.err()).isEmpty();
  }

  @Test
  void aLimitedListingTellsHowToContinue() {
    String line = "GET /named/demo/photos?prefix=2026%2F&delimiter=%2F&max-keys=1&page=p";
    frontend.answer(
        line, "{\"entries\":[{\"blobName\":\"n\",\"blobSize\":1}],\"nextPageToken\":\"q\"}");
    CommandRun list =
        frontend.run(
            "list",
            "demo/photos",
            "--prefix",
            "2026/",
            "--delimiter",
            "/",
            "--limit",
            "1",
            "--page",
            "p",
            "--json");
    assertThat(list.out()).isEqualTo("{\"blobName\":\"n\",\"blobSize\":1}\n");
    assertThat(list.err()).isEqualTo("aumbry: more names follow: --page 'q'\n");
    assertThat(frontend.lines()).containsExactly(line);
  }

  @Test
  void aListingThatDoesNotEndIsAFailure() {
    String page = "{\"entries\":[],\"nextPageToken\":\"t\"}";
    frontend.answer(FIRST_PAGE, page).answer(FIRST_PAGE + "&page=t", page);
    assertThat(frontend.run("list", "demo/photos").code()).isEqualTo(ExitCode.FAILED.code());
  }

  @Test
  void anInvalidListingIsAUsageError() {
    assertThat(frontend.run("list").err()).contains("CONTAINER is missing");
    assertThat(frontend.run("list", "demo").err()).contains("account/container");
    assertThat(frontend.run("list", "demo/photos", "--limit", "0").err()).contains("--limit 0");
    assertThat(frontend.requests).isEmpty();
  }

  @Test
  void anAnswerThatIsNoJsonIsAFailure() {
    frontend.answer(FIRST_PAGE, "<html>");
    CommandRun list = frontend.run("list", "demo/photos");
    assertThat(list.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(list.err()).contains("no JSON object");
  }

  @Test
  void withoutAKeyRequestsAreNotSigned() {
    frontend.answer("GET /AAE", "content");
    assertThat(frontend.run(false, "get", "AAE").code()).isZero();
    assertThat(frontend.last().header("authorization")).isEmpty();
  }
}
