package io.aumbry.store.io;

import java.util.List;

/**
 * A store from the view of its disk's writer: write a group of requests, sync the log if they need
 * it, then answer them. The writer runs one step of a store at a time.
 */
public interface WriteTarget {
  /** Decides the result of each request and writes the new records. */
  void write(List<WriteRequest> requests);

  /** Whether these requests must wait for a sync. */
  boolean isSyncDue(List<WriteRequest> requests);

  /** Syncs the written records. May run on another thread than the other steps. */
  void force();

  /** Publishes the written records and answers the requests. */
  void finish(List<WriteRequest> requests);

  /** Stops the store after an unexpected failure. */
  void broken(Throwable cause);
}
