package io.aumbry.store.scrub;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which places of a log are known to be damaged, and which are suspected to be. Any thread asks and
 * suspects; the one that scrubs changes it.
 */
public final class Quarantine implements KnownDamage {
  private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

  /** Some 150 MB; a store that has more of them keeps its damage until it is made anew. */
  private static final int MAX_CHANGES = 1 << 20;

  private final Disk disk;
  private final String folder;
  private final RecordLog log;
  private final int maxChanges;

  /** By the places where they begin; replaced whole. */
  private volatile NavigableMap<Long, Entry> entries;

  /** Numbers of segments that records were first written to. */
  private final Set<Integer> suspects = ConcurrentHashMap.newKeySet();

  private final AtomicLong version;
  private final AtomicLong healings = new AtomicLong();

  /** Changes that are in the log once more, since they may be among what is damaged. */
  private final Set<Change> again = ConcurrentHashMap.newKeySet();

  /** Whether damage that was healed may not be so any more. At first nobody knows. */
  private final AtomicBoolean inDoubt = new AtomicBoolean(true);

  private volatile long readAgain;
  private volatile boolean lacksChanges;

  private record Change(BlobId id, StoredState state) {}

  /**
   * Some damage.
   *
   * @param healed whether nothing that counts is there any more
   */
  public record Entry(Damage damage, boolean healed) {}

  private Quarantine(
      Disk disk, String folder, RecordLog log, int maxChanges, NavigableMap<Long, Entry> entries) {
    this.disk = disk;
    this.folder = folder;
    this.log = log;
    this.maxChanges = maxChanges;
    this.entries = entries;
    this.version =
        new AtomicLong(entries.values().stream().anyMatch(entry -> !entry.healed()) ? 1 : 0);
    this.lacksChanges = lacksChanges(entries.values());
  }

  private static boolean lacksChanges(Collection<Entry> entries) {
    return entries.stream().anyMatch(entry -> !entry.healed() && !entry.damage().isOnlyBlobs());
  }

  /**
   * Whether a change whose effect is known must be in the log once more: its record may be lost,
   * and who follows the log would never hear of it.
   */
  public boolean wantsAgain(BlobId id, StoredState change) {
    return lacksChanges && again.size() < maxChanges && !again.contains(new Change(id, change));
  }

  /** A change is in the log, be it once more. */
  public void took(BlobId id, StoredState change) {
    if (lacksChanges) {
      again.add(new Change(id, change));
    }
  }

  /** All that peers have was asked for once more since damage of that version was known. */
  public void readAgain(long damages) {
    readAgain = Math.max(readAgain, damages);
  }

  /** A blob that was deleted is not any more; its bytes are at {@code place}, or should be. */
  public void undeleted(LogPosition place) {
    if (covers(place)) {
      inDoubt.set(true);
    }
  }

  /** Whether some damage may count again since this was last asked. */
  boolean takeDoubt() {
    return inDoubt.getAndSet(false);
  }

  /**
   * Whether changes that are lost in damage are in the log once more, as far as peers have them.
   */
  boolean hasChangesAgain() {
    return readAgain >= version() && again.size() < maxChanges;
  }

  /** As it was left. What is not there or not readable says that nothing is known. */
  public static Quarantine open(Disk disk, String folder, RecordLog log) throws IOException {
    return open(disk, folder, log, MAX_CHANGES);
  }

  /**
   * As {@link #open(Disk, String, RecordLog)}.
   *
   * @param maxChanges that are remembered to be in the log again
   */
  static Quarantine open(Disk disk, String folder, RecordLog log, int maxChanges)
      throws IOException {
    NavigableMap<Long, Entry> entries = new TreeMap<>();
    try {
      for (Entry entry : QuarantineFile.read(disk, folder, log.store())) {
        entries.put(entry.damage().place().packed(), entry);
      }
    } catch (AumbryException e) {
      LOG.atWarn().setCause(e).log("known damage is forgotten, and found again by the next scrub");
    }
    return new Quarantine(disk, folder, log, maxChanges, entries);
  }

  /** Whether the record that was first written at {@code place} is known to be damaged. */
  public boolean covers(LogPosition place) {
    Map.Entry<Long, Entry> before = entries.floorEntry(place.packed());
    return before != null && before.getValue().damage().covers(place);
  }

  @Override
  public Optional<Damage> healedAt(LogPosition place) {
    return Optional.ofNullable(entries.floorEntry(place.packed()))
        .map(Map.Entry::getValue)
        .filter(entry -> entry.healed() && entry.damage().covers(place))
        .map(Entry::damage);
  }

  @Override
  public long healings() {
    return healings.get();
  }

  /** Somebody was told that what is at {@code place} is damaged; it will be looked at. */
  public void suspect(LogPosition place) {
    if (!covers(place)) {
      suspects.add(place.segment());
    }
  }

  /** Looks at all files again, soon. */
  public void suspectAll() {
    log.sealed().forEach(file -> suspects.add(file.firstHome()));
  }

  /** The segments that were suspected since this was last asked. */
  Set<Integer> takeSuspects() {
    Set<Integer> taken = new HashSet<>(suspects);
    suspects.removeAll(taken);
    return taken;
  }

  /** Rises each time that damage is found which is not healed; 0 for none so far. */
  public long version() {
    return version.get();
  }

  /** Of these some may be healed. */
  Collection<Entry> entries() {
    return entries.values();
  }

  /** How many damaged places are not healed. */
  public long open() {
    return entries.values().stream().filter(entry -> !entry.healed()).count();
  }

  /** The version of the damage after which all peers were read again; 0 for none. */
  public long peersReadAgain() {
    return readAgain;
  }

  /** Adds what is not yet known, durably; answers whether it was new. */
  boolean add(Damage damage) throws IOException {
    if (covers(damage.place())) {
      return false;
    }
    reopen(damage);
    return true;
  }

  /** Notes that nothing that counts is there any more, durably. */
  void heal(Damage damage) throws IOException {
    show(with(new Entry(damage, true)));
    write();
    healings.incrementAndGet();
  }

  /**
   * Something that counts is there again, durably.
   *
   * <p>The version rises before the file is written, and also when that fails. A replica that knows
   * of damage must not tell its peers that it has the lost records while it waits for the disk, and
   * must read its peers again if the disk has no room for the note.
   */
  void reopen(Damage damage) throws IOException {
    show(with(new Entry(damage, false)));
    if (!damage.isOnlyBlobs()) {
      // It may have hit changes that were written again after earlier damage.
      again.clear();
    }
    version.incrementAndGet();
    write();
  }

  /** The entries with one in place of the one that begins where it does. */
  private NavigableMap<Long, Entry> with(Entry entry) {
    NavigableMap<Long, Entry> changed = new TreeMap<>(entries);
    changed.put(entry.damage().place().packed(), entry);
    return changed;
  }

  /** Forgets damage whose bytes compaction has dropped. */
  void forgetDropped() throws IOException {
    NavigableMap<Long, Entry> left = new TreeMap<>(entries);
    if (left.values().removeIf(entry -> !log.holds(entry.damage().place()))) {
      show(left);
      write();
    }
  }

  /** Readers see entries before they are durable: damage that a crash forgets is found again. */
  private void show(NavigableMap<Long, Entry> changed) {
    entries = changed;
    lacksChanges = lacksChanges(changed.values());
    if (!lacksChanges) {
      again.clear();
    }
  }

  private void write() throws IOException {
    QuarantineFile.write(disk, folder, log.store(), new ArrayList<>(entries.values()));
  }
}
