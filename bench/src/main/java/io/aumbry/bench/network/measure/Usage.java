package io.aumbry.bench.network.measure;

import io.aumbry.bench.process.OwnProcess;
import io.aumbry.bench.process.ProcFs;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The resource use of a process until a point in time, or between two.
 *
 * @param compilerNanos processor time of the JIT compiler
 * @param collectorMillis elapsed time of garbage collections
 * @param residentBytes present resident memory
 */
public record Usage(long cpuNanos, long compilerNanos, long collectorMillis, long residentBytes) {
  private static final OwnProcess SELF = new OwnProcess();
  private static final ProcFs PROC = new ProcFs();

  /** The resource use of this process. */
  public static Usage now() {
    return new Usage(
        SELF.cpuNanos(),
        SELF.compilerNanos(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum(),
        PROC.sample(ProcessHandle.current().pid()).residentBytes());
  }

  public Usage since(Usage before) {
    return new Usage(
        cpuNanos - before.cpuNanos,
        compilerNanos - before.compilerNanos,
        collectorMillis - before.collectorMillis,
        residentBytes);
  }

  /** Processor time without the JIT compiler, which stops when everything is compiled. */
  long loadNanos() {
    return Math.max(0, cpuNanos - compilerNanos);
  }

  public NumberList toWords() {
    return NumberList.of(cpuNanos, compilerNanos, collectorMillis, residentBytes);
  }

  public static Usage read(NumberList.Reader words) {
    return new Usage(words.nextLong(), words.nextLong(), words.nextLong(), words.nextLong());
  }
}
