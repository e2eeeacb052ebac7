package io.aumbry.deploy.operator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {
  @Test
  void textIsLeftAlignedAndNumbersRightAligned() {
    TextTable table = new TextTable("node", ">used", "is");
    assertThat(table.isEmpty()).isTrue();
    table.add("a", 1, "live");
    table.add("longer", 12345, "");
    assertThat(table.isEmpty()).isFalse();
    assertThat(table.lines())
        .containsExactly(
            "node     used  is", //
            "a           1  live",
            "longer  12345");
  }

  @Test
  void aLineOfAnotherLengthIsRefused() {
    assertThatThrownBy(() -> new TextTable("one", "two").add("only one"))
        .hasMessage("1 cells for 2 columns");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "104857600, 100 MiB",
    "13314398618, 12.4 GiB",
    "9223372036854775807, 8192 PiB"
  })
  void sizes(long bytes, String words) {
    assertThat(NumberText.bytes(bytes)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 0.0 s",
    "0, 0.0 s",
    "9999, 10.0 s",
    "12000, 12 s",
    "119999, 119 s",
    "120000, 2 min",
    "7200000, 2 h",
    "172800000, 2 d"
  })
  void spans(long millis, String words) {
    assertThat(NumberText.span(millis)).isEqualTo(words);
  }

  @Test
  void countsAndNames() {
    assertThat(NumberText.count(1, "node")).isEqualTo("1 node");
    assertThat(NumberText.count(0, "node")).isEqualTo("0 nodes");
    assertThat(NumberText.names(List.of("a", "b"))).isEqualTo("a, b");
    assertThat(NumberText.names(IntStream.range(0, 11).boxed().toList()))
        .isEqualTo("0, 1, 2, 3, 4, 5, 6, 7 and 3 more");
  }
}
