package io.aumbry.store.index.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Goes through entries in the order of their keys. */
public interface EntryCursor {
  boolean isAtEnd();

  /** Where the current entry is, together with {@link #at}. */
  MemorySegment memory();

  long at();

  void advance() throws IOException;

  /** How this sorts against another one, by the entries where they stand. */
  default int order(EntryCursor other) {
    return EntryKey.at(memory(), at()).compareTo(other.memory(), other.at());
  }
}
