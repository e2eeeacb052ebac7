package io.aumbry.tests.cluster;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.runtime.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * {@code tests/bench-rebuild [MIB [SECONDS [KIB]]]}: one of three nodes comes back with an empty
 * disk. It measures how fast the node has all copies again (MIB of blobs of KIB each), compared
 * with the disk alone. It also measures GETs and PUTs during the rebuild, compared with SECONDS
 * without one.
 */
final class RebuildBench {
  private static final String LOST = "node3";
  private static final int PIECE = 1 << 20;
  private static final int SMALL = 4 << 10;
  private static final double MIB = 1 << 20;

  /** More than an empty store takes. */
  private static final int FIRST = 4 << 20;

  private static final Duration LOOK = Duration.ofMillis(20);
  private static final int SMALL_BLOBS = 500;
  private static final int FILLING = 16;
  private static final int GETS_PER_SECOND = 50;
  private static final int PUTS_PER_SECOND = 25;

  private final int mebibytes;
  private final Duration quiet;
  private final int blobBytes;
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<String> small = new ArrayList<>();

  private RebuildBench(int mebibytes, Duration quiet, int blobBytes) {
    this.mebibytes = mebibytes;
    this.blobBytes = blobBytes;
    this.quiet = quiet;
  }

  static void main(String[] arguments) throws IOException {
    int mebibytes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2048;
    long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 40;
    int blobKibibytes = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1024;
    new RebuildBench(mebibytes, Duration.ofSeconds(seconds), blobKibibytes << 10).run();
  }

  private void run() throws IOException {
    Path data = Files.createTempDirectory("bench-rebuild");
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient client = cluster.client()) {
      fill(client);
      cluster.nodes().forEach(cluster::awaitCaughtUp);
      say("the disk alone, MiB/s: %.0f", writesAlone(data));
      Latencies before = new Latencies();
      try (Load _ = new Load(client, before)) {
        LockSupport.parkNanos(quiet.toNanos());
      }
      before.print("quiet");
      cluster.kill(LOST);
      Path disk = cluster.files().replaceDisk(LOST);
      Latencies during = new Latencies();
      try (Load _ = new Load(client, during)) {
        long began = System.nanoTime();
        cluster.start(LOST);
        Patience.await().pollInterval(LOOK).until(() -> bytes(disk) >= FIRST);
        double first = secondsSince(began);
        cluster.awaitWhole(LOST);
        double whole = secondsSince(began);
        say("whole again after, s: %.1f", whole);
        say("of that until the first bytes came, s: %.1f", first);
        say("from then on, MiB/s: %.0f", bytes(disk) / MIB / (whole - first));
      }
      during.print("while it is rebuilt");
      say("the disk alone, MiB/s: %.0f", writesAlone(data));
    } finally {
      FolderTree.delete(data);
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }

  private void fill(RestClient client) {
    for (int i = 0; i < SMALL_BLOBS; i++) {
      small.add(client.put(BytesOfTests.random(random, SMALL)));
    }
    byte[] content = BytesOfTests.random(random, blobBytes);
    long left = ((long) mebibytes << 20) / blobBytes;
    try (ExecutorService clients = Executors.newFixedThreadPool(FILLING)) {
      for (long i = 0; i < left; i++) {
        clients.execute(() -> client.put(content));
      }
    }
  }

  /**
   * Returns the rate of writing the same amount to one file, with a sync at the end, in MiB per
   * second.
   */
  private double writesAlone(Path data) throws IOException {
    Path file = data.resolve("alone");
    ByteBuffer piece = ByteBuffer.wrap(BytesOfTests.random(random, PIECE));
    long began = System.nanoTime();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int i = 0; i < mebibytes; i++) {
        channel.write(piece.rewind());
      }
      channel.force(true);
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    Files.delete(file);
    return mebibytes / seconds;
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).mapToLong(RebuildBench::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Latencies of requests by kind, in nanoseconds, and the number of failures. */
  private static final class Latencies {
    private final Map<String, ConcurrentSkipListSet<Sample>> all = new ConcurrentSkipListMap<>();
    private final Map<String, AtomicInteger> failed = new ConcurrentHashMap<>();
    private final AtomicInteger number = new AtomicInteger();

    private record Sample(long nanos, int number) implements Comparable<Sample> {
      @Override
      public int compareTo(Sample other) {
        int order = Long.compare(nanos, other.nanos);
        return order != 0 ? order : Integer.compare(number, other.number);
      }
    }

    void measure(String kind, Runnable request) {
      long began = System.nanoTime();
      try {
        request.run();
        all.computeIfAbsent(kind, _ -> new ConcurrentSkipListSet<>())
            .add(new Sample(System.nanoTime() - began, number.incrementAndGet()));
      } catch (AssertionError | RuntimeException e) {
        failed.computeIfAbsent(kind, _ -> new AtomicInteger()).incrementAndGet();
      }
    }

    void print(String when) {
      all.forEach((kind, samples) -> {
        List<Sample> sorted = List.copyOf(samples);
        say(
            "%s, %s: %d, %d failed, ms: p50 %.1f, p99 %.1f, p99.9 %.1f",
            kind,
            when,
            sorted.size(),
            failed.getOrDefault(kind, new AtomicInteger()).get(),
            quantile(sorted, 0.5),
            quantile(sorted, 0.99),
            quantile(sorted, 0.999));
      });
    }

    private static double quantile(List<Sample> sorted, double share) {
      return sorted.get((int) (share * (sorted.size() - 1))).nanos / 1e6;
    }
  }

  /** GETs and PUTs of small blobs at a fixed rate, however long each takes. */
  private final class Load implements AutoCloseable {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    Load(RestClient client, Latencies latencies) {
      byte[] content = BytesOfTests.random(random, SMALL);
      repeat(
          GETS_PER_SECOND,
          turn -> latencies.measure("GET", () -> require(client, small.get(turn % small.size()))));
      repeat(PUTS_PER_SECOND, _ -> latencies.measure("PUT", () -> client.put(content)));
    }

    private interface Turn {
      void take(int number);
    }

    private void repeat(int perSecond, Turn turn) {
      long apart = TimeUnit.SECONDS.toNanos(1) / perSecond;
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                long began = System.nanoTime();
                for (int number = 0; !stopped.get(); number++) {
                  int now = number;
                  LockSupport.parkNanos(began + number * apart - System.nanoTime());
                  Thread.ofVirtual().start(() -> turn.take(now));
                }
              }));
    }

    private static void require(RestClient client, String path) {
      int status = client.get(path).statusCode();
      if (status != 200) {
        throw new AssertionError("GET: " + status);
      }
    }

    @Override
    public void close() {
      stopped.set(true);
      for (Thread thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new AssertionError("interrupted", e);
        }
      }
    }
  }
}
