package io.aumbry.store.check;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.check.StoppedLog.Located;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.ActiveIndex;
import io.aumbry.store.index.IndexFiles;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.index.segment.PageReader;
import io.aumbry.store.index.segment.SegmentCursor;
import io.aumbry.store.index.segment.SegmentLayout;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;

/** The index of a stopped store, read-only. Not thread-safe. */
public final class StoppedIndex implements AutoCloseable {
  private static final int ENTRIES_IN_TAIL = 1 << 24;
  private static final String REMADE =
      "nothing is lost: the next start rebuilds the index from the log";

  public record Owner(Disk disk, String folder, UUID store, int partition) {}

  private final Owner owner;
  private final Finding.Sink findings;
  private final IndexFiles.Choice choice;

  /** Newest first. */
  private final List<SegmentProbe> probes = new ArrayList<>();

  /** The state of blobs after the records that the segments cover. */
  private final ActiveIndex tail;

  private boolean sound = true;

  @FunctionalInterface
  public interface Visitor {
    /**
     * Receives an entry of an index file.
     *
     * @param offset of its page
     * @param hidden whether a newer entry of the blob exists
     */
    void visit(String file, long offset, IndexEntry entry, boolean hidden) throws IOException;
  }

  private StoppedIndex(Owner owner, Finding.Sink findings) throws IOException {
    this.owner = owner;
    this.findings = findings;
    IndexFiles files =
        new IndexFiles(owner.disk(), owner.folder(), owner.store(), IndexPages.none());
    sortOut();
    this.choice = files.choose(this::damaged);
    boolean usable = sound && reportOthers();
    if (usable) {
      for (IndexSegment segment : choice.chosen().reversed()) {
        probes.add(new SegmentProbe(segment));
      }
    }
    sound = usable;
    this.tail = new ActiveIndex(ENTRIES_IN_TAIL, 1, lastSequence() + 1, RecordLog.start());
  }

  /** Opens the files; damage is a finding. */
  public static StoppedIndex open(Owner owner, Finding.Sink findings) throws IOException {
    return new StoppedIndex(owner, findings);
  }

  private void sortOut() throws IOException {
    for (String name : owner.disk().list(owner.folder())) {
      String path = owner.folder() + "/" + name;
      if (IndexFiles.isUnfinished(name)) {
        findings.note(path, 0, "is unfinished", "the next start deletes it");
      }
    }
  }

  private void damaged(String path, String why) {
    sound = false;
    findings.damage(path, 0, why, REMADE);
  }

  /** Reports unused files; returns whether the index is complete without them. */
  private boolean reportOthers() {
    boolean complete = choice.isComplete();
    for (IndexFiles.Named other : choice.others()) {
      if (complete) {
        findings.note(
            other.path(), 0, "is covered by a merged segment", "the next start deletes it");
      } else {
        findings.damage(other.path(), 0, "does not follow the segments before it", REMADE);
      }
    }
    return complete;
  }

  /** The last record that the index covers; 0 if it is unusable. */
  public long lastSequence() {
    return probes.isEmpty() ? 0 : probes.getFirst().segment().coverage().lastSequence();
  }

  /** Whether its files are undamaged, as far as they were verified. */
  public boolean isSound() {
    return sound;
  }

  public int files() {
    return choice.chosen().size();
  }

  public long entries() {
    return choice.chosen().stream().mapToLong(IndexSegment::entries).sum();
  }

  public long bytes() {
    return choice.chosen().stream().mapToLong(IndexSegment::bytes).sum();
  }

  /** Verifies every page; damage is a finding. */
  public void verify(LongConsumer progress) {
    for (IndexSegment segment : choice.chosen()) {
      verify(segment, progress);
    }
  }

  private void verify(IndexSegment segment, LongConsumer progress) {
    PageReader reader = new PageReader(1);
    Optional<EntryKey> before = Optional.empty();
    for (int page = 0; page < segment.layout().pages(); page++) {
      try {
        segment.readPages(reader, page, 1, ReadMode.STREAM);
        before = verifyOrder(segment, reader, page, before);
      } catch (IOException | AumbryException e) {
        sound = false;
        findings.damage(
            segment.path(), SegmentLayout.pageAt(page), String.valueOf(e.getMessage()), REMADE);
        before = Optional.empty();
      }
      progress.accept(SegmentLayout.PAGE);
    }
    verifyUsage(segment);
    progress.accept(segment.bytes() - (long) segment.layout().pages() * SegmentLayout.PAGE);
  }

  private void verifyUsage(IndexSegment segment) {
    try {
      if (segment.layout().usage() == 0 || segment.usage().isPresent()) {
        return;
      }
      foundUsage(segment, "has a wrong checksum in the usage of containers");
    } catch (IOException e) {
      foundUsage(segment, String.valueOf(e.getMessage()));
    }
  }

  private void foundUsage(IndexSegment segment, String what) {
    findings.damage(
        segment.path(),
        segment.layout().usageAt(),
        what,
        "no blob is lost: the store counts the usage of containers again");
  }

  private Optional<EntryKey> verifyOrder(
      IndexSegment segment, PageReader reader, int page, Optional<EntryKey> before) {
    Optional<EntryKey> last = before;
    for (int slot = 0; slot < segment.layout().entriesIn(page); slot++) {
      long at = (long) slot * EntryFormat.SIZE;
      if (last.isPresent() && last.get().compareTo(reader.memory(), at) >= 0) {
        sound = false;
        findings.damage(
            segment.path(),
            SegmentLayout.pageAt(page) + at,
            "is not sorted: entry " + slot + " of page " + page + " is out of order",
            REMADE);
      }
      last = Optional.of(EntryKey.at(reader.memory(), at));
    }
    return last;
  }

  /** Compares the index with its log. Needs the records through {@link #learn} too. */
  public IndexAgreement agreement() {
    return new IndexAgreement(probes, owner.partition(), findings, tail);
  }

  public boolean hasSegments() {
    return !probes.isEmpty();
  }

  /** Keeps a record that the segments do not cover. Takes memory for each of them. */
  public void learn(Located record) throws IOException {
    if (record.header().stamp().sequence() <= lastSequence()) {
      return;
    }
    BlobId id = record.header().id();
    Optional<IndexEntry> known = find(id);
    StoredState said = record.header().state();
    PutPlace place = known.map(IndexEntry::put).orElse(PutPlace.NONE);
    if (record.header().type() == RecordType.PUT) {
      // A second PUT of a blob exists only if the bytes of the first were damaged.
      place =
          new PutPlace(
              record.home(), record.header().headerLength(), record.header().contentLength());
    }
    tail.put(new IndexEntry(id, known.map(entry -> entry.state().merge(said)).orElse(said), place));
  }

  /** The state of a blob, including the records passed to {@link #learn}. */
  public Optional<IndexEntry> find(BlobId id) throws IOException {
    EntryKey key = EntryKey.of(id);
    Optional<IndexEntry> newest = tail.find(id, key);
    for (int i = 0; newest.isEmpty() && i < probes.size(); i++) {
      int entry = probes.get(i).find(key);
      newest = entry < 0 ? Optional.empty() : Optional.of(probes.get(i).read(id, entry));
    }
    return newest.filter(entry -> !entry.isRemoval());
  }

  /** Visits all entries, oldest segment first. */
  public void visit(Visitor visitor) throws IOException {
    for (int i = probes.size() - 1; i >= 0; i--) {
      visit(i, visitor);
    }
  }

  private void visit(int number, Visitor visitor) throws IOException {
    IndexSegment segment = probes.get(number).segment();
    SegmentCursor cursor = new SegmentCursor(segment);
    for (int entry = 0; !cursor.isAtEnd(); entry++, cursor.advance()) {
      BlobId id = EntryFormat.idAt(owner.partition(), cursor.memory(), cursor.at());
      visitor.visit(
          segment.path(),
          SegmentLayout.pageAt(entry / SegmentLayout.ENTRIES_IN_PAGE),
          EntryFormat.read(id, cursor.memory(), cursor.at()),
          SegmentProbe.isHidden(probes, number, EntryKey.of(id)));
    }
  }

  @Override
  public void close() {
    choice.close();
  }
}
