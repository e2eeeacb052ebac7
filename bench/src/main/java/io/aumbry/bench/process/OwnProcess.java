package io.aumbry.bench.process;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** The processor time that this process has used; see proc(5). */
public final class OwnProcess {
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Path self;

  public OwnProcess() {
    this(Path.of("/proc/self"));
  }

  /**
   * Reads the figures of this process.
   *
   * @param self its folder in proc
   */
  public OwnProcess(Path self) {
    this.self = self;
  }

  /** The time of all threads, including ended ones. */
  public long cpuNanos() {
    return system.getProcessCpuTime();
  }

  /** The time of the JIT compiler's present threads. */
  public long compilerNanos() {
    return CompilerThreads.nanos(self);
  }
}
