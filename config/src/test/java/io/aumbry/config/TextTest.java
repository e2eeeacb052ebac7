package io.aumbry.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  @ParameterizedTest
  @CsvSource({
    "'',abc,3",
    "abc,abc,0",
    "kitten,sitting,3",
    "port,prot,1",
    "dve,dev,1",
    "ca,abc,3",
    "a,b,1"
  })
  void distanceCountsLettersToChange(String a, String b, int expected) {
    assertThat(Text.distance(a, b)).isEqualTo(expected);
    assertThat(Text.distance(b, a)).isEqualTo(expected);
  }

  @Test
  void theNearestCandidateIsSuggestedAndAFarOneIsNot() {
    List<String> commands = List.of("frontend", "controller", "put", "get");
    assertThat(Text.nearest("frontent", commands)).contains("frontend");
    assertThat(Text.nearest("gte", commands)).contains("get");
    assertThat(Text.nearest("xyz", commands)).isEmpty();
    assertThat(Text.nearest("gett", commands)).contains("get");
    assertThat(Text.nearest("unrelated", commands)).isEmpty();
  }

  @Test
  void sizesAreWrittenInTheLargestUnitWithoutFraction() {
    assertThat(new DataSize(0)).hasToString("0 B");
    assertThat(new DataSize(1536)).hasToString("1536 B");
    assertThat(new DataSize(4 << 20)).hasToString("4 MiB");
    assertThat(DataSize.parse("4MiB")).isEqualTo(DataSize.parse("4096 KiB"));
  }
}
