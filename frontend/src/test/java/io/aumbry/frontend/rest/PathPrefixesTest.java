package io.aumbry.frontend.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.frontend.http.PathPrefixes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PathPrefixesTest {
  private final PathPrefixes prefixes =
      new PathPrefixes(List.of("/media", "/a/b"), Optional.of("/safe"), "Main");

  @ParameterizedTest
  @CsvSource({
    "/id, /id",
    "/media/id, /id",
    "/media, ''",
    "/media/, /",
    "/Media/id, /Media/id",
    "/mediator/id, /mediator/id",
    "/a/b/id, /id",
    "/a/id, /a/id",
    "/main/id, /id",
    "/MAIN/id/BlobInfo, /id/BlobInfo",
    "/mainly/id, /mainly/id",
    "/media/Main/id, /id",
    "/Main/media/id, /media/id",
    "/media/a/b/id, /a/b/id",
    "/main, ''",
    "/, /"
  })
  void prefixAndClusterAreStrippedInWholeSegments(String path, String rest) {
    assertThat(prefixes.strip(path)).isEqualTo(rest);
  }

  @Test
  void withoutClusterNameNothingIsStripped() {
    assertThat(new PathPrefixes(List.of(), Optional.empty(), "").strip("/id")).isEqualTo("/id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "media", "/media/"})
  void aPrefixThatCouldNotMatchIsRefused(String prefix) {
    assertThatThrownBy(() -> new PathPrefixes(List.of(prefix), Optional.empty(), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("path prefix");
  }
}
