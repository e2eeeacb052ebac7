package io.aumbry.deploy.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a process in the order of their start. They are stopped in reverse order. A part may
 * be a group of parts that start later, but stop in the place of the group. Used by one thread at a
 * time.
 */
final class ProcessComponents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessComponents.class);

  private final Deque<Part> started = new ArrayDeque<>();

  /** Adds a part, which will be stopped before all earlier ones. */
  <T extends AutoCloseable> T add(String name, T part) {
    started.push(new Part(name, part));
    return part;
  }

  /** The names of the parts, without groups, in the reverse order of their stop. */
  List<String> names() {
    return started.reversed().stream().flatMap(Part::names).toList();
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      Part part = started.pop();
      try {
        part.closeable().close();
      } catch (Exception failure) {
        LOG.atWarn()
            .addKeyValue("part", part.name())
            .setCause(failure)
            .log("a part did not stop cleanly");
      }
    }
  }

  private record Part(String name, AutoCloseable closeable) {
    Stream<String> names() {
      return closeable instanceof ProcessComponents group
          ? group.names().stream()
          : Stream.of(name);
    }
  }
}
