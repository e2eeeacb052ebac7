package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.BlobStore;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.log.Pace;
import io.aumbry.store.scrub.ScrubState;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * One of the disks of this node, as its replicas see it. All calls but {@link #name}, {@link
 * #identity}, {@link #isHealthy}, {@link #condition}, {@link #queued}, {@link #storesSetAside} and
 * {@link #bytesUsed} may wait for the disk and so are not for threads that carry requests; those
 * that fail throw {@link AumbryException} with {@code DISK_FAILED}, or {@code NO_SPACE} when it is
 * full. A disk that hangs is waited for no longer than until it is out of service.
 */
public interface ReplicaDisk {
  /** As operators know it. */
  String name();

  /** Its id, wherever it is mounted; empty when that is not known. */
  Optional<UUID> identity();

  /** Whether its replicas can be used; once it is false, it stays so until the process ends. */
  boolean isHealthy();

  /** Calls {@code listener}, on any thread, when it fails as a whole by itself; once or more. */
  void whenFailed(Consumer<AumbryException> listener);

  DiskGuard.Condition condition();

  /** What waits for it. */
  StoreDisk.Queued queued();

  /** Whether its replicas were sealed, as was noted last. */
  boolean isSealed();

  /** Notes durably whether its replicas are sealed. */
  void noteSealed(boolean sealed);

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

  /**
   * Keeps the files of a closed store under another name, where no replica is opened from; without
   * effect when there are none.
   */
  void setAside(int partition);

  /** How many stores were set aside and are still there. */
  int storesSetAside();

  /** Proves the next file of the open stores; see {@link io.aumbry.store.StoreDisk#scrub}. */
  void scrub(Pace pace);

  /** Looks at what was found damaged; see {@link io.aumbry.store.StoreDisk#followUp}. */
  void followUp(Pace pace);

  /** How far the scrub is. */
  ScrubState scrubState();

  /**
   * Makes durable what its stores have answered before it was, where they do that, and takes the
   * disk out of service if its files are gone.
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
