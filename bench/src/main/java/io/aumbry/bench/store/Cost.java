package io.aumbry.bench.store;

/**
 * What a measurement used of the machine.
 *
 * @param cpuNanos processor time of all threads of the process that did the work
 * @param compilerNanos how much of it the JIT compiler took, which ends when all is compiled
 * @param device what went to and came from the device, for whomever
 */
record Cost(long cpuNanos, long compilerNanos, Device.Traffic device) {
  static final Cost NONE = new Cost(0, 0, Device.Traffic.NONE);

  Cost since(Cost before) {
    return new Cost(
        cpuNanos - before.cpuNanos,
        compilerNanos - before.compilerNanos,
        device.since(before.device));
  }

  Cost plus(Cost other) {
    return new Cost(
        cpuNanos + other.cpuNanos, compilerNanos + other.compilerNanos, device.plus(other.device));
  }

  Cost with(Device.Traffic traffic) {
    return new Cost(cpuNanos, compilerNanos, traffic);
  }

  /** Processor time that the load itself costs, once all is compiled. */
  long loadNanos() {
    return Math.max(0, cpuNanos - compilerNanos);
  }
}
