package io.aumbry.bench.network;

/**
 * One measurement.
 *
 * @param client latencies and resource use of the client
 * @param server resource use of the server
 */
record Figures(Sample client, Usage server) {
  private static final double MIB = 1 << 20;

  double perSecond() {
    return client.operations() * 1e9 / Math.max(1, client.nanos());
  }

  double megabytesPerSecond() {
    return client.bytes() * 1e3 / Math.max(1, client.nanos());
  }

  double clientMicros() {
    return micros(client.usage());
  }

  double serverMicros() {
    return micros(server);
  }

  /** Processor time of both sides per operation, in microseconds. */
  double cpuMicros() {
    return clientMicros() + serverMicros();
  }

  /** Processor time of both sides per MiB of content, in microseconds. */
  double cpuMicrosPerMebibyte() {
    return cpuMicros() * client.operations() * MIB / Math.max(1, client.bytes());
  }

  double residentMebibytes() {
    return (client.usage().residentBytes() + server.residentBytes()) / MIB;
  }

  /** Garbage collection time of both sides, in milliseconds per second. */
  double collectorMillis() {
    long millis = client.usage().collectorMillis() + server.collectorMillis();
    return millis * 1e9 / Math.max(1, client.nanos());
  }

  /** The number of processors that both sides kept busy. */
  double processors() {
    return (double) (client.usage().loadNanos() + server.loadNanos()) / Math.max(1, client.nanos());
  }

  /** Throughput of the load beside the measured one. */
  double besideMegabytesPerSecond() {
    return client.besideBytes() * 1e3 / Math.max(1, client.nanos());
  }

  double p99Millis() {
    return client.latencies().p99() / 1e3;
  }

  private double micros(Usage usage) {
    return usage.loadNanos() / 1e3 / Math.max(1, client.operations());
  }
}
