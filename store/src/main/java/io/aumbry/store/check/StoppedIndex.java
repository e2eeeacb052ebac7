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

/** The index of a store that nobody has open: read and never changed. One thread at a time. */
public final class StoppedIndex implements AutoCloseable {
  private static final int ENTRIES_IN_TAIL = 1 << 24;
  private static final String REMADE =
      "nothing is lost: the next start makes the index again from the log";

  /** Where a store is, and whose it is. */
  public record Owner(Disk disk, String folder, UUID store, int partition) {}

  private final Owner owner;
  private final Finding.Sink findings;
  private final IndexFiles.Choice choice;

  /** Newest first, as look-ups go through them. */
  private final List<SegmentProbe> probes = new ArrayList<>();

  /** What the log has behind that. */
  private final ActiveIndex tail;

  private boolean sound = true;

  /** Is shown entries. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Comes to an entry.
     *
     * @param offset of its page
     * @param hidden whether a newer entry of the same blob counts instead
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

  /** Opens what is there; what is wrong with it is a finding. */
  public static StoppedIndex open(Owner owner, Finding.Sink findings) throws IOException {
    return new StoppedIndex(owner, findings);
  }

  private void sortOut() throws IOException {
    for (String name : owner.disk().list(owner.folder())) {
      String path = owner.folder() + "/" + name;
      if (IndexFiles.isUnfinished(name)) {
        findings.note(path, 0, "was never finished", "the next start deletes it");
      }
    }
  }

  private void damaged(String path, String why) {
    sound = false;
    findings.damage(path, 0, why, REMADE);
  }

  /** Says what the files are that are not the index; whether it is complete without them. */
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

  /** Up to which record the index knows all; 0 if it is of no use. */
  public long lastSequence() {
    return probes.isEmpty() ? 0 : probes.getFirst().segment().coverage().lastSequence();
  }

  /** Whether nothing was found wrong with its files so far. */
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

  /** Reads and proves every page; what is wrong is a finding. */
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
    progress.accept(segment.bytes() - (long) segment.layout().pages() * SegmentLayout.PAGE);
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
            "is not sorted: entry " + slot + " of page " + page + " is not behind the one before",
            REMADE);
      }
      last = Optional.of(EntryKey.at(reader.memory(), at));
    }
    return last;
  }

  /**
   * A comparison of this with the log that it was made of. It too needs to know what {@link #learn}
   * was told.
   */
  public IndexAgreement agreement() {
    return new IndexAgreement(probes, owner.partition(), findings, tail);
  }

  /** Adds what a record behind the index says, as the next start does. */
  public void learn(Located record) throws IOException {
    if (record.header().stamp().sequence() <= lastSequence()) {
      return;
    }
    BlobId id = record.header().id();
    Optional<IndexEntry> known = find(id);
    StoredState said = record.header().state();
    PutPlace place = known.map(IndexEntry::put).orElse(PutPlace.NONE);
    if (record.header().type() == RecordType.PUT && place.headerLength() == 0) {
      place =
          new PutPlace(
              record.home(), record.header().headerLength(), record.header().contentLength());
    }
    tail.put(new IndexEntry(id, known.map(entry -> entry.state().merge(said)).orElse(said), place));
  }

  /**
   * What is known of a blob, of the log behind the index only what was {@linkplain #learn given}.
   */
  public Optional<IndexEntry> find(BlobId id) throws IOException {
    EntryKey key = EntryKey.of(id);
    Optional<IndexEntry> newest = tail.find(id, key);
    for (int i = 0; newest.isEmpty() && i < probes.size(); i++) {
      int entry = probes.get(i).find(key);
      newest = entry < 0 ? Optional.empty() : Optional.of(probes.get(i).read(id, entry));
    }
    return newest.filter(entry -> !entry.isRemoval());
  }

  /** Shows all entries, those of the oldest segment first. */
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
