package io.aumbry.protocol.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.ByteRange.Resolved;
import org.junit.jupiter.api.Test;

class ByteRangeTest {
  @Test
  void aRangeIsClippedToTheBlob() {
    assertThat(new ByteRange.All().resolve(10)).contains(new Resolved(0, 10));
    assertThat(new ByteRange.None().resolve(10)).contains(new Resolved(0, 0));
    assertThat(new ByteRange.FromTo(0, 0).resolve(10)).contains(new Resolved(0, 1));
    assertThat(new ByteRange.FromTo(3, 99).resolve(10)).contains(new Resolved(3, 10));
    assertThat(new ByteRange.FromTo(9, Long.MAX_VALUE).resolve(10)).contains(new Resolved(9, 10));
    assertThat(new ByteRange.From(9).resolve(10)).contains(new Resolved(9, 10));
    assertThat(new ByteRange.Suffix(3).resolve(10)).contains(new Resolved(7, 10));
    assertThat(new ByteRange.Suffix(30).resolve(10)).contains(new Resolved(0, 10));
  }

  @Test
  void aRangeWithNoneOfTheBytesIsEmpty() {
    assertThat(new ByteRange.FromTo(10, 11).resolve(10)).isEmpty();
    assertThat(new ByteRange.From(10).resolve(10)).isEmpty();
    assertThat(new ByteRange.From(0).resolve(0)).isEmpty();
    assertThat(new ByteRange.Suffix(0).resolve(10)).isEmpty();
    assertThat(new ByteRange.Suffix(5).resolve(0)).isEmpty();
  }

  @Test
  void allOfAnEmptyBlobIsEmpty() {
    assertThat(new ByteRange.All().resolve(0)).contains(new Resolved(0, 0));
  }

  @Test
  void anInvalidRangeIsRefused() {
    assertThatThrownBy(() -> new ByteRange.FromTo(3, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange.From(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange.Suffix(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
