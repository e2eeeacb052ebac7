package io.aumbry.bench.load;

import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A fixed set of connections to a target, kept from phase to phase. Used by one thread. */
public final class LoadGenerator implements AutoCloseable {
  /** The result of a phase, and its length until the last answer. */
  public record Result(Tally tally, Duration elapsed) {}

  private static final int MAX_CONNECTIONS = 4096;

  private final List<BlobConnection> connections;
  private final Time time;
  private final Pacer pacer;

  LoadGenerator(List<BlobConnection> connections, Time time, Pacer pacer) {
    this.connections = List.copyOf(connections);
    this.time = time;
    this.pacer = pacer;
  }

  /** Creates a generator of HTTP requests. Connections are opened on first use. */
  public static LoadGenerator http(
      Target target, int connections, BlobContent content, Time time, Pacer pacer) {
    if (connections < 1 || connections > MAX_CONNECTIONS) {
      throw new IllegalArgumentException(
          "concurrency must be 1 to " + MAX_CONNECTIONS + ", not " + connections);
    }
    return new LoadGenerator(
        IntStream.range(0, connections)
            .<BlobConnection>mapToObj(
                i -> new HttpBlobConnection(target.endpointOf(i), target, content))
            .toList(),
        time,
        pacer);
  }

  /** Sends requests until the limit is reached, and waits for every answer. */
  public Result run(Workload workload, Schedule schedule, Limit limit) {
    Phase phase = new Phase(workload, schedule, limit, time, pacer);
    Mailbox<Tally> ended = new Mailbox<>();
    Mailbox<Throwable> failed = new Mailbox<>();
    List<Thread> threads =
        connections.stream()
            .map(connection ->
                Thread.ofPlatform()
                    .daemon()
                    .name("bench")
                    .uncaughtExceptionHandler((_, failure) -> failed.post(failure))
                    .start(() -> ended.post(phase.run(connection))))
            .toList();
    threads.forEach(LoadGenerator::await);
    failed
        .poll()
        .ifPresent(failure -> {
          throw new IllegalStateException("a connection's thread failed", failure);
        });
    List<Tally> tallies = threads.stream().map(_ -> ended.take()).toList();
    return new Result(Tally.sum(tallies), phase.elapsed());
  }

  private static void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for answers", e);
    }
  }

  @Override
  public void close() {
    connections.forEach(BlobConnection::close);
  }
}
