package io.aumbry.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.http.Preconditions.Verdict;
import io.aumbry.transport.http.HttpHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning and order of the conditions of RFC 9110, 13. */
final class PreconditionsTest {
  private static final Validators CURRENT = new Validators("\"this\"", 784_111_777);
  private static final long NOW = 1_795_000_000_000L;
  private static final List<String> FIELDS =
      List.of("If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since");

  /** The table of 13.2.2: the four fields in their order, then the verdicts. */
  private static final String TABLE =
      """
      -     | -      | -     | -      | PROCEED      | PROCEED
      same  | -      | -     | -      | PROCEED      | PROCEED
      any   | -      | -     | -      | PROCEED      | PROCEED
      list  | -      | -     | -      | PROCEED      | PROCEED
      other | -      | -     | -      | FAILED       | FAILED
      weak  | -      | -     | -      | FAILED       | FAILED
      same  | before | -     | -      | PROCEED      | PROCEED
      other | after  | -     | -      | FAILED       | FAILED
      -     | before | -     | -      | FAILED       | FAILED
      -     | at     | -     | -      | PROCEED      | PROCEED
      -     | after  | -     | -      | PROCEED      | PROCEED
      -     | bad    | -     | -      | PROCEED      | PROCEED
      -     | -      | same  | -      | NOT_MODIFIED | FAILED
      -     | -      | weak  | -      | NOT_MODIFIED | FAILED
      -     | -      | any   | -      | NOT_MODIFIED | FAILED
      -     | -      | list  | -      | NOT_MODIFIED | FAILED
      -     | -      | other | -      | PROCEED      | PROCEED
      -     | -      | other | after  | PROCEED      | PROCEED
      -     | -      | same  | before | NOT_MODIFIED | FAILED
      -     | -      | -     | before | PROCEED      | PROCEED
      -     | -      | -     | at     | NOT_MODIFIED | PROCEED
      -     | -      | -     | after  | NOT_MODIFIED | PROCEED
      -     | -      | -     | bad    | PROCEED      | PROCEED
      same  | -      | same  | -      | NOT_MODIFIED | FAILED
      other | -      | same  | -      | FAILED       | FAILED
      same  | -      | -     | at     | NOT_MODIFIED | PROCEED
      -     | before | same  | -      | FAILED       | FAILED
      -     | at     | same  | -      | NOT_MODIFIED | FAILED
      -     | at     | -     | at     | NOT_MODIFIED | PROCEED
      """;

  private static final int READS = 4;
  private static final int OTHERS = 5;

  @Test
  void conditionsAreEvaluatedInTheOrderOfTheRfc() {
    TABLE
        .lines()
        .forEach(line -> {
          assertThat(conditions(line, true).verdict(CURRENT))
              .as("GET: " + line)
              .isEqualTo(verdict(line, READS));
          assertThat(conditions(line, false).verdict(CURRENT))
              .as("DELETE: " + line)
              .isEqualTo(verdict(line, OTHERS));
        });
  }

  @Test
  void mayStopDoesNotNeedTheDate() {
    TABLE
        .lines()
        .forEach(line -> {
          if (verdict(line, READS) != Verdict.PROCEED) {
            assertThat(conditions(line, true).mayStop(CURRENT.entityTag())).as(line).isTrue();
          }
          if (verdict(line, OTHERS) != Verdict.PROCEED) {
            assertThat(conditions(line, false).mayStop(CURRENT.entityTag())).as(line).isTrue();
          }
        });
  }

  @Test
  void matchingTagsNeedNoLookAtTheBlob() {
    for (String line : List.of("- | - | - | -", "same | before | other | at", "same | - | - | -")) {
      assertThat(conditions(line, true).mayStop(CURRENT.entityTag())).as(line).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"this", "this", "W/this", "\"this\"x\"", "w/\"this\"", "", ",", "\"\""})
  void aMalformedTagMatchesNothing(String field) {
    HttpHeaders headers = HttpHeaders.builder().add("If-Match", field).build();
    boolean first = field.startsWith("\"this\"");
    assertThat(new Preconditions(headers, true, NOW).verdict(CURRENT))
        .isEqualTo(first ? Verdict.PROCEED : Verdict.FAILED);
  }

  @Test
  void aListMayBeSpreadOverFields() {
    HttpHeaders headers =
        HttpHeaders.builder().add("If-Match", "\"a\", \"b,\"").add("if-match", "\"this\"").build();
    assertThat(new Preconditions(headers, true, NOW).verdict(CURRENT)).isEqualTo(Verdict.PROCEED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"this\"                       | true",
        "\"other\"                      | false",
        "W/\"this\"                     | false",
        "Sun, 06 Nov 1994 08:49:37 GMT  | true",
        "Sunday, 06-Nov-94 08:49:37 GMT | true",
        "Sun, 06 Nov 1994 08:49:36 GMT  | false",
        "Sun, 06 Nov 1994 08:49:38 GMT  | false",
        "whenever                       | false",
        "*                              | false"
      })
  void aRangeIsHonouredOnlyIfIfRangeMatchesExactly(String condition, boolean honoured) {
    HttpHeaders headers = HttpHeaders.builder().add("If-Range", condition).build();
    Preconditions conditions = new Preconditions(headers, true, NOW);
    assertThat(conditions.allowsRange(CURRENT)).isEqualTo(honoured);
    if (!conditions.rangeNeedsDate()) {
      assertThat(conditions.allowsTaggedRange(CURRENT.entityTag())).isEqualTo(honoured);
    }
  }

  @Test
  void withoutIfRangeARangeIsHonoured() {
    Preconditions conditions = new Preconditions(HttpHeaders.builder().build(), true, NOW);
    assertThat(conditions.allowsRange(CURRENT)).isTrue();
    assertThat(conditions.allowsTaggedRange(CURRENT.entityTag())).isTrue();
    assertThat(conditions.rangeNeedsDate()).isFalse();
  }

  private static Preconditions conditions(String line, boolean reads) {
    List<String> cells = cells(line);
    HttpHeaders.Builder headers = HttpHeaders.builder();
    for (int i = 0; i < FIELDS.size(); i++) {
      if (!cells.get(i).equals("-")) {
        headers.add(FIELDS.get(i), value(cells.get(i)));
      }
    }
    return new Preconditions(headers.build(), reads, NOW);
  }

  private static Verdict verdict(String line, int column) {
    return Verdict.valueOf(cells(line).get(column));
  }

  private static List<String> cells(String line) {
    return List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
  }

  private static String value(String word) {
    return switch (word) {
      case "same" -> "\"this\"";
      case "other" -> "\"other\", \"thi\", \"this \"";
      case "weak" -> "W/\"this\"";
      case "list" -> "\"a,b\" , W/\"c\",,\t\"this\"";
      case "any" -> "*";
      case "before" -> "Sun, 06 Nov 1994 08:49:36 GMT";
      case "at" -> "Sun, 06 Nov 1994 08:49:37 GMT";
      case "after" -> "Sun, 06 Nov 1994 08:49:38 GMT";
      case "bad" -> "1994-11-06";
      default -> throw new AssertionError(word);
    };
  }
}
