package io.aumbry.deploy.client.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.ConfigException;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.protocol.runtime.SystemTime;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileChoiceTest {
  private static final ProfileChoice NO_FLAGS =
      new ProfileChoice(Optional.empty(), Optional.empty(), Optional.empty());

  private static Profile profile(String host) {
    return new Profile(
        URI.create("http://" + host),
        Optional.of(new ClientKey("AK" + host, Secret.of("secret of " + host))),
        new Profile.Defaults(
            Optional.of("account"), Optional.empty(), Optional.of(Path.of("/ca/" + host))));
  }

  private static final Map<String, Profile> PROFILES =
      Map.of("default", profile("p-default"), "work", profile("p-work"), "home", profile("p-home"));

  private static ClientEnvironment environment(Map<String, String> variables) {
    return new ClientEnvironment(
        variables,
        Path.of("/home/ann"),
        () -> {
          throw new AssertionError();
        },
        new SystemTime());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // flag, variable, file has default, expected
        "-, -, true, p-default",
        "-, -, false, 127.0.0.1",
        "-, work, true, p-work",
        "home, work, true, p-home",
        "home, -, true, p-home",
        "default, work, true, p-default",
        "-, '', true, p-default"
      })
  void theProfileIsChosen(
      @Nullable String flag, @Nullable String variable, boolean hasDefault, String expected) {
    Map<String, Profile> profiles = new HashMap<>(PROFILES);
    if (!hasDefault) {
      profiles.remove("default");
    }
    ProfileChoice choice =
        new ProfileChoice(Optional.ofNullable(flag), Optional.empty(), Optional.empty());
    Profile effective =
        choice.effective(environment(variable(variable, "AUMBRY_PROFILE")), profiles);
    assertThat(effective.url().getHost()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // flag, variable, profile exists, expected
        "http://flag:1, http://variable:2, true, http://flag:1",
        "http://flag:1, -, false, http://flag:1",
        "-, http://variable:2, true, http://variable:2",
        "-, http://variable:2, false, http://variable:2",
        "-, '', true, http://p-default",
        "-, -, true, http://p-default",
        "-, -, false, http://127.0.0.1:1174"
      })
  void theUrlIsChosen(
      @Nullable String flag, @Nullable String variable, boolean stored, String expected) {
    ProfileChoice choice =
        new ProfileChoice(Optional.empty(), Optional.ofNullable(flag), Optional.empty());
    Profile effective =
        choice.effective(
            environment(variable(variable, "AUMBRY_URL")), stored ? PROFILES : Map.of());
    assertThat(effective.url()).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"/flag, /variable, /flag", "-, /variable, /variable", "-, -, /ca/p-default"})
  void theAuthoritiesAreChosen(@Nullable Path flag, @Nullable String variable, Path expected) {
    ProfileChoice choice =
        new ProfileChoice(Optional.empty(), Optional.empty(), Optional.ofNullable(flag));
    assertThat(
            choice
                .effective(environment(variable(variable, "AUMBRY_CA_FILE")), PROFILES)
                .defaults()
                .caFile())
        .contains(expected);
  }

  @Test
  void theKeyOfTheEnvironmentPrecedesTheKeyOfTheProfile() {
    Map<String, String> both =
        Map.of("AUMBRY_ACCESS_KEY", "AKENV", "AUMBRY_SECRET_KEY", "env secret");
    assertThat(NO_FLAGS.effective(environment(both), PROFILES).key())
        .contains(new ClientKey("AKENV", Secret.of("env secret")));
    assertThat(NO_FLAGS.effective(environment(Map.of()), PROFILES).key())
        .contains(new ClientKey("AKp-default", Secret.of("secret of p-default")));
    assertThat(NO_FLAGS.effective(environment(Map.of()), Map.of()).key()).isEmpty();
  }

  @Test
  void theTokenOfTheEnvironmentPrecedesTheKeyOfTheProfile() {
    Profile effective =
        NO_FLAGS.effective(environment(Map.of("AUMBRY_TOKEN", "aumbry_T.S")), PROFILES);
    assertThat(effective.key()).isEmpty();
    assertThat(effective.token().map(ClientToken::authorization)).contains("Bearer aumbry_T.S");
    assertThat(effective.toString()).doesNotContain("aumbry_T.S");
  }

  @Test
  void aTokenAndAKeyInTheEnvironmentAreRefused() {
    Map<String, String> both =
        Map.of("AUMBRY_ACCESS_KEY", "AKENV", "AUMBRY_SECRET_KEY", "hush", "AUMBRY_TOKEN", "tacet");
    assertThatThrownBy(() -> NO_FLAGS.effective(environment(both), PROFILES))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("AUMBRY_ACCESS_KEY", "AUMBRY_TOKEN")
        .hasMessageNotContainingAny("hush", "tacet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "line\nbreak", "ümlaut"})
  void aMalformedTokenIsRefusedAndNotShown(String token) {
    assertThatThrownBy(
            () -> NO_FLAGS.effective(environment(Map.of("AUMBRY_TOKEN", token)), PROFILES))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("must be 1 to 16384")
        .hasMessageNotContaining(token);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUMBRY_ACCESS_KEY", "AUMBRY_SECRET_KEY"})
  void halfAKeyIsRefused(String variable) {
    assertThatThrownBy(() -> NO_FLAGS.effective(environment(Map.of(variable, "half")), PROFILES))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("AUMBRY_ACCESS_KEY", "AUMBRY_SECRET_KEY")
        .hasMessageNotContaining("half");
  }

  @Test
  void anUnknownProfileIsRefused() {
    assertThatThrownBy(
            () -> NO_FLAGS.effective(environment(Map.of("AUMBRY_PROFILE", "wrok")), PROFILES))
        .hasMessage("there is no profile 'wrok'; did you mean work?");
    assertThatThrownBy(
            () -> NO_FLAGS.effective(environment(Map.of("AUMBRY_PROFILE", "xyz")), PROFILES))
        .hasMessageContaining("aumbry login --profile xyz");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://x",
        "http:x",
        "http://",
        "x",
        "http://h/path",
        "http://h?q",
        "http://h#f",
        "http://a b"
      })
  void anUnusableUrlIsRefused(String url) {
    ProfileChoice choice = new ProfileChoice(Optional.empty(), Optional.of(url), Optional.empty());
    assertThatThrownBy(() -> choice.effective(environment(Map.of()), PROFILES))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(url, "https://host:1174");
  }

  @Test
  void aPasswordInAUrlIsRefusedAndNotShown() {
    ProfileChoice choice =
        new ProfileChoice(Optional.empty(), Optional.of("http://ann:hush@h"), Optional.empty());
    assertThatThrownBy(() -> choice.effective(environment(Map.of()), PROFILES))
        .isInstanceOf(ConfigException.class)
        .hasMessageNotContaining("hush");
  }

  @Test
  void theProfilesFileIsChosen() {
    assertThat(environment(Map.of()).profiles().path())
        .isEqualTo(Path.of("/home/ann/.config/aumbry/profiles"));
    assertThat(environment(Map.of("AUMBRY_PROFILES", "/elsewhere/p")).profiles().path())
        .isEqualTo(Path.of("/elsewhere/p"));
  }

  private static Map<String, String> variable(@Nullable String value, String name) {
    return value == null ? Map.of() : Map.of(name, value);
  }
}
