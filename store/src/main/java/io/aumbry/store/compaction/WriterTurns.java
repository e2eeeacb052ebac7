package io.aumbry.store.compaction;

import io.aumbry.store.index.segment.IndexEntry;
import java.util.List;

/** What a compaction asks of the writer of its store, in the order of the store's changes. */
public interface WriterTurns {
  /**
   * Waits until the index knows of every change that was accepted before.
   *
   * @throws io.aumbry.protocol.error.AumbryException when the store has stopped
   */
  void settle();

  /**
   * Makes durable all that the index says: what it says was a reason to drop other records.
   *
   * @throws io.aumbry.protocol.error.AumbryException when the store has stopped
   */
  void sync();

  /**
   * Takes entries out of the index whose records are all gone, unless they have changed; may take
   * some time and need not succeed.
   */
  void forget(List<IndexEntry> entries);
}
