package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.BlobStore;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.GuardedDisk;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.scrub.ScrubState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A disk with stores, and a folder beside them for notes. */
public final class StoreReplicaDisk implements ReplicaDisk, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreReplicaDisk.class);
  private static final String NOTES_FOLDER = "replicas";

  private static final long MAX_NOTE = 1 << 20;

  private final String name;
  private final StoreDisk stores;
  private final Disk notes;
  private final Mutex noting = new Mutex();

  /** Afterwards the folder may belong to another process; guarded by {@link #noting}. */
  private boolean closed;

  private final long share;

  /** The partitions on this disk, with their store if it was opened. */
  private final Map<Integer, Optional<BlobStore>> partitions = new ConcurrentHashMap<>();

  private final AtomicInteger aside = new AtomicInteger();
  private volatile boolean failed;

  /**
   * Takes ownership of {@code stores}. A killed process may have left notes with names that are not
   * durable, so their folder is synced.
   *
   * @param notes a folder for notes, on the same disk
   * @param share bytes that its stores may occupy
   */
  public StoreReplicaDisk(String name, StoreDisk stores, Disk notes, long share) {
    this.name = name;
    this.share = share;
    this.stores = stores;
    this.notes = notes;
    perform(
        "syncing the notes",
        () -> {
          notes.syncFolder("");
          return notes;
        });
    stores.stores().forEach(partition -> partitions.put(partition, Optional.empty()));
    aside.set(stores.setAside().size());
  }

  /**
   * Opens a folder of the file system.
   *
   * @throws AumbryException as {@link StoreDisk#open(Path, StoreConfig, StoreEnvironment)}
   */
  public static StoreReplicaDisk open(
      Path folder, StoreConfig config, StoreEnvironment environment, long share) {
    DiskGuard guard = new DiskGuard(folder.toString(), DiskGuard.DEFAULT_LIMIT, environment.time());
    return open(folder, StoreDisk.open(folder, config, environment, guard), share);
  }

  /** Takes ownership of {@code stores}, which are in {@code folder}. */
  public static StoreReplicaDisk open(Path folder, StoreDisk stores, long share) {
    try {
      Disk notes =
          stores.perform(
              "opening " + folder,
              () -> GuardedDisk.open(folder.resolve(NOTES_FOLDER), stores.guard()));
      return new StoreReplicaDisk(folder.toString(), stores, notes, share);
    } catch (AumbryException e) {
      stores.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isHealthy() {
    return !failed && stores.guard().isSound();
  }

  @Override
  public void whenFailed(Consumer<AumbryException> listener) {
    stores
        .guard()
        .add(
            new DiskGuard.Concerned() {
              @Override
              public void outOfService(AumbryException why) {
                listener.accept(why);
              }

              @Override
              public void readOnly(AumbryException why) {
                listener.accept(why);
              }
            });
  }

  @Override
  public DiskGuard.Condition condition() {
    return stores.guard().condition();
  }

  @Override
  public StoreDisk.Queued queued() {
    return stores.queued();
  }

  @Override
  public boolean isSealed() {
    return readNote(ReplicaNotes.SEALED)
        .filter(note -> ReplicaNotes.isSealed(note, stores.id()))
        .isPresent();
  }

  @Override
  public void noteSealed(boolean sealed) {
    if (sealed) {
      writeNote(ReplicaNotes.SEALED, ReplicaNotes.sealed(stores.id()), true);
    } else {
      deleteNote(ReplicaNotes.SEALED);
    }
  }

  public UUID id() {
    return stores.id();
  }

  @Override
  public Optional<UUID> identity() {
    return Optional.of(id());
  }

  @Override
  public long bytesUsed() {
    return partitions.values().stream()
        .flatMap(Optional::stream)
        .mapToLong(BlobStore::bytesOnDisk)
        .sum();
  }

  @Override
  public long capacity() {
    long room = bytesUsed() + watching(stores::freeSpace);
    return Math.min(share, room);
  }

  @Override
  public Set<Integer> partitions() {
    return new TreeSet<>(partitions.keySet());
  }

  @Override
  public BlobStore open(int partition) {
    return opened(partition, () -> stores.open(partition));
  }

  @Override
  public BlobStore create(int partition) {
    return opened(partition, () -> stores.create(partition));
  }

  private BlobStore opened(int partition, Supplier<BlobStore> opening) {
    BlobStore store = watching(opening);
    partitions.put(partition, Optional.of(store));
    return store;
  }

  @Override
  public void drop(int partition) {
    watching(() -> {
      stores.drop(partition);
      return partition;
    });
    partitions.remove(partition);
  }

  @Override
  public void setAside(int partition) {
    Optional<String> folder = watching(() -> stores.setAside(partition));
    partitions.remove(partition);
    folder.ifPresent(kept -> {
      aside.incrementAndGet();
      LOG.atWarn()
          .addKeyValue("disk", name)
          .addKeyValue("partition", partition)
          .addKeyValue("folder", kept)
          .log("a store was set aside: it is never used again, and kept for an operator");
    });
  }

  @Override
  public int storesSetAside() {
    return aside.get();
  }

  @Override
  public void scrub(Pace pace) {
    stores.scrub(pace);
  }

  @Override
  public void followUp(Pace pace) {
    stores.followUp(pace);
  }

  @Override
  public ScrubState scrubState() {
    return stores.scrubState();
  }

  @Override
  public void sync() {
    stores.requirePresence();
    stores.sync();
  }

  @Override
  public Optional<ByteBuffer> readNote(String note) {
    return watching("reading note " + note, () -> read(note));
  }

  private Optional<ByteBuffer> read(String note) throws IOException {
    if (!notes.exists(note)) {
      return Optional.empty();
    }
    try (DiskFile file = notes.open(note)) {
      ByteBuffer content = ByteBuffer.allocate((int) Math.min(MAX_NOTE, file.size()));
      file.read(content, 0);
      return Optional.of(content.flip());
    }
  }

  @Override
  public void writeNote(String note, ByteBuffer content, boolean durable) {
    try (Mutex.Hold _ = noting.hold()) {
      requireOpen();
      watching(
          "writing note " + note,
          () -> {
            String fresh = note + ".new";
            try (DiskFile file = notes.create(fresh)) {
              file.write(content, 0);
              if (durable) {
                file.force();
              }
            }
            notes.rename(fresh, note);
            if (durable) {
              notes.syncFolder("");
            }
            return note;
          });
    }
  }

  @Override
  public void deleteNote(String note) {
    try (Mutex.Hold _ = noting.hold()) {
      requireOpen();
      watching(
          "deleting note " + note,
          () -> {
            notes.delete(note);
            notes.syncFolder("");
            return note;
          });
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "Disk " + name + " is closed");
    }
  }

  private <T> T watching(String what, StoreDisk.Action<T> action) {
    return watching(() -> perform(what, action));
  }

  private <T> T perform(String what, StoreDisk.Action<T> action) {
    return stores.perform(what + " on " + name, action);
  }

  /** An error outside a single store means that the disk has failed. */
  private <T> T watching(Supplier<T> action) {
    try {
      return action.get();
    } catch (AumbryException e) {
      failed = failed || e.code() == ErrorCode.DISK_FAILED;
      throw e;
    }
  }

  /** Closes all stores. Later calls that write a note are refused. */
  @Override
  public void close() {
    try (Mutex.Hold _ = noting.hold()) {
      closed = true;
    }
    stores.close();
  }
}
