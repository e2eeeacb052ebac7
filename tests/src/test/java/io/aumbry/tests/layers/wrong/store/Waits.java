package io.aumbry.tests.layers.wrong.store;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/** Each way to wait for time to pass. */
final class Waits {
  private Waits() {}

  static void sleep() throws InterruptedException {
    Thread.sleep(Duration.ofSeconds(1));
  }

  static void unit() throws InterruptedException {
    SECONDS.sleep(1);
  }

  static void park() {
    LockSupport.parkNanos(1);
  }

  static boolean condition(Condition condition) throws InterruptedException {
    boolean inTime = true;
    while (inTime) {
      inTime = condition.await(1, SECONDS);
    }
    return inTime;
  }

  static boolean latch(CountDownLatch latch) throws InterruptedException {
    return latch.await(1, SECONDS);
  }

  static boolean offer(BlockingQueue<String> queue) throws InterruptedException {
    return queue.offer("", 1, SECONDS);
  }

  static Object poll(LinkedBlockingQueue<String> queue) throws InterruptedException {
    return String.valueOf(queue.poll(1, SECONDS));
  }

  static String future(Future<String> future) throws Exception {
    return future.get(1, SECONDS);
  }

  static void join(Thread thread) throws InterruptedException {
    thread.join(1);
  }

  static boolean process(Process process) throws InterruptedException {
    return process.waitFor(1, SECONDS);
  }

  static String given(BlockingQueue<String> queue) throws InterruptedException {
    return queue.take();
  }
}
