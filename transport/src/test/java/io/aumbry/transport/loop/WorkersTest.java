package io.aumbry.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class WorkersTest {
  private static final int MANY = 200;

  private final BlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
  private final Workers workers = new Workers(Thread.ofVirtual());

  @Test
  void anIdleThreadRunsTheNextTask() throws InterruptedException {
    workers.start(this::note);
    Thread first = ran.take();
    awaitWaiting(1);
    workers.start(this::note);
    assertThat(ran.take()).isSameAs(first);
  }

  @Test
  void waitingTasksHaveAThreadEach() throws InterruptedException {
    List<Mailbox<String>> doors = startMany();
    Set<Thread> threads = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      threads.add(ran.take());
    }
    assertThat(threads).hasSize(MANY);
    doors.forEach(door -> door.post("open"));
  }

  @Test
  void mostOfManyIdleThreadsEnd() throws InterruptedException {
    startMany().forEach(door -> door.post("open"));
    Set<Thread> threads = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      threads.add(ran.take());
    }
    while (threads.stream().filter(Thread::isAlive).count() > workers.waiting()) {
      Thread.onSpinWait();
    }
    assertThat(workers.waiting()).isBetween(1, MANY / 2);
  }

  @Test
  void allThreadsEndOnClose() throws InterruptedException {
    workers.start(this::note);
    Thread waits = ran.take();
    awaitWaiting(1);
    Mailbox<String> door = new Mailbox<>();
    workers.start(this::note);
    assertThat(ran.take()).isSameAs(waits);
    awaitWaiting(1);
    workers.start(() -> {
      note();
      door.take();
    });
    Thread works = ran.take();
    workers.close();
    door.post("open");
    waits.join();
    works.join();
    assertThat(workers.waiting()).isZero();
  }

  @Test
  void threadsOfAnEventLoopEndWithIt() throws InterruptedException {
    try (EventLoops loops =
        EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime())) {
      loops.carriers().get(0).start("task", this::note);
    }
    ran.take().join();
  }

  /** Starts tasks that report their threads and wait, each for its own mailbox. */
  private List<Mailbox<String>> startMany() {
    List<Mailbox<String>> doors = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Mailbox<String> door = new Mailbox<>();
      doors.add(door);
      workers.start(() -> {
        note();
        door.take();
      });
    }
    return doors;
  }

  private void note() {
    ran.add(Thread.currentThread());
  }

  private void awaitWaiting(int count) {
    while (workers.waiting() != count) {
      Thread.onSpinWait();
    }
  }
}
