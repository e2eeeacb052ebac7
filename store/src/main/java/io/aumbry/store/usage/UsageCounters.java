package io.aumbry.store.usage;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.store.index.segment.IndexEntry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The counters of a store. The description of the package says what they count. Not thread-safe.
 */
public final class UsageCounters {
  /** How long ended counters are kept for clocks that are set back. */
  static final Duration KEPT = Duration.ofDays(1);

  private static final int COUNTER = 2 * Integer.BYTES + 3 * Long.BYTES;

  private final UsageTable sums = new UsageTable();

  /** Counters with this end or an earlier one are not kept. */
  private long droppedMillis;

  /** Without counters that end until {@code droppedMillis}. */
  public UsageCounters(long droppedMillis) {
    this.droppedMillis = droppedMillis;
  }

  /** Replaces the share of an entry by that of a newer entry of the same blob. */
  public void replace(Optional<IndexEntry> known, IndexEntry next) {
    if (known.isPresent()) {
      add(known.get(), -1);
    }
    add(next, 1);
  }

  public void add(IndexEntry entry) {
    add(entry, 1);
  }

  private void add(IndexEntry entry, int sign) {
    BlobKind kind = entry.id().kind();
    long blobs = kind.isPublic() ? sign : 0;
    long bytes = kind.namesChunks() ? 0 : (long) sign * entry.put().contentLength();
    if (entry.hasPut() && !entry.state().deleted() && (blobs != 0 || bytes != 0)) {
      add(
          ownerOf(entry.id()),
          CountedUntil.of(entry.id(), entry.state().expiryMillis()),
          blobs,
          bytes);
    }
  }

  private void add(long owner, long until, long blobs, long bytes) {
    if (until > droppedMillis) {
      sums.add(owner, until, blobs, bytes);
    }
  }

  public void addAll(UsageCounters others) {
    others.sums.forEach(this::add);
  }

  /** Drops counters that ended more than a day ago. */
  public void dropEnded(long wallMillis) {
    long until = wallMillis - KEPT.toMillis();
    if (until > droppedMillis) {
      droppedMillis = until;
      sums.shed(until);
    }
  }

  public long droppedMillis() {
    return droppedMillis;
  }

  private static long ownerOf(BlobId id) {
    return ownerOf(id.account(), id.container());
  }

  /** Owners sort by account. */
  private static long ownerOf(int account, int container) {
    return (long) account << Integer.SIZE | container;
  }

  /**
   * The containers with blobs or bytes, in the order of accounts and containers.
   *
   * @throws IllegalStateException if a counter is negative
   */
  public UsagePage page(UsagePage.From after, int most, long wallMillis) {
    Map<Long, ContainerUsage> found = new TreeMap<>();
    long first = ownerOf(after.account(), after.container());
    sums.forEach((owner, until, blobs, bytes) -> {
      if (owner > first && until > wallMillis) {
        found.merge(owner, usage(owner, blobs, bytes), ContainerUsage::plus);
      }
    });
    List<ContainerUsage> page = found.values().stream().limit(most).toList();
    return new UsagePage(page, page.size() == found.size());
  }

  private static ContainerUsage usage(long owner, long blobs, long bytes) {
    if (blobs < 0 || bytes < 0) {
      throw new IllegalStateException(
          "Container %d of account %d has %d blobs and %d bytes"
              .formatted((int) owner, (int) (owner >>> Integer.SIZE), blobs, bytes));
    }
    return new ContainerUsage((int) (owner >>> Integer.SIZE), (int) owner, blobs, bytes);
  }

  public ByteBuffer encode() {
    ByteBuffer to = ByteBuffer.allocate(Long.BYTES + sums.size() * COUNTER).putLong(droppedMillis);
    sums.forEach((owner, until, blobs, bytes) ->
        to.putLong(owner).putLong(until).putLong(blobs).putLong(bytes));
    return to.flip();
  }

  /** Reads the result of {@link #encode}. Empty without bytes or with an impossible length. */
  public static Optional<UsageCounters> decode(ByteBuffer from) {
    if (from.remaining() % COUNTER != Long.BYTES) {
      return Optional.empty();
    }
    UsageCounters read = new UsageCounters(from.getLong());
    while (from.hasRemaining()) {
      read.add(from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }
    return Optional.of(read);
  }
}
