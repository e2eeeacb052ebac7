package io.aumbry.tests.simulation.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** All probes of a set of instrumented classes. The index of a probe in the list is its number. */
record ProbeMap(List<Probe> probes) {
  private static final String FILE = "aumbry-probes.txt";

  ProbeMap {
    probes = List.copyOf(probes);
  }

  void write(Path folder) throws IOException {
    Files.write(folder.resolve(FILE), probes.stream().map(Probe::toLine).toList());
  }

  static boolean isOnClassPath() {
    return ProbeMap.class.getClassLoader().getResource(FILE) != null;
  }

  /**
   * Returns the map of the classes that this JVM loads. It is empty if they are not instrumented.
   */
  static ProbeMap ofClassPath() {
    try (InputStream file = ProbeMap.class.getClassLoader().getResourceAsStream(FILE)) {
      if (file == null) {
        return new ProbeMap(List.of());
      }
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return new ProbeMap(text.lines().map(Probe::parse).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
