package io.aumbry.store.io;

import java.util.List;

/**
 * A store as the writer of its disk drives it: write a group of requests, sync the log if they need
 * it, then answer them. The writer calls one step of a store at a time.
 */
public interface WriteTarget {
  /** Decides the result of each request and writes the records that are new. */
  void write(List<WriteRequest> requests);

  /** Whether the records of these requests must be durable before the requests are answered. */
  boolean isSyncDue(List<WriteRequest> requests);

  /** Makes the written records durable. May run on another thread than the other steps. */
  void force();

  /** Publishes the written records and answers the requests. */
  void finish(List<WriteRequest> requests);

  /** Stops the store after a failure that is a bug and not the disk's. */
  void broken(Throwable cause);
}
