package io.aumbry.store.scrub;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.TooManyFilesException;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The known and suspected damage of a log. Only the scrubbing thread changes it; any thread adds
 * suspicions.
 */
public final class Quarantine implements KnownDamage {
  private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

  /** About 150 MB. Damage with more lost changes stays until the store is replaced. */
  private static final int MAX_CHANGES = 1 << 20;

  private final Disk disk;
  private final String folder;
  private final RecordLog log;
  private final int maxChanges;

  /** By home position of the first byte; replaced as a whole. */
  private volatile NavigableMap<Long, Entry> entries;

  /** Of {@link #entries}. */
  private volatile Set<BlobId> blobs;

  /** Home segments. */
  private final Set<Integer> suspects = ConcurrentHashMap.newKeySet();

  private final AtomicLong version;
  private final AtomicLong healings = new AtomicLong();

  /** Changes that were written again because damage may have lost them. */
  private final Set<Change> again = ConcurrentHashMap.newKeySet();

  private volatile long readAgain;
  private volatile boolean lacksChanges;

  /** Guards the file. */
  private final Mutex files = new Mutex();

  private boolean isClosed;

  /** Whether the file must be written again. */
  private boolean isBehind;

  private record Change(BlobId id, StoredState state) {}

  /**
   * A damaged place.
   *
   * @param healedBy last record of the log when the damage was found repaired, for good: no blob or
   *     change depends on it; 0 before
   */
  public record Entry(Damage damage, long healedBy) {
    public boolean healed() {
      return healedBy > 0;
    }
  }

  private Quarantine(
      Disk disk, String folder, RecordLog log, int maxChanges, NavigableMap<Long, Entry> entries) {
    this.disk = disk;
    this.folder = folder;
    this.log = log;
    this.maxChanges = maxChanges;
    this.entries = entries;
    this.blobs = blobs(entries.values());
    this.version =
        new AtomicLong(entries.values().stream().anyMatch(entry -> !entry.healed()) ? 1 : 0);
    this.lacksChanges = lacksChanges(entries.values());
  }

  private static boolean lacksChanges(Collection<Entry> entries) {
    return entries.stream().anyMatch(entry -> !entry.healed() && !entry.damage().isOnlyBlobs());
  }

  /**
   * Whether to append a known change again: its record may be lost, and followers of the log would
   * miss it.
   */
  public boolean wantsAgain(BlobId id, StoredState change) {
    return lacksChanges && again.size() < maxChanges && !again.contains(new Change(id, change));
  }

  /** The change is in the log again. */
  public void took(BlobId id, StoredState change) {
    if (lacksChanges) {
      again.add(new Change(id, change));
    }
  }

  /** Peers were read again since damage had this version. */
  public void readAgain(long damages) {
    readAgain = Math.max(readAgain, damages);
  }

  /** Whether all possibly lost records that peers have are in the log again. */
  boolean hasRecordsAgain() {
    return readAgain >= version() && again.size() < maxChanges;
  }

  /**
   * Opens the recorded quarantine. A missing file counts as empty.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the file is damaged. Without the blobs that
   *     it names, deletes could be forgotten although the damage still holds older PUTs
   */
  public static Quarantine open(Disk disk, String folder, RecordLog log) throws IOException {
    return open(disk, folder, log, MAX_CHANGES);
  }

  static Quarantine open(Disk disk, String folder, RecordLog log, int maxChanges)
      throws IOException {
    NavigableMap<Long, Entry> entries = new TreeMap<>();
    for (Entry entry : QuarantineFile.read(disk, folder, log.store())) {
      entries.put(entry.damage().place().packed(), entry);
    }
    return new Quarantine(disk, folder, log, maxChanges, entries);
  }

  public boolean covers(LogPosition place) {
    return at(place).isPresent();
  }

  private Optional<Entry> at(LogPosition place) {
    return Optional.ofNullable(entries.floorEntry(place.packed()))
        .map(Map.Entry::getValue)
        .filter(entry -> entry.damage().covers(place));
  }

  /**
   * Whether all bytes of the damage are known, as one place or as several. Damage beside a known
   * place begins there if nothing between them is intact, so its first byte tells nothing.
   */
  boolean covers(Damage damage) {
    LogPosition unknown = damage.place();
    Optional<Entry> known = at(unknown);
    while (known.isPresent()) {
      unknown = known.get().damage().end();
      known = at(unknown);
    }
    return !damage.covers(unknown);
  }

  @Override
  public Optional<Damage> healedAt(LogPosition place) {
    return at(place).filter(Entry::healed).map(Entry::damage);
  }

  @Override
  public boolean names(BlobId id) {
    return blobs.contains(id);
  }

  private static Set<BlobId> blobs(Collection<Entry> entries) {
    Set<BlobId> blobs = new HashSet<>();
    entries.forEach(entry -> blobs.addAll(entry.damage().blobs()));
    return blobs;
  }

  static boolean names(BlobId id, Collection<Entry> entries) {
    return entries.stream().anyMatch(entry -> entry.damage().blobs().contains(id));
  }

  @Override
  public long healings() {
    return healings.get();
  }

  @Override
  public void suspect(LogPosition place) {
    if (!covers(place)) {
      suspects.add(place.segment());
    }
  }

  /** The segments that are suspected now. */
  List<Integer> suspects() {
    return List.copyOf(suspects);
  }

  /** Ends the suspicion of a segment. A later one has it verified again. */
  void verifies(int segment) {
    suspects.remove(segment);
  }

  /** For a segment that could not be verified. */
  void suspectAgain(int segment) {
    suspects.add(segment);
  }

  /** Increases with each new damage; 0 without any. */
  public long version() {
    return version.get();
  }

  /** Includes repaired damage. */
  Collection<Entry> entries() {
    return entries.values();
  }

  /** Not repaired. */
  public long open() {
    return entries.values().stream().filter(entry -> !entry.healed()).count();
  }

  public long peersReadAgain() {
    return readAgain;
  }

  /**
   * Durably adds new damage in place of its known parts; returns false if all of it is known.
   *
   * <p>The version increases before the file is written, and even if that fails. A replica with
   * known damage must not claim to have the lost records while it waits for the disk, and must read
   * its peers again even if the disk is full.
   */
  boolean add(Damage damage) throws IOException {
    if (covers(damage)) {
      return false;
    }
    show(with(new Entry(withKnownBlobs(damage), 0)));
    if (!damage.isOnlyBlobs()) {
      // It may have hit changes that were written again after earlier damage.
      again.clear();
    }
    version.incrementAndGet();
    write();
    return true;
  }

  /**
   * Durably records a repair.
   *
   * @param last record of the log, not before any record that the repair needs
   */
  void heal(Damage damage, long last) throws IOException {
    show(with(new Entry(damage, last)));
    healings.incrementAndGet();
    write();
  }

  /**
   * With the blobs of its known parts. The index may have their repaired PUTs elsewhere, but the
   * damaged ones are still in the log.
   */
  private Damage withKnownBlobs(Damage damage) {
    Set<BlobId> all = new LinkedHashSet<>(damage.blobs());
    entries.values().stream()
        .map(Entry::damage)
        .filter(damage::includes)
        .forEach(part -> all.addAll(part.blobs()));
    return damage.of(List.copyOf(all));
  }

  private NavigableMap<Long, Entry> with(Entry entry) {
    NavigableMap<Long, Entry> changed = new TreeMap<>(entries);
    changed.values().removeIf(known -> entry.damage().includes(known.damage()));
    changed.put(entry.damage().place().packed(), entry);
    return changed;
  }

  /** Where the log has the PUT record of a blob, by the index. */
  @FunctionalInterface
  public interface Puts {
    Optional<LogPosition> placeOf(BlobId id) throws IOException;
  }

  /**
   * Durably adapts to the end of the log, which may have lost its last records. Call this before
   * the log continues there with others: they must not be taken for damaged, nor for repairs.
   *
   * @param last sequence number before the end
   */
  public void limitTo(LogPosition end, long last, Puts puts) throws IOException {
    NavigableMap<Long, Entry> left = new TreeMap<>(entries.headMap(end.packed(), false));
    boolean counts = false;
    for (Map.Entry<Long, Entry> each : left.entrySet()) {
      Entry known = each.getValue();
      boolean isLost = known.healedBy() > last;
      Damage damage = known.damage();
      each.setValue(
          new Entry(
              damage.covers(end) ? within(damage.upTo(end, last), puts) : damage,
              isLost ? 0 : known.healedBy()));
      counts |= isLost;
    }
    if (!left.equals(entries)) {
      show(left);
      version.addAndGet(counts ? 1 : 0);
      write();
    }
  }

  /** Without blobs from behind its end, which would count for lost changes before it. */
  private static Damage within(Damage damage, Puts puts) throws IOException {
    List<BlobId> blobs = new ArrayList<>();
    for (BlobId id : damage.blobs()) {
      if (puts.placeOf(id).filter(damage::covers).isPresent()) {
        blobs.add(id);
      }
    }
    return damage.of(blobs);
  }

  /**
   * Forgets damage once compaction has dropped all of it: a part may be an old PUT of a blob.
   * Writes the file if that is due, and tries again at the next call if there is no space.
   */
  void forgetDropped() throws IOException {
    NavigableMap<Long, Entry> left = new TreeMap<>(entries);
    if (left.values().removeIf(entry -> !log.holdsPartOf(entry.damage()))) {
      show(left);
      isBehind = true;
    }
    if (isBehind) {
      try {
        write();
      } catch (NoSpaceException | TooManyFilesException e) {
        LOG.atDebug().setCause(e).log("the quarantine cannot be written yet");
      }
    }
  }

  /** Has the file written again, so that decay of the medium does not reach it. */
  void refresh() {
    isBehind |= !entries.isEmpty();
  }

  /** Visible before they are durable: the scrub finds damage again that a crash forgets. */
  private void show(NavigableMap<Long, Entry> changed) {
    blobs = blobs(changed.values());
    entries = changed;
    lacksChanges = lacksChanges(changed.values());
    if (!lacksChanges) {
      again.clear();
    }
  }

  private void write() throws IOException {
    isBehind = true;
    try (Mutex.Hold _ = files.hold()) {
      if (!isClosed) {
        QuarantineFile.write(disk, folder, log.store(), new ArrayList<>(entries.values()));
        isBehind = false;
      }
    }
  }

  /** From now on the file belongs to the next opening of the store, though a scrub may go on. */
  public void close() {
    try (Mutex.Hold _ = files.hold()) {
      isClosed = true;
    }
  }
}
