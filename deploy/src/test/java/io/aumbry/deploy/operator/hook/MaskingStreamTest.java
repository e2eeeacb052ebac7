package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MaskingStreamTest {
  private static String masked(String secret, List<String> parts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (MaskingStream stream = new MaskingStream(out, secret)) {
      for (String part : parts) {
        stream.write(part.getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aSecretIsFoundInAnyParts() throws IOException {
    String text = "a abacus, abacab and abaabacab, abac";
    for (int first = 0; first <= text.length(); first++) {
      for (int second = first; second <= text.length(); second++) {
        List<String> parts =
            List.of(
                text.substring(0, first), text.substring(first, second), text.substring(second));
        assertThat(masked("abacab", parts))
            .as("%s", parts)
            .isEqualTo("a abacus, ****** and aba******, abac");
      }
    }
  }

  @Test
  void onlyBytesThatMayBeginTheSecretAreHeldBack() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (MaskingStream stream = new MaskingStream(out, "abacab")) {
      stream.write("begun ab".getBytes(StandardCharsets.UTF_8));
      assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("begun ");
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("begun ab");
  }

  @Test
  void withoutASecretNothingChanges() throws IOException {
    assertThat(masked("", List.of("a", "", "bc"))).isEqualTo("abc");
  }
}
