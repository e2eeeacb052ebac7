import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Holds every Java file to google-java-format, the one formatter.
 *
 * <p>Usage: {@code java Format.java check|apply [file or folder ...]}; without a folder, the
 * working directory. {@code check} names each file that is not as the formatter writes it and fails
 * if there is one; {@code apply} rewrites them.
 */
final class Format {
  private static final Set<String> SKIPPED_FOLDERS =
      Set.of("target", ".git", ".idea", "node_modules");

  private Format() {}

  static void main(String[] args) throws IOException {
    if (args.length == 0 || !Set.of("check", "apply").contains(args[0])) {
      System.err.println("usage: java Format.java check|apply [file or folder ...]");
      System.exit(2);
    }
    boolean apply = args[0].equals("apply");
    List<Path> roots =
        args.length == 1
            ? List.of(Path.of(""))
            : Arrays.stream(args).skip(1).map(Path::of).toList();
    List<Path> files = new ArrayList<>();
    for (Path root : roots) {
      collect(root, files);
    }
    long unformatted = files.parallelStream().filter(file -> !formatted(file, apply)).count();
    if (unformatted > 0 && !apply) {
      System.err.printf("%d file(s) not formatted; run build/format%n", unformatted);
      System.exit(1);
    }
  }

  private static void collect(Path root, List<Path> files) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED_FOLDERS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Whether the file was as the formatter writes it; a file that does not parse was not. */
  private static boolean formatted(Path file, boolean apply) {
    try {
      String before = Files.readString(file);
      String after = format(before);
      if (before.equals(after)) {
        return true;
      }
      if (apply) {
        Files.writeString(file, after);
      }
      System.err.println((apply ? "formatted " : "not formatted: ") + file);
      return false;
    } catch (FormatterException e) {
      System.err.println("cannot parse " + file + ": " + e.getMessage());
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String format(String source) throws FormatterException {
    String imports =
        RemoveUnusedImports.removeUnusedImports(ImportOrderer.reorderImports(source, Style.GOOGLE));
    return new Formatter().formatSource(imports);
  }
}
