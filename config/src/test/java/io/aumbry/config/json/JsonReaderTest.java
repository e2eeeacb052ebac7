package io.aumbry.config.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.aumbry.config.DataSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonReaderTest {
  private static final String DOCUMENT =
      """
      {
        "cluster": "home",
        "sealed": true,
        "weight": 2.5,
        "nodes": [{"name": "n1", "port": 7000}, {"name": "n2", "port": 7001, "class": "cold"}],
        "limits": {"GOLD": 5}
      }
      """;

  private static final JsonReader<Cluster> READER =
      new JsonReader<>(Cluster.class, DataSize.parse("1 KiB"));

  record Cluster(
      String cluster,
      boolean sealed,
      double weight,
      List<Node> nodes,
      Map<Level, Integer> limits) {}

  record Node(String name, int port, @JsonProperty("class") Optional<String> nodeClass) {
    Node {
      if (port > 65_535) {
        throw new IllegalArgumentException("port " + port + ", at most 65535");
      }
    }
  }

  enum Level {
    GOLD
  }

  private static Cluster read(String document) {
    return READER.read(document.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aDocumentWithEveryKeyIsRead() {
    assertThat(read(DOCUMENT))
        .isEqualTo(
            new Cluster(
                "home",
                true,
                2.5,
                List.of(
                    new Node("n1", 7000, Optional.empty()),
                    new Node("n2", 7001, Optional.of("cold"))),
                Map.of(Level.GOLD, 5)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # unknown, absent, repeated
          `"sealed": true` | `"sealed": true, "colour": 1` | `key 'colour': unknown, known keys are`
          `"port": 7001` | `"port": 7001, "zone": 1` | `key 'nodes[1].zone': unknown`
          `"sealed": true,` | `` | `'sealed'`
          `, "port": 7001` | `` | `key 'nodes[1]`
          `"sealed": true` | `"sealed": true, "sealed": true` | `Duplicate field 'sealed'`
          `"GOLD": 5` | `"GOLD": 5, "GOLD": 5` | `Duplicate field 'GOLD'`
          # null
          `"home"` | `null` | `'cluster'`
          `true` | `null` | `key 'sealed': must be true or false`
          `7001` | `null` | `key 'nodes[1].port'`
          `"cold"` | `null` | `key 'nodes[1].class': must not be null`
          `{"name": "n1", "port": 7000}` | `null` | `key 'nodes`
          `"GOLD": 5` | `"GOLD": null` | `key 'limits`
          # another type
          `7001` | `"7001"` | `key 'nodes[1].port': must be a whole number`
          `7001` | `7001.5` | `key 'nodes[1].port'`
          `7001` | `7001000000` | `key 'nodes[1].port'`
          `7001` | `70010` | `port 70010, at most 65535`
          `"home"` | `7` | `key 'cluster': must be a text`
          `"home"` | `true` | `key 'cluster'`
          `"cold"` | `7` | `key 'nodes[1].class'`
          `true` | `1` | `key 'sealed': must be true or false`
          `true` | `"true"` | `key 'sealed'`
          `"GOLD"` | `"gold"` | `key 'limits`
          `{"GOLD": 5}` | `[5]` | `key 'limits': must be an object`
          """)
  void whatIsWrongIsNamed(String right, String wrong, String named) {
    assertThat(DOCUMENT).contains(right);
    assertThatThrownBy(() -> read(DOCUMENT.replace(right, wrong == null ? "" : wrong)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(named)
        .hasMessageContaining("line ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `` | `No content`
          `null` | `the document is null`
          `[]` | `must be an object`
          `7` | `must be an object`
          `"home"` | `must be an object`
          `{` | `end-of-input`
          `{}` | `'cluster'`
          `{"cluster": "home"` | `(start marker at [line: 1, column: 1])`
          `{'cluster': 1}` | `Unexpected character`
          `{"cluster": NaN}` | `NaN`
          """)
  void textThatIsNoDocumentIsRefused(String text, String reason) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "{}", "null", "// comment"})
  void nothingFollowsTheDocument(String rest) {
    assertThatThrownBy(() -> read(DOCUMENT + rest))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("line 8");
  }

  @Test
  void theLongestDocumentIsReadAndALongerOneIsRefused() {
    assertThat(read(DOCUMENT + " ".repeat(1024 - DOCUMENT.length())).cluster()).isEqualTo("home");
    assertThatThrownBy(() -> read(DOCUMENT + " ".repeat(1025 - DOCUMENT.length())))
        .isInstanceOf(JsonException.class)
        .hasMessage("the document has 1025 bytes, at most 1 KiB are allowed");
  }

  @Test
  void aFileIsRefusedByItsSizeBeforeItIsRead(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("cluster.json"), DOCUMENT);
    assertThat(READER.read(file).cluster()).isEqualTo("home");
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.position(1L << 40);
      channel.write(ByteBuffer.allocate(1));
    }
    assertThatThrownBy(() -> READER.read(file)).hasMessageContaining("at most 1 KiB are allowed");
  }

  @Test
  void longValuesAndKeysAreRefusedWithTheLimit() {
    JsonReader<Cluster> reader = new JsonReader<>(Cluster.class, DataSize.parse("1 MiB"));
    Map<String, String> changes =
        Map.of(
            "\"home\"", "\"" + "x".repeat(65_537) + "\"",
            "\"GOLD\"", "\"" + "x".repeat(257) + "\"",
            "2.5", "1".repeat(65));
    Map<String, String> limits = Map.of("\"home\"", "65536", "\"GOLD\"", "256", "2.5", "64");
    changes.forEach((right, wrong) ->
        assertThatThrownBy(
                () -> reader.read(DOCUMENT.replace(right, wrong).getBytes(StandardCharsets.UTF_8)))
            .isInstanceOf(JsonException.class)
            .hasMessageContaining("exceeds the maximum allowed (" + limits.get(right)));
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Lenient(int known) {}

  @Test
  void aForeignDocumentMayHaveOtherKeysWithinTheLimits() {
    JsonReader<Lenient> reader = new JsonReader<>(Lenient.class, DataSize.parse("1 KiB"));
    String document = "{\"other\": %s, \"known\": 1}";
    byte[] flat = document.formatted("[[1]]").getBytes(StandardCharsets.UTF_8);
    assertThat(reader.read(flat)).isEqualTo(new Lenient(1));
    byte[] deep =
        document.formatted("[".repeat(40) + "]".repeat(40)).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> reader.read(deep))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("depth (33) exceeds the maximum allowed (32");
  }

  @Test
  void noTextMakesItThrowAnotherException() {
    Random random = new Random(11);
    for (int i = 0; i < 20_000; i++) {
      byte[] document = DOCUMENT.getBytes(StandardCharsets.UTF_8);
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        document[random.nextInt(document.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(READER.read(document).nodes()).doesNotContainNull();
      } catch (JsonException refused) {
        assertThat(refused.getMessage()).isNotBlank();
      }
    }
  }

  private record Loose(List<@Nullable Map<String, @Nullable Object>> items) {}

  @Test
  void aDocumentOfAnotherSystemWithTooManyTokensIsRefused() {
    String document = "{\"items\":[{}" + ",{}".repeat(1_000_000) + "]}";
    assertThatThrownBy(() ->
            JsonReader.allowingNulls(Loose.class, DataSize.parse("20 MiB"))
                .read(document.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("exceeds the maximum allowed (2000000");
  }

  @Test
  void documentsOfOtherSystemsMayHaveNullInListsAndMaps() {
    byte[] document = "{\"items\":[{\"a\":null,\"b\":1},null]}".getBytes(StandardCharsets.UTF_8);
    DataSize limit = DataSize.parse("1 KiB");
    Loose loose = JsonReader.allowingNulls(Loose.class, limit).read(document);
    assertThat(loose.items()).hasSize(2).endsWith((Map<String, @Nullable Object>) null);
    assertThat(loose.items().getFirst()).containsEntry("a", null).containsEntry("b", 1);
    assertThatThrownBy(() -> new JsonReader<>(Loose.class, limit).read(document))
        .isInstanceOf(JsonException.class);
    byte[] none = "{\"items\":null}".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> JsonReader.allowingNulls(Loose.class, limit).read(none))
        .isInstanceOf(JsonException.class);
  }
}
