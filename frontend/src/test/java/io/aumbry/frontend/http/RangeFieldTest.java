package io.aumbry.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RangeFieldTest {
  @Test
  void readsTheThreeForms() {
    assertThat(RangeField.parse("bytes=0-0")).hasValue(new ByteRange.FromTo(0, 0));
    assertThat(RangeField.parse("bytes=5-99")).hasValue(new ByteRange.FromTo(5, 99));
    assertThat(RangeField.parse("bytes=5-")).hasValue(new ByteRange.From(5));
    assertThat(RangeField.parse("bytes=-5")).hasValue(new ByteRange.Suffix(5));
    assertThat(RangeField.parse("bytes=-0")).hasValue(new ByteRange.Suffix(0));
  }

  @Test
  void theUnitHasNoCaseAndMayBeFollowedBySpace() {
    assertThat(RangeField.parse("Bytes= 1-2 ")).hasValue(new ByteRange.FromTo(1, 2));
  }

  @Test
  void aNumberBeyondAllSizesMeansTheEnd() {
    assertThat(RangeField.parse("bytes=1-99999999999999999999"))
        .hasValue(new ByteRange.FromTo(1, Long.MAX_VALUE));
    assertThat(RangeField.parse("bytes=-99999999999999999999"))
        .hasValue(new ByteRange.Suffix(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=a-b",
        "bytes=1",
        "bytes=2-1",
        "bytes=--1",
        "bytes=-1-2",
        "bytes=1-2-3",
        "bytes=+1-2",
        "bytes=1 - 2",
        "bytes=0-1,3-4",
        "bytes=0-1,",
        "bytes 0-1",
        "items=0-1",
        "bytes=0x1-2",
        "bytes=١-٢"
      })
  void anythingElseIsRefused(String field) {
    assertThat(RangeField.parse(field)).isEmpty();
  }
}
