package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.GuardedDisk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.io.DiskCall;
import io.aumbry.store.io.DiskHelper;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.io.DiskReaders;
import io.aumbry.store.io.DiskWriter;
import io.aumbry.store.io.QueueLimits;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.DiskParts;
import io.aumbry.store.partition.Durability;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.StoreFolder;
import io.aumbry.store.scrub.ScrubState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * One disk of a node: a folder that holds the stores of some partitions, and the threads that read
 * and write there. Making, opening and dropping stores waits for the disk and for what the store
 * still has to do: not on a thread that serves requests.
 *
 * <p>Errors of the disk are {@link AumbryException} with {@code DISK_FAILED}, files that are not
 * what was written {@code CORRUPT_RECORD}.
 */
public final class StoreDisk implements AutoCloseable {
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
   * @param guard that somebody has look
   * @throws AumbryException {@code DISK_FAILED} also when another process has the folder open
   */
  public static StoreDisk open(
      Path folder, StoreConfig config, StoreEnvironment environment, DiskGuard guard) {
    return opening(() -> GuardedDisk.open(folder, guard), config, environment, guard);
  }

  /**
   * The id of the disk in a folder, empty when that is missing or has none; nothing is made.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it cannot be said which disk it is
   */
  public static Optional<UUID> idOf(Path folder, StoreEnvironment environment, DiskGuard guard) {
    return new DiskCall<>(
            () -> failing("looking at " + guard, () -> known(GuardedDisk.find(folder, guard))),
            (Optional<UUID> _) -> {},
            guard)
        .carriedBy(environment.threads());
  }

  private static Optional<UUID> known(Optional<Disk> disk) throws IOException {
    return disk.isPresent() && disk.get().exists(IDENTITY)
        ? Optional.of(FileMark.readFrom(disk.get(), IDENTITY, FileMark.DISK).owner())
        : Optional.empty();
  }

  /** As the other one; what hangs is waited for. */
  public static StoreDisk open(Path folder, StoreConfig config, StoreEnvironment environment) {
    return open(folder, config, environment, guard(folder.toString(), environment));
  }

  /** Opens any disk. */
  public static StoreDisk open(
      Disk disk, StoreConfig config, StoreEnvironment environment, DiskGuard guard) {
    return opening(() -> new GuardedDisk(disk, guard), config, environment, guard);
  }

  /** Opens any disk; what hangs is waited for. */
  public static StoreDisk open(Disk disk, StoreConfig config, StoreEnvironment environment) {
    return open(disk, config, environment, guard(disk.toString(), environment));
  }

  private static DiskGuard guard(String name, StoreEnvironment environment) {
    return new DiskGuard(name, DiskGuard.DEFAULT_LIMIT, environment.time());
  }

  private static StoreDisk opening(
      Action<Disk> files, StoreConfig config, StoreEnvironment environment, DiskGuard guard) {
    return new DiskCall<>(
            () ->
                failing(
                    "opening " + guard,
                    () -> openDisk(files.perform(), config, environment, guard)),
            StoreDisk::close,
            guard)
        .carriedBy(environment.threads());
  }

  private static StoreDisk openDisk(
      Disk disk, StoreConfig config, StoreEnvironment environment, DiskGuard guard)
      throws IOException {
    Disk.Lock lock = disk.lock(LOCK);
    try {
      UUID id = identity(disk, environment.random());
      removeLeftOvers(disk);
      disk.syncFolder("");
      DiskParts parts = parts(disk, config, environment, guard);
      return new StoreDisk(parts, lock, id, environment.random());
    } catch (IOException | RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static DiskParts parts(
      Disk disk, StoreConfig config, StoreEnvironment environment, DiskGuard guard) {
    DiskMetrics metrics = environment.metrics();
    String name = "disk-" + disk;
    return new DiskParts(
        disk,
        config,
        environment.buffers(),
        environment.time(),
        new DiskWriter(environment.threads(), name, config.queue(), metrics),
        new DiskReaders(
            environment.threads(), name, config.queue(), config.readThreads(), metrics, guard),
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
    return perform(
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
      return performOpening(
          "making " + folder.path(),
          () -> {
            if (parts.disk().exists(folder.path())) {
              throw new AumbryException(
                  ErrorCode.CONFLICT, parts.disk() + " has partition " + partition + " already");
            }
            new StoreOpening(parts, folder).create(newId(random));
            return new StoreOpening(parts, folder).open();
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
      return performOpening(
          "opening " + folder.path(),
          () -> {
            if (!parts.disk().exists(folder.path())) {
              throw new AumbryException(
                  ErrorCode.REPLICA_UNAVAILABLE, parts.disk() + " has no partition " + partition);
            }
            return new StoreOpening(parts, folder).open();
          });
    }
  }

  private BlobStore performOpening(String what, Action<PartitionStore> opening) {
    PartitionStore store =
        parts.readers().carry(() -> failing(what, opening), PartitionStore::close);
    open.put(store.partition(), store);
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
      perform(
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
   * Closes a store and renames its folder, so that it is never opened again but all of it is kept;
   * without effect when there is none.
   *
   * @return the name of the folder from now on
   */
  public Optional<String> setAside(int partition) {
    try (Mutex.Hold _ = changing.hold()) {
      PartitionStore store = open.remove(partition);
      if (store != null) {
        store.close();
      }
      StoreFolder folder = new StoreFolder(partition);
      return perform("setting aside " + folder.path(), () -> setAside(folder));
    }
  }

  private Optional<String> setAside(StoreFolder folder) throws IOException {
    Disk disk = parts.disk();
    if (!disk.exists(folder.path())) {
      return Optional.empty();
    }
    String name = folder.setAside(disk);
    disk.rename(folder.path(), name);
    disk.syncFolder("");
    return Optional.of(name);
  }

  /** The folders of stores that were set aside. */
  public List<String> setAside() {
    return perform(
        "listing " + parts.disk(),
        () -> parts.disk().list("").stream().filter(StoreFolder::isSetAside).sorted().toList());
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

  /**
   * Takes the disk out of service if its folder was emptied or replaced under this process. Open
   * files outlive their names, so nothing else would notice before the next start, and by then
   * every record since would be gone.
   */
  public void requirePresence() {
    try (Mutex.Hold _ = changing.hold()) {
      if (!closed && parts.guard().isInService()) {
        perform(
                "looking for " + parts.disk(),
                () -> DiskPresence.missing(parts.disk(), open.values()))
            .ifPresent(file -> parts.guard().retire("its file " + file + " is gone"));
      }
    }
  }

  /** Bytes that can still be written, the reserve not counted. */
  public long freeSpace() {
    return perform(
        "asking for space",
        () -> Math.max(0, parts.disk().usableSpace() - parts.config().reserveBytes()));
  }

  public long totalSpace() {
    return perform("asking for space", () -> parts.disk().totalSpace());
  }

  /**
   * Closes all stores: what was answered is durable, what waits is answered first. A disk that is
   * out of service is left as it is. Closing again is without effect.
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
      if (guard().isInService()) {
        perform("closing " + parts.disk(), this::end);
      }
    }
  }

  private UUID end() throws IOException {
    parts.writer().close();
    parts.readers().close();
    parts.helper().close();
    lock.close();
    return id;
  }

  /**
   * What waits for a disk; each within its limit of {@link QueueLimits}.
   *
   * @param bytes of records that wait for the writer or are being written
   * @param writes that wait for the writer
   * @param reads that wait for the readers
   */
  public record Queued(long bytes, int writes, int reads) {
    public static final Queued NOTHING = new Queued(0, 0, 0);
  }

  /** What waits for this disk now; any thread. */
  public Queued queued() {
    DiskWriter writer = parts.writer();
    return new Queued(writer.bytesUnderWay(), writer.queuedRequests(), parts.readers().waiting());
  }

  /** Knows whether it is in service. */
  public DiskGuard guard() {
    return parts.guard();
  }

  /**
   * Does something with files of this disk that are not those of its stores, and waits for it no
   * longer than the disk is in service.
   *
   * @throws AumbryException {@code DISK_FAILED}, {@code NO_SPACE} when the disk is full
   */
  public <T> T perform(String what, Action<T> action) {
    return parts.readers().carry(() -> failing(what, action), _ -> {});
  }

  private void requireOpen() {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, parts.disk() + " is closed");
    }
  }

  /**
   * Something that the disk may fail.
   *
   * @param <T> what it yields
   */
  @FunctionalInterface
  public interface Action<T> {
    T perform() throws IOException;
  }

  private static <T> T failing(String what, Action<T> action) {
    try {
      return action.perform();
    } catch (NoSpaceException e) {
      throw new AumbryException(ErrorCode.NO_SPACE, what + " failed: " + e, e);
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
