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
 * A disk of this node, as its replicas see it. All methods may wait for the disk, except {@link
 * #name}, {@link #identity}, {@link #isHealthy}, {@link #condition}, {@link #queued}, {@link
 * #storesSetAside} and {@link #bytesUsed}. They fail with {@code DISK_FAILED}, or {@code NO_SPACE}
 * on a full disk. A call that hangs fails when the disk is taken out of service.
 */
public interface ReplicaDisk {
  String name();

  /** Independent of its folder; empty if unknown. */
  Optional<UUID> identity();

  /** Whether its replicas can be used. Once false, it stays false in this process. */
  boolean isHealthy();

  /** Calls {@code listener} at least once, on any thread, when the whole disk fails. */
  void whenFailed(Consumer<AumbryException> listener);

  DiskGuard.Condition condition();

  StoreDisk.Queued queued();

  boolean isSealed();

  void noteSealed(boolean sealed);

  long bytesUsed();

  /**
   * Bytes that its stores may occupy: their size plus the free space, at most the disk's share of
   * the capacity of the node.
   */
  long capacity();

  Set<Integer> partitions();

  BlobStore open(int partition);

  BlobStore create(int partition);

  /** Removes the files of a closed store, if any. */
  void drop(int partition);

  /** Renames the files of a closed store, if any, so that no replica uses them. */
  void setAside(int partition);

  int storesSetAside();

  /** Verifies the next file of the open stores; see {@link io.aumbry.store.StoreDisk#scrub}. */
  void scrub(Pace pace);

  /** Checks reported damage; see {@link io.aumbry.store.StoreDisk#followUp}. */
  void followUp(Pace pace);

  ScrubState scrubState();

  /**
   * Syncs stores that answer before they sync, and takes the disk out of service if its files are
   * gone.
   */
  void sync();

  Optional<ByteBuffer> readNote(String name);

  /**
   * Replaces a small file beside the stores atomically. After a crash it is the old or the new one.
   * A file that is not durable may also be absent or torn.
   *
   * @param durable whether it must be on disk when this returns
   */
  void writeNote(String name, ByteBuffer content, boolean durable);

  /** Durably removes a note, if any. */
  void deleteNote(String name);
}
