package io.aumbry.store;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.compaction.Compactor;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.partition.DiskServices;
import io.aumbry.store.partition.StoreCore;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Shows all blobs that an index knows, in slices between which the disk threads serve requests. */
record IndexSearch(int partition, StoreCore core, DiskServices disk, RequestContext context)
    implements Compactor.IndexPass {
  /** Blobs. */
  private static final int SLICE = 20_000;

  private static final UUID END = new UUID(-1, -1);

  @Override
  public void show(Consumer<IndexEntry> visitor) {
    Optional<UUID> next = Optional.of(IdRange.START);
    while (next.isPresent()) {
      IdRange rest = new IdRange(next.get(), END);
      next = disk.readers().submit(() -> showSlice(rest, visitor), _ -> {}).await(context);
    }
  }

  /** Returns the last blob of a full slice. */
  private Optional<UUID> showSlice(IdRange range, Consumer<IndexEntry> visitor) throws IOException {
    AtomicInteger shown = new AtomicInteger();
    AtomicReference<UUID> last = new AtomicReference<>(IdRange.START);
    core.index()
        .scan(
            range,
            partition,
            entry -> {
              visitor.accept(entry);
              last.set(entry.id().uuid());
              return shown.incrementAndGet() < SLICE;
            });
    return shown.get() < SLICE ? Optional.empty() : Optional.of(last.get());
  }
}
