package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.router.policy.RecentChanges.Late;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecentChangesTest {
  private static final NodeId ONE = new NodeId("one");
  private static final NodeId OTHER = new NodeId("other");
  private static final Late NONE = new Late(Set.of(), RecentChanges.NO_LIFE);
  private static final long SPAN = Duration.ofMinutes(1).toNanos();
  private static final int MOST = 3;
  private static final UUID UUID_V7 = UUID.fromString("0197a5c0-0000-7000-8000-000000000000");

  private final RecentChanges stragglers = new RecentChanges(MOST, Duration.ofNanos(SPAN));

  private static BlobId id(int number) {
    return new BlobId(BlobId.Flags.of(BlobKind.SIMPLE), 1, 1, 1, number, UUID_V7);
  }

  @Test
  void aLaterChangeDoesNotReviveAnEndedLife() {
    stragglers.add(id(1), new Late(Set.of(ONE), 0), 0);
    stragglers.add(id(1), new Late(Set.of(OTHER), RecentChanges.NO_LIFE), 1);
    assertThat(stragglers.of(id(1), 2)).isEqualTo(new Late(Set.of(ONE, OTHER), 0));
  }

  @Test
  void anEntryLastsAsLongAsItsNewestChange() {
    stragglers.add(id(1), new Late(Set.of(ONE), 0), 0);
    stragglers.add(id(1), new Late(Set.of(OTHER), RecentChanges.NO_LIFE), SPAN - 1);
    assertThat(stragglers.of(id(1), 2 * SPAN - 2)).isEqualTo(new Late(Set.of(ONE, OTHER), 0));
    assertThat(stragglers.of(id(1), 2 * SPAN - 1)).isEqualTo(NONE);
  }

  @Test
  void theOldestEntryIsDroppedAtTheLimit() {
    for (int i = 0; i <= MOST; i++) {
      stragglers.add(id(i), new Late(Set.of(ONE), 0), i);
    }
    assertThat(stragglers.of(id(0), MOST)).isEqualTo(NONE);
    assertThat(stragglers.of(id(1), MOST)).isEqualTo(new Late(Set.of(ONE), 0));
  }

  @Test
  void entriesUpToTheLimitAreKept() {
    for (int i = 0; i < MOST; i++) {
      stragglers.add(id(i), new Late(Set.of(ONE), 0), i);
    }
    assertThat(stragglers.of(id(0), MOST)).isEqualTo(new Late(Set.of(ONE), 0));
  }

  @Test
  void aBlobIsForgottenForOneTooManyThoughALaterChangeOfItIsKnown() {
    stragglers.add(id(0), new Late(Set.of(ONE), 0), 0);
    stragglers.add(id(0), new Late(Set.of(OTHER), 1), 1);
    stragglers.add(id(1), new Late(Set.of(ONE), 0), 2);
    stragglers.add(id(2), new Late(Set.of(ONE), 0), 3);
    assertThat(stragglers.of(id(0), 4)).isEqualTo(new Late(Set.of(ONE, OTHER), 1));
  }
}
