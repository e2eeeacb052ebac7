package io.aumbry.bench.store;

/**
 * The resource use of a measurement.
 *
 * @param cpuNanos processor time of all threads of the process that did the work
 * @param compilerNanos the JIT compiler's part of it, which stops when everything is compiled
 * @param device bytes to and from the device, of all processes
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

  /** Processor time of the load, without the JIT compiler. */
  long loadNanos() {
    return Math.max(0, cpuNanos - compilerNanos);
  }
}
