package io.aumbry.store.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.store.UsageModel;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class UsageCountersTest {
  private static final long START = 1_800_000_000_000L;
  private static final long DAY = 86_400_000;
  private static final List<BlobKind> KINDS = List.of(BlobKind.values());
  private static final LogPosition PLACE = new LogPosition(1, 64);

  private final SplittableRandom random = new SplittableRandom(3);
  private final Map<BlobId, IndexEntry> entries = new HashMap<>();
  private UsageCounters counters = new UsageCounters(0);
  private long now = START;

  private BlobId id() {
    BlobId.Owner owner = new BlobId.Owner(1, 1 + random.nextInt(3), 1 + random.nextInt(40), false);
    BlobKind kind = KINDS.get(random.nextInt(KINDS.size()));
    return BlobId.create(owner, kind, 7, now, random);
  }

  private IndexEntry entry(BlobId id) {
    if (random.nextInt(10) == 0) {
      return IndexEntry.removal(id);
    }
    long expiry = random.nextBoolean() ? Expiry.NEVER : now + random.nextLong(40 * DAY);
    StoredState state = new StoredState(random.nextInt(3), random.nextInt(3) == 0, now, expiry);
    PutPlace put =
        random.nextInt(5) == 0 ? PutPlace.NONE : new PutPlace(PLACE, 100, random.nextInt(1000));
    return new IndexEntry(id, state, put);
  }

  private void change() {
    List<BlobId> known = new ArrayList<>(entries.keySet());
    BlobId id =
        random.nextBoolean() || known.isEmpty() ? id() : known.get(random.nextInt(known.size()));
    IndexEntry next = entry(id);
    counters.replace(Optional.ofNullable(entries.put(id, next)), next);
  }

  private List<ContainerUsage> expected() {
    UsageModel model = new UsageModel(now);
    for (IndexEntry entry : entries.values()) {
      if (entry.hasPut() && !entry.state().deleted()) {
        model.add(entry.id(), entry.put().contentLength(), entry.state().expiryMillis());
      }
    }
    return model.containers();
  }

  private List<ContainerUsage> counted(int most) {
    List<ContainerUsage> all = new ArrayList<>();
    UsagePage page = counters.page(UsagePage.From.START, most, now);
    all.addAll(page.containers());
    while (!page.isLast()) {
      assertThat(page.containers()).hasSize(most);
      page = counters.page(page.next(), most, now);
      all.addAll(page.containers());
    }
    return all;
  }

  @Test
  void theCountersAreTheSumOfTheEntriesAtAnyTime() {
    for (int i = 0; i < 5000; i++) {
      change();
      switch (random.nextInt(100)) {
        case 0 -> now += random.nextLong(3 * DAY);
        case 1 -> counters.dropEnded(now);
        case 2 -> counters = UsageCounters.decode(counters.encode()).orElseThrow();
        case 3 -> assertThat(counted(1 + random.nextInt(50))).isEqualTo(expected());
        default -> {}
      }
    }
    assertThat(counted(1)).isEqualTo(expected()).isNotEmpty();
  }

  @Test
  void countersThatBecomeZeroUseNoMemory() {
    for (int i = 0; i < 100_000; i++) {
      BlobId id = id();
      IndexEntry alive =
          new IndexEntry(id, StoredState.put(now, now + i * DAY), new PutPlace(PLACE, 100, 10));
      counters.replace(Optional.empty(), alive);
      counters.replace(Optional.of(alive), IndexEntry.removal(id));
    }
    assertThat(counters.encode().remaining()).isEqualTo(Long.BYTES);
  }

  @Test
  void endedCountersAreKeptForADay() {
    IndexEntry blob =
        new IndexEntry(id(), StoredState.put(now, now + 1), new PutPlace(PLACE, 100, 10));
    counters.replace(Optional.empty(), blob);
    now += DAY;
    counters.dropEnded(now);
    assertThat(counters.encode().remaining()).isEqualTo(40);
    now += DAY;
    counters.dropEnded(now);
    assertThat(counters.encode().remaining()).isEqualTo(Long.BYTES);
    counters.replace(Optional.of(blob), IndexEntry.removal(blob.id()));
    assertThat(counters.encode().remaining()).as("not negative").isEqualTo(Long.BYTES);
  }

  @Test
  void theSumOfTwoCountersMayMeetNegativeOnes() {
    IndexEntry blob =
        new IndexEntry(
            BlobId.create(new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 7, now, random),
            StoredState.put(now, Expiry.NEVER),
            new PutPlace(PLACE, 100, 10));
    counters.replace(Optional.of(blob), IndexEntry.removal(blob.id()));
    assertThatThrownBy(() -> counted(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("account 1 has -1 blobs and -10 bytes");
    UsageCounters base = new UsageCounters(0);
    base.add(blob);
    counters.addAll(base);
    assertThat(counted(1)).isEmpty();
  }

  @Test
  void bytesOfAnImpossibleLengthAreUnknown() {
    change();
    ByteBuffer whole = counters.encode();
    for (int length = 0; length < whole.remaining(); length++) {
      boolean possible = length % 32 == Long.BYTES;
      assertThat(UsageCounters.decode(whole.slice(0, length)).isPresent()).isEqualTo(possible);
    }
  }
}
