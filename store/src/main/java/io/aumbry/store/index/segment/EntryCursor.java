package io.aumbry.store.index.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** In key order. */
public interface EntryCursor {
  boolean isAtEnd();

  /** Holds the current entry at offset {@link #at}. */
  MemorySegment memory();

  long at();

  void advance() throws IOException;

  default int order(EntryCursor other) {
    return EntryKey.at(memory(), at()).compareTo(other.memory(), other.at());
  }
}
