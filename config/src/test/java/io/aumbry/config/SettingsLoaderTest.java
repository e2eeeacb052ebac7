package io.aumbry.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsLoaderTest {
  private static final KeySet<ServerProcess> KEYS = KeySet.of("server", ServerProcess.class);
  private static final KeySet<OtherProcess> OTHERS = KeySet.of("other", OtherProcess.class);

  public record ServerProcess(@Section("Server") Server server, @Section("Rest") Rest rest) {}

  /** Has a value that is never set. */
  public record Server(
      @Setting(key = "server.port", range = "1 to 65535", text = "Where it listens.")
          @Default("1174")
          int port,
      @Setting(key = "server.idle-timeout", range = "1s to 1h", text = "Then it closes.")
          @Default("60s")
          Duration idle,
      @Setting(key = "server.memory", range = "1 MiB to 1 TiB", text = "For bodies.")
          @Default("256 MiB")
          long memory,
      @Default("64 KiB") int buffer) {}

  /** Has only optional values. */
  public record Rest(
      @Setting(key = "server.folder", text = "Where it keeps things.") Optional<Path> folder,
      @Setting(key = "server.peers", form = "host:port", most = 3, text = "Its peers.") @Default("")
          List<HostPort> peers,
      @Setting(
              key = "server.classes",
              form = "1 to 3 letters",
              pattern = "[a-z]{1,3}",
              text = "Classes of containers.")
          @Default("")
          Map<Container, String> classes,
      @Setting(key = "server.levels", text = "Levels of containers.") @Default("")
          Map<Container, Level> levels,
      Optional<String> computed) {
    public Rest {
      if (folder.isPresent() && peers.isEmpty()) {
        throw new IllegalArgumentException("server.folder is set, but not server.peers");
      }
    }
  }

  public record OtherProcess(@Section("Other") Other other) {}

  public record Other(@Setting(key = "other.role", text = "A key.") Optional<String> role) {}

  /** A process with a required key. */
  public record NamedProcess(@Section("ServerProcess") Name name) {}

  public record Name(@Setting(key = "server.name", text = "Names it.") String name) {}

  public enum Container {
    PUBLIC,
    PRIVATE
  }

  public enum Level {
    LOCAL,
    FAR_AWAY
  }

  /** A type that parses its own values. */
  public record HostPort(String host, int port) {
    public static HostPort parse(String text) {
      String[] parts = text.split(":", 2);
      if (parts.length < 2) {
        throw new IllegalArgumentException("'" + text + "' is not an address such as host:2181");
      }
      return new HostPort(parts[0], Integer.parseInt(parts[1]));
    }
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public|'public' is not public or private, a colon",
        "other:cold|'other:cold' is not",
        "public:c o|'c o' must be 1 to 3",
        "public:|'' must be 1 to 3",
        "public:a, public:b|'public:a, public:b' names a container twice"
      })
  void aContainerHasOneClass(String text, String why) {
    assertThat(loadFlag("--server.classes=public:a, private:b").rest().classes())
        .isEqualTo(Map.of(Container.PUBLIC, "a", Container.PRIVATE, "b"));
    assertThatThrownBy(() -> loadFlag("--server.classes=" + text)).hasMessageContaining(why);
  }

  @Test
  void aContainerMayHaveAnotherLevelThanOthers() {
    assertThat(loadFlag("--server.levels=private:far-away").rest().levels())
        .isEqualTo(Map.of(Container.PRIVATE, Level.FAR_AWAY));
    assertThatThrownBy(() -> loadFlag("--server.levels=private:most"))
        .hasMessageContaining("'most' must be one of far-away, local");
  }

  @Test
  void anUnsetKeyHasItsDefault() {
    ServerProcess settings = new SettingsLoader<>(KEYS).load();

    assertThat(settings.server())
        .isEqualTo(new Server(1174, Duration.ofMinutes(1), 256L << 20, 64 << 10));
    assertThat(settings.rest())
        .isEqualTo(new Rest(Optional.empty(), List.of(), Map.of(), Map.of(), Optional.empty()));
    assertThat(Settings.defaults(Server.class)).isEqualTo(settings.server());
  }

  @Test
  void aCombinationThatTheRecordRefusesIsAMistake() {
    assertThatThrownBy(() -> loadFlag("--server.folder=/x"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("server.folder is set, but not server.peers");
  }

  @Test
  void environmentWinsOverTheFileAndFlagsOverBoth() throws Exception {
    Path file = folder.resolve("server.conf");
    Files.writeString(
        file,
        """
        # the file
        server.port = 1
        server.idle-timeout = 2m
          server.memory=4MiB
        """);

    ServerProcess settings =
        new SettingsLoader<>(KEYS)
            .file(file)
            .environment(
                Map.of("AUMBRY_SERVER_IDLE_TIMEOUT", "3m", "AUMBRY_SERVER_MEMORY", "5 MiB"),
                List.of(KEYS))
            .flags(List.of("--server.memory=6 MiB", "--server.peers=a:1, b:2"))
            .load();

    assertThat(settings.server())
        .isEqualTo(new Server(1, Duration.ofMinutes(3), 6 << 20, 64 << 10));
    assertThat(settings.rest().peers()).containsExactly(new HostPort("a", 1), new HostPort("b", 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "server.prot = 1|x.conf:1: server.prot is not a key of server; did you mean server.port?",
        "nothing.like.it = 1|x.conf:1: nothing.like.it is not a key of server",
        "server.port = 70000|x.conf:1: server.port: 70000 is out of bounds, must be 1 to 65535",
        "server.port = lots|'lots' is not a whole number of at most nine digits",
        "server.port = 99999999999|'99999999999' is not a whole number of at most nine digits",
        "server.idle-timeout = 10|'10' is not a duration such as 250ms",
        "server.idle-timeout = 10ms|10ms is out of bounds, must be 1s to 1h",
        "server.memory = 4 MB|'4 MB' is not a size such as 512 KiB",
        "server.memory = 1 KiB|1 KiB is out of bounds, must be 1 MiB to 1 TiB",
        "server.memory = 99999999999999999 TiB|is more than 8 EiB",
        "server.peers = a:1,,b:2|'a:1,,b:2' has an empty item",
        "server.peers = a:1,b:2,c:3,d:4|a list of 4, must be 1 to 3",
        "server.peers = a|'a' is not an address such as host:2181",
        "server.port|x.conf:1: 'server.port' is not of the form key = value",
        "server.port =|x.conf:1: server.port has no value",
        "server.port = 5 # five|x.conf:1: a comment needs a line of its own",
      })
  void aMistakeInTheFileIsNamedWithItsLine(String line, String expected) {
    assertThatThrownBy(() -> load(line))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void allMistakesAreReportedTogether() {
    assertThatThrownBy(() -> load("server.prot = 1", "# fine", "server.port = 0"))
        .hasMessageContaining("x.conf:1: server.prot is not")
        .hasMessageContaining("x.conf:3: server.port: 0 is out of bounds");
  }

  @Test
  void aKeySetTwiceInAFileIsAMistake() {
    assertThatThrownBy(() -> load("server.port = 1", "", "server.port = 2"))
        .hasMessage("x.conf:3: server.port is already set in line 1");
  }

  @Test
  void aMissingFileIsReported() {
    Path missing = folder.resolve("missing.conf");
    assertThatThrownBy(() -> new SettingsLoader<>(KEYS).file(missing))
        .isInstanceOf(ConfigException.class)
        .hasMessage("cannot read the configuration " + missing + ": no such file");
  }

  @Test
  void aVariableOfAnotherRoleIsIgnoredAndAnUnknownOneIsAMistake() {
    List<KeySet<?>> all = List.of(KEYS, OTHERS);
    ServerProcess settings =
        new SettingsLoader<>(KEYS)
            .environment(Map.of("AUMBRY_OTHER_ROLE", "x", "PATH", "/bin"), all)
            .load();
    assertThat(settings.server().port()).isEqualTo(1174);

    assertThatThrownBy(() ->
            new SettingsLoader<>(KEYS).environment(Map.of("AUMBRY_SERVER_PROT", "1"), all).load())
        .hasMessage(
            "environment AUMBRY_SERVER_PROT: unknown key; did you mean AUMBRY_SERVER_PORT?");
  }

  @Test
  void aBadFlagIsNamed() {
    assertThatThrownBy(() -> new SettingsLoader<>(KEYS).flags(List.of("--server.prt=1")).load())
        .hasMessage("flag --server.prt is not a key of server; did you mean server.port?");
    assertThatThrownBy(() -> new SettingsLoader<>(KEYS).flags(List.of("--server.port")).load())
        .hasMessage("'--server.port' is not of the form --key=value; did you mean server.port?");
    assertThatThrownBy(() -> new SettingsLoader<>(KEYS).flags(List.of("--confg", "x")).load())
        .hasMessageContaining("did you mean config?");
    assertThatThrownBy(() -> new SettingsLoader<>(KEYS).flags(List.of("--hlep=1")).load())
        .hasMessageContaining("did you mean help?");
  }

  @Test
  void aRequiredKeyThatIsMissingIsNamedWithTheWaysToSetIt() {
    KeySet<NamedProcess> keys = KeySet.of("server", NamedProcess.class);
    assertThatThrownBy(() -> new SettingsLoader<>(keys).load())
        .hasMessageContaining("server.name is required but not set (Names it.)")
        .hasMessageContaining("AUMBRY_SERVER_NAME");
  }

  private static ServerProcess loadFlag(String flag) {
    return new SettingsLoader<>(KEYS).flags(List.of(flag)).load();
  }

  private static ServerProcess load(String... lines) {
    return new SettingsLoader<>(KEYS).file(ConfigFile.parse("x.conf", List.of(lines))).load();
  }
}
