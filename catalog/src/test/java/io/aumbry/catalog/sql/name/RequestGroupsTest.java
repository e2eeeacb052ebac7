package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RequestGroupsTest {
  private final PlainCarrier carrier = new PlainCarrier();
  private final CountDownLatch hold = new CountDownLatch(1);
  private final Queue<Integer> sizes = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    hold.countDown();
    carrier.close();
  }

  private static final class Square extends GroupRequest<Integer> {
    private final int number;

    Square(int number) {
      this.number = number;
    }
  }

  private RequestGroups<Square> groups(int waiting, int size) {
    return new RequestGroups<>("squares", new RequestGroups.Limits(waiting, size, 1), this::run);
  }

  private void run(RequestGroups.Group<Square> group, Carrier on) {
    List<Square> requests = group.requests();
    sizes.add(requests.size());
    awaitRelease();
    for (Square request : requests) {
      if (request.number == 13) {
        throw new AumbryException(ErrorCode.INTERNAL, "unlucky");
      }
      request.answer(request.number * request.number);
    }
  }

  private void awaitRelease() {
    try {
      hold.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A group of one is held, so later requests wait. */
  private Square held(RequestGroups<Square> groups) {
    Square first = new Square(2);
    carrier.start("first", () -> groups.submit(first, carrier));
    Patience.await().until(() -> !sizes.isEmpty());
    return first;
  }

  @Test
  void waitingRequestsFormTheNextGroups() throws Exception {
    RequestGroups<Square> groups = groups(100, 10);
    held(groups);
    List<Future<Integer>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 20; i < 45; i++) {
        Square request = new Square(i);
        groups.submit(request, carrier);
        results.add(threads.submit(() -> request.await(carrier.patient())));
      }
      assertThat(groups.waiting()).isEqualTo(25);
      hold.countDown();
      for (int i = 20; i < 45; i++) {
        assertThat(results.get(i - 20).get()).isEqualTo(i * i);
      }
    }
    assertThat(sizes).containsExactly(1, 10, 10, 5);
    assertThat(groups.waiting()).isZero();
  }

  @Test
  void requestsJoinUntilTheDatabaseBeginsWithTheGroup() throws Exception {
    CountDownLatch led = new CountDownLatch(1);
    RequestGroups<Square> groups =
        new RequestGroups<>(
            "squares",
            new RequestGroups.Limits(100, 10, 2),
            (group, on) -> {
              led.countDown();
              awaitRelease();
              run(group, on);
            });
    List<Square> requests = List.of(new Square(2), new Square(3), new Square(4));
    carrier.start("first", () -> groups.submit(requests.get(0), carrier));
    led.await();
    groups.submit(requests.get(1), carrier);
    groups.submit(requests.get(2), carrier);
    hold.countDown();
    for (Square request : requests) {
      assertThat(request.await(carrier.patient())).isEqualTo(request.number * request.number);
    }
    assertThat(sizes).containsExactly(3);
  }

  @Test
  void aGroupThatTheDatabaseDidNotBeginFails() {
    RequestGroups<Square> groups =
        new RequestGroups<>(
            "squares",
            new RequestGroups.Limits(100, 10, 1),
            (_, _) -> {
              throw new AumbryException(ErrorCode.OVERLOADED, "the database is busy");
            });
    for (int i = 0; i < 3; i++) {
      Square request = new Square(i);
      groups.submit(request, carrier);
      assertThatThrownBy(() -> request.await(carrier.patient())).hasMessage("the database is busy");
    }
  }

  @Test
  void tooManyWaitingRequestsAreRefused() {
    RequestGroups<Square> groups = groups(3, 10);
    held(groups);
    for (int i = 0; i < 3; i++) {
      groups.submit(new Square(i), carrier);
    }
    assertThatThrownBy(() -> groups.submit(new Square(9), carrier))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
        .hasMessage("3 squares wait for the database");
  }

  @Test
  void aRequestIsWithdrawnAtItsDeadlineUnlessItsGroupStarted() throws Exception {
    RequestGroups<Square> groups = groups(100, 10);
    Square started = held(groups);
    Square waiting = new Square(5);
    groups.submit(waiting, carrier);
    assertThatThrownBy(() -> waiting.await(carrier.within(Duration.ofMillis(1))))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> result =
          threads.submit(() -> started.await(carrier.within(Duration.ofMillis(1))));
      hold.countDown();
      assertThat(result.get()).isEqualTo(4);
    }
    Patience.await().until(() -> groups.waiting() == 0);
    assertThat(sizes.stream().mapToInt(size -> size).sum())
        .as("no group has the withdrawn request")
        .isEqualTo(1);
  }

  @Test
  void anErrorOfAGroupAnswersAllThatRemain() {
    RequestGroups<Square> groups = groups(100, 10);
    held(groups);
    List<Square> requests = List.of(new Square(12), new Square(13), new Square(14));
    requests.forEach(request -> groups.submit(request, carrier));
    hold.countDown();
    assertThat(requests.getFirst().await(carrier.patient())).isEqualTo(144);
    for (Square failed : requests.subList(1, 3)) {
      assertThatThrownBy(() -> failed.await(carrier.patient())).hasMessage("unlucky");
    }
  }
}
