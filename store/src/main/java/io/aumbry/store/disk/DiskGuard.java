package io.aumbry.store.disk;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watchdog of a disk. If an operation hangs, the disk is out of service until the next start.
 * New operations then fail at once, waiting callers get an error, and hanging threads are left
 * alone. If the file system becomes read-only, only writers get an error. Thread-safe, except
 * {@link #look}.
 */
public final class DiskGuard {
  private static final Logger LOG = LoggerFactory.getLogger(DiskGuard.class);

  public static final Duration DEFAULT_LIMIT = Settings.defaults(Stall.class).timeout();

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * Between two looks, at most 1/5 of the limit counts: a pause of the whole process says nothing
   * about its disks.
   */
  private static final int PARTS = 5;

  /** 1 MiB. Few disks with more last for long. */
  private static final int MOST_UNREADABLE = 256;

  private final String disk;
  private final Duration limit;
  private final Time time;
  private final Set<Operation> underWay = ConcurrentHashMap.newKeySet();
  private final Set<Concerned> concerned = new CopyOnWriteArraySet<>();
  private final AtomicReference<@Nullable AumbryException> out = new AtomicReference<>();
  private final AtomicReference<@Nullable AumbryException> readOnly = new AtomicReference<>();
  private final AtomicLong deviceErrors = new AtomicLong();
  private final Set<Block> unreadable = ConcurrentHashMap.newKeySet();
  private long lookedAtNanos;

  private volatile long longestNanos;

  public record Stall(
      @Setting(
              key = "storage.stall-timeout",
              range = "1s to 10m",
              text =
                  "Time after which an unfinished operation on a disk counts as hanging. The disk is"
                      + " then out of service until the next start.")
          @Default("30s")
          Duration timeout) {}

  /** Notified of failures on any thread, possibly repeatedly. Must not wait. */
  @FunctionalInterface
  public interface Concerned {
    void outOfService(AumbryException why);

    default void readOnly(AumbryException why) {}
  }

  /**
   * The observed condition of a disk.
   *
   * @param longest age of the oldest operation in flight, as of the last look
   * @param deviceErrors number of I/O errors of the device
   */
  public record Condition(Duration longest, long deviceErrors) {
    public static final Condition UNKNOWN = new Condition(Duration.ZERO, 0);
  }

  private record Block(String path, long number) {}

  static final class Operation {
    private final String what;
    private final String path;

    /** -1 before the first look. For the looking thread only. */
    private long ageNanos = -1;

    private Operation(String what, String path) {
      this.what = what;
      this.path = path;
    }

    @Override
    public String toString() {
      return what + " " + path;
    }
  }

  /**
   * The disk is in service at first.
   *
   * @param limit after which an operation counts as hanging, 100 ms to 10 min
   */
  public DiskGuard(String disk, Duration limit, Time time) {
    if (limit.compareTo(SHORTEST) < 0 || limit.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("limit is " + limit + ", must be 100 ms to 10 min");
    }
    this.disk = disk;
    this.limit = limit;
    this.time = time;
    this.lookedAtNanos = time.monotonicNanos();
  }

  public Duration interval() {
    return limit.dividedBy(2 * PARTS);
  }

  /** Never waits. Called regularly by one thread. */
  public void look() {
    long now = time.monotonicNanos();
    long passed = Math.min(now - lookedAtNanos, limit.toNanos() / PARTS);
    lookedAtNanos = now;
    long longest = 0;
    for (Operation operation : underWay) {
      operation.ageNanos = operation.ageNanos < 0 ? 0 : operation.ageNanos + passed;
      longest = Math.max(longest, operation.ageNanos);
      if (operation.ageNanos >= limit.toNanos()) {
        hangs(operation);
      }
    }
    longestNanos = longest;
  }

  private void hangs(Operation operation) {
    AumbryException why =
        failure(
            "is out of service until the next start: %s has not returned for %d ms"
                .formatted(operation, operation.ageNanos / 1_000_000));
    tell(out, why, Concerned::outOfService);
  }

  private AumbryException failure(String what) {
    return new AumbryException(ErrorCode.DISK_FAILED, "Disk " + disk + " " + what);
  }

  /** Only the first reason counts. */
  private void tell(
      AtomicReference<@Nullable AumbryException> state,
      AumbryException why,
      BiConsumer<Concerned, AumbryException> telling) {
    if (state.compareAndSet(null, why)) {
      LOG.error(why.getMessage());
      concerned.forEach(each -> telling.accept(each, why));
    }
  }

  public void retire(String reason) {
    tell(
        out, failure("is out of service until the next start: " + reason), Concerned::outOfService);
  }

  /**
   * The device cannot read the block with this position. It serves the others until more blocks are
   * unreadable than a usable disk has.
   */
  void unreadable(String path, long position) {
    if (!unreadable.add(new Block(path, position / BlockReads.BLOCK))) {
      return;
    }
    LOG.atError()
        .addKeyValue("disk", disk)
        .addKeyValue("file", path)
        .addKeyValue("offset", position)
        .addKeyValue("blocks", unreadable.size())
        .log("a block of a file cannot be read");
    if (unreadable.size() > MOST_UNREADABLE) {
      retire("more than " + MOST_UNREADABLE + " blocks of it cannot be read");
    }
  }

  public boolean isInService() {
    return out.get() == null;
  }

  public boolean isSound() {
    return isInService() && readOnly.get() == null;
  }

  /**
   * Refuses to use a disk that is out of service.
   *
   * @throws AumbryException {@code DISK_FAILED} when the disk is out of service
   */
  public void requireInService() {
    AumbryException why = out.get();
    if (why != null) {
      throw new AumbryException(why.code(), String.valueOf(why.getMessage()), why);
    }
  }

  /** Notifies the listener at once if the disk has failed already. */
  public void add(Concerned one) {
    concerned.add(one);
    Optional.ofNullable(out.get()).ifPresent(one::outOfService);
    Optional.ofNullable(readOnly.get()).ifPresent(one::readOnly);
  }

  public void remove(Concerned one) {
    concerned.remove(one);
  }

  public Condition condition() {
    return new Condition(Duration.ofNanos(longestNanos), deviceErrors.get());
  }

  <T> T watch(String what, String path, SystemError.Action<T> action) throws IOException {
    requireUsable();
    Operation operation = new Operation(what, path);
    underWay.add(operation);
    try {
      T result = action.perform();
      requireUsable();
      return result;
    } catch (IOException e) {
      throw judged(operation, SystemError.classed(e));
    } finally {
      underWay.remove(operation);
      if (operation.ageNanos >= limit.toNanos()) {
        LOG.atWarn()
            .addKeyValue("disk", disk)
            .addKeyValue("operation", operation)
            .log("a hanging operation has returned; the disk stays out of service");
      }
    }
  }

  private IOException judged(Operation operation, IOException e) {
    switch (e) {
      case WriteProtectedException _ ->
          tell(
              readOnly,
              failure("is read-only: " + operation + " failed: " + e),
              Concerned::readOnly);
      case DeviceException _ -> deviceErrors.incrementAndGet();
      default -> {
        // Left to the caller.
      }
    }
    return e;
  }

  /** Like {@link #requireInService}, as an {@link IOException}. */
  void requireUsable() throws IOException {
    AumbryException why = out.get();
    if (why != null) {
      throw new IOException(String.valueOf(why.getMessage()), why);
    }
  }

  @Override
  public String toString() {
    return disk;
  }
}
