package io.aumbry.bench.network.measure;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.load.Latencies;

/**
 * A measurement of the client.
 *
 * @param besideBytes bytes of the load beside the measured one, which is otherwise only in the
 *     usage
 * @param failures requests without an answer; they count as operations too
 */
public record Sample(
    long operations,
    long bytes,
    long besideBytes,
    long nanos,
    long failures,
    Latencies latencies,
    Usage usage) {
  public static Sample of(CallerPhase.Result result, long besideBytes, long failures, Usage usage) {
    return new Sample(
        result.operations(),
        result.bytes(),
        besideBytes,
        result.nanos(),
        failures,
        Latencies.of(result.latency()),
        usage);
  }

  public NumberList toWords() {
    return NumberList.of(
            operations,
            bytes,
            besideBytes,
            nanos,
            failures,
            latencies.p50(),
            latencies.p95(),
            latencies.p99(),
            latencies.p999())
        .and(usage.toWords());
  }

  public static Sample read(NumberList.Reader words) {
    return new Sample(
        words.nextLong(),
        words.nextLong(),
        words.nextLong(),
        words.nextLong(),
        words.nextLong(),
        new Latencies(
            words.nextDouble(), words.nextDouble(), words.nextDouble(), words.nextDouble()),
        Usage.read(words));
  }
}
