package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.OwnJava;
import io.aumbry.deploy.process.ProcessKind;
import java.nio.file.Path;
import java.util.List;

/**
 * How a process of a development cluster is started: with the Java, the options and the class path
 * of this one, and memory of its own.
 */
record ChildCommand(DevOptions options) {
  private static final String SMALL_HEAP = "-Xmx128m";

  List<String> of(PlannedProcess process, Path configuration) {
    return OwnJava.command(
        memory(process.kind()),
        List.of(
            process.kind().command(), "--config", configuration.toString(), "--stop-with-stdin"));
  }

  private List<String> memory(ProcessKind kind) {
    return switch (kind) {
      case FRONTEND, STORAGE_SERVER ->
          List.of(
              "-Xmx" + options.heap().bytes(),
              "-XX:MaxDirectMemorySize=" + options.direct().bytes());
      case CONTROLLER, ZOOKEEPER -> List.of(SMALL_HEAP);
    };
  }
}
