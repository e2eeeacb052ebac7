package io.aumbry.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comments and pages keep to plain English: phrases that hide the actor of a sentence are rare. */
final class EnglishTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern COMMENT =
      Pattern.compile("/\\*(.*?)\\*/|(?<![:\"\\w])//([^\\n]*)", Pattern.DOTALL);

  private static final Pattern MARKUP =
      Pattern.compile("```.*?```|`[^`]*`|\\{@[^}]*}|<[^>]*>|@\\w+", Pattern.DOTALL);

  /** Most occurrences in 10,000 words. */
  private static final Map<String, Integer> LIMITS =
      Map.of(
          "\\bwhat\\b", 10,
          "\\bwho(m|ever|se)?\\b", 5,
          "\\bso (many|much)\\b", 3,
          "\\b(one|ones|those) (that|which|who)\\b", 4,
          "\\b(nobody|somebody|everybody)\\b", 1,
          "\\b(anew|meanwhile|thereby|whence)\\b", 2);

  @Test
  void commentsAndPagesAreInPlainEnglish() throws IOException {
    String text = "";
    try (Stream<Path> files = Files.walk(ROOT)) {
      text =
          files
              .filter(EnglishTest::isOfTheProject)
              .map(EnglishTest::prose)
              .collect(Collectors.joining("\n"));
    }
    assertThat(words(text)).isGreaterThan(100_000);
    assertThat(tooMany(text)).isEmpty();
  }

  @Test
  void eachPhraseIsCountedInCommentsAndPages() {
    String riddle = "what whom so much one that nobody anew";
    String comment =
        "int what = 1; /** {@code what} " + riddle + " */ String who = \"//who\"; // who";
    assertThat(tooMany(comments(comment))).hasSize(LIMITS.size());
    assertThat(tooMany("`what` " + riddle)).hasSize(LIMITS.size());
    assertThat(tooMany("The puller reads the record. ".repeat(500) + riddle))
        .hasSizeLessThan(LIMITS.size());
    assertThat(comments("int what = 1; String who = \"//who\";")).isBlank();
  }

  private static boolean isOfTheProject(Path file) {
    String path = ROOT.relativize(file).toString();
    boolean isGenerated = path.contains("target/") || path.startsWith(".git/");
    return !isGenerated && (path.endsWith(".java") || path.endsWith(".md"));
  }

  private static String prose(Path file) {
    try {
      String content = Files.readString(file);
      return file.toString().endsWith(".md") ? content : comments(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String comments(String source) {
    return COMMENT
        .matcher(source)
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .collect(Collectors.joining("\n"));
  }

  private static String plain(String text) {
    return MARKUP.matcher(text).replaceAll(" ").toLowerCase(Locale.ROOT);
  }

  private static long words(String text) {
    return Pattern.compile("[a-z']+").matcher(plain(text)).results().count();
  }

  /** The phrases that occur more often than their limits, with their number in 10,000 words. */
  private static Map<String, Long> tooMany(String text) {
    String plain = plain(text);
    long words = words(text);
    Map<String, Long> found = new TreeMap<>();
    LIMITS.forEach((phrase, most) -> {
      long count = Pattern.compile(phrase).matcher(plain).results().count();
      if (count * 10_000 > most * words) {
        found.put(phrase, count * 10_000 / words);
      }
    });
    return found;
  }
}
