package io.aumbry.cluster.metadata;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.helix.AccessOption;
import org.apache.helix.BaseDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.data.Stat;

/**
 * Keeps the announcement of this process in ZooKeeper. The ephemeral node ends with its session, so
 * {@link #renew} runs at each connection and every few seconds. Thread-safe.
 */
public final class Announcement {
  private final String cluster;
  private final AtomicReference<Optional<AnnouncedProcess>> process =
      new AtomicReference<>(Optional.empty());

  public Announcement(String cluster) {
    this.cluster = cluster;
  }

  /** Takes effect with the next {@link #renew}. */
  public void set(AnnouncedProcess announced) {
    process.set(Optional.of(announced));
  }

  /** Writes missing nodes, and replaces an ephemeral node of an earlier session. */
  public synchronized void renew(HelixManager manager) {
    process.get().ifPresent(announced -> renew(announced, manager));
  }

  private void renew(AnnouncedProcess announced, HelixManager manager) {
    BaseDataAccessor<ZNRecord> accessor = accessor(manager);
    String path = announced.path(cluster);
    ZNRecord record = announced.record();
    ZNRecord known = accessor.get(path, new Stat(), AccessOption.PERSISTENT);
    if (!record.equals(known)) {
      accessor.set(path, record, AccessOption.PERSISTENT);
    }
    String live = path + "/" + AnnouncedProcess.LIVE;
    Optional<Stat> stat = Optional.ofNullable(accessor.getStat(live, AccessOption.EPHEMERAL));
    boolean isOwn =
        stat.filter(its -> Long.toHexString(its.getEphemeralOwner()).equals(session(manager)))
            .isPresent();
    if (!isOwn) {
      if (stat.isPresent()) {
        accessor.remove(live, AccessOption.EPHEMERAL);
      }
      accessor.create(live, new ZNRecord(AnnouncedProcess.LIVE), AccessOption.EPHEMERAL);
    }
  }

  private static String session(HelixManager manager) {
    return String.valueOf(manager.getSessionId());
  }

  public synchronized void withdraw(HelixManager manager) {
    process
        .getAndSet(Optional.empty())
        .ifPresent(announced ->
            accessor(manager).remove(announced.path(cluster), AccessOption.PERSISTENT));
  }

  private static BaseDataAccessor<ZNRecord> accessor(HelixManager manager) {
    return manager.getHelixDataAccessor().getBaseDataAccessor();
  }
}
