package io.aumbry.cluster.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockTableTest {
  private static final Duration LEASE = Duration.ofMinutes(10);

  private LockTable table = LockTable.EMPTY;
  private long now = 1_000_000;

  private static LockRequest request(String id, String... hosts) {
    return new LockRequest(id, id, "test", List.of(hosts), LEASE);
  }

  private <T> T apply(Function<LockTable, LockTable.Step<T>> change) {
    LockTable.Step<T> step = change.apply(table);
    table = step.after();
    return step.answer();
  }

  private LockAnswer acquire(LockRequest request, boolean mayWait) {
    return apply(before -> before.acquire(request, mayWait, now));
  }

  private long lock(String id, String... hosts) {
    LockAnswer answer = acquire(request(id, hosts), false);
    assertThat(answer.isHeld()).isTrue();
    return answer.lock().orElseThrow().number();
  }

  private static List<Long> numbers(List<HostLock> locks) {
    return locks.stream().map(HostLock::number).toList();
  }

  private static ErrorCode code(Throwable e) {
    return e instanceof AumbryException known ? known.code() : ErrorCode.INTERNAL;
  }

  @Test
  void aHostHasOneHolderAndTheOthersTakeTurnsInOrder() {
    long first = lock("first", "a");
    assertThat(acquire(request("second", "a"), true).ahead()).hasSize(1);
    LockAnswer third = acquire(request("third", "a"), true);
    assertThat(numbers(third.ahead())).containsExactly(1L, 2L);
    assertThat(third.isHeld()).isFalse();
    assertThat(table.holder("a").orElseThrow().number()).isEqualTo(first);

    apply(before -> before.release(first, now));
    assertThat(acquire(request("third", "a"), true).isHeld()).isFalse();
    assertThat(acquire(request("second", "a"), true).isHeld()).isTrue();
    assertThat(numbers(table.queue("a"))).containsExactly(2L, 3L);
  }

  @Test
  void aRequestThatDoesNotWaitLeavesNothing() {
    lock("first", "a");
    LockAnswer refused = acquire(request("second", "a", "b"), false);
    assertThat(refused.lock()).isEmpty();
    assertThat(refused.ahead()).containsExactlyElementsOf(table.locks());
    assertThat(lock("third", "b")).isEqualTo(2);
  }

  /** Otherwise a stream of small requests would starve the large one. */
  @Test
  void nobodyOvertakesARequestForSeveralHosts() {
    lock("first", "a");
    acquire(request("both", "a", "b"), true);
    assertThat(acquire(request("late", "b"), true).isHeld()).isFalse();
    assertThat(table.holder("b")).isEmpty();

    apply(before -> before.release(1, now));
    assertThat(acquire(request("late", "b"), true).isHeld()).isFalse();
    assertThat(acquire(request("both", "a", "b"), true).isHeld()).isTrue();
    assertThat(table.held()).containsExactly("a", "b");
  }

  @Test
  void aRepeatedRequestKeepsItsNumberAndItsLease() {
    long number = lock("first", "a");
    HostLock before = table.find(number).orElseThrow();
    now += 5_000;
    assertThat(acquire(request("first", "a"), false).lock()).contains(before);
    assertThatThrownBy(() -> acquire(request("first", "b"), false))
        .hasMessage("request id first belongs to lock 1 of first for test, which differs");
  }

  @Test
  void aLeaseEndsAtItsTimeAndARenewalMovesIt() {
    long number = lock("first", "a");
    now += LEASE.toMillis() - 1;
    assertThat(acquire(request("second", "a"), false).isHeld()).isFalse();
    apply(before -> before.renew(number, Optional.empty(), now));
    now += LEASE.toMillis() - 1;
    apply(before -> before.renew(number, Optional.of(LockRequest.SHORTEST), now));
    now += LockRequest.SHORTEST.toMillis();
    assertThatThrownBy(() -> table.renew(number, Optional.empty(), now))
        .hasMessage("lock 1 is not held: it was released, or its lease ran out")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(lock("second", "a")).isGreaterThan(number);
  }

  /** Numbers fence: they never come again, even when nothing is locked any more. */
  @Test
  void numbersOnlyIncrease() {
    for (long expected = 1; expected <= 3; expected++) {
      long number = lock("same", "a");
      assertThat(number).isEqualTo(expected);
      apply(before -> before.release(number, now));
      assertThat(table.locks()).isEmpty();
    }
    assertThat(table.last()).isEqualTo(3);
  }

  @Test
  void aRequestThatIsNotRepeatedLosesItsPlace() {
    lock("first", "a");
    acquire(request("dead", "a"), true);
    acquire(request("alive", "a"), true);
    now += LockTable.PLACE.toMillis() - 1;
    acquire(request("alive", "a"), true);
    now += 1;
    apply(before -> before.release(1, now));
    assertThat(acquire(request("alive", "a"), true).isHeld()).isTrue();
    assertThat(acquire(request("dead", "a"), true).ahead()).hasSize(1);
  }

  @Test
  void aLeaseBeginsWhenTheTurnComesNotWhenTheRequestDoes() {
    lock("first", "a");
    acquire(request("second", "a"), true);
    now += 30_000;
    apply(before -> before.release(1, now));
    HostLock second = acquire(request("second", "a"), true).lock().orElseThrow();
    assertThat(second.sinceMillis()).isEqualTo(now);
    assertThat(second.untilMillis()).isEqualTo(now + LEASE.toMillis());
  }

  @Test
  void aDrainHasALockUntilItEnds() {
    LockRequest drain = LockRequest.ofDrain(new NodeId("a"), "ann");
    assertThat(apply(before -> before.drain("a", drain, false, now)).isHeld()).isTrue();
    now += 2 * LockRequest.LONGEST.toMillis();
    assertThat(acquire(request("other", "a"), false).isHeld()).isFalse();
    assertThatThrownBy(() -> table.release(1, now))
        .hasMessage("a is drained under lock 1 of ann for drain; end the drain first")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.CONFLICT));

    LockRequest again = LockRequest.ofDrain(new NodeId("a"), "bob");
    assertThat(apply(before -> before.drain("a", again, false, now)).lock().orElseThrow().number())
        .isEqualTo(1);
    table = table.endDrain("a");
    assertThat(table.locks()).isEmpty();
  }

  @Test
  void aDrainDoesNotBeginOnAHostOfAnother() {
    lock("other", "a", "b");
    acquire(request("waits", "c", "a"), true);
    LockRequest drain = LockRequest.ofDrain(new NodeId("b"), "ann");
    assertThat(apply(before -> before.drain("b", drain, false, now)).isHeld()).isFalse();
    LockRequest ofAwaited = LockRequest.ofDrain(new NodeId("c"), "ann");
    assertThat(numbers(apply(before -> before.drain("c", ofAwaited, false, now)).ahead()))
        .containsExactly(2L);
  }

  @Test
  void aDrainGetsItsTurnInTheOrderOfTheRequests() {
    lock("first", "a", "b");
    LockRequest drain = LockRequest.ofDrain(new NodeId("a"), "ann");
    assertThat(numbers(apply(before -> before.drain("a", drain, true, now)).ahead()))
        .containsExactly(1L);
    assertThat(acquire(request("later", "a"), true).isHeld()).isFalse();
    apply(before -> before.release(1, now));
    assertThat(acquire(request("later", "a"), true).isHeld()).as("overtakes no drain").isFalse();
    assertThat(apply(before -> before.drain("a", drain, true, now)).isHeld()).isTrue();
    assertThat(table.drains("a", 2)).isTrue();
  }

  @Test
  void aDrainThatIsNotRepeatedLosesItsPlace() {
    lock("first", "a");
    LockRequest drain = LockRequest.ofDrain(new NodeId("a"), "ann");
    apply(before -> before.drain("a", drain, true, now));
    now += LockTable.PLACE.toMillis();
    apply(before -> before.release(1, now));
    assertThat(acquire(request("later", "a"), false).isHeld()).isTrue();
  }

  @Test
  void aDrainThatWaitsIsTakenBack() {
    lock("first", "a");
    LockRequest drain = LockRequest.ofDrain(new NodeId("a"), "ann");
    HostLock waiting = apply(before -> before.drain("a", drain, true, now)).lock().orElseThrow();
    acquire(request("later", "a"), true);
    table = table.endDrain("a");
    assertThat(numbers(table.locks())).as("the end of a drain under a lock").contains(2L);
    table = table.stopDrain("a");
    assertThat(numbers(table.locks())).containsExactly(1L, 3L);
    now += LockTable.PLACE.toMillis() - 1;
    assertThatThrownBy(() -> table.drainAgain(waiting, now))
        .hasMessage("the drain of a did not begin: it was taken back while it waited")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.CONFLICT));
    now += 1;
    HostLock next = apply(before -> before.drainAgain(waiting, now)).lock().orElseThrow();
    assertThat(next.number()).as("it had lost its place anyway").isEqualTo(4);
  }

  @Test
  void theHolderOfALockIsNotTakenBackByTheEndOfADrain() {
    long number = lock("first", "a");
    apply(before -> before.drain("a", number, now));
    apply(before -> before.drain("a", LockRequest.ofDrain(new NodeId("a"), "ann"), true, now));
    table = table.stopDrain("a");
    assertThat(numbers(table.locks())).containsExactly(1L);
    assertThat(table.drains("a", number)).isFalse();
  }

  @Test
  void aDrainThatOneCommandWithdrawsKeepsAPlaceForOthers() {
    lock("first", "a");
    LockRequest drain = LockRequest.ofDrain(new NodeId("a"), "ann");
    HostLock waiting = apply(before -> before.drain("a", drain, true, now)).lock().orElseThrow();
    apply(before -> before.withdraw(waiting.number(), now));
    now += LockTable.WITHDRAWN.toMillis() - 1;
    HostLock again = apply(before -> before.drainAgain(waiting, now)).lock().orElseThrow();
    assertThat(again.number()).isEqualTo(waiting.number());
    assertThat(again.untilMillis()).isEqualTo(now + LockTable.PLACE.toMillis());
    apply(before -> before.withdraw(waiting.number(), now));
    now += LockTable.WITHDRAWN.toMillis();
    assertThat(numbers(table.at(now).locks())).containsExactly(1L);
  }

  @Test
  void operatorsWhoDrainTheSameNodeHaveOnePlace() {
    lock("first", "a");
    LockRequest drain = LockRequest.ofDrain(new NodeId("a"), "ann");
    LockRequest another = LockRequest.ofDrain(new NodeId("a"), "bob");
    apply(before -> before.drain("a", drain, true, now));
    assertThat(apply(before -> before.drain("a", another, true, now)).lock().orElseThrow().number())
        .isEqualTo(2);
    apply(before -> before.release(1, now));
    assertThat(apply(before -> before.drain("a", another, false, now)).lock().orElseThrow())
        .hasToString("lock 2 of ann for drain");
  }

  @Test
  void aHolderDrainsItsHostsUnderItsNumberOnly() {
    long number = lock("first", "a", "b");
    apply(before -> before.drain("a", number, now));
    apply(before -> before.drain("b", number, now));
    assertThatThrownBy(() -> table.drain("c", number, now))
        .hasMessage("lock 1 of first for test is not of c");
    now += LEASE.toMillis();
    assertThat(table.at(now).find(number)).isPresent();

    // The lease counts again when both drains have ended.
    table = table.endDrain("a");
    assertThat(table.at(now).find(number)).isPresent();
    table = table.endDrain("b");
    assertThat(table.at(now).find(number)).isEmpty();
    long next = lock("second", "a");
    assertThatThrownBy(() -> table.drain("a", number, now))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(apply(before -> before.drain("a", next, now)).isHeld()).isTrue();
  }

  @Test
  void aWaitingRequestIsNotALock() {
    lock("first", "a");
    long waiting = acquire(request("second", "a"), true).lock().orElseThrow().number();
    acquire(request("third", "a"), true);
    requireWaiting(waiting, "it waits at place 1 for lock 1 of first for test");
    requireWaiting(
        waiting + 1, "it waits at place 2 for lock 1 of first for test, lock 2 of second for test");
    Optional<HostLock> withdrawn = apply(before -> before.release(waiting, now));
    assertThat(withdrawn).isPresent();
    assertThat(table.locks()).hasSize(2);
    Optional<HostLock> again = apply(before -> before.release(waiting, now));
    assertThat(again).isEmpty();
    apply(before -> before.release(1, now));
    requireWaiting(waiting + 1, "it is next, and gets the lock when its command asks again");
  }

  private void requireWaiting(long number, String why) {
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> table.renew(number, Optional.empty(), now),
            () -> table.drain("a", number, now))) {
      assertThatThrownBy(use)
          .hasMessage("lock %d is not held yet: %s", number, why)
          .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.CONFLICT));
    }
  }

  /** Its answer may have been lost. A number that was never given is a mistake. */
  @Test
  void aReleaseMayBeRepeated() {
    long number = lock("first", "a");
    Optional<HostLock> released = apply(before -> before.release(number, now));
    assertThat(released).isPresent();
    Optional<HostLock> again = apply(before -> before.release(number, now));
    assertThat(again).isEmpty();
    for (long wrong : List.of(-1L, 0L, number + 1)) {
      for (ThrowingCallable use :
          List.<ThrowingCallable>of(
              () -> table.release(wrong, now), () -> table.renew(wrong, Optional.empty(), now))) {
        assertThatThrownBy(use)
            .hasMessage("no lock has had the number %d; the last number is 1", wrong)
            .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.NOT_FOUND));
      }
    }
  }

  @Test
  void theNumberOfLocksAndOfTheirHostsIsBounded() {
    for (int number = 0; number < LockTable.MOST_LOCKS; number++) {
      lock("r" + number, "h" + number);
    }
    assertThatThrownBy(() -> lock("more", "x"))
        .hasMessage("there are 200 locks and waiting requests; the limit is 200")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.BAD_REQUEST));

    table = LockTable.EMPTY;
    lock("many", hosts(LockTable.MOST_HOSTS - 1));
    assertThatThrownBy(() -> lock("more", "x", "y"))
        .hasMessage(
            "locks and waiting requests name 4999 hosts; 2 more would exceed the limit of 5000."
                + " A drained node counts as 5");
    lock("one", "x");
  }

  /** Nodes that are never used again stay drained. */
  @Test
  void drainedNodesTakeNoPlaceOfOtherLocks() {
    int most = LockTable.MOST_HOSTS / LockTable.DRAIN;
    for (int node = 1; node < most; node++) {
      drain("n" + node);
    }
    lock("other", "x");
    assertThatThrownBy(() -> drain("n" + most))
        .hasMessageStartingWith("locks and waiting requests name 4996 hosts; 5 more would exceed");
    assertThat(table.locks()).hasSize(most);
  }

  private void drain(String node) {
    LockRequest request = LockRequest.ofDrain(new NodeId(node), "ann");
    apply(before -> before.drain(node, request, false, now));
  }

  @Test
  void onlyARequestThatWaitsIsWithdrawn() {
    long held = lock("first", "a");
    long waiting = acquire(request("second", "a"), true).lock().orElseThrow().number();
    Optional<HostLock> kept = apply(before -> before.withdraw(held, now));
    assertThat(kept.orElseThrow().number()).isEqualTo(held);
    Optional<HostLock> none = apply(before -> before.withdraw(waiting, now));
    assertThat(none).isEmpty();
    assertThat(numbers(table.queue("a"))).containsExactly(held);
  }

  private static String[] hosts(int count) {
    return IntStream.range(0, count).mapToObj(each -> "h" + each).toArray(String[]::new);
  }

  @Test
  void requestsOutOfTheirBoundsAreRefusedWithTheLimit() {
    assertThatThrownBy(() -> new LockRequest("r", " ", "p", List.of("a"), LEASE))
        .hasMessage("owner ' ' has 1 characters, must have 1 to 64 and not only spaces");
    assertThatThrownBy(() -> new LockRequest("r", "o", "p".repeat(101), List.of("a"), LEASE))
        .hasMessageContaining("has 101 characters, must have 1 to 100");
    assertThatThrownBy(() -> new LockRequest("r", "o", "p\u001b[2J", List.of("a"), LEASE))
        .hasMessage("purpose must have no control characters and no line breaks");
    assertThatThrownBy(() -> new LockRequest("r", "o", "p", List.of(), LEASE))
        .hasMessage("a lock needs at least one host");
    assertThatThrownBy(() -> new LockRequest("r", "o", "p", List.of("a/b"), LEASE))
        .hasMessageStartingWith("host 'a/b' must be 1 to 63 letters");
    assertThatThrownBy(() -> new LockRequest("a b", "o", "p", List.of("a"), LEASE))
        .hasMessageStartingWith("request id 'a b' must be 1 to 64 letters");
    assertThatThrownBy(() -> new LockRequest("drain:b", "o", "p", List.of("a"), LEASE))
        .hasMessageStartingWith("request id 'drain:b' must be");
    assertThatThrownBy(() -> request("r", hosts(LockTable.MOST_HOSTS + 1)))
        .hasMessage("number of hosts of a lock is 5001, must be 1 to 5000");
    for (Duration lease : List.of(Duration.ofSeconds(9), Duration.ofDays(31))) {
      assertThatThrownBy(() -> new LockRequest("r", "o", "p", List.of("a"), lease))
          .hasMessage("lease is " + lease + ", must be PT10S to PT720H");
    }
  }

  @Test
  void aTableSurvivesItsRecord() {
    lock("first", "a", "b");
    acquire(request("second", "b", "c"), true);
    apply(before -> before.drain("a", 1, now));
    acquire(new LockRequest("third", "Ännchen", "見る \"x\"", List.of("d"), LEASE), false);
    ZNRecord record = new ZNRecord("locks");
    LockRecord.write(table, record);
    assertThat(LockRecord.table("/locks", Optional.of(record))).isEqualTo(table);
    assertThat(table.locks().getFirst().drained()).isEqualTo(new TreeSet<>(List.of("a")));

    LockRecord.write(new LockTable(7, List.of()), record);
    assertThat(LockRecord.table("/locks", Optional.of(record)))
        .isEqualTo(new LockTable(7, List.of()));
    assertThat(LockRecord.table("/locks", Optional.empty())).isEqualTo(LockTable.EMPTY);
  }

  /** With a last number of 0, another holder would get a number that was given before. */
  @ParameterizedTest
  @ValueSource(strings = {"seven", "", "0"})
  void aRecordWithAWrongLastNumberIsRefused(String last) {
    requireRefused(record -> record.setSimpleField("LAST", last));
  }

  @Test
  void aDamagedRecordIsRefusedWithItsPath() {
    requireRefused(record -> record.setMapField("abc", Map.of()));
    requireRefused(record -> record.setMapField("1", Map.of()));
    requireRefused(record -> record.getListFields().clear());
  }

  private void requireRefused(Consumer<ZNRecord> damage) {
    table = LockTable.EMPTY;
    lock("first", "a");
    ZNRecord record = new ZNRecord("locks");
    LockRecord.write(table, record);
    damage.accept(record);
    assertThatThrownBy(() -> LockRecord.table("/c/locks", Optional.of(record)))
        .hasMessageStartingWith("the record of locks /c/locks in ZooKeeper cannot be read: ")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.CORRUPT_RECORD));
  }

  @Test
  void noMessageHasControlCharacters() {
    String forged = "a\u001b[2J";
    for (String message :
        List.of(
            refusal(forged, "o", "p", "a"),
            refusal("r", forged, "p", "a"),
            refusal("r", "o", forged, "a"),
            refusal("r", "o", "p", forged))) {
      assertThat(message).isNotEmpty().doesNotContain("\u001b");
    }
    assertThat(LockRequest.owner(forged)).isEqualTo("a\\u{1b}[2J");
    assertThat(LockRequest.owner(" ")).isEqualTo("unknown");
    assertThat(LockRequest.owner("x".repeat(65))).hasSize(64);
  }

  private static String refusal(String id, String owner, String purpose, String host) {
    try {
      return new LockRequest(id, owner, purpose, List.of(host), LEASE).id();
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** A drain, or a person, may leave a node that is down for ever. */
  @Test
  void onlyLocksOfWorkflowsAreOfMaintenance() {
    LockTable table = LockTable.EMPTY;
    table = acquired(table, LockRequest.idOfMaintenance(7, "2"), "a");
    table = acquired(table, "ann", "b");
    table = table.drain("c", LockRequest.ofDrain(new NodeId("c"), "bob"), false, 0).after();
    table = acquired(table, LockRequest.idOfMaintenance(7, "queue"), "b");
    table = table.acquire(LockRequest.ofRebalance(List.of("d")), true, 0).after();
    assertThat(table.held()).containsExactly("a", "b", "c", "d");
    assertThat(table.maintained()).containsExactly("a");
    assertThat(table.heldByOthers()).as("than a rebalance").containsExactly("a", "b", "c");
    assertThat(table.ofRebalance()).contains(table.locks().getLast());
  }

  private static LockTable acquired(LockTable table, String id, String host) {
    LockRequest request = new LockRequest(id, "ann", "work", List.of(host), Duration.ofHours(1));
    return table.acquire(request, true, 0).after();
  }
}
