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
 * Whether a disk is in service. It knows what is under way on it. When an operation does not return
 * the disk is out of service until the next process opens it: all that is asked of it is refused at
 * once and whoever waits is told, while the threads that hang are left alone. When its file system
 * takes no changes any more, those who change something are told, and the others go on. Any thread,
 * but for {@link #look}.
 */
public final class DiskGuard {
  private static final Logger LOG = LoggerFactory.getLogger(DiskGuard.class);

  /** What is waited for when nobody says for how long. */
  public static final Duration DEFAULT_LIMIT = Settings.defaults(Stall.class).timeout();

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * Between two looks no more of the limit is counted than this part of it: a process that stood
   * still as a whole says nothing about its disks.
   */
  private static final int PARTS = 5;

  private final String disk;
  private final Duration limit;
  private final Time time;
  private final Set<Operation> underWay = ConcurrentHashMap.newKeySet();
  private final Set<Concerned> concerned = new CopyOnWriteArraySet<>();
  private final AtomicReference<@Nullable AumbryException> out = new AtomicReference<>();
  private final AtomicReference<@Nullable AumbryException> readOnly = new AtomicReference<>();
  private final AtomicLong deviceErrors = new AtomicLong();
  private long lookedAtNanos;

  /** Of the operation that has been under way for longest. */
  private volatile long longestNanos;

  /** When an operation counts as one that hangs. */
  public record Stall(
      @Setting(
              key = "storage.stall-timeout",
              range = "1s to 10m",
              text =
                  "After which a read, write, sync or other operation on a disk counts as one that"
                      + " hangs: the disk is then out of service until the next start.")
          @Default("30s")
          Duration timeout) {}

  /** Told what becomes of a disk: on any thread, once or more, and must not wait. */
  @FunctionalInterface
  public interface Concerned {
    /** Nothing that is asked of the disk will be done. */
    void outOfService(AumbryException why);

    /** Nothing on the disk can be changed any more. */
    default void readOnly(AumbryException why) {}
  }

  /**
   * How a disk does.
   *
   * @param longest how long what is under way for longest is so, as far as was looked
   * @param deviceErrors how often the device said that it cannot read or write
   */
  public record Condition(Duration longest, long deviceErrors) {
    public static final Condition UNKNOWN = new Condition(Duration.ZERO, 0);
  }

  /** Something that was asked of the system and has not returned. */
  static final class Operation {
    private final String what;
    private final String path;

    /** Seen to be under way for so long; only the thread that looks uses it. */
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
   * The guard of a disk that is in service.
   *
   * @param disk its name, for people
   * @param limit after which an operation counts as one that hangs, 100 ms to 10 min
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

  /** How often {@link #look} is to be called, or more often. */
  public Duration interval() {
    return limit.dividedBy(2 * PARTS);
  }

  /** Looks whether something hangs; never waits. For one thread, which calls it now and then. */
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

  /** The first reason counts. */
  private void tell(
      AtomicReference<@Nullable AumbryException> state,
      AumbryException why,
      BiConsumer<Concerned, AumbryException> telling) {
    if (state.compareAndSet(null, why)) {
      LOG.error(why.getMessage());
      concerned.forEach(each -> telling.accept(each, why));
    }
  }

  /**
   * Takes the disk out of service until the next start.
   *
   * @param reason what is wrong with it, for people
   */
  public void retire(String reason) {
    tell(
        out, failure("is out of service until the next start: " + reason), Concerned::outOfService);
  }

  public boolean isInService() {
    return out.get() == null;
  }

  /** Whether it is in service and takes changes. */
  public boolean isSound() {
    return isInService() && readOnly.get() == null;
  }

  /**
   * Throws if the disk is out of service.
   *
   * @throws AumbryException {@code DISK_FAILED}
   */
  public void requireInService() {
    AumbryException why = out.get();
    if (why != null) {
      throw new AumbryException(why.code(), String.valueOf(why.getMessage()), why);
    }
  }

  /** Has it told, at once if there is something to tell already. */
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

  /** Does something that the system may not return from. */
  <T> T watch(String what, String path, SystemError.Action<T> action) throws IOException {
    requireUsable();
    Operation operation = new Operation(what, path);
    underWay.add(operation);
    try {
      T result = action.perform();
      requireUsable();
      return result;
    } catch (IOException e) {
      throw judged(operation, e);
    } finally {
      underWay.remove(operation);
      if (operation.ageNanos >= limit.toNanos()) {
        LOG.atWarn()
            .addKeyValue("disk", disk)
            .addKeyValue("operation", operation)
            .log("what hung has returned; the disk stays out of service");
      }
    }
  }

  private IOException judged(Operation operation, IOException e) {
    switch (e) {
      case WriteProtectedException _ ->
          tell(
              readOnly,
              failure("takes no changes any more: " + operation + " failed: " + e),
              Concerned::readOnly);
      case DeviceException _ -> deviceErrors.incrementAndGet();
      default -> {
        // It is the caller's to judge.
      }
    }
    return e;
  }

  /** As {@link #requireInService}, for those who expect what a disk throws. */
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
