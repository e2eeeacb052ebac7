package io.aumbry.protocol.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MailboxTest {
  private final PlainCarrier carrier = new PlainCarrier();
  private final Mailbox<Integer> mailbox = new Mailbox<>();

  @AfterEach
  void stopAlarms() {
    carrier.close();
  }

  @Test
  void messagesAreTakenInOrder() {
    mailbox.post(1);
    mailbox.post(2);
    assertThat(mailbox.poll()).contains(1);
    assertThat(mailbox.take()).isEqualTo(2);
    assertThat(mailbox.poll()).isEmpty();
  }

  @Test
  void aTakerThatWaitsIsWokenByEachPost() throws InterruptedException {
    int rounds = 50_000;
    Mailbox<Integer> back = new Mailbox<>();
    Thread echo =
        Thread.startVirtualThread(() -> {
          for (int i = 0; i < rounds; i++) {
            back.post(mailbox.take());
          }
        });
    for (int i = 0; i < rounds; i++) {
      mailbox.post(i);
      assertThat(back.take()).isEqualTo(i);
    }
    echo.join();
  }

  @Test
  void nothingIsLostWhenManyPost() {
    int posters = 8;
    int each = 10_000;
    for (int poster = 0; poster < posters; poster++) {
      int from = poster * each;
      Thread.startVirtualThread(() -> {
        for (int i = 0; i < each; i++) {
          mailbox.post(from + i);
        }
      });
    }
    List<Integer> taken = new ArrayList<>();
    Deadline far = Deadline.after(Patience.LIMIT, carrier.time());
    while (taken.size() < posters * each) {
      taken.add(mailbox.take(far, carrier).orElseThrow());
    }
    assertThat(taken).doesNotHaveDuplicates();
  }

  @Test
  void eachItemIsPolledWhenManyThreadsPost() throws InterruptedException {
    int posters = 8;
    int each = 10_000;
    List<Integer> polled = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int poster = 0; poster < posters; poster++) {
      int from = poster * each;
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int i = 0; i < each; i++) {
              mailbox.post(from + i);
            }
          }));
    }
    mailbox.pollOnPost(() -> pollInto(polled));
    for (Thread thread : threads) {
      thread.join();
    }
    synchronized (polled) {
      assertThat(polled).hasSize(posters * each).doesNotHaveDuplicates();
    }
  }

  private void pollInto(List<Integer> polled) {
    synchronized (polled) {
      for (Optional<Integer> item = mailbox.poll(); item.isPresent(); item = mailbox.poll()) {
        polled.add(item.get());
      }
    }
  }

  @Test
  void anItemThatArrivesAfterTheFirstPollIsPolled() {
    List<Integer> polled = new ArrayList<>();
    mailbox.post(1);
    mailbox.pollOnPost(() -> {
      pollInto(polled);
      if (polled.size() == 1) {
        mailbox.post(2);
      }
    });
    assertThat(polled).containsExactly(1, 2);
  }

  @Test
  void takeReturnsEmptyAtTheDeadline() {
    Deadline soon = Deadline.after(Duration.ofMillis(5), carrier.time());
    assertThat(mailbox.take(soon, carrier)).isEqualTo(Optional.empty());
    assertThat(soon.hasPassed(carrier.time())).isTrue();
  }

  @Test
  void aWaitingItemIsTakenEvenAfterTheDeadline() {
    mailbox.post(7);
    assertThat(mailbox.take(Deadline.after(Duration.ZERO, carrier.time()), carrier)).contains(7);
  }
}
