package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.ScriptedFrontend;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.KeyPrompt;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginCommandTest {
  private static final String INPUT = ScriptedFrontend.KEY + "\n" + ScriptedFrontend.SECRET + "\n";
  private static final String SELF = "GET /users/self";
  private static final String ANN = "{\"userName\":\"ann\",\"accountName\":\"demo\"}";

  @TempDir private Path home;
  private ScriptedFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend = new ScriptedFrontend().answer(SELF, ANN);
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  private CommandRun run(String input, String... arguments) {
    ClientEnvironment environment =
        new ClientEnvironment(
            Map.of(),
            home,
            KeyPrompt.twoLines(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8))),
            new SystemTime());
    return CommandRun.of(environment, List.of(), arguments);
  }

  private String stored() throws IOException {
    return Files.readString(home.resolve(".config/aumbry/profiles"));
  }

  @Test
  void aVerifiedKeyIsStoredAndSignsLaterCommands() throws Exception {
    CommandRun login = run(INPUT, "login", "--url", frontend.url());
    assertThat(login.code()).as(login.err()).isZero();
    assertThat(login.out())
        .startsWith("profile default: demo/ann is logged in to " + frontend.url())
        .doesNotContain(ScriptedFrontend.SECRET);
    assertThat(frontend.last().key()).isEqualTo(ScriptedFrontend.KEY);
    assertThat(stored()).contains(ScriptedFrontend.SECRET);

    frontend.answer("DELETE /AAE", 202, "");
    assertThat(run("", "delete", "AAE").code()).isZero();
    assertThat(frontend.last().key()).isEqualTo(ScriptedFrontend.KEY);
  }

  @Test
  void aWrongSecretIsNotStored() {
    CommandRun login = run(ScriptedFrontend.KEY + "\nmistaken\n", "login", "--url", frontend.url());
    assertThat(login.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(login.err())
        .contains("refuses the access key " + ScriptedFrontend.KEY, "nothing was stored")
        .doesNotContain("mistaken");
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void aFrontendWithoutUsersIsExplained() {
    frontend.answer(SELF, 404, "");
    CommandRun login = run(INPUT, "login", "--url", frontend.url());
    assertThat(login.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(login.err()).contains("frontend.authentication is off");
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void exchangedLinesRevealNoSecret() {
    CommandRun login = run("se/cret\nAKKEY\n", "login", "--url", frontend.url());
    assertThat(login.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(login.err()).contains("has 7 characters").doesNotContain("se/cret");
    assertThat(run("AKKEY\n", "login").err()).contains("two lines");
  }

  @Test
  void profilesShowNoSecret() {
    run(INPUT, "login", "--url", frontend.url(), "--account", "demo", "--container", "photos");
    run(INPUT, "login", "--url", frontend.url(), "--profile", "work");
    for (String[] command :
        List.of(new String[] {"profiles"}, new String[] {"profiles", "--json"})) {
      CommandRun profiles = run("", command);
      assertThat(profiles.out())
          .contains("default", "work", frontend.url(), ScriptedFrontend.KEY, "photos")
          .doesNotContain(ScriptedFrontend.SECRET);
    }
    assertThat(run("", "profiles").out()).containsPattern("(?m)^\\* +default ");
    assertThat(run("", "profiles", "--profile", "work").out()).containsPattern("(?m)^\\* +work ");
  }

  @Test
  void loginKeepsTheSettingsOfTheProfile() throws Exception {
    run(INPUT, "login", "--url", frontend.url(), "--account", "demo", "--container", "photos");
    assertThat(run(INPUT, "login").code()).isZero();
    assertThat(stored()).contains(frontend.url(), "photos");
  }

  @Test
  void logoutRemovesTheKey() throws Exception {
    run(INPUT, "login", "--url", frontend.url());
    assertThat(run("", "logout").code()).isZero();
    assertThat(stored())
        .contains(frontend.url())
        .doesNotContain(ScriptedFrontend.SECRET, ScriptedFrontend.KEY);
    CommandRun again = run("", "logout");
    assertThat(again.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(again.err()).contains("profile default", "has no key and no token");
  }

  private void loginForATime(long expiresMillis) {
    frontend.answer(
        "POST /tokens", 201, "{\"token\":\"aumbry_T.S\",\"expiresTime\":" + expiresMillis + "}");
    CommandRun login =
        run(INPUT, "login", "--url", frontend.url(), "--lifetime", "2h", "--role", "reader");
    assertThat(login.code()).as(login.err()).isZero();
    assertThat(login.out()).contains("until ").doesNotContain("aumbry_T.S");
    assertThat(frontend.last().key()).isEqualTo(ScriptedFrontend.KEY);
    assertThat(frontend.last().body()).contains("\"lifetimeSeconds\":7200", "\"role\":\"reader\"");
  }

  @Test
  void aLoginForATimeStoresATokenInPlaceOfTheKey() throws Exception {
    loginForATime(9_000_000_000_000L);
    assertThat(stored())
        .contains("aumbry_T.S", "2255-")
        .doesNotContain(ScriptedFrontend.SECRET, ScriptedFrontend.KEY);
    assertThat(Files.getPosixFilePermissions(home.resolve(".config/aumbry/profiles")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));

    frontend.answer("DELETE /AAE", 202, "");
    assertThat(run("", "delete", "AAE").code()).isZero();
    assertThat(frontend.last().header("authorization")).isEqualTo("Bearer aumbry_T.S");
    for (String command : List.of("profiles", "whoami")) {
      assertThat(run("", command).out()).contains("2255-").doesNotContain("aumbry_T");
    }
    assertThat(run("", "whoami").out()).contains("demo/ann");
    assertThat(run("", "logout").code()).isZero();
    assertThat(stored()).doesNotContain("aumbry_T.S");
  }

  @Test
  void anExpiredTokenIsNotSent() {
    loginForATime(1_000_000_000_000L);
    int before = frontend.requests.size();
    CommandRun late = run("", "delete", "AAE");
    assertThat(late.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(late.err())
        .contains("the token expired at 2001-09-09T01:46:40Z", "aumbry login", "AUMBRY_TOKEN");
    assertThat(frontend.requests).hasSize(before);
  }

  @Test
  void aTokenIsOnlyForConfidentialConnections() {
    CommandRun login = run(INPUT, "login", "--url", "http://192.0.2.1:1", "--lifetime", "1h");
    assertThat(login.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(login.err()).contains("http://192.0.2.1:1", "https");
    CommandRun delete =
        frontend.run(
            Map.of("AUMBRY_URL", "http://192.0.2.1:1", "AUMBRY_TOKEN", "aumbry_T.S"),
            "delete",
            "AAE");
    assertThat(delete.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(delete.err()).contains("https").doesNotContain("aumbry_T.S");
  }

  @Test
  void aRoleNeedsALifetime() {
    assertThat(run(INPUT, "login", "--url", frontend.url(), "--role", "reader").err())
        .contains("--lifetime");
    assertThat(frontend.requests).isEmpty();
  }

  @Test
  void defaultsOfTheProfileAreTheTargetOfUploadsAndListings() throws Exception {
    run(INPUT, "login", "--url", frontend.url(), "--account", "demo", "--container", "photos");
    frontend.answer("POST /", 201, "");
    run("", "put", Files.writeString(home.resolve("file"), "x").toString());
    assertThat(frontend.last().header("x-ambry-target-account-name")).isEqualTo("demo");
    assertThat(frontend.last().header("x-ambry-target-container-name")).isEqualTo("photos");
    run("", "list");
    assertThat(frontend.last().line()).startsWith("GET /named/demo/photos?");
  }

  @Test
  void theTokenOfTheEnvironmentIsSentByTheCommandsForBlobs() throws Exception {
    Map<String, String> variables =
        Map.of("AUMBRY_URL", frontend.url(), "AUMBRY_TOKEN", "eyJ.a-b_c.d");
    Path file = Files.writeString(home.resolve("file"), "x");
    frontend
        .answer("POST /", 201, "")
        .answer("GET /AAE", "content")
        .answer("DELETE /AAE", 202, "")
        .answer("GET /named/a/b?prefix=&max-keys=1000", "{\"entries\":[]}");
    for (String[] command :
        List.of(
            new String[] {"put", file.toString()},
            new String[] {"get", "AAE"},
            new String[] {"list", "a/b"},
            new String[] {"delete", "AAE"})) {
      frontend.run(variables, command);
      assertThat(frontend.last().header("authorization"))
          .as(command[0])
          .isEqualTo("Bearer eyJ.a-b_c.d");
    }
    assertThat(frontend.requests).hasSize(4);
  }

  @Test
  void a401WithATokenSaysHowToGetAnother() {
    frontend.answer("DELETE /AAE", 401, "");
    CommandRun refused =
        frontend.run(
            Map.of("AUMBRY_URL", frontend.url(), "AUMBRY_TOKEN", "aumbry_T.S"), "delete", "AAE");
    assertThat(refused.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(refused.err()).contains("aumbry login", "AUMBRY_TOKEN").doesNotContain("_T.S");
  }

  @Test
  void a401WithoutAKeyPointsToLogin() {
    frontend.answer("DELETE /AAE", 401, "");
    assertThat(run("", "delete", "AAE", "--url", frontend.url()).err())
        .contains("no access key is set, see 'aumbry help login'");
  }
}
