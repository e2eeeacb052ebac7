package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of clients that make turns until they are stopped, with their failures. */
final class ClientThreads {
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger turns = new AtomicInteger();
  private volatile boolean ending;

  void start(Runnable client) {
    threads.add(Thread.ofVirtual().start(client));
  }

  /** Whether the clients are to make no more turns. */
  boolean isEnding() {
    return ending;
  }

  void turned() {
    turns.incrementAndGet();
  }

  int turns() {
    return turns.get();
  }

  void failed(String failure) {
    failures.add(failure);
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Waits until each client has made {@code more} turns without failure. */
  void awaitTurns(int more) {
    int until = turns() + more * threads.size();
    await()
        .failFast(() -> assertThat(failures).isEmpty())
        .untilAsserted(() -> assertThat(turns()).isGreaterThanOrEqualTo(until));
  }

  /** Lets the clients end, without waiting for them. */
  void end() {
    ending = true;
  }

  void stop() throws InterruptedException {
    end();
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
