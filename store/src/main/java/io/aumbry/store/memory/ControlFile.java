package io.aumbry.store.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A file in which the kernel shows numbers. Has no lines if it is absent. */
record ControlFile(List<String> lines) {
  static ControlFile read(Path file) {
    try {
      return new ControlFile(Files.readAllLines(file));
    } catch (IOException absent) {
      return new ControlFile(List.of());
    }
  }

  /** The only number of the file; empty for a word such as {@code max}. */
  OptionalLong number() {
    return number("");
  }

  /** The number after a name at the start of a line. */
  OptionalLong number(String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .limit(1)
        .flatMapToLong(line -> parse(line.substring(name.length()).strip()).stream())
        .findFirst();
  }

  /** Version 1 of control groups shows a missing limit as a number of 19 digits. */
  private static OptionalLong parse(String text) {
    String word = text.split(" ", 2)[0];
    return word.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(word)) : OptionalLong.empty();
  }
}
