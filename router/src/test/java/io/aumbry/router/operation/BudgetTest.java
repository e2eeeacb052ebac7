package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final long CAPACITY = 4 * 4096;
  private static final long GENERAL = 3 * 4096;
  private static final Shares SHARES = new Shares(25, 50, 1000);

  private final ManualCarrier carrier = new ManualCarrier();
  private final Budget budget = new Budget("bytes of tests", CAPACITY, SHARES, carrier);

  /** A client with a pace set by the test. It ends its claims when told to yield. */
  private static final class Client implements Claimant {
    private final String connection;
    private final String address;
    private final List<Claim> claims = new ArrayList<>();
    private Optional<Object> network = Optional.empty();
    private long stalled;
    private long rate = Long.MAX_VALUE;
    private String reason = "";

    Client(String connection, String address) {
      this.connection = connection;
      this.address = address;
    }

    Client slow(long bytesPerSecond) {
      stalled = 1;
      rate = bytesPerSecond;
      return this;
    }

    @Override
    public Optional<Object> key(Scope scope) {
      return switch (scope) {
        case CONNECTION -> Optional.of(connection);
        case ADDRESS -> Optional.of(address);
        case NETWORK -> network;
        case IDENTITY -> Optional.empty();
      };
    }

    @Override
    public long stalledNanos() {
      return stalled;
    }

    @Override
    public long bytesPerSecond() {
      return rate;
    }

    @Override
    public void giveWay(String why) {
      reason = why;
      claims.forEach(Claim::close);
    }
  }

  private Claim hold(Client client, long bytes) {
    Claim claim = budget.open(client);
    assertThat(claim.tryGrow(bytes)).as("%d bytes for %s", bytes, client.connection).isTrue();
    client.claims.add(claim);
    return claim;
  }

  private void grow(Claim claim, long bytes, Duration limit) {
    claim.grow(bytes, Deadline.after(limit, carrier), carrier.request(Duration.ofSeconds(60)));
  }

  private Claim internal() {
    return budget.open(Claimant.internal());
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void claimsAddUpAndAreGivenBackOnce() {
    Claim first = internal();
    Claim second = internal();
    assertThat(first.tryGrow(4000) && second.tryGrow(5000) && first.tryGrow(1000)).isTrue();
    assertThat(budget.held()).isEqualTo(10_000);
    first.close();
    first.close();
    assertThat(budget.held()).isEqualTo(5000);
    second.shrinkTo(10);
    second.shrinkTo(50);
    assertThat(budget.held()).isEqualTo(10);
    second.close();
    assertThat(budget.held()).isZero();
  }

  @Test
  void aClaimThatIsLargerThanTheBudgetGetsAllOfIt() {
    Claim claim = internal();
    grow(claim, 10 * CAPACITY, millis(0));
    assertThat(claim.held()).isEqualTo(GENERAL);
  }

  @Test
  void aConnectionAndAnAddressHoldNoMoreThanTheirShares() {
    hold(new Client("a", "x"), 4000);
    assertThat(budget.open(new Client("a", "x")).tryGrow(200)).isFalse();
    hold(new Client("b", "x"), 3000);
    assertThat(budget.open(new Client("c", "x")).tryGrow(400)).isFalse();
    hold(new Client("c", "y"), 400);
  }

  /** Each connection may hold a little at any time, within the share of its address. */
  @Test
  void manyConnectionsOfAnAddressHoldNoMoreThanItsShare() {
    long connections = 0;
    while (connections <= CAPACITY
        && budget.open(new Client("c" + connections, "same")).tryGrow(4)) {
      connections++;
    }
    assertThat(4 * connections).isEqualTo(CAPACITY / 2);
    hold(new Client("other", "y"), 4000);
  }

  /** The last eighth of a share is for small requests. */
  @Test
  void largeRequestsOfAnAddressLeaveRoomForSmallOnesOfOtherConnections() {
    hold(new Client("a", "x"), 4096);
    hold(new Client("b", "x"), 3072);
    assertThat(budget.open(new Client("c", "x")).tryGrow(5)).isFalse();
    hold(new Client("c", "x"), 4);
  }

  @Test
  void theAddressesOfANetworkTogetherLeaveRoomToOthers() {
    for (int i = 0; i < 8; i++) {
      Client client = new Client("c" + i, "a" + i);
      client.network = Optional.of("n");
      budget.open(client).tryGrow(2000);
    }
    assertThat(budget.held()).isEqualTo(8000);
    hold(new Client("other", "y"), 4000);
  }

  @Test
  void aFullQueueDropsTheRequestOfTheMostDemandingConnection() {
    internal().growNow(GENERAL);
    List<String> refused = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      wait("flood", i, refused);
    }
    wait("modest", 0, refused);
    carrier.pass(millis(1));
    assertThat(refused).hasSize(600 + 1 - 512).containsOnly("flood");
    carrier.settle();
    assertThat(refused).hasSize(600 + 1);
    assertThat(budget.waiting()).isZero();
  }

  private void wait(String connection, int number, List<String> refused) {
    carrier.start(
        connection + number,
        () -> {
          try {
            await(budget.open(new Client(connection, "x")), 1000);
          } catch (AumbryException e) {
            refused.add(connection);
          }
        });
  }

  @Test
  void aSingleClaimMayExceedTheShareOfItsConnection() {
    Claim only = hold(new Client("a", "x"), 5000);
    assertThat(only.tryGrow(1000)).isTrue();
    assertThat(budget.open(new Client("a", "x")).tryGrow(100)).isFalse();
  }

  @Test
  void aRequestThatWaitsLongerThanAllowedIsOverloaded() {
    internal().growNow(GENERAL);
    assertCode(() -> carrier.run(() -> await(internal(), 20)), ErrorCode.OVERLOADED);
    assertThat(carrier.elapsed()).isBetween(millis(300), millis(301));
    assertThat(budget.waiting()).isZero();
    assertThat(budget.refused()).isEqualTo(1);
  }

  private Claim await(Claim claim, long bytes) {
    grow(claim, bytes, millis(300));
    return claim;
  }

  @Test
  void nothingYieldsWhileNothingWaits() {
    Client slow = new Client("a", "x").slow(1);
    hold(slow, 4000);
    hold(new Client("b", "y"), 4000);
    carrier.pass(Duration.ofSeconds(10));
    assertThat(slow.reason).isEmpty();
  }

  @Test
  void theSlowestClaimYieldsFirstAndOthersStay() {
    Client slow = new Client("a", "x").slow(500);
    Client slowest = new Client("b", "y").slow(1);
    Client fast = new Client("c", "z").slow(100_000);
    List.of(slow, slowest, fast).forEach(each -> hold(each, 4096));
    carrier.run(() -> await(budget.open(new Client("d", "w")), 4000));
    assertThat(slowest.reason).contains("bytes of tests");
    assertThat(slow.reason + fast.reason).isEmpty();
    assertThat(budget.yielded()).isEqualTo(1);
  }

  @Test
  void aClaimForWhichTheProcessWorksDoesNotYield() {
    Client working = new Client("a", "x");
    working.rate = 1;
    hold(working, GENERAL);
    assertCode(() -> carrier.run(() -> await(internal(), 20)), ErrorCode.OVERLOADED);
    assertThat(working.reason).isEmpty();
  }

  @Test
  void aStalledClaimYieldsToAConnectionThatHoldsLess() {
    Client stalled = new Client("a", "x").slow(Long.MAX_VALUE);
    stalled.stalled = Duration.ofMillis(251).toNanos();
    hold(stalled, GENERAL);
    carrier.run(() -> await(budget.open(new Client("b", "y")), 100));
    assertThat(stalled.reason).isNotEmpty();
  }

  @Test
  void aSlowClaimYieldsWhenTheShareOfItsAddressIsUsedUp() {
    Client other = new Client("o", "y").slow(1);
    hold(other, 2000);
    Client slow = new Client("a", "x").slow(10);
    hold(slow, 8000);
    carrier.run(() -> await(budget.open(new Client("b", "x")), 1000));
    assertThat(slow.reason).isNotEmpty();
    assertThat(other.reason).isEmpty();
  }

  @Test
  void smallRequestsOfEachConnectionAreServedWhileLargeOnesWait() {
    internal().growNow(GENERAL);
    carrier.start("large", () -> await(internal(), 2000).close());
    carrier.pass(millis(1));
    for (int i = 0; i < 100; i++) {
      hold(new Client("c" + i, "same"), 4);
    }
    assertThat(budget.open(new Client("c1", "same")).tryGrow(1)).isFalse();
  }

  @Test
  void theConnectionThatHoldsLeastIsServedFirst() {
    Claim all = internal();
    hold(new Client("a", "x"), 2000);
    all.growNow(GENERAL - 2000);
    List<String> served = new ArrayList<>();
    for (String connection : List.of("a", "b")) {
      carrier.start(
          "waiter",
          () -> {
            await(budget.open(new Client(connection, "x")), 1000);
            served.add(connection);
          });
    }
    carrier.schedule(millis(10), () -> all.shrinkTo(GENERAL - 3000));
    carrier.schedule(millis(20), () -> assertThat(served).containsExactly("b"));
    carrier.schedule(millis(30), all::close);
    carrier.pass(millis(100));
    assertThat(served).containsExactly("b", "a");
  }

  @Test
  void growingClaimsThatFillTheBudgetTogetherAllComplete() {
    int complete = 4096;
    List<String> done = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Client client = new Client("c" + i, "a" + i);
      carrier.start(
          "grower",
          () -> {
            try (Claim claim = budget.open(client)) {
              for (int held = 0; held < complete; held += 512) {
                grow(claim, 512, Duration.ofSeconds(30));
                assertThat(new Mailbox<Integer>().take(Deadline.after(millis(1), carrier), carrier))
                    .isEmpty();
              }
              done.add(client.connection);
            }
          });
    }
    carrier.settle();
    assertThat(done).hasSize(6);
    assertThat(budget.held()).isZero();
  }

  @Test
  void onlyRefusalsForLackOfTheWholeBudgetCountAsStrain() {
    hold(new Client("a", "x"), 4096);
    assertCode(
        () -> carrier.run(() -> await(budget.open(new Client("a", "x")), 500)),
        ErrorCode.OVERLOADED);
    assertThat(budget.strained()).isZero();
    internal().growNow(GENERAL - 4096);
    for (int i = 0; i < 10; i++) {
      assertCode(() -> carrier.run(() -> await(internal(), 500)), ErrorCode.OVERLOADED);
      carrier.pass(Duration.ofSeconds(1));
    }
    assertThat(budget.strained()).isGreaterThan(Duration.ofSeconds(10));
    carrier.pass(Duration.ofSeconds(3));
    assertThat(budget.strained()).isZero();
  }

  @Test
  void heldBytesNeverExceedTheCapacityAndEndAtZero() {
    long seed = 77;
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      long bytes = random.nextLong(CAPACITY);
      Client client = new Client("c" + random.nextInt(9), "a" + random.nextInt(3));
      client.stalled = random.nextLong(3) * Duration.ofSeconds(1).toNanos();
      client.rate = random.nextLong(2000);
      Duration use = millis(random.nextInt(40));
      carrier.schedule(
          millis(random.nextInt(500)), () -> carrier.start("user", () -> use(client, bytes, use)));
    }
    carrier.settle();
    assertThat(budget.held()).as("seed %d", seed).isZero();
    assertThat(budget.waiting()).isZero();
  }

  private void use(Client client, long bytes, Duration use) {
    Claim claim = budget.open(client);
    try {
      await(claim, bytes);
      client.claims.add(claim);
      assertThat(budget.held()).isBetween(0L, CAPACITY);
      carrier.schedule(use, claim::close);
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
    }
  }
}
