package io.aumbry.store.compaction;

import io.aumbry.store.index.segment.IndexEntry;
import java.util.List;

/** Services of the store's writer, in order with its changes. */
public interface WriterTurns {
  /**
   * Waits until all accepted changes are in the index.
   *
   * @throws io.aumbry.protocol.error.AumbryException when the store has stopped
   */
  void settle();

  /**
   * Makes the index durable, because compaction drops records on its evidence.
   *
   * @throws io.aumbry.protocol.error.AumbryException when the store has stopped
   */
  void sync();

  /** Removes entries without records, unless they have changed. May skip entries. */
  void forget(List<IndexEntry> entries);
}
