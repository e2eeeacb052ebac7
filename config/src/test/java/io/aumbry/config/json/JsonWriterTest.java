package io.aumbry.config.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JsonWriterTest {
  private enum State {
    LEADER,
    CATCHING_UP
  }

  private record Place(int z, int a) {}

  /** Its method looks like a bean property. */
  private interface Leading {
    boolean isLeading();
  }

  private record Node(
      String zone,
      @JsonUnwrapped Place place,
      Optional<Long> usedBytes,
      @JsonUnwrapped(prefix = "disk_") Optional<Place> disk,
      @JsonProperty("class") String nodeClass,
      State state)
      implements Leading {
    @Override
    public boolean isLeading() {
      return true;
    }
  }

  private static final Node WHOLE =
      new Node(
          "z1",
          new Place(1, 2),
          Optional.of(3L),
          Optional.of(new Place(4, 5)),
          "x",
          State.CATCHING_UP);

  private static final Node BARE =
      new Node("z1", new Place(1, 2), Optional.empty(), Optional.empty(), "x", State.LEADER);

  @Test
  void keysStandInTheOrderOfComponentsAndNestedOnesInTheirPlace() {
    Leading other = WHOLE;
    assertThat(other.isLeading()).isTrue();
    assertThat(JsonWriter.CAMEL_CASE.line(WHOLE))
        .isEqualTo(
            """
            {"zone":"z1","z":1,"a":2,"usedBytes":3,"disk_z":4,"disk_a":5,"class":"x",\
            "state":"CATCHING_UP"}\
            """);
  }

  @Test
  void snakeCaseAppliesToKeysAndConstants() {
    assertThat(JsonWriter.SNAKE_CASE.line(WHOLE))
        .isEqualTo(
            """
            {"zone":"z1","z":1,"a":2,"used_bytes":3,"disk_z":4,"disk_a":5,"class":"x",\
            "state":"catching_up"}\
            """);
  }

  @Test
  void anEmptyOptionalHasNoKey() {
    assertThat(JsonWriter.CAMEL_CASE.line(BARE))
        .isEqualTo("{\"zone\":\"z1\",\"z\":1,\"a\":2,\"class\":\"x\",\"state\":\"LEADER\"}");
  }

  private record Counts(Map<State, Integer> byState) {}

  @Test
  void aMapKeepsTheOrderOfItsKeys() {
    Map<State, Integer> counts = new EnumMap<>(State.class);
    counts.put(State.CATCHING_UP, 1);
    counts.put(State.LEADER, 2);
    assertThat(JsonWriter.SNAKE_CASE.line(new Counts(counts)))
        .isEqualTo("{\"by_state\":{\"leader\":2,\"catching_up\":1}}");
  }

  private record Cell(@JsonValue double value) {}

  private record Table(String title, @JsonAnyGetter Map<String, Cell> cells) {}

  @Test
  void keysThatADocumentChoosesItselfComeAsTheyAre() {
    Map<String, Cell> cells = new LinkedHashMap<>();
    cells.put("p99Micros", new Cell(1.5));
    cells.put("a", new Cell(2));
    assertThat(JsonWriter.SNAKE_CASE.line(new Table("t", cells)))
        .isEqualTo("{\"title\":\"t\",\"p99Micros\":1.5,\"a\":2.0}");
  }

  private record Text(String text, List<String> all) {}

  @Test
  void textIsQuotedAndEncoded() {
    Text text = new Text("a \"b\" \\ \n \u0001 é", List.of());
    String expected = "{\"text\":\"a \\\"b\\\" \\\\ \\n \\u0001 é\",\"all\":[]}";
    assertThat(JsonWriter.CAMEL_CASE.line(text)).isEqualTo(expected);
    assertThat(JsonWriter.CAMEL_CASE.bytes(text))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(expected);
  }

  @Test
  void documentsAndArraysOfThemAreIndented() {
    Text text = new Text("a", List.of("b", "c"));
    assertThat(JsonWriter.CAMEL_CASE.indented(text))
        .isEqualTo("{\n  \"text\" : \"a\",\n  \"all\" : [ \"b\", \"c\" ]\n}");
    assertThat(JsonWriter.CAMEL_CASE.indented(List.of(text)))
        .isEqualTo("[ {\n  \"text\" : \"a\",\n  \"all\" : [ \"b\", \"c\" ]\n} ]");
  }

  @Test
  void fieldsHaveTheOrderOfTheDocument() {
    assertThat(JsonWriter.SNAKE_CASE.fields(WHOLE))
        .hasToString(
            "{zone=z1, z=1, a=2, used_bytes=3, disk_z=4, disk_a=5, class=x, state=catching_up}");
  }

  private record Name(String name) {}

  @Test
  void logsGetUsAsciiOnOneLine() {
    String line = JsonWriter.ASCII.line(new Name("a\n\u2028\u00e9\ud83d\ude00\ud800"));
    assertThat(line).isEqualTo("{\"name\":\"a\\n\\u2028\\u00E9\\uD83D\\uDE00\\uD800\"}");
  }
}
