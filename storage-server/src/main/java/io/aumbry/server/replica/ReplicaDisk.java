package io.aumbry.server.replica;

import io.aumbry.store.BlobStore;
import io.aumbry.store.log.Pace;
import io.aumbry.store.scrub.ScrubState;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;

/**
 * One of the disks of this node, as its replicas see it. All calls but {@link #name}, {@link
 * #isHealthy} and {@link #bytesUsed} may wait for the disk and so are not for threads that carry
 * requests; those that fail throw {@link io.aumbry.protocol.error.AumbryException} with {@code
 * DISK_FAILED}.
 */
public interface ReplicaDisk {
  /** As operators know it. */
  String name();

  /** Whether its replicas can be used; once it is false, it stays so until the process ends. */
  boolean isHealthy();

  /** Bytes that the stores on it occupy. */
  long bytesUsed();

  /**
   * Bytes that its stores may occupy in all: what they do and what is free for them, but no more
   * than their share of what the node may use.
   */
  long capacity();

  /** The partitions whose stores are on it. */
  Set<Integer> partitions();

  /** Opens a store that is on it. */
  BlobStore open(int partition);

  /** Makes an empty store and opens it. */
  BlobStore create(int partition);

  /** Removes the files of a closed store; without effect when there are none. */
  void drop(int partition);

  /** Proves the next file of the open stores; see {@link io.aumbry.store.StoreDisk#scrub}. */
  void scrub(Pace pace);

  /** Looks at what was found damaged; see {@link io.aumbry.store.StoreDisk#followUp}. */
  void followUp(Pace pace);

  /** How far the scrub is. */
  ScrubState scrubState();

  /**
   * Makes durable what its stores have answered before it was. Without effect where they never do.
   */
  void sync();

  Optional<ByteBuffer> readNote(String name);

  /**
   * Replaces a small file beside the stores in one step, so that after a crash it is the old one,
   * the new one, or for one that is not durable absent or torn.
   *
   * @param durable whether it must be on disk when this returns
   */
  void writeNote(String name, ByteBuffer content, boolean durable);

  /** Durably removes a note; without effect when there is none. */
  void deleteNote(String name);
}
