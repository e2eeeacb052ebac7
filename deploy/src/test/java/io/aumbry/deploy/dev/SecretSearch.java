package io.aumbry.deploy.dev;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Searches files and texts for secrets: as they are, in hexadecimal, and in Base64 at each of the
 * three alignments that a text around them can give them.
 */
final class SecretSearch {
  /** Patterns are found by their first bytes. Shorter secrets could occur by chance. */
  private static final int SHORTEST = 12;

  private static final int BUFFER = 1 << 20;

  /** Encoded secrets by their first eight bytes. */
  private final Map<Long, List<Pattern>> patterns = new HashMap<>();

  /** The first bytes of patterns, so that most positions cost one lookup in an array. */
  private final boolean[] starts = new boolean[1 << 16];

  private final Set<String> found = new TreeSet<>();
  private int longest = SHORTEST;
  private long searchedBytes;

  private static final class Pattern {
    private final String name;
    private final byte[] bytes;

    Pattern(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }
  }

  /** Adds a secret. */
  void add(String name, byte[] secret) {
    if (secret.length < SHORTEST) {
      throw new IllegalArgumentException(name + " has " + secret.length + " bytes");
    }
    put(name, secret);
    put(name + " in hex", ascii(HexFormat.of().formatHex(secret)));
    put(name + " in hex", ascii(HexFormat.of().withUpperCase().formatHex(secret)));
    for (int shift = 0; shift < 3; shift++) {
      byte[] shifted = new byte[shift + secret.length];
      System.arraycopy(secret, 0, shifted, shift, secret.length);
      for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
        // Characters at the ends also depend on the bytes around the secret.
        String text = encoder.withoutPadding().encodeToString(shifted);
        int whole = shifted.length * 8 / 6;
        put(name + " in Base64", ascii(text.substring(shift == 0 ? 0 : shift + 1, whole)));
      }
    }
  }

  void add(String name, String secret) {
    add(name, secret.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void put(String name, byte[] bytes) {
    longest = Math.max(longest, bytes.length);
    starts[first(bytes, 0)] = true;
    patterns
        .computeIfAbsent(prefix(bytes, 0), _ -> new ArrayList<>())
        .add(new Pattern(name, bytes));
  }

  private static int first(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
  }

  private static long prefix(byte[] bytes, int at) {
    long prefix = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      prefix = prefix << 8 | (bytes[at + i] & 0xFF);
    }
    return prefix;
  }

  /** Searches all files below a folder, except {@code allowed}. */
  void files(Path folder, Set<Path> allowed) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!allowed.contains(file)) {
          file(folder, file);
        }
      }
    }
  }

  private void file(Path folder, Path file) throws IOException {
    String place = folder.relativize(file).toString();
    byte[] bytes = new byte[BUFFER + longest];
    int kept = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.readNBytes(bytes, kept, BUFFER);
          read > 0;
          read = in.readNBytes(bytes, kept, BUFFER)) {
        search(place, bytes, kept + read);
        searchedBytes += read;
        int tail = Math.min(longest, kept + read);
        System.arraycopy(bytes, kept + read - tail, bytes, 0, tail);
        kept = tail;
      }
    }
  }

  void text(String place, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    search(place, bytes, bytes.length);
    searchedBytes += bytes.length;
  }

  private void search(String place, byte[] bytes, int length) {
    for (int at = 0; at + SHORTEST <= length; at++) {
      if (starts[first(bytes, at)]) {
        searchAt(place, bytes, at, length);
      }
    }
  }

  private void searchAt(String place, byte[] bytes, int at, int length) {
    for (Pattern pattern : patterns.getOrDefault(prefix(bytes, at), List.of())) {
      int end = at + pattern.bytes.length;
      if (end <= length && Arrays.equals(bytes, at, end, pattern.bytes, 0, end - at)) {
        found.add(place + ": " + pattern.name);
      }
    }
  }

  /** The places with a secret, and the secret's name. */
  Set<String> found() {
    return found;
  }

  long searchedBytes() {
    return searchedBytes;
  }
}
