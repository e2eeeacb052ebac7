package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Endless writers and readers, and a record of everything that was acknowledged to them. */
final class AcknowledgedBlobs implements AutoCloseable {
  private static final int[] SIZES = {100, 4_096, 70_000, 300_000};

  /**
   * Pause between two blobs of a writer. The tests check requests, not throughput, and leave the
   * machine to the processes that they start.
   */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final RestClient rest;
  private final Map<String, Long> seedByPath = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger reads = new AtomicInteger();

  private final AtomicInteger changes = new AtomicInteger();

  private final AtomicBoolean stopped = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();

  /** Starts {@code writers} that write a blob, read it at once, and delete every tenth. */
  AcknowledgedBlobs(RestClient rest, int writers) {
    this.rest = rest;
    for (int writer = 0; writer < writers; writer++) {
      long firstSeed = (writer + 1L) << 32;
      threads.add(Thread.ofVirtual().start(() -> write(firstSeed)));
    }
  }

  private void write(long firstSeed) {
    for (long seed = firstSeed; !stopped.get(); seed++) {
      try {
        HttpResponse<String> response = rest.post(publisher(seed), Map.of());
        changes.incrementAndGet();
        if (response.statusCode() == 201) {
          check(response.headers().firstValue("Location").orElseThrow(), seed);
        } else {
          failures.add("POST " + response.statusCode() + " " + response.body());
        }
      } catch (UncheckedIOException | AssertionError e) {
        failures.add("" + e);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static BodyPublisher publisher(long seed) {
    return BodyPublishers.ofByteArray(content(seed));
  }

  private void check(String path, long seed) {
    read(rest, path, seed);
    if (seed % 10 == 0) {
      int status = rest.delete(path).statusCode();
      changes.incrementAndGet();
      if (status != 202) {
        failures.add("DELETE " + status + " " + path);
      }
    } else {
      seedByPath.put(path, seed);
    }
  }

  private void read(RestClient by, String path, long seed) {
    HttpResponse<byte[]> response = by.get(path);
    reads.incrementAndGet();
    if (response.statusCode() != 200 || !Arrays.equals(response.body(), content(seed))) {
      failures.add("GET " + response.statusCode() + " " + path + " of seed " + seed);
    }
  }

  void stop() throws InterruptedException {
    stopped.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /**
   * Reads every acknowledged blob that was not deleted. Unreadable blobs are added to the failures.
   */
  void readAll() {
    readAll(rest);
  }

  /** As {@link #readAll()}, with another client, for example after a restart. */
  void readAll(RestClient by) {
    seedByPath.entrySet().parallelStream()
        .forEach(entry -> read(by, entry.getKey(), entry.getValue()));
  }

  int requests() {
    return reads.get() + changes.get();
  }

  int count() {
    return seedByPath.size();
  }

  /** Waits for {@code more} reads without failure. Each read compares every byte. */
  void awaitReads(int more) {
    int until = reads.get() + more;
    await()
        .failFast(() -> assertThat(failures).isEmpty())
        .untilAsserted(() -> assertThat(reads.get()).isGreaterThanOrEqualTo(until));
  }

  /** Waits for {@code more} answers, whether successful or not. */
  void awaitAnswers(int more) {
    int until = requests() + more;
    await().until(() -> requests() >= until);
  }

  List<String> takeFailures() {
    List<String> taken = new ArrayList<>();
    for (String failure = failures.poll(); failure != null; failure = failures.poll()) {
      taken.add(failure);
    }
    return taken;
  }

  private static byte[] content(long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[SIZES[(int) (seed % SIZES.length)]];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Stops the writers after their next answer, without waiting for it. */
  @Override
  public void close() {
    stopped.set(true);
  }
}
