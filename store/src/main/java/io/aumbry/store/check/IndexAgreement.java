package io.aumbry.store.check;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.check.StoppedLog.Located;
import io.aumbry.store.index.ActiveIndex;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.SegmentCursor;
import io.aumbry.store.index.segment.SegmentLayout;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Compares an index with its log: the index must cover each record, and some record must support
 * each entry. Gets all records in log order, then {@link #finish}. Needs three bits of memory for
 * each entry.
 *
 * <p>Only for ended blobs may an entry know more than the log, because compaction has dropped their
 * records.
 */
public final class IndexAgreement {
  private static final int LIFE = 0;
  private static final int EXPIRY = 1;
  private static final int PLACE = 2;
  private static final int BITS = 3;

  private final List<SegmentProbe> probes;
  private final int partition;
  private final Finding.Sink findings;

  /** The state of blobs after the records that the index covers. */
  private final ActiveIndex tail;

  /** The facts of each entry that some record supports, in the order of the probes. */
  private final List<BitSet> said;

  private final long covered;
  private final PositionCheck positions;

  IndexAgreement(
      List<SegmentProbe> probes, int partition, Finding.Sink findings, ActiveIndex tail) {
    this.tail = tail;
    this.probes = probes;
    this.partition = partition;
    this.findings = findings;
    this.said = probes.stream().map(probe -> new BitSet(BITS * probe.segment().entries())).toList();
    this.covered = probes.isEmpty() ? 0 : probes.getFirst().segment().coverage().lastSequence();
    this.positions =
        new PositionCheck(probes.reversed().stream().map(SegmentProbe::segment).toList(), findings);
  }

  /** Adds the next record of the log. */
  public void add(Located record, boolean compacted) throws IOException {
    RecordHeader header = record.header();
    if (header.stamp().sequence() > covered) {
      return;
    }
    positions.add(header.stamp().sequence(), record.home());
    EntryKey key = EntryKey.of(header.id());
    int probe = 0;
    int entry = -1;
    while (entry < 0 && probe < probes.size()) {
      entry = probes.get(probe).find(key);
      probe += entry < 0 ? 1 : 0;
    }
    if (entry < 0 || probes.get(probe).read(header.id(), entry).isRemoval()) {
      reportUnknown(record, compacted);
    } else {
      compare(record, probes.get(probe).read(header.id(), entry), said.get(probe), BITS * entry);
    }
  }

  /** A change of a blob that has ended for good may be left in an uncompacted file. */
  private void reportUnknown(Located record, boolean compacted) {
    if (!compacted || record.header().type() == RecordType.PUT) {
      findings.damage(
          record.file(),
          record.offset(),
          "%s is missing in the index, which covers it".formatted(name(record)),
          "reads do not find the blob; delete the index files, the next start rebuilds them");
    }
  }

  private void compare(Located record, IndexEntry entry, BitSet bits, int at) {
    StoredState says = record.header().state();
    StoredState known = entry.state();
    if (!known.merge(says).equals(known) && !isLeftOver(record, known)) {
      findings.damage(
          record.file(),
          record.offset(),
          "%s has %s, but the index has %s".formatted(name(record), says, known),
          "reads may return deleted blobs or deny live ones; delete the index files");
    }
    boolean sameLife =
        says.lifeVersion() == known.lifeVersion()
            && says.deleted() == known.deleted()
            && says.changedMillis() == known.changedMillis();
    mark(bits, at + LIFE, sameLife);
    mark(bits, at + EXPIRY, says.expiryMillis() == known.expiryMillis());
    if (record.header().type() == RecordType.PUT) {
      comparePlace(record, entry, bits, at);
    }
  }

  /**
   * Whether a record is an earlier change of a deleted blob. The index may have forgotten the blob
   * with this change, and know it again by a delete that came later.
   */
  private static boolean isLeftOver(Located record, StoredState known) {
    return record.header().type() != RecordType.PUT
        && known.deleted()
        && record.header().state().isOlderLifeThan(known);
  }

  private void comparePlace(Located record, IndexEntry entry, BitSet bits, int at) {
    RecordHeader header = record.header();
    PutPlace expected = new PutPlace(record.home(), header.headerLength(), header.contentLength());
    mark(bits, at + PLACE, entry.put().equals(expected));
    boolean elsewhere = entry.hasPut() && !entry.put().position().equals(record.home());
    if (!elsewhere && !entry.put().equals(expected)) {
      findings.damage(
          record.file(),
          record.offset(),
          "%s is at %s, but the index has %s".formatted(name(record), expected, entry.put()),
          "reads of the blob fail; delete the index files, the next start rebuilds them");
    }
  }

  private static void mark(BitSet bits, int bit, boolean yes) {
    if (yes) {
      bits.set(bit);
    }
  }

  private static String name(Located record) {
    RecordHeader header = record.header();
    return "record %d, %s of blob %s"
        .formatted(header.stamp().sequence(), header.type(), header.id());
  }

  /**
   * Compares the index with the log, once all records were visited.
   *
   * @param last number of the last record
   */
  public void finish(StoppedLog log, long last, long nowMillis) throws IOException {
    if (last < covered) {
      findings.damage(
          probes.getFirst().segment().path(),
          0,
          "covers record " + covered + ", but the log ends with record " + last,
          "acknowledged records are lost; other replicas must have them");
    }
    for (int i = 0; i < probes.size(); i++) {
      finish(i, log, nowMillis);
    }
  }

  private void finish(int number, StoppedLog log, long nowMillis) throws IOException {
    SegmentCursor cursor = new SegmentCursor(probes.get(number).segment());
    for (int entry = 0; !cursor.isAtEnd(); entry++, cursor.advance()) {
      if (EntryFormat.isRemoval(cursor.memory(), cursor.at())) {
        continue;
      }
      BlobId id = EntryFormat.idAt(partition, cursor.memory(), cursor.at());
      IndexEntry known = EntryFormat.read(id, cursor.memory(), cursor.at());
      boolean wrong = isUnsaid(known, said.get(number), BITS * entry, log, nowMillis);
      if (wrong && !SegmentProbe.isHidden(probes, number, EntryKey.of(id))) {
        findings.damage(
            probes.get(number).segment().path(),
            SegmentLayout.pageAt(entry / SegmentLayout.ENTRIES_IN_PAGE),
            "has an entry of blob %s (%s, %s) without a record in the log"
                .formatted(id, known.state(), known.put()),
            "reads of the blob may fail; delete the index files, the next start rebuilds them");
      }
    }
  }

  /**
   * Whether the log contradicts an entry. Compaction may have dropped the supporting records if the
   * blob has ended, has changed since or was put again after damage.
   */
  private boolean isUnsaid(IndexEntry known, BitSet bits, int at, StoppedLog log, long nowMillis) {
    Optional<IndexEntry> later = tail.find(known.id(), EntryKey.of(known.id()));
    StoredState now = later.map(IndexEntry::state).orElse(known.state());
    boolean isElsewhere = later.filter(entry -> !entry.put().equals(known.put())).isPresent();
    boolean ended = now.deleted() || now.isExpiredAt(nowMillis);
    boolean dropped = (ended || isElsewhere) && log.isDropped(known.put().position());
    boolean place = bits.get(at + PLACE) || !known.hasPut() || dropped;
    boolean expiry = bits.get(at + EXPIRY) || known.state().expiryMillis() == StoredState.UNSAID;
    boolean overruled = (ended || later.isPresent()) && log.compactedFiles() > 0;
    return !place || !((bits.get(at + LIFE) && expiry) || overruled);
  }
}
