package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.ChildJvm;
import io.aumbry.deploy.process.ProcessKind;
import java.nio.file.Path;
import java.util.List;

/**
 * How a process of a development cluster is started: with the Java, the options and the class path
 * of this one, and with memory and a compiler of its own.
 */
record ChildCommand(DevOptions options) {
  private static final String SMALL_HEAP = "-Xmx128m";

  /**
   * Only the fast compiler: most of what a controller or a ZooKeeper computes in such a cluster is
   * its start, which takes half of the CPU time then.
   */
  private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  List<String> of(PlannedProcess process, Path configuration) {
    return ChildJvm.command(
        jvmOptions(process.kind()),
        List.of(
            process.kind().command(), "--config", configuration.toString(), "--stop-with-stdin"));
  }

  private List<String> jvmOptions(ProcessKind kind) {
    return switch (kind) {
      case FRONTEND, STORAGE_SERVER ->
          List.of(
              "-Xmx" + options.heap().bytes(),
              "-XX:MaxDirectMemorySize=" + options.direct().bytes());
      case CONTROLLER, ZOOKEEPER -> List.of(SMALL_HEAP, QUICK_START);
    };
  }
}
