package io.aumbry.cluster.metadata;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * A controller or frontend that announces itself, because Helix knows only storage nodes and the
 * leading controller. A persistent record lasts until the process stops in order or an operator
 * removes it. An ephemeral node below it lasts as long as the session, so a crash is visible.
 *
 * @param name unique among processes of its kind in a data centre
 * @param address for display; empty if it serves no clients
 * @param writeQuorum of a frontend; empty for controllers and frontends of earlier builds
 */
public record AnnouncedProcess(
    Kind kind,
    String name,
    String address,
    String version,
    long startedMillis,
    OptionalInt writeQuorum) {
  public static final String LIVE = "live";

  private static final String ADDRESS = "ADDRESS";
  private static final String VERSION = "VERSION";
  private static final String STARTED = "STARTED";
  private static final String WRITE_QUORUM = "WRITE_QUORUM";
  private static final int UNKNOWN = 0;

  public enum Kind {
    CONTROLLER,
    FRONTEND;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A process without a write quorum. */
  public AnnouncedProcess(
      Kind kind, String name, String address, String version, long startedMillis) {
    this(kind, name, address, version, startedMillis, OptionalInt.empty());
  }

  public static String folder(String cluster, Kind kind) {
    return PropertyPathBuilder.propertyStore(cluster) + "/processes/" + kind;
  }

  public static String path(String cluster, Kind kind, String name) {
    return folder(cluster, kind) + "/" + name;
  }

  public String path(String cluster) {
    return path(cluster, kind, name);
  }

  ZNRecord record() {
    ZNRecord record = new ZNRecord(name);
    record.setSimpleField(ADDRESS, address);
    record.setSimpleField(VERSION, version);
    record.setLongField(STARTED, startedMillis);
    writeQuorum.ifPresent(quorum -> record.setIntField(WRITE_QUORUM, quorum));
    return record;
  }

  public static AnnouncedProcess of(Kind kind, ZNRecord record) {
    return new AnnouncedProcess(
        kind,
        record.getId(),
        Optional.ofNullable(record.getSimpleField(ADDRESS)).orElse(""),
        Optional.ofNullable(record.getSimpleField(VERSION)).orElse(""),
        record.getLongField(STARTED, 0),
        writeQuorum(record.getIntField(WRITE_QUORUM, UNKNOWN)));
  }

  private static OptionalInt writeQuorum(int recorded) {
    return recorded == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(recorded);
  }
}
