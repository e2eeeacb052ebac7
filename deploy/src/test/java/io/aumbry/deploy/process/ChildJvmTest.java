package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
  @Test
  void operatorsJvmOptionsComeLast() {
    List<String> words =
        ChildJvm.command(List.of("-Xmx1g"), "a.Main", List.of("--version"), " -Xmx2g  -Da=b ");
    assertThat(words)
        .containsSubsequence("-Xmx1g", "-Xmx2g", "-Da=b", "-cp")
        .doesNotContain("")
        .endsWith("--version");
  }

  @Test
  void nothingIsAddedByDefault() {
    assertThat(ChildJvm.command(List.of("-Xmx1g"), "a.Main", List.of(), "")).doesNotContain("");
  }
}
