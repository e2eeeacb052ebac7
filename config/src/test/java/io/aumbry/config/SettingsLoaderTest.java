package io.aumbry.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.FrontendKeys.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsLoaderTest {
  private static final Key<Integer> PORT =
      Key.of("server.port", ValueTypes.integer(1, 65535), "1174", "Where it listens.");
  private static final Key<Duration> IDLE =
      Key.of("server.idle-timeout", ValueTypes.duration("1s", "1h"), "60s", "Then it closes.");
  private static final Key<DataSize> MEMORY =
      Key.of("server.memory", ValueTypes.size("1 MiB", "1 TiB"), "256 MiB", "For bodies.");
  private static final Key<Path> FOLDER =
      Key.optional("server.folder", ValueTypes.path(), "Where it keeps things.");
  private static final Key<List<HostPort>> PEERS =
      Key.optional("server.peers", ValueTypes.listOf(ValueTypes.address(), 3), "Its peers.");
  private static final Key<String> OTHER =
      Key.optional("other.role", ValueTypes.text(), "A key of another role.");
  private static final KeySet KEYS =
      new KeySet(
          "server",
          List.of(
              new KeySet.Section("Server", List.of(PORT, IDLE, MEMORY)),
              new KeySet.Section("Rest", List.of(FOLDER, PEERS))));
  private static final KeySet OTHERS =
      new KeySet("other", List.of(new KeySet.Section("Other", List.of(OTHER))));

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public|'public' is not public or private, a colon",
        "other:cold|'other:cold' is not",
        "public:c o|'c o' must be 1 to 63",
        "public:|'' must be 1 to 63",
        "public:a, public:b|names a container twice"
      })
  void aContainerHasOneClass(String text, String why) {
    ValueType<List<PerContainer<String>>> type = FrontendKeys.PARTITION_CLASSES.type();
    assertThat(type.parse("public:a, private:b"))
        .containsExactly(new PerContainer<>("public", "a"), new PerContainer<>("private", "b"));
    assertThatThrownBy(() -> type.parse(text)).hasMessageContaining(why);
  }

  @Test
  void aContainerMayBeMoreDurableThanOthers() {
    ValueType<List<PerContainer<Durability>>> type = FrontendKeys.CONTAINER_DURABILITY.type();
    List<PerContainer<Durability>> all = type.parse("private:majority");
    assertThat(PerContainer.find("private", all)).contains(Durability.MAJORITY);
    assertThat(PerContainer.find("public", all)).isEmpty();
    assertThatThrownBy(() -> type.parse("private:most"))
        .hasMessage("'most' must be one of local, majority, remote");
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    Settings settings = new SettingsLoader(KEYS).load();

    assertThat(settings.value(PORT)).isEqualTo(1174);
    assertThat(settings.value(IDLE)).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.value(MEMORY).bytes()).isEqualTo(256L << 20);
    assertThat(settings.find(FOLDER)).isEmpty();
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

    Settings settings =
        new SettingsLoader(KEYS)
            .file(file)
            .environment(
                Map.of("AUMBRY_SERVER_IDLE_TIMEOUT", "3m", "AUMBRY_SERVER_MEMORY", "5 MiB"),
                List.of(KEYS))
            .flags(List.of("--server.memory=6 MiB", "--server.peers=a:1, b:2"))
            .load();

    assertThat(settings.value(PORT)).isEqualTo(1);
    assertThat(settings.value(IDLE)).isEqualTo(Duration.ofMinutes(3));
    assertThat(settings.value(MEMORY)).isEqualTo(new DataSize(6 << 20));
    assertThat(settings.value(PEERS)).containsExactly(new HostPort("a", 1), new HostPort("b", 2));
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
        "server.peers = a:0|address 'a' port 0",
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
  void allMistakesAreSaidAtOnce() {
    assertThatThrownBy(() -> load("server.prot = 1", "# fine", "server.port = 0"))
        .hasMessageContaining("x.conf:1: server.prot is not")
        .hasMessageContaining("x.conf:3: server.port: 0 is out of bounds");
  }

  @Test
  void aKeySetTwiceInAFileIsAMistake() {
    assertThatThrownBy(() -> load("server.port = 1", "", "server.port = 2"))
        .hasMessage("x.conf:3: server.port is set in line 1 too");
  }

  @Test
  void aMissingFileIsSaidSo() {
    Path missing = folder.resolve("missing.conf");
    assertThatThrownBy(() -> new SettingsLoader(KEYS).file(missing))
        .isInstanceOf(ConfigException.class)
        .hasMessage("cannot read the configuration " + missing + ": there is no such file");
  }

  @Test
  void aVariableOfAnotherRoleIsLeftAloneAndOneOfNoneIsAMistake() {
    List<KeySet> all = List.of(KEYS, OTHERS);
    Settings settings =
        new SettingsLoader(KEYS)
            .environment(Map.of("AUMBRY_OTHER_ROLE", "x", "PATH", "/bin"), all)
            .load();
    assertThat(settings.value(PORT)).isEqualTo(1174);

    assertThatThrownBy(() ->
            new SettingsLoader(KEYS).environment(Map.of("AUMBRY_SERVER_PROT", "1"), all).load())
        .hasMessage(
            "environment AUMBRY_SERVER_PROT: names no key; did you mean AUMBRY_SERVER_PORT?");
  }

  @Test
  void aBadFlagIsNamed() {
    assertThatThrownBy(() -> new SettingsLoader(KEYS).flags(List.of("--server.prt=1")).load())
        .hasMessage("flag --server.prt is not a key of server; did you mean server.port?");
    assertThatThrownBy(() -> new SettingsLoader(KEYS).flags(List.of("--server.port")).load())
        .hasMessage("'--server.port' is not of the form --key=value; did you mean server.port?");
    assertThatThrownBy(() -> new SettingsLoader(KEYS).flags(List.of("--confg", "x")).load())
        .hasMessageContaining("did you mean config?");
    assertThatThrownBy(() -> new SettingsLoader(KEYS).flags(List.of("--hlep=1")).load())
        .hasMessageContaining("did you mean help?");
  }

  @Test
  void aRequiredKeyThatIsMissingIsNamedWithTheWaysToSetIt() {
    KeySet keys =
        new KeySet(
            "server",
            List.of(
                new KeySet.Section(
                    "A", List.of(Key.required("server.name", ValueTypes.text(), "Who it is.")))));
    assertThatThrownBy(() -> new SettingsLoader(keys).load())
        .hasMessageContaining("server.name is not set, but must be")
        .hasMessageContaining("AUMBRY_SERVER_NAME");
  }

  @Test
  void aDefaultOutOfItsOwnBoundsIsRefusedWhereItIsDeclared() {
    assertThatThrownBy(() -> Key.of("a.b", ValueTypes.integer(1, 2), "3", "Wrong."))
        .hasMessageContaining("3 is out of bounds, must be 1 to 2");
  }

  private static Settings load(String... lines) {
    return new SettingsLoader(KEYS).file(ConfigFile.parse("x.conf", List.of(lines))).load();
  }
}
