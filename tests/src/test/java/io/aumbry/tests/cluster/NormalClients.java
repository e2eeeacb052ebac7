package io.aumbry.tests.cluster;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * A few well-behaved clients that put and get small and large blobs, one request at a time each.
 */
final class NormalClients {
  private static final int CLIENTS = 3;
  private static final List<Integer> SIZES = List.of(4 << 10, 64 << 10, 4 << 10, 1 << 20);

  private final URI endpoint;

  NormalClients(URI endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * The outcome of a load.
   *
   * @param nanos latencies of the requests that succeeded, in ascending order
   */
  record Outcome(int requests, List<Long> nanos) {
    double successPercent() {
      return 100.0 * nanos.size() / requests;
    }

    double millis(double quantile) {
      return nanos.isEmpty() ? 0 : nanos.get((int) (quantile * (nanos.size() - 1))) / 1e6;
    }
  }

  Outcome run(int rounds) {
    return run(rounds, () -> true);
  }

  Outcome run(Duration span) {
    long end = System.nanoTime() + span.toNanos();
    return run(Integer.MAX_VALUE, () -> System.nanoTime() - end < 0);
  }

  private Outcome run(int rounds, BooleanSupplier goesOn) {
    ConcurrentLinkedQueue<Long> outcomes = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      threads.add(Thread.ofVirtual().start(() -> work(rounds, goesOn, outcomes)));
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }
    List<Long> nanos = outcomes.stream().filter(each -> each >= 0).sorted().toList();
    return new Outcome(outcomes.size(), nanos);
  }

  private void work(int rounds, BooleanSupplier goesOn, ConcurrentLinkedQueue<Long> outcomes) {
    try (RestClient client = new RestClient(endpoint, RestClient.OnUnavailable.RETURN)) {
      for (int round = 0; round < rounds && goesOn.getAsBoolean(); round++) {
        byte[] content = new byte[SIZES.get(round % SIZES.size())];
        Arrays.fill(content, (byte) round);
        String[] path = new String[1];
        outcomes.add(
            timed(() -> {
              var response = client.post(BodyPublishers.ofByteArray(content), Map.of());
              path[0] = response.headers().firstValue("Location").orElse("");
              return response.statusCode() == 201;
            }));
        if (path[0] != null && !path[0].isEmpty()) {
          outcomes.add(timed(() -> Arrays.equals(client.get(path[0]).body(), content)));
        }
      }
    }
  }

  /** Returns the latency in nanoseconds, or -1 if the request failed. */
  private static long timed(BooleanSupplier request) {
    long begun = System.nanoTime();
    try {
      return request.getAsBoolean() ? System.nanoTime() - begun : -1;
    } catch (UncheckedIOException broken) {
      return -1;
    }
  }
}
