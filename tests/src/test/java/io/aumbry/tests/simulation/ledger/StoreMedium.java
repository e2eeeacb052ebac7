package io.aumbry.tests.simulation.ledger;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.tests.simulation.disk.DiskObserver;
import io.aumbry.tests.simulation.ledger.ShadowStores.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows the logs on one disk of a process, through its files and syncs. */
final class StoreMedium implements DiskObserver {
  private static final Pattern FOLDER = Pattern.compile("partition-(\\d+)");
  static final Pattern LOG = Pattern.compile("partition-(\\d+)/log-\\d+\\.seg");
  private static final Pattern INDEX = Pattern.compile("partition-\\d+/index-\\d+-\\d+\\.idx");
  private static final String SEGMENT = ".seg";
  private static final String OPENINGS = "/openings";
  private static final Pattern QUARANTINE = Pattern.compile("partition-(\\d+)/quarantine");

  private final Disk disk;
  private final CrashingDisk medium;
  private final ShadowStores stores;
  private final ClusterFacts facts;
  private final Listener listener;

  private final Map<Place, Long> positions = new HashMap<>();

  /** A file of a store. Another store may have a file with the same path later. */
  private record Place(UUID store, String path) {}

  /** Receives the changes that rules judge. */
  interface Listener {
    /** Compaction has replaced files; {@code dropped} are the records that the new file lacks. */
    void compacted(Account account, Set<LoggedRecord> dropped);

    void removed(Account account);
  }

  StoreMedium(
      Disk disk, CrashingDisk medium, ShadowStores stores, ClusterFacts facts, Listener listener) {
    this.disk = disk;
    this.medium = medium;
    this.stores = stores;
    this.facts = facts;
    this.listener = listener;
  }

  void scan() {
    Map<Integer, UUID> before = stores.forgetFolders(disk);
    Map<UUID, Long> indexed = indexed();
    Set<UUID> scanned = new HashSet<>();
    Map<UUID, Long> last = new HashMap<>();
    for (String path : medium.files()) {
      Matcher log = LOG.matcher(path);
      if (path.endsWith("/store.id") && FOLDER.matcher(folder(path)).matches()) {
        identify(
            folder(path),
            (partition, store) -> {
              found(partition, store, before);
              findDamage(folder(path), store);
            });
      } else if (log.matches()) {
        open(
            path,
            file ->
                LogReader.mark(file)
                    .ifPresent(mark -> {
                      scanned.add(mark.store());
                      long covered = indexed.getOrDefault(mark.store(), 0L);
                      last.merge(mark.store(), scan(path, file, mark, covered), Math::max);
                    }));
      }
    }
    for (UUID store : scanned) {
      long found = last.getOrDefault(store, 0L);
      if (found < stores.history(store).end()) {
        stores.cut(store, found);
      }
    }
  }

  /** Returns, by store, the last record that the index covers. */
  private Map<UUID, Long> indexed() {
    Map<UUID, Long> last = new HashMap<>();
    for (String path : medium.files()) {
      if (INDEX.matcher(path).matches()) {
        open(
            path,
            file ->
                LogReader.indexMark(file)
                    .ifPresent(mark -> last.merge(mark.store(), mark.last(), Math::max)));
      }
    }
    return last;
  }

  private static String folder(String path) {
    return path.substring(0, Math.max(0, path.indexOf('/')));
  }

  /**
   * Returns the last record in a file that the store is known to have had. The records after it are
   * in doubt.
   *
   * <p>Damage may hide a record, but leaves other bytes in its place. The end of a log is empty if
   * it was lost, or was not there yet when the disk was copied. A record that the index covers
   * keeps its number even then. The loss of its bytes is damage, because the store continues after
   * it.
   */
  private long scan(String path, DiskFile file, LogReader.Mark mark, long indexed) {
    StoreHistory history = stores.history(mark.store());
    if (mark.isCompacted()) {
      return Math.min(mark.last(), history.end());
    }
    for (Map.Entry<LoggedRecord, StoreHistory.Place> each : history.writtenTo(path).entrySet()) {
      LogReader reader = new LogReader(file, each.getValue().from());
      if (reader.isAtUnknownVersion()) {
        return history.end();
      }
      boolean mayBeDamaged = facts.isHarmed(disk.node()) && !reader.isAtNothing();
      Optional<LoggedRecord> there = reader.next();
      boolean keepsNumber = mayBeDamaged || each.getKey().sequence() <= indexed;
      if (there.isPresent() ? there.get().isSame(each.getKey()) : keepsNumber) {
        positions.put(new Place(mark.store(), path), each.getValue().to());
        return each.getKey().sequence();
      }
    }
    return 0;
  }

  private interface WithFile {
    void read(DiskFile file);
  }

  private void open(String path, WithFile action) {
    if (!medium.files().contains(path)) {
      return;
    }
    try (DiskFile file = medium.open(path)) {
      action.read(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Identified {
    void accept(int partition, UUID store);
  }

  private void found(int partition, UUID store, Map<Integer, UUID> before) {
    stores.found(disk, partition, store);
    if (!store.equals(before.get(partition))) {
      appears(store);
    }
  }

  private void findDamage(String folder, UUID store) {
    Set<QuarantineReader.Damage> found = new HashSet<>();
    open(folder + "/quarantine", file -> found.addAll(QuarantineReader.read(file)));
    stores.account(store).ifPresent(account -> account.findDamage(found));
  }

  private void made(int partition, UUID store) {
    stores.made(disk, partition, store);
    appears(store);
  }

  private void appears(UUID store) {
    stores.account(store).ifPresent(account -> account.appears(facts.nowMillis()));
  }

  private void identify(String folder, Identified identified) {
    Matcher named = FOLDER.matcher(folder);
    if (named.matches()) {
      int partition = Integer.parseInt(named.group(1));
      open(
          folder + "/store.id",
          file -> LogReader.identity(file).ifPresent(store -> identified.accept(partition, store)));
    }
  }

  @Override
  public void forced(String path, DiskFile file) {
    if (path.endsWith(SEGMENT)) {
      LogReader.mark(file)
          .filter(mark -> !mark.isCompacted())
          .ifPresent(mark -> follow(path, file, mark));
    }
  }

  private void follow(String path, DiskFile file, LogReader.Mark mark) {
    Place place = new Place(mark.store(), path);
    LogReader reader = new LogReader(file, positions.getOrDefault(place, LogReader.START));
    positions.put(place, stores.history(mark.store()).follow(path, reader, LogReader::next));
  }

  @Override
  public void renamed(String from, String to) {
    Matcher source = FOLDER.matcher(from);
    if (source.matches()) {
      int partition = Integer.parseInt(source.group(1));
      if (to.startsWith("dropped-")) {
        stores.current(disk.node(), partition).ifPresent(listener::removed);
      }
      stores.removed(disk, partition);
    }
    identify(to, this::made);
    if (LOG.matcher(to).matches()) {
      open(
          to,
          file ->
              LogReader.mark(file)
                  .filter(LogReader.Mark::isCompacted)
                  .ifPresent(mark -> compact(file, mark)));
    }
    if (to.endsWith(OPENINGS)) {
      identify(folder(to), (partition, store) -> stores.uses(disk.node(), partition, store));
    }
    Matcher quarantine = QUARANTINE.matcher(to);
    if (quarantine.matches()) {
      open(to, file -> damaged(Integer.parseInt(quarantine.group(1)), file));
    }
  }

  private void compact(DiskFile file, LogReader.Mark mark) {
    StoreHistory history = stores.history(mark.store());
    Set<LoggedRecord> gone = new LinkedHashSet<>(history.between(mark.first() - 1, mark.last()));
    LogReader reader = new LogReader(file, LogReader.START);
    for (Optional<LoggedRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
      history.at(next.get().sequence()).ifPresent(gone::remove);
    }
    gone.forEach(record -> history.drop(record.sequence()));
    stores.account(mark.store()).ifPresent(account -> listener.compacted(account, gone));
  }

  private void damaged(int partition, DiskFile file) {
    Set<QuarantineReader.Damage> now = QuarantineReader.read(file);
    stores
        .current(disk.node(), partition)
        .ifPresent(account -> account.noteDamage(now, facts.nowMillis()));
  }

  @Override
  public void deleted(String path) {
    // a folder is renamed before its files are deleted
  }
}
