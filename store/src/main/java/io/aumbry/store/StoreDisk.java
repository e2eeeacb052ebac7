package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.GuardedDisk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.io.DiskBackgroundTasks;
import io.aumbry.store.io.DiskCall;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.io.DiskReaders;
import io.aumbry.store.io.DiskWriter;
import io.aumbry.store.io.QueueLimits;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.DiskServices;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.StoreFolder;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.store.scrub.ScrubState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * One disk of a node: a folder with the stores of some partitions, and the threads that read and
 * write it. Creating, opening and dropping a store waits for the disk: not for threads that serve
 * requests.
 *
 * <p>I/O errors are {@link AumbryException} with {@code DISK_FAILED}. Damaged files are {@code
 * CORRUPT_RECORD}.
 */
public final class StoreDisk implements AutoCloseable {
  public static final String IDENTITY = "disk.id";

  /** The progress of the scrub. */
  public static final String SCRUBBED = "scrubbed";

  /** Locked by the process that has the disk open. */
  public static final String LOCK = "lock";

  private final DiskServices services;
  private final Disk.Lock lock;
  private final UUID id;
  private final StoreEnvironment environment;
  private final Mutex changing = new Mutex();

  /** By partition; changed under {@link #changing}, which an opening may hold for hours. */
  private final Map<Integer, PartitionStore> open = new ConcurrentHashMap<>();

  private final DiskScrub scrub;
  private volatile boolean closed;

  private StoreDisk(
      DiskServices services,
      Disk.Lock lock,
      UUID id,
      DiskScrub scrub,
      StoreEnvironment environment) {
    this.services = services;
    this.lock = lock;
    this.id = id;
    this.scrub = scrub;
    this.environment = environment;
  }

  /**
   * An empty or missing folder becomes a new disk.
   *
   * @throws AumbryException {@code DISK_FAILED}, also when another process has the folder open
   */
  public static StoreDisk open(
      Path folder, StoreConfig config, StoreEnvironment environment, DiskGuard guard) {
    return opening(() -> GuardedDisk.open(folder, guard), config, environment, guard);
  }

  /**
   * Empty if the folder is missing or has no id. Creates nothing.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the identity file is damaged
   */
  public static Optional<UUID> idOf(Path folder, StoreEnvironment environment, DiskGuard guard) {
    return new DiskCall<>(
            () ->
                failing(
                    "reading the identity of " + guard,
                    () -> known(GuardedDisk.find(folder, guard))),
            (Optional<UUID> _) -> {},
            guard)
        .carriedBy(environment.threads());
  }

  private static Optional<UUID> known(Optional<Disk> disk) throws IOException {
    return disk.isPresent() && disk.get().exists(IDENTITY)
        ? Optional.of(FileMark.readFrom(disk.get(), IDENTITY, FileMark.DISK).owner())
        : Optional.empty();
  }

  /** Without a watchdog: a hanging operation blocks its caller. */
  public static StoreDisk open(Path folder, StoreConfig config, StoreEnvironment environment) {
    return open(folder, config, environment, guard(folder.toString(), environment));
  }

  public static StoreDisk open(
      Disk disk, StoreConfig config, StoreEnvironment environment, DiskGuard guard) {
    return opening(() -> new GuardedDisk(disk, guard), config, environment, guard);
  }

  /** Without a watchdog: a hanging operation blocks its caller. */
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
      DiskScrub.Position scrubbed = DiskScrub.positionOn(disk, id, environment.time());
      // Starts the threads, so nothing may fail after it.
      DiskServices services = services(disk, config, environment, guard);
      return new StoreDisk(services, lock, id, new DiskScrub(services, id, scrubbed), environment);
    } catch (IOException | RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static DiskServices services(
      Disk disk, StoreConfig config, StoreEnvironment environment, DiskGuard guard) {
    DiskMetrics metrics = environment.metrics();
    String name = "disk-" + disk;
    return new DiskServices(
        disk,
        config,
        environment.buffers(),
        environment.time(),
        new DiskWriter(
            environment.threads(),
            name,
            config.queue(),
            metrics,
            environment.cache().open(config.reading().cachePercent())),
        new DiskReaders(
            environment.threads(),
            name,
            config.queue(),
            config.reading().threads(),
            metrics,
            guard),
        new DiskBackgroundTasks(environment.threads(), name));
  }

  /** A folder with stores but without an identity file is damaged, not a new disk. */
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
    return services.writer();
  }

  /** Independent of the mount point. */
  public UUID id() {
    return id;
  }

  /** Open or not. */
  public List<Integer> stores() {
    return perform(
        "listing " + services.disk(),
        () ->
            services.disk().list("").stream()
                .map(StoreFolder::partitionIn)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .sorted()
                .toList());
  }

  /**
   * Creates and opens an empty store.
   *
   * @throws AumbryException {@code CONFLICT} when the partition has a store already
   */
  public BlobStore create(int partition) {
    try (Mutex.Hold _ = changing.hold()) {
      requireOpen();
      StoreFolder folder = new StoreFolder(partition);
      return performOpening(
          "creating " + folder.path(),
          () -> {
            if (services.disk().exists(folder.path())) {
              throw new AumbryException(
                  ErrorCode.CONFLICT, services.disk() + " already has partition " + partition);
            }
            new StoreOpening(services, folder).create(newId(environment.random()));
            return new StoreOpening(services, folder).open();
          });
    }
  }

  /**
   * Opens a store, or returns it if it is open. {@link BlobStore#close} closes it for all callers.
   * If acknowledged bytes are damaged, the store opens read-only, and each change throws {@code
   * CORRUPT_RECORD} with the place of the damage.
   *
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} when there is no store, {@code
   *     CORRUPT_RECORD} when its files are damaged
   */
  public BlobStore open(int partition) {
    try (Mutex.Hold _ = changing.hold()) {
      requireOpen();
      PartitionStore known = open.get(partition);
      if (known != null) {
        if (!known.isClosed()) {
          return known;
        }
        // Another thread may still be closing it.
        known.close();
      }
      StoreFolder folder = new StoreFolder(partition);
      return performOpening(
          "opening " + folder.path(),
          () -> {
            if (!services.disk().exists(folder.path())) {
              throw new AumbryException(
                  ErrorCode.REPLICA_UNAVAILABLE,
                  services.disk() + " has no partition " + partition);
            }
            return new StoreOpening(services, folder).open();
          });
    }
  }

  private BlobStore performOpening(String what, Action<PartitionStore> opening) {
    PartitionStore store =
        services.readers().carry(() -> failing(what, opening), PartitionStore::close);
    open.put(store.partition(), store);
    return store;
  }

  /** Closes a store, if it exists, and deletes its files. */
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
            Disk disk = services.disk();
            if (disk.exists(folder.dropped())) {
              StoreFolder.deleteAll(disk, folder.dropped());
            }
            if (disk.exists(folder.path())) {
              // Renamed first, so that a crash leaves no partial store.
              disk.rename(folder.path(), folder.dropped());
              disk.syncFolder("");
              StoreFolder.deleteAll(disk, folder.dropped());
            }
            return partition;
          });
    }
  }

  /**
   * Closes a store and renames its folder, for an operator.
   *
   * @return the new name; empty if there is no store
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
    Disk disk = services.disk();
    if (!disk.exists(folder.path())) {
      return Optional.empty();
    }
    String name = folder.setAside(disk);
    disk.rename(folder.path(), name);
    disk.syncFolder("");
    return Optional.of(name);
  }

  public List<String> setAside() {
    return perform(
        "listing " + services.disk(),
        () -> services.disk().list("").stream().filter(StoreFolder::isSetAside).sorted().toList());
  }

  /**
   * Verifies the next file of the open stores against the medium, or starts the next round. A store
   * with unreadable files takes no more writes. For the scrubbing thread.
   */
  public void scrub(Pace pace) {
    scrub.step(openStores(), pace);
  }

  /** Verifies places that readers found damaged, and repaired places. For the scrubbing thread. */
  public void followUp(Pace pace) {
    scrub.followUp(openStores(), pace);
  }

  public ScrubState scrubState() {
    return scrub.state(openStores());
  }

  private List<PartitionStore> openStores() {
    return open.values().stream()
        .filter(store -> !store.isClosed())
        .sorted(Comparator.comparingInt(PartitionStore::partition))
        .toList();
  }

  /**
   * Syncs the changes that {@link SyncPolicy#WRITE} has acknowledged. Called on a timer. A store
   * that fails to sync takes no more writes.
   */
  public void sync() {
    if (services.config().durability() == SyncPolicy.FSYNC) {
      return;
    }
    openStores().forEach(PartitionStore::sync);
  }

  /**
   * Takes the disk out of service if its folder was emptied or replaced. Open files outlive their
   * names, so all later records would be gone at the next start.
   */
  public void requirePresence() {
    if (missingFile().isEmpty()) {
      return;
    }
    // A store may just have been removed.
    try (Mutex.Hold _ = changing.hold()) {
      missingFile().ifPresent(file -> services.guard().retire("its file " + file + " is gone"));
    }
  }

  private Optional<String> missingFile() {
    return closed || !services.guard().isInService()
        ? Optional.empty()
        : perform(
            "checking the presence of " + services.disk(),
            () -> DiskPresence.missing(services.disk(), openStores()));
  }

  /** Usable bytes without the reserve. */
  public long freeSpace() {
    return perform(
        "reading the free space",
        () -> Math.max(0, services.disk().usableSpace() - services.config().reserveBytes()));
  }

  public long totalSpace() {
    return perform("reading the free space", () -> services.disk().totalSpace());
  }

  /**
   * Answers waiting requests and syncs acknowledged changes first. Leaves the files of a disk out
   * of service untouched. Idempotent.
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
      environment.cache().close(services.writer().recent());
      if (guard().isInService()) {
        perform("closing " + services.disk(), this::end);
      }
    }
  }

  private UUID end() throws IOException {
    services.writer().close();
    services.readers().close();
    services.helper().close();
    lock.close();
    return id;
  }

  /**
   * Waiting work, within {@link QueueLimits}.
   *
   * @param bytes waiting for the writer or being written
   * @param writes requests that wait for the writer
   * @param reads requests that wait for the readers
   */
  public record Queued(long bytes, int writes, int reads) {
    public static final Queued NOTHING = new Queued(0, 0, 0);
  }

  public Queued queued() {
    DiskWriter writer = services.writer();
    return new Queued(
        writer.bytesUnderWay(), writer.queuedRequests(), services.readers().waiting());
  }

  public DiskGuard guard() {
    return services.guard();
  }

  /**
   * Accesses files that belong to no store. Fails when the disk goes out of service.
   *
   * @throws AumbryException {@code DISK_FAILED}, {@code NO_SPACE}
   */
  public <T> T perform(String what, Action<T> action) {
    return services.readers().carry(() -> failing(what, action), _ -> {});
  }

  private void requireOpen() {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, services.disk() + " is closed");
    }
  }

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
