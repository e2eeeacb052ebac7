package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.Pace;
import io.aumbry.store.scrub.ScrubState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One disk of a node: a folder that holds the stores of some partitions, and the threads that read
 * and write there. Making, opening and dropping stores waits for the disk and for what the store
 * still has to do: not on a thread that serves requests.
 *
 * <p>Errors of the disk are {@link AumbryException} with {@code DISK_FAILED}, files that are not
 * what was written {@code CORRUPT_RECORD}.
 */
public final class StoreDisk implements AutoCloseable {
  static final Logger LOG = LoggerFactory.getLogger(StoreDisk.class);

  /** Name of the file that says which disk it is. */
  public static final String IDENTITY = "disk.id";

  /** Name of the file that says how far the scrub is. */
  public static final String SCRUBBED = "scrubbed";

  /** Name of the file that who has the disk has locked. */
  public static final String LOCK = "lock";

  private final DiskParts parts;
  private final Disk.Lock lock;
  private final UUID id;
  private final RandomGenerator random;

  /** Stores come and go on whatever thread says so. */
  private final Mutex changing = new Mutex();

  /** By partition; guarded by {@link #changing}. */
  private final Map<Integer, PartitionStore> open = new HashMap<>();

  private final DiskScrub scrub;
  private boolean closed;

  private StoreDisk(DiskParts parts, Disk.Lock lock, UUID id, RandomGenerator random)
      throws IOException {
    this.parts = parts;
    this.lock = lock;
    this.id = id;
    this.random = random;
    this.scrub = DiskScrub.open(parts, id);
  }

  /**
   * Opens a folder of the file system; an empty or missing one becomes a new disk.
   *
   * @throws AumbryException {@code DISK_FAILED} also when another process has the folder open
   */
  public static StoreDisk open(Path folder, StoreConfig config, StoreEnvironment environment) {
    return failing(
        "opening " + folder, () -> openDisk(new FileSystemDisk(folder), config, environment));
  }

  /** Opens any disk. */
  public static StoreDisk open(Disk disk, StoreConfig config, StoreEnvironment environment) {
    return failing("opening " + disk, () -> openDisk(disk, config, environment));
  }

  private static StoreDisk openDisk(Disk disk, StoreConfig config, StoreEnvironment environment)
      throws IOException {
    Disk.Lock lock = disk.lock(LOCK);
    try {
      UUID id = identity(disk, environment.random());
      removeLeftOvers(disk);
      disk.syncFolder("");
      return new StoreDisk(parts(disk, config, environment), lock, id, environment.random());
    } catch (IOException | RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static DiskParts parts(Disk disk, StoreConfig config, StoreEnvironment environment) {
    DiskMetrics metrics = DiskMetrics.in(environment.metrics());
    String name = "disk-" + disk;
    return new DiskParts(
        disk,
        config,
        environment.buffers(),
        environment.time(),
        new DiskWriter(environment.threads(), name, config, metrics),
        new DiskReaders(environment.threads(), name, config, metrics),
        new DiskHelper(environment.threads(), name));
  }

  /** A folder with stores but without identity is not taken for a new disk. */
  private static UUID identity(Disk disk, RandomGenerator random) throws IOException {
    if (disk.exists(IDENTITY)) {
      return FileMark.readFrom(disk, IDENTITY, FileMark.DISK).owner();
    }
    if (disk.list("").stream().anyMatch(name -> StoreFolder.partitionIn(name).isPresent())) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD, disk + " holds stores, but its file " + IDENTITY + " is gone");
    }
    UUID id = newId(random);
    new FileMark(FileMark.DISK, id, 0, 0, 0).writeAs(disk, "", IDENTITY);
    return id;
  }

  private static void removeLeftOvers(Disk disk) throws IOException {
    for (String name : disk.list("")) {
      if (StoreFolder.isLeftOver(name)) {
        StoreFolder.deleteAll(disk, name);
      }
    }
  }

  DiskWriter writer() {
    return parts.writer();
  }

  /** Names this disk, wherever it is mounted. */
  public UUID id() {
    return id;
  }

  /** The partitions whose stores are here, open or not. */
  public List<Integer> stores() {
    return failing(
        "listing " + parts.disk(),
        () ->
            parts.disk().list("").stream()
                .map(StoreFolder::partitionIn)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .sorted()
                .toList());
  }

  /**
   * Makes an empty store and opens it.
   *
   * @throws AumbryException {@code CONFLICT} when there is one already
   */
  public BlobStore create(int partition) {
    try (Mutex.Hold _ = changing.hold()) {
      requireOpen();
      StoreFolder folder = new StoreFolder(partition);
      return failing(
          "making " + folder.path(),
          () -> {
            if (parts.disk().exists(folder.path())) {
              throw new AumbryException(
                  ErrorCode.CONFLICT, parts.disk() + " has partition " + partition + " already");
            }
            new StoreOpening(parts, folder).create(newId(random));
            return opened(folder);
          });
    }
  }

  /**
   * Opens a store, or returns it if it is open; its {@link BlobStore#close} makes it closed for
   * all. A store of which acknowledged bytes are damaged opens for reading only: each change then
   * throws {@code CORRUPT_RECORD} with the place of the damage.
   *
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} when there is none, {@code CORRUPT_RECORD}
   *     when its files are not what they were
   */
  public BlobStore open(int partition) {
    try (Mutex.Hold _ = changing.hold()) {
      requireOpen();
      PartitionStore known = open.get(partition);
      if (known != null) {
        if (!known.isClosed()) {
          return known;
        }
        // It may still be at it.
        known.close();
      }
      StoreFolder folder = new StoreFolder(partition);
      return failing(
          "opening " + folder.path(),
          () -> {
            if (!parts.disk().exists(folder.path())) {
              throw new AumbryException(
                  ErrorCode.REPLICA_UNAVAILABLE, parts.disk() + " has no partition " + partition);
            }
            return opened(folder);
          });
    }
  }

  private PartitionStore opened(StoreFolder folder) throws IOException {
    PartitionStore store = new StoreOpening(parts, folder).open();
    open.put(folder.partition(), store);
    return store;
  }

  /** Deletes a store with all that is in it, if it is there. */
  public void drop(int partition) {
    try (Mutex.Hold _ = changing.hold()) {
      PartitionStore store = open.remove(partition);
      if (store != null) {
        store.close();
      }
      StoreFolder folder = new StoreFolder(partition);
      failing(
          "dropping " + folder.path(),
          () -> {
            Disk disk = parts.disk();
            if (disk.exists(folder.dropped())) {
              StoreFolder.deleteAll(disk, folder.dropped());
            }
            if (disk.exists(folder.path())) {
              // Renamed first: a crash in between leaves no half of a store.
              disk.rename(folder.path(), folder.dropped());
              disk.syncFolder("");
              StoreFolder.deleteAll(disk, folder.dropped());
            }
            return partition;
          });
    }
  }

  /**
   * Proves the next file of the open stores, as it is on the medium, and goes on with the next
   * round when all are done. For one thread that may wait; it is bounded by {@code pace}. A store
   * whose files cannot be read takes no more writes.
   */
  public void scrub(Pace pace) {
    scrub.step(openStores(), pace);
  }

  /**
   * Looks at once at what readers have found damaged, and at what may have been repaired. For the
   * thread that scrubs.
   */
  public void followUp(Pace pace) {
    scrub.followUp(openStores(), pace);
  }

  /** How far the scrub is. */
  public ScrubState scrubState() {
    return scrub.state(openStores());
  }

  private List<PartitionStore> openStores() {
    try (Mutex.Hold _ = changing.hold()) {
      return open.values().stream()
          .filter(store -> !store.isClosed())
          .sorted(Comparator.comparingInt(PartitionStore::partition))
          .toList();
    }
  }

  /**
   * Makes durable what {@link Durability#WRITE} has answered; its caller has the timer. A store
   * whose sync fails takes no more writes. Without effect with {@link Durability#FSYNC}.
   */
  public void sync() {
    if (parts.config().durability() == Durability.FSYNC) {
      return;
    }
    List<PartitionStore> stores;
    try (Mutex.Hold _ = changing.hold()) {
      stores = List.copyOf(open.values());
    }
    stores.stream().filter(store -> !store.isClosed()).forEach(PartitionStore::sync);
  }

  /** Bytes that can still be written, the reserve not counted. */
  public long freeSpace() {
    return failing(
        "asking for space",
        () -> Math.max(0, parts.disk().usableSpace() - parts.config().reserveBytes()));
  }

  public long totalSpace() {
    return failing("asking for space", () -> parts.disk().totalSpace());
  }

  /**
   * Closes all stores: what was answered is durable, what waits is answered first. Closing again is
   * without effect.
   */
  @Override
  public void close() {
    try (Mutex.Hold _ = changing.hold()) {
      if (closed) {
        return;
      }
      closed = true;
      open.values().forEach(PartitionStore::close);
      open.clear();
      parts.writer().close();
      parts.readers().close();
      parts.helper().close();
      failing(
          "closing " + parts.disk(),
          () -> {
            lock.close();
            return id;
          });
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, parts.disk() + " is closed");
    }
  }

  /** Something that the disk may fail. */
  private interface Action<T> {
    T perform() throws IOException;
  }

  private static <T> T failing(String what, Action<T> action) {
    try {
      return action.perform();
    } catch (IOException | UncheckedIOException e) {
      throw new AumbryException(ErrorCode.DISK_FAILED, what + " failed: " + e, e);
    }
  }

  private static UUID newId(RandomGenerator random) {
    long version = (random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L;
    long variant = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(version, variant);
  }
}
