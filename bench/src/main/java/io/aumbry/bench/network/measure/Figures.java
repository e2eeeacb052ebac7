package io.aumbry.bench.network.measure;

/**
 * One measurement.
 *
 * @param client latencies and resource use of the client
 * @param server resource use of the server
 */
public record Figures(Sample client, Usage server) {
  private static final double MIB = 1 << 20;

  public double perSecond() {
    return client.operations() * 1e9 / Math.max(1, client.nanos());
  }

  public double megabytesPerSecond() {
    return client.bytes() * 1e3 / Math.max(1, client.nanos());
  }

  public double clientMicros() {
    return micros(client.usage());
  }

  public double serverMicros() {
    return micros(server);
  }

  /** Processor time of both sides per operation, in microseconds. */
  public double cpuMicros() {
    return clientMicros() + serverMicros();
  }

  /** Processor time of both sides per MiB of content, in microseconds. */
  public double cpuMicrosPerMebibyte() {
    return cpuMicros() * client.operations() * MIB / Math.max(1, client.bytes());
  }

  public double residentMebibytes() {
    return (client.usage().residentBytes() + server.residentBytes()) / MIB;
  }

  /** Garbage collection time of both sides, in milliseconds per second. */
  public double collectorMillis() {
    long millis = client.usage().collectorMillis() + server.collectorMillis();
    return millis * 1e9 / Math.max(1, client.nanos());
  }

  /** The number of processors that both sides kept busy. */
  public double processors() {
    return (double) (client.usage().loadNanos() + server.loadNanos()) / Math.max(1, client.nanos());
  }

  /** Throughput of the load beside the measured one. */
  public double besideMegabytesPerSecond() {
    return client.besideBytes() * 1e3 / Math.max(1, client.nanos());
  }

  double p99Millis() {
    return client.latencies().p99() / 1e3;
  }

  private double micros(Usage usage) {
    return usage.loadNanos() / 1e3 / Math.max(1, client.operations());
  }
}
