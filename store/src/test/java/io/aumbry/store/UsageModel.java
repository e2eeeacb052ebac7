package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.entropy.ReplicaComparison;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Adds up the blobs that a store must count, one by one. */
public final class UsageModel {
  private static final long HOUR = 3_600_000;
  private static final int PAGE = 1000;
  private static final int HELD_AND_ALIVE = 2;

  private final Map<List<Integer>, ContainerUsage> sums = new HashMap<>();
  private final long nowMillis;

  public UsageModel(long nowMillis) {
    this.nowMillis = nowMillis;
  }

  /** Adds a blob that has a PUT record and is not deleted. */
  public void add(BlobId id, int length, long expiryMillis) {
    if (isCounted(id.createdMillis(), expiryMillis)) {
      ContainerUsage one =
          switch (id.kind()) {
            case SIMPLE -> new ContainerUsage(id.account(), id.container(), 1, length);
            case MANIFEST -> new ContainerUsage(id.account(), id.container(), 1, 0);
            case CHUNK -> new ContainerUsage(id.account(), id.container(), 0, length);
            case UPLOAD -> new ContainerUsage(id.account(), id.container(), 0, 0);
          };
      sums.merge(List.of(id.account(), id.container()), one, ContainerUsage::plus);
    }
  }

  /** Adds up all blobs in the index of a store that have their bytes. */
  public static UsageModel scan(BlobStore store, long nowMillis, RequestContext context) {
    UsageModel sum = new UsageModel(nowMillis);
    IdRange rest = new IdRange(IdRange.START, new UUID(-1, -1));
    boolean whole = false;
    while (!whole) {
      ReplicaComparison.Listing page = store.comparison().list(rest, PAGE, context);
      UUID last = sum.addAll(ByteBuffer.wrap(page.blobs().toByteArray()), rest.after());
      rest = rest.behind(last);
      whole = page.whole();
    }
    return sum;
  }

  /** Reads a list of blobs without code of the product. Returns the last id. */
  private UUID addAll(ByteBuffer list, UUID none) {
    UUID last = none;
    list.get();
    while (list.remaining() > Integer.BYTES) {
      BlobId id = BlobId.read(list);
      list.getShort();
      int flags = list.getShort();
      list.getLong();
      long expiry = list.getLong();
      list.getInt();
      int length = list.getInt();
      if (flags == HELD_AND_ALIVE) {
        add(id, length, expiry);
      }
      last = id.uuid();
    }
    return last;
  }

  /** Until the first multiple of an hour, or of more hours the longer the blob lives. */
  private boolean isCounted(long createdMillis, long expiryMillis) {
    if (expiryMillis == Expiry.NEVER) {
      return true;
    }
    long hours = 1;
    while (hours < 16 && expiryMillis - createdMillis >= 2 * hours * 32 * HOUR) {
      hours *= 2;
    }
    return (expiryMillis + hours * HOUR - 1) / (hours * HOUR) * hours * HOUR > nowMillis;
  }

  public List<ContainerUsage> containers() {
    return sums.values().stream()
        .filter(usage -> usage.blobs() > 0 || usage.bytes() > 0)
        .sorted(
            Comparator.comparingInt(ContainerUsage::account)
                .thenComparingInt(ContainerUsage::container))
        .toList();
  }

  public void assertCountedBy(BlobStore store, RequestContext context) {
    assertThat(of(store, context)).as("usage of containers").isEqualTo(containers());
  }

  /** The usage by the counters of a store, in small pages. */
  public static List<ContainerUsage> of(BlobStore store, RequestContext context) {
    List<ContainerUsage> all = new ArrayList<>();
    UsagePage page = store.containers(UsagePage.From.START, 2, context);
    all.addAll(page.containers());
    while (!page.isLast()) {
      page = store.containers(page.next(), 2, context);
      all.addAll(page.containers());
    }
    return all;
  }
}
