package io.aumbry.bench.network;

import io.aumbry.bench.process.OwnProcess;
import io.aumbry.bench.process.ProcFs;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a process has used until a moment, or between two.
 *
 * @param compilerNanos how much of the processor time the JIT compiler took
 * @param collectorMillis how long collections took, on the clock
 * @param residentBytes memory that it has now
 */
record Usage(long cpuNanos, long compilerNanos, long collectorMillis, long residentBytes) {
  private static final OwnProcess SELF = new OwnProcess();
  private static final ProcFs PROC = new ProcFs();

  /** Of this process. */
  static Usage now() {
    return new Usage(
        SELF.cpuNanos(),
        SELF.compilerNanos(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum(),
        PROC.sample(ProcessHandle.current().pid()).residentBytes());
  }

  Usage since(Usage before) {
    return new Usage(
        cpuNanos - before.cpuNanos,
        compilerNanos - before.compilerNanos,
        collectorMillis - before.collectorMillis,
        residentBytes);
  }

  /** Without what the compiler took, which ends when all is compiled. */
  long loadNanos() {
    return Math.max(0, cpuNanos - compilerNanos);
  }

  Words toWords() {
    return Words.of(cpuNanos, compilerNanos, collectorMillis, residentBytes);
  }

  static Usage read(Words.Reader words) {
    return new Usage(words.nextLong(), words.nextLong(), words.nextLong(), words.nextLong());
  }
}
