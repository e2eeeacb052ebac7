package io.aumbry.store.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A file in which the kernel shows numbers. Has no lines if it is absent. */
record ControlFile(List<List<String>> lines) {
  static ControlFile read(Path file) {
    try {
      return new ControlFile(
          Files.readAllLines(file).stream()
              .map(line -> List.of(line.strip().split("\\s+", -1)))
              .toList());
    } catch (IOException absent) {
      return new ControlFile(List.of());
    }
  }

  /** The first word of the file; empty if it is no number, such as {@code max}. */
  OptionalLong number() {
    return lines.stream().limit(1).flatMapToLong(words -> parse(words.getFirst()).stream()).findFirst();
  }

  /** The number after a name at the start of a line. */
  OptionalLong number(String name) {
    return lines.stream()
        .filter(words -> words.size() > 1 && words.getFirst().equals(name))
        .flatMapToLong(words -> parse(words.get(1)).stream())
        .findFirst();
  }

  /** Version 1 of control groups shows a missing limit as a number of 19 digits. */
  private static OptionalLong parse(String word) {
    return word.matches("\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(word))
        : OptionalLong.empty();
  }
}
