package io.aumbry.store.io;

import java.util.List;

/** A store as its disk's writer sees it. The writer runs one step of a store at a time. */
public interface WriteTarget {
  /** Decides the results and writes the new records. */
  void write(List<WriteRequest> requests);

  /** Whether these requests must wait for a sync. */
  boolean isSyncDue(List<WriteRequest> requests);

  /** Syncs the written records. May run on another thread. */
  void force();

  /** Publishes the records and answers the requests. */
  void finish(List<WriteRequest> requests);

  /** Stops the store after an unexpected failure. */
  void broken(Throwable cause);
}
