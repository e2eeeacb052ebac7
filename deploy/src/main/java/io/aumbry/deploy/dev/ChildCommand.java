package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.ChildJvm;
import io.aumbry.deploy.process.ProcessKind;
import java.nio.file.Path;
import java.util.List;

/**
 * The command line of a child process: Java, options and class path of this process, with its own
 * memory limit and compiler.
 */
record ChildCommand(DevOptions options) {
  private static final String SMALL_HEAP = "-Xmx128m";

  /**
   * Only the fast compiler, because a controller or ZooKeeper in such a cluster does little after
   * its start. This halves the CPU time.
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
      case SERVER, FRONTEND, STORAGE_SERVER ->
          List.of(
              "-Xmx" + options.heap().bytes(),
              "-XX:MaxDirectMemorySize=" + options.direct().bytes());
      case CONTROLLER, ZOOKEEPER -> List.of(SMALL_HEAP, QUICK_START);
    };
  }
}
