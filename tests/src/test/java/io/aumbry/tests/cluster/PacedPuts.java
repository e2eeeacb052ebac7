package io.aumbry.tests.cluster;

import io.aumbry.protocol.buffer.BytesOfTests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** PUTs of equal size at a fixed rate, however long each takes. */
record PacedPuts(String name, int size, int perSecond) {
  String title() {
    return name + ", " + perSecond + " a second";
  }

  /**
   * Puts blobs for this time, and waits for all answers.
   *
   * @return the number of blobs
   */
  int put(RestClient client, SplittableRandom random, Duration during) {
    long apart = TimeUnit.SECONDS.toNanos(1) / perSecond;
    int count = (int) (during.toNanos() / apart);
    long began = System.nanoTime();
    List<Thread> puts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] content = BytesOfTests.random(random, size);
      LockSupport.parkNanos(began + i * apart - System.nanoTime());
      puts.add(Thread.ofVirtual().start(() -> client.put(content)));
    }
    for (Thread put : puts) {
      try {
        put.join();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }
    return count;
  }
}
