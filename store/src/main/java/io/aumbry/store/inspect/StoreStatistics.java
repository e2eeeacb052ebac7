package io.aumbry.store.inspect;

import io.aumbry.store.record.RecordType;
import java.util.EnumMap;
import java.util.Map;

/**
 * Numbers of records, blobs and files.
 *
 * @param records by type
 * @param live readable blobs
 * @param dead deleted or expired blobs with bytes in the log, by the time since their end
 * @param log files
 * @param compacted number of compacted log files
 * @param index files
 */
public record StoreStatistics(
    Map<RecordType, Amount> records,
    Amount live,
    Map<Age, Amount> dead,
    Amount log,
    long compacted,
    Amount index,
    long entries) {
  public static final StoreStatistics NONE =
      new StoreStatistics(Map.of(), Amount.NONE, Map.of(), Amount.NONE, 0, Amount.NONE, 0);

  public StoreStatistics {
    records = Map.copyOf(records);
    dead = Map.copyOf(dead);
  }

  public record Amount(long count, long bytes) {
    public static final Amount NONE = new Amount(0, 0);

    public Amount plus(Amount other) {
      return new Amount(count + other.count, bytes + other.bytes);
    }
  }

  /** The time since the end of a blob, less than this and at least the previous value. */
  public enum Age {
    HOUR(1),
    DAY(24),
    WEEK(7 * 24),
    MONTH(30 * 24),
    QUARTER(90 * 24),
    OLDER(Long.MAX_VALUE);

    private final long hours;

    Age(long hours) {
      this.hours = hours;
    }

    static Age of(long millis) {
      for (Age age : values()) {
        if (Math.max(0, millis) / 3_600_000 < age.hours) {
          return age;
        }
      }
      return OLDER;
    }
  }

  public Amount dead(Age age) {
    return dead.getOrDefault(age, Amount.NONE);
  }

  public Amount records(RecordType type) {
    return records.getOrDefault(type, Amount.NONE);
  }

  public Amount allDead() {
    return dead.values().stream().reduce(Amount.NONE, Amount::plus);
  }

  public StoreStatistics plus(StoreStatistics other) {
    return new StoreStatistics(
        sum(RecordType.class, records, other.records),
        live.plus(other.live),
        sum(Age.class, dead, other.dead),
        log.plus(other.log),
        compacted + other.compacted,
        index.plus(other.index),
        entries + other.entries);
  }

  private static <K extends Enum<K>> Map<K, Amount> sum(
      Class<K> type, Map<K, Amount> some, Map<K, Amount> more) {
    Map<K, Amount> sum = new EnumMap<>(type);
    sum.putAll(some);
    more.forEach((key, amount) -> sum.merge(key, amount, Amount::plus));
    return sum;
  }
}
