package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
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
 * A disk that could not be opened when the node started. The node runs on its other disks, and
 * rebuilds the replicas of this one there.
 *
 * @param identity of the expected disk
 */
public record UnusableDisk(String name, Optional<UUID> identity, String reason)
    implements ReplicaDisk {
  public UnusableDisk(String name, String reason) {
    this(name, Optional.empty(), reason);
  }

  @Override
  public boolean isHealthy() {
    return false;
  }

  @Override
  public void whenFailed(Consumer<AumbryException> listener) {
    // It has no replicas.
  }

  @Override
  public DiskGuard.Condition condition() {
    return DiskGuard.Condition.UNKNOWN;
  }

  @Override
  public StoreDisk.Queued queued() {
    return StoreDisk.Queued.NOTHING;
  }

  @Override
  public boolean isSealed() {
    throw failed();
  }

  @Override
  public void noteSealed(boolean sealed) {
    throw failed();
  }

  @Override
  public long bytesUsed() {
    return 0;
  }

  @Override
  public long capacity() {
    return 0;
  }

  @Override
  public Set<Integer> partitions() {
    return Set.of();
  }

  @Override
  public BlobStore open(int partition) {
    throw failed();
  }

  @Override
  public BlobStore create(int partition) {
    throw failed();
  }

  @Override
  public void drop(int partition) {
    throw failed();
  }

  @Override
  public void setAside(int partition) {
    throw failed();
  }

  @Override
  public int storesSetAside() {
    return 0;
  }

  @Override
  public void scrub(Pace pace) {
    throw failed();
  }

  @Override
  public void followUp(Pace pace) {
    throw failed();
  }

  @Override
  public ScrubState scrubState() {
    throw failed();
  }

  @Override
  public void sync() {
    // It has no stores.
  }

  @Override
  public Optional<ByteBuffer> readNote(String note) {
    throw failed();
  }

  @Override
  public void writeNote(String note, ByteBuffer content, boolean durable) {
    throw failed();
  }

  @Override
  public void deleteNote(String note) {
    throw failed();
  }

  private AumbryException failed() {
    return new AumbryException(ErrorCode.DISK_FAILED, "Disk " + name + " is unusable: " + reason);
  }
}
