package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search finds what it is meant to find. */
final class SecretSearchTest {
  private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCY";

  private final SecretSearch search = new SecretSearch();

  private Set<String> found(String text) {
    search.add("secret", SECRET);
    search.text("text", text);
    return search.found();
  }

  @Test
  void aSecretIsFoundAsItIsAndInHex() {
    byte[] bytes = SECRET.getBytes(StandardCharsets.UTF_8);
    String hex = HexFormat.of().formatHex(bytes);
    assertThat(found("key=" + SECRET + ", " + hex)).contains("text: secret", "text: secret in hex");
    assertThat(found(HexFormat.of().withUpperCase().formatHex(bytes)))
        .contains("text: secret in hex");
  }

  @Test
  void aSecretIsFoundInBase64AtEachAlignment() {
    for (String before : new String[] {"", "a", "ab", "abc", "abcd"}) {
      for (String after : new String[] {"", "y", "yz", "xyz"}) {
        byte[] bytes = (before + SECRET + after).getBytes(StandardCharsets.UTF_8);
        SecretSearch fresh = new SecretSearch();
        fresh.add("secret", SECRET);
        fresh.text("plain", Base64.getEncoder().encodeToString(bytes));
        fresh.text("url", Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        assertThat(fresh.found())
            .as(before + "|" + after)
            .containsExactly("plain: secret in Base64", "url: secret in Base64");
      }
    }
  }

  @Test
  void otherTextIsNotFound() {
    assertThat(found("no secret: " + SECRET.substring(1) + " " + SECRET.toLowerCase(Locale.ROOT)))
        .isEmpty();
  }

  @Test
  void filesAreSearchedAcrossBuffers(@TempDir Path folder) throws Exception {
    search.add("secret", SECRET);
    for (int before : new int[] {0, (1 << 20) - 40, (1 << 20) - 20, (1 << 20) - 1, 3 << 20}) {
      Files.writeString(folder.resolve("at" + before), "x".repeat(before) + SECRET);
    }
    Path allowed = Files.writeString(folder.resolve("allowed"), SECRET);
    search.files(folder, Set.of(allowed));
    assertThat(search.found())
        .hasSize(5)
        .allSatisfy(place -> assertThat(place).startsWith("at").endsWith(": secret"));
  }
}
