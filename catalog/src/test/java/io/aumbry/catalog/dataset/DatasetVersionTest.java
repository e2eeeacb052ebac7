package io.aumbry.catalog.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DatasetVersionTest {
  @ParameterizedTest
  @CsvSource({
    "MONOTONIC, LATEST, 0, 1",
    "MONOTONIC, LATEST, 41, 42",
    "TIMESTAMP, LATEST, 0, 5000",
    "TIMESTAMP, LATEST, 4999, 5000",
    "TIMESTAMP, LATEST, 5000, 5001",
    "TIMESTAMP, LATEST, 9000, 9001",
    "SEMANTIC, LATEST, 0.0.0, 0.0.1",
    "SEMANTIC, LATEST, 1.2.3, 1.2.4",
    "SEMANTIC, PATCH, 1.2.3, 1.2.4",
    "SEMANTIC, MINOR, 1.2.3, 1.3.0",
    "SEMANTIC, MAJOR, 1.2.3, 2.0.0",
    "SEMANTIC, MAJOR, 0.0.0, 1.0.0",
    "SEMANTIC_LONG, LATEST, 1.2.3.4, 1.2.3.5",
    "SEMANTIC_LONG, REVISION, 1.2.3.4, 1.2.3.5",
    "SEMANTIC_LONG, PATCH, 1.2.3.4, 1.2.4.0",
    "SEMANTIC_LONG, MINOR, 1.2.3.4, 1.3.0.0",
    "SEMANTIC_LONG, MAJOR, 1.2.3.4, 2.0.0.0",
  })
  void theNextVersion(VersionSchema schema, VersionStep step, String latest, String next) {
    DatasetVersion version = DatasetVersion.parse(schema, latest);
    assertThat(version.next(step, 5000)).hasToString(next);
    assertThat(version.next(step, 5000)).isGreaterThan(version);
  }

  /** A client could not name it. */
  @ParameterizedTest
  @CsvSource({
    "MONOTONIC, LATEST, 999999999999999999",
    "TIMESTAMP, LATEST, 999999999999999999",
    "SEMANTIC, MAJOR, 999999999999999999.0.0",
  })
  void noVersionFollowsTheGreatestNumber(VersionSchema schema, VersionStep step, String latest) {
    assertThatThrownBy(() -> DatasetVersion.parse(schema, latest).next(step, 5000))
        .isInstanceOf(AumbryException.class)
        .hasMessage("there is no version " + step + " after " + latest);
  }

  @ParameterizedTest
  @CsvSource({
    "MONOTONIC, MAJOR",
    "MONOTONIC, REVISION",
    "TIMESTAMP, PATCH",
    "SEMANTIC, REVISION",
  })
  void aSchemaHasNotAllSteps(VersionSchema schema, VersionStep step) {
    assertThatThrownBy(() -> DatasetVersion.zero(schema).next(step, 1))
        .isInstanceOf(AumbryException.class)
        .hasMessage("the schema " + schema + " has no version " + step);
    assertThatThrownBy(() -> VersionRequest.parse(schema, step.name()))
        .isInstanceOf(AumbryException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "MONOTONIC, ''",
    "MONOTONIC, -1",
    "MONOTONIC, 01",
    "MONOTONIC, 1.2",
    "MONOTONIC, latest",
    "MONOTONIC, 1000000000000000000",
    "TIMESTAMP, x",
    "SEMANTIC, 1.2",
    "SEMANTIC, 1.2.3.4",
    "SEMANTIC, 1..3",
    "SEMANTIC, 1.2.3.",
    "SEMANTIC, 1.2.3-rc1",
    "SEMANTIC_LONG, 1.2.3",
    "SEMANTIC_LONG, 1.2.3.4.5",
  })
  void textThatIsNoVersionIsRefused(VersionSchema schema, String text) {
    assertThatThrownBy(() -> VersionRequest.parse(schema, text))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("'" + text + "' is no version of schema " + schema);
  }

  @Test
  void theOrderOfBytesIsThatOfTheNumbers() {
    List<String> ordered =
        List.of(
            "0.0.0",
            "0.0.9",
            "0.0.10",
            "0.1.0",
            "0.255.0",
            "0.256.0",
            "1.0.0",
            "10.0.0",
            "999999999999999999.0.0");
    List<DatasetVersion> versions = new ArrayList<>();
    ordered.forEach(text -> versions.add(DatasetVersion.parse(VersionSchema.SEMANTIC, text)));
    Collections.shuffle(versions, new Random(3));
    versions.sort((a, b) -> Arrays.compareUnsigned(a.order(), b.order()));
    assertThat(versions.stream().map(DatasetVersion::toString)).isEqualTo(ordered);
    for (DatasetVersion version : versions) {
      assertThat(DatasetVersion.ofOrder(version.schema(), version.order())).isEqualTo(version);
    }
  }
}
