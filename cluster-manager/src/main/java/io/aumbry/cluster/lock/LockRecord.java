package io.aumbry.cluster.lock;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/** The form of a {@link LockTable} in ZooKeeper; see the description of the package. */
public final class LockRecord {
  static final String NAME = "locks";
  private static final String LAST = "LAST";
  private static final String ID = "ID";
  private static final String OWNER = "OWNER";
  private static final String PURPOSE = "PURPOSE";
  private static final String LEASE = "LEASE";
  private static final String HELD = "HELD";
  private static final String SINCE = "SINCE";
  private static final String UNTIL = "UNTIL";
  private static final String DRAINED = "-drained";

  private LockRecord() {}

  public static String path(String cluster) {
    return PropertyPathBuilder.propertyStore(cluster) + "/" + NAME;
  }

  /**
   * The table of a data centre. Without a record, nothing was ever locked.
   *
   * @param path of the record
   * @throws AumbryException {@code CORRUPT_RECORD} if it is damaged, or of a later version
   */
  public static LockTable table(String path, Optional<ZNRecord> record) {
    try {
      return record.map(LockRecord::table).orElse(LockTable.EMPTY);
    } catch (RuntimeException e) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "the record of locks " + path + " in ZooKeeper cannot be read: " + e.getMessage(),
          e);
    }
  }

  /**
   * The table that a record is at a time. If the record is the successor of another one, its
   * numbers begin with this time. They are then higher than all numbers before, because no record
   * has changed once per millisecond, and so none is repeated.
   */
  static LockTable table(String path, ZNRecord record, long nowMillis) {
    LockTable table = table(path, Optional.of(record));
    return record.getSimpleField(LAST) == null ? new LockTable(nowMillis, table.locks()) : table;
  }

  /** The first record of a cluster. */
  static ZNRecord first() {
    ZNRecord record = new ZNRecord(NAME);
    write(LockTable.EMPTY, record);
    return record;
  }

  /** A record that replaces a lost one. */
  static ZNRecord again() {
    return new ZNRecord(NAME);
  }

  private static LockTable table(ZNRecord record) {
    Map<Long, Map<String, String>> numbers = new TreeMap<>();
    record
        .getMapFields()
        .forEach((number, fields) -> numbers.put(Long.valueOf(number), new HashMap<>(fields)));
    List<HostLock> locks = new ArrayList<>();
    numbers.forEach((number, fields) -> locks.add(lock(record, number, fields)));
    String last = record.getSimpleField(LAST);
    LockTable table = new LockTable(last == null ? 0 : Long.parseLong(last), locks);
    if (!locks.isEmpty() && locks.getLast().number() > table.last()) {
      throw new IllegalStateException(
          "its last number is %d, but it has %s".formatted(table.last(), locks.getLast()));
    }
    return table;
  }

  private static HostLock lock(ZNRecord record, long number, Map<String, String> fields) {
    LockRequest request =
        new LockRequest(
            field(fields, ID),
            field(fields, OWNER),
            field(fields, PURPOSE),
            list(record, Long.toString(number)),
            Duration.ofMillis(Long.parseLong(field(fields, LEASE))));
    return new HostLock(
        number,
        request,
        Boolean.parseBoolean(field(fields, HELD)),
        Long.parseLong(field(fields, SINCE)),
        Long.parseLong(field(fields, UNTIL)),
        new TreeSet<>(list(record, number + DRAINED)));
  }

  private static String field(Map<String, String> fields, String name) {
    return Optional.ofNullable(fields.get(name))
        .orElseThrow(() -> new IllegalStateException("a lock in ZooKeeper has no " + name));
  }

  private static List<String> list(ZNRecord record, String name) {
    return Optional.ofNullable(record.getListField(name)).orElse(List.of());
  }

  /** Replaces the table of a record. */
  static void write(LockTable table, ZNRecord record) {
    record.setLongField(LAST, table.last());
    record.getMapFields().clear();
    record.getListFields().clear();
    for (HostLock lock : table.locks()) {
      String number = Long.toString(lock.number());
      LockRequest request = lock.request();
      Map<String, String> fields = new TreeMap<>();
      fields.put(ID, request.id());
      fields.put(OWNER, request.owner());
      fields.put(PURPOSE, request.purpose());
      fields.put(LEASE, Long.toString(request.lease().toMillis()));
      fields.put(HELD, Boolean.toString(lock.isHeld()));
      fields.put(SINCE, Long.toString(lock.sinceMillis()));
      fields.put(UNTIL, Long.toString(lock.untilMillis()));
      record.setMapField(number, fields);
      record.setListField(number, List.copyOf(request.hosts()));
      if (!lock.drained().isEmpty()) {
        record.setListField(number + DRAINED, List.copyOf(lock.drained()));
      }
    }
  }
}
