package io.aumbry.store.scrub;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.check.LogProof;
import io.aumbry.store.check.LogProof.Durable;
import io.aumbry.store.disk.DeviceException;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexPart;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verifies the files of one store, and maintains its quarantine. Not thread-safe. */
public final class StoreScrub {
  private static final Logger LOG = LoggerFactory.getLogger(StoreScrub.class);

  private final int partition;
  private final RecordLog log;
  private final BlobIndex index;
  private final Quarantine quarantine;
  private final Owner owner;
  private final Predicate<IndexEntry> over;
  private final ScrubMetrics metrics;

  public interface Owner {
    /**
     * Verifies the identity of the store on the medium.
     *
     * @throws AumbryException {@code CORRUPT_RECORD} when it is damaged
     */
    void verifyIdentity() throws IOException;

    /** Whether the store takes records. If not, its index may lack blobs that were damaged. */
    boolean isWritable();

    /**
     * Makes acknowledged changes durable.
     *
     * @throws AumbryException when the store has stopped
     */
    void sync();

    /**
     * Has the index sealed soon up to a record, so that a later start does not read this record.
     */
    void seal(long sequence);
  }

  /**
   * The result of one step of a scrub.
   *
   * @param next sequence number of the next file; 0 after the last file
   * @param bytes read
   * @param findings new damaged records and files
   */
  public record Step(long next, long bytes, int findings) {}

  /**
   * Scrubs one open store.
   *
   * @param over whether a blob has ended for good, so that no replica gets it any more
   */
  public StoreScrub(
      int partition,
      RecordLog log,
      BlobIndex index,
      Quarantine quarantine,
      Owner owner,
      Predicate<IndexEntry> over,
      ScrubMetrics metrics) {
    this.partition = partition;
    this.log = log;
    this.index = index;
    this.quarantine = quarantine;
    this.owner = owner;
    this.over = over;
    this.metrics = metrics;
  }

  /**
   * Verifies the file that covers {@code sequence}, and with the first file also everything outside
   * the log.
   *
   * @throws IOException when the disk failed
   */
  public Step step(long sequence, Pace pace) throws IOException {
    long bytes = 0;
    int findings = 0;
    if (sequence <= 1) {
      findings += verifyManifest();
      try {
        bytes += index.verify(pace);
      } catch (AumbryException e) {
        findings += fileFound(e);
      }
      quarantine.refresh();
    }
    long next = 0;
    try {
      LogProof.Result result = confirmed(sequence, durable(), pace);
      findings += take(result);
      bytes += result.bytes();
      next = result.isLast() ? 0 : result.next();
    } catch (AumbryException e) {
      findings += fileFound(e);
    }
    metrics.bytes().add(bytes);
    return new Step(next, bytes, findings);
  }

  private int verifyManifest() throws IOException {
    try {
      owner.verifyIdentity();
      log.verifyManifest();
      return 0;
    } catch (AumbryException e) {
      return fileFound(e);
    } catch (DeviceException e) {
      fileFound("the identity or the manifest cannot be read: " + e.getMessage());
      return 1;
    }
  }

  /** Rethrows other errors, for example that the store is being closed. */
  private int fileFound(AumbryException e) {
    if (e.code() != ErrorCode.CORRUPT_RECORD) {
      throw e;
    }
    fileFound(String.valueOf(e.getMessage()));
    return 1;
  }

  private void fileFound(String what) {
    metrics.damagedFiles().increment();
    LOG.atError()
        .addKeyValue("partition", partition)
        .addKeyValue("damage", what)
        .log("a file is damaged");
  }

  /** Checks for repairs, then verifies suspected files. Returns the number of findings. */
  public int followUp(Pace pace) throws IOException {
    heal();
    int findings = 0;
    for (int home : quarantine.suspects()) {
      quarantine.verifies(home);
      try {
        findings += verify(home, pace);
      } catch (AumbryException | IOException e) {
        if (!(e instanceof AumbryException known && known.code() == ErrorCode.CORRUPT_RECORD)) {
          quarantine.suspectAgain(home);
          throw e;
        }
        findings += fileFound(known);
      }
    }
    quarantine.forgetDropped();
    return findings;
  }

  private int verify(int home, Pace pace) throws IOException {
    OptionalLong first = log.firstSequenceOf(home);
    return first.isPresent() ? take(confirmed(first.getAsLong(), durable(), pace)) : 0;
  }

  /** Damage must show in two reads, because the first error may not be on the medium. */
  private LogProof.Result confirmed(long sequence, Durable durable, Pace pace) throws IOException {
    LogProof.Result first = LogProof.prove(log, sequence, durable, this::recordLength, pace);
    boolean isNew = first.damages().stream().anyMatch(d -> !quarantine.covers(d));
    if (!isNew && first.unusable().isEmpty()) {
      return first;
    }
    LogProof.Result second = LogProof.prove(log, sequence, durable, this::recordLength, pace);
    if (second.number() != first.number()) {
      return second;
    }
    List<Damage> both = new ArrayList<>(first.damages());
    both.retainAll(second.damages());
    return new LogProof.Result(
        first.number(),
        first.bytes() + second.bytes(),
        first.next(),
        first.isLast(),
        both,
        second.unusable());
  }

  private Durable durable() {
    IndexPart newest = index.newest();
    return new Durable(newest.lastSequence(), newest.end());
  }

  private int recordLength(BlobId id, LogPosition home) throws IOException {
    return index
        .find(id)
        .filter(entry -> entry.hasPut() && entry.put().position().equals(home))
        .map(IndexEntry::recordLength)
        .orElse(0);
  }

  private int take(LogProof.Result result) throws IOException {
    int findings = result.unusable().size();
    result.unusable().forEach(this::fileFound);
    for (Damage damage : result.damages()) {
      if (!quarantine.covers(damage)) {
        take(damage);
        findings++;
      }
    }
    return findings;
  }

  private void take(Damage found) throws IOException {
    Damage damage =
        found.blobs().isEmpty() ? found.of(index.blobsAt(found::covers, partition)) : found;
    quarantine.add(damage);
    owner.seal(damage.lastSequence());
    metrics.damagedRecords().increment();
    LOG.atError()
        .addKeyValue("partition", partition)
        .addKeyValue("place", damage.place())
        .addKeyValue("bytes", damage.length())
        .addKeyValue("blobs", damage.blobs())
        .log("a record is damaged");
  }

  private void heal() throws IOException {
    if (!owner.isWritable()) {
      return;
    }
    boolean isReadAgain = quarantine.hasRecordsAgain();
    for (Quarantine.Entry entry : List.copyOf(quarantine.entries())) {
      Damage damage = entry.damage();
      boolean hasChanges = damage.isOnlyBlobs() || isReadAgain;
      if (!entry.healed() && hasChanges && !isNeeded(damage, isReadAgain)) {
        // The repair must survive a crash, because no peer is asked again.
        owner.sync();
        owner.seal(damage.lastSequence());
        quarantine.heal(damage, index.lastSequence());
        LOG.atInfo()
            .addKeyValue("partition", partition)
            .addKeyValue("place", damage.place())
            .addKeyValue("blobs", damage.blobs())
            .log("damage is repaired: its records are in the log again, or no longer needed");
      }
    }
  }

  /**
   * Whether the damage holds bytes that are needed, or another part of it does. Damage in several
   * runs of a file is several places with the same numbers. Followers that skip one of them skip
   * all these numbers.
   */
  private boolean isNeeded(Damage damage, boolean isReadAgain) throws IOException {
    for (Quarantine.Entry entry : quarantine.entries()) {
      boolean isOpenPart = !entry.healed() && entry.damage().sharesNumbersWith(damage);
      if (isOpenPart && hasBlobs(entry.damage(), isReadAgain)) {
        return true;
      }
    }
    return false;
  }

  /** A deleted blob may be undeleted. If no peer has it, that is no longer possible. */
  private boolean hasBlobs(Damage damage, boolean isReadAgain) throws IOException {
    for (BlobId id : damage.blobs()) {
      Optional<IndexEntry> known = index.find(id);
      boolean counts =
          known
              .filter(e -> e.hasPut() && damage.covers(e.put().position()))
              .filter(blob -> !over.test(blob) && !(isReadAgain && blob.state().deleted()))
              .isPresent();
      if (counts) {
        return true;
      }
    }
    return false;
  }
}
