package io.aumbry.store.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Mailbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class WorkQueueTest {
  private static final int ITEMS = 3000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void itemsKeepTheirOrderAndTheQueueIsBounded() {
    WorkQueue<Integer> queue = new WorkQueue<>(2);
    assertThat(queue.poll()).isEmpty();
    assertThat(queue.offer(1)).isTrue();
    assertThat(queue.offer(2)).isTrue();
    assertThat(queue.offer(3)).isFalse();
    queue.add(4);
    assertThat(queue.size()).isEqualTo(3);
    assertThat(List.of(queue.take(), queue.take(), queue.take())).containsExactly(1, 2, 4);
    assertThat(queue.size()).isZero();
    assertThat(queue.offer(5)).isTrue();
    assertThat(queue.poll()).contains(5);
  }

  /** More takers than items, so that takers park between most items. */
  @Test
  void eachItemIsTakenExactlyOnce() throws InterruptedException {
    WorkQueue<Runnable> queue = new WorkQueue<>(Integer.MAX_VALUE);
    Queue<Integer> taken = new ConcurrentLinkedQueue<>();
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> takers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      takers.add(Thread.ofPlatform().daemon().start(() -> runUntil(over, queue)));
    }
    List<Thread> makers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int first = i;
      makers.add(Thread.ofPlatform().daemon().start(() -> make(queue, first, taken)));
    }
    for (Thread maker : makers) {
      assertThat(maker.join(PATIENCE)).isTrue();
    }
    over.set(true);
    takers.forEach(taker -> queue.add(() -> {}));
    for (Thread taker : takers) {
      assertThat(taker.join(PATIENCE)).isTrue();
    }
    List<Integer> all = IntStream.range(0, ITEMS).boxed().toList();
    assertThat(taken).containsExactlyInAnyOrderElementsOf(all);
  }

  private static void runUntil(AtomicBoolean over, WorkQueue<Runnable> queue) {
    while (!over.get()) {
      queue.take().run();
    }
  }

  /** Adds items one by one and waits for each to be taken. */
  private static void make(WorkQueue<Runnable> queue, int first, Queue<Integer> taken) {
    Mailbox<Boolean> done = new Mailbox<>();
    for (int n = first; n < ITEMS; n += 3) {
      int item = n;
      queue.add(() -> {
        taken.add(item);
        done.post(true);
      });
      done.take();
    }
  }
}
