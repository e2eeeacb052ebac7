package io.aumbry.store;

import io.aumbry.store.feed.RecordFeed;
import io.aumbry.store.partition.Openings;
import java.util.UUID;

/**
 * One replica of one partition: a log of records on one disk, and the index of that log. Callers
 * depend on the narrowest of its three parts. Every call may wait for the disk on the thread of its
 * request. A call that changes something returns when the change is durable.
 *
 * <p>Every call throws {@link io.aumbry.protocol.error.AumbryException}: {@code DISK_FAILED} after
 * the store has stopped, {@code NO_SPACE} on a full disk, {@code OVERLOADED} if the queue of the
 * disk is full, and {@code TIMED_OUT} at the deadline of the context. It throws {@code
 * CORRUPT_RECORD} instead of bytes that differ from the written ones, and instead of "not found" if
 * the record may be among damaged ones.
 */
public interface BlobStore extends BlobAccess, RecordFeed, StoreMaintenance, AutoCloseable {
  int partition();

  /** The identity of these files. A store that is created again has another id. */
  UUID id();

  /** With this one. */
  Openings openings();

  @Override
  void close();
}
