package io.aumbry.config.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.DataSize;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonValueTest {
  @Test
  void valuesKeepTheirTypesAndOrder() {
    JsonValue value = parse("{\"b\":[\"x\",1,-2.50,true],\"a\":{}}");
    assertThat(value)
        .isEqualTo(
            new JsonValue.Fields(
                Map.of(
                    "b",
                    new JsonValue.Sequence(
                        List.of(
                            new JsonValue.Text("x"),
                            new JsonValue.Numeral("1"),
                            new JsonValue.Numeral("-2.5"),
                            new JsonValue.Flag(true))),
                    "a",
                    new JsonValue.Fields(Map.of()))));
    assertThat(((JsonValue.Fields) value).values().keySet()).containsExactly("b", "a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null|the document is null",
        "{'a':[1,null]}|key 'a[1]': null",
        "{'a':{'b':null}}|key 'a.b': null",
        "{'a':1,'a':2}|Duplicate field",
        "{} {}|railing",
        "{|end-of-input",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]|depth"
      })
  void otherDocumentsAreRefused(String document, String reason) {
    assertThatThrownBy(() -> parse(document.replace('\'', '"')))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(reason.replace("''", "'"));
  }

  @Test
  void aHugeExponentStaysShort() {
    assertThat(parse("1e999999")).isEqualTo(new JsonValue.Numeral("1E+999999"));
  }

  @Test
  void aDocumentAboveTheLimitIsRefused() {
    assertThatThrownBy(() -> JsonValue.parse(new byte[11], DataSize.parse("10 B")))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("11 bytes, at most 10 B");
  }

  private static JsonValue parse(String document) {
    return JsonValue.parse(document.getBytes(StandardCharsets.UTF_8), DataSize.parse("1 KiB"));
  }
}
