package io.aumbry.bench.network;

/**
 * One measurement.
 *
 * @param client what its callers saw, and what it used
 * @param server what it used meanwhile
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

  /** Processor time of both sides for an operation, in microseconds. */
  double cpuMicros() {
    return clientMicros() + serverMicros();
  }

  /** Processor time of both sides for a MiB of content, in microseconds. */
  double cpuMicrosPerMebibyte() {
    return cpuMicros() * client.operations() * MIB / Math.max(1, client.bytes());
  }

  double residentMebibytes() {
    return (client.usage().residentBytes() + server.residentBytes()) / MIB;
  }

  /** Time that the collections of both sides took, in milliseconds for each second. */
  double collectorMillis() {
    long millis = client.usage().collectorMillis() + server.collectorMillis();
    return millis * 1e9 / Math.max(1, client.nanos());
  }

  /** How many processors both sides kept busy. */
  double processors() {
    return (double) (client.usage().loadNanos() + server.loadNanos()) / Math.max(1, client.nanos());
  }

  /** Of what was asked for beside it. */
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
