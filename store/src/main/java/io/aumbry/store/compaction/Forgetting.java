package io.aumbry.store.compaction;

import io.aumbry.store.index.IndexEntry;
import java.util.List;

/** Takes entries out of the index whose records are all gone, unless they have changed. */
@FunctionalInterface
public interface Forgetting {
  /** Does so in the order of the store's changes; may take some time and need not succeed. */
  void forget(List<IndexEntry> entries);
}
