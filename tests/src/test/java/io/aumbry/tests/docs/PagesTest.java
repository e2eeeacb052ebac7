package io.aumbry.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the Markdown pages at the root of the project and in {@code docs}. */
final class PagesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** The target of a link to a file of the project, without its anchor. */
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");

  /** The name of a class, before the name of a member if there is one. */
  private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Za-z]*[a-z][A-Za-z]*)[`.]");

  private static final Pattern CONFLICT =
      Pattern.compile("^(<{7}|={7}|>{7})( .*)?$", Pattern.MULTILINE);

  @Test
  void linksLeadToFiles() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      broken.addAll(brokenLinks(page));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theGlossaryNamesClassesThatExist() throws IOException {
    Set<String> types = mainTypes();
    List<String> missing = new ArrayList<>();
    Matcher name = TYPE.matcher(Files.readString(ROOT.resolve("docs/glossary.md")));
    while (name.find()) {
      if (!types.contains(name.group(1))) {
        missing.add(name.group(1));
      }
    }
    assertThat(types).hasSizeGreaterThan(500);
    assertThat(missing).isEmpty();
  }

  @Test
  void noPageHasConflictMarkers() throws IOException {
    List<Path> conflicting = new ArrayList<>();
    for (Path page : pages()) {
      if (CONFLICT.matcher(Files.readString(page)).find()) {
        conflicting.add(ROOT.relativize(page));
      }
    }
    assertThat(conflicting).isEmpty();
  }

  private static List<String> brokenLinks(Path page) throws IOException {
    List<String> broken = new ArrayList<>();
    Matcher link = LINK.matcher(Files.readString(page));
    while (link.find()) {
      if (!Files.exists(page.resolveSibling(link.group(1)))) {
        broken.add(ROOT.relativize(page) + ": " + link.group(1));
      }
    }
    return broken;
  }

  private static Set<String> mainTypes() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      Set<String> types = new HashSet<>();
      for (Path sources : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(sources)) {
          addTypes(sources, types);
        }
      }
      return types;
    }
  }

  private static void addTypes(Path sources, Set<String> types) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".java"))
          .forEach(file -> types.add(file.substring(0, file.length() - ".java".length())));
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(root, docs)
          .filter(file -> file.getFileName().toString().endsWith(".md"))
          .forEach(pages::add);
    }
    assertThat(pages).hasSizeGreaterThan(10);
    return pages;
  }
}
