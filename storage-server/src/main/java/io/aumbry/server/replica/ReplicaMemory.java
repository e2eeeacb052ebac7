package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.BlobStore;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.partition.Openings;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the notes that a replica keeps beside its store. The description of this package
 * has their format.
 */
final class ReplicaMemory {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaMemory.class);

  private final StalenessCheck.Rule rule;

  ReplicaMemory(StalenessCheck.Rule rule) {
    this.rule = rule;
  }

  ReplicaProgress recall(ReplicaDisk disk, BlobStore store) {
    int partition = store.partition();
    if (disk.readNote(ReplicaNotes.acceptedName(partition)).isPresent()) {
      accept(disk, store);
    }
    Openings openings = store.openings();
    Optional<Noted> noted = recency(disk, store);
    boolean isInterrupted = noted.filter(Noted::isInterrupted).isPresent();
    noted = isInterrupted ? noted.map(Noted::interrupted) : noted;
    long reached = Math.max(noted.map(Noted::sequence).orElse(0L), sequence(disk, store));
    boolean isOlder = noted.filter(known -> openings.lack(known.settledMillis())).isPresent();
    boolean isUnknown = noted.isEmpty() && (store.lastSequence() > 0 || isComplete(disk, store));
    if (isUnknown || isInterrupted || isOlder || reached > store.lastSequence()) {
      LOG.atError()
          .addKeyValue("disk", disk.name())
          .addKeyValue("partition", partition)
          .addKeyValue("last", store.lastSequence())
          .addKeyValue("was", reached)
          .log(
              "a store has lost its last records or its notes, or is an older copy: it is not"
                  + " complete");
      Noted lost =
          lost(noted.orElse(new Noted(0, 0, 0)), store, isOlder).lostBefore(openings.current());
      noteLoss(disk, store, lost);
      noted = Optional.of(lost);
    }
    Noted known = noted.orElseGet(() -> first(disk, store));
    StalenessCheck recency = new StalenessCheck(rule, store.retention(), known);
    store.resume(recency.sharedMillis());
    return new ReplicaProgress(
        isComplete(disk, store),
        disk.readNote(ReplicaNotes.tokensName(partition))
            .map(note -> ReplicaNotes.tokens(note, store.id()))
            .orElse(Map.of()),
        recency,
        openings);
  }

  /**
   * Makes the store complete and in step from now on, as the operator has asked. If a crash
   * interrupts this, the next opening repeats it. Without a recency note, any earlier delete may
   * have been forgotten. An empty store is refused: the operator may have meant another store,
   * which was set aside.
   */
  private void accept(ReplicaDisk disk, BlobStore store) {
    int partition = store.partition();
    if (store.lastSequence() == 0) {
      LOG.atError()
          .addKeyValue("disk", disk.name())
          .addKeyValue("partition", partition)
          .log("a store is not accepted as current, because it is empty");
      disk.deleteNote(ReplicaNotes.acceptedName(partition));
      return;
    }
    long now = rule.time().wallMillis();
    long agreed = recency(disk, store).map(Noted::agreedMillis).orElse(now);
    LOG.atWarn()
        .addKeyValue("disk", disk.name())
        .addKeyValue("partition", partition)
        .addKeyValue("last", store.lastSequence())
        .log("a store is accepted as current, as the operator has asked");
    withdraw(disk, partition);
    write(disk, store, new Noted(store.lastSequence(), now, agreed));
    disk.writeNote(ReplicaNotes.completeName(partition), ReplicaNotes.complete(store.id()), true);
    disk.deleteNote(ReplicaNotes.acceptedName(partition));
  }

  private static boolean isComplete(ReplicaDisk disk, BlobStore store) {
    return disk.readNote(ReplicaNotes.completeName(store.partition()))
        .filter(note -> ReplicaNotes.isComplete(note, store.id()))
        .isPresent();
  }

  /**
   * The note of a store that had more records. Its time in step holds only if it still has all
   * records of that time. An older copy may have others under the same numbers, and its peers may
   * have forgotten deletes that it lacks. It is therefore outdated, and is rebuilt.
   */
  private static Noted lost(Noted noted, BlobStore store, boolean isOlder) {
    long last = store.lastSequence();
    long inStep = isOlder || noted.sequence() > last ? 0 : noted.inStepMillis();
    return new Noted(last, inStep, noted.agreedMillis());
  }

  private static long sequence(ReplicaDisk disk, BlobStore store) {
    return disk.readNote(ReplicaNotes.tokensName(store.partition()))
        .map(note -> ReplicaNotes.sequence(note, store.id()))
        .orElse(0L);
  }

  private static Optional<Noted> recency(ReplicaDisk disk, BlobStore store) {
    return disk.readNote(ReplicaNotes.recencyName(store.partition()))
        .flatMap(note -> ReplicaNotes.recency(note, store.id()));
  }

  /**
   * A new store gets its note before its first record. One with records and without a note has lost
   * the note, or was put back under the notes of a later store.
   */
  private Noted first(ReplicaDisk disk, BlobStore store) {
    Noted now = new Noted(store.lastSequence(), rule.time().wallMillis(), 0);
    write(disk, store, now);
    return now;
  }

  private static void write(ReplicaDisk disk, BlobStore store, Noted noted) {
    ByteBuffer note = ReplicaNotes.recency(store.id(), noted);
    disk.writeNote(ReplicaNotes.recencyName(store.partition()), note, true);
  }

  /**
   * Removes the notes that would make a store look complete, for example before it is removed.
   *
   * <p>The tokens go first. A replica with the tokens alone would become complete without reading
   * the records again that it has lost. Its comparisons may have proven blobs that it has lost.
   */
  static void withdraw(ReplicaDisk disk, int partition) {
    disk.deleteNote(ReplicaNotes.tokensName(partition));
    disk.deleteNote(ReplicaNotes.completeName(partition));
    disk.deleteNote(ReplicaNotes.comparedName(partition));
  }

  /**
   * The first note says that a loss is being noted. If a crash interrupts the other steps, the next
   * opening repeats them. If the note cannot be written, a former one must not remain, because the
   * next opening would take the store as complete.
   */
  private static void noteLoss(ReplicaDisk disk, BlobStore store, Noted lost) {
    try {
      write(disk, store, lost.interrupted());
    } catch (AumbryException e) {
      withdraw(disk, store.partition());
      disk.deleteNote(ReplicaNotes.recencyName(store.partition()));
      throw e;
    }
    withdraw(disk, store.partition());
    write(disk, store, lost);
  }

  /** Notes durably that the store of a replica has lost records. */
  void noteLoss(HostedReplica replica) {
    ReplicaProgress progress = replica.progress();
    try (Mutex.Hold _ = progress.noting().hold()) {
      Noted lost = progress.recency().lostBefore(progress.opening());
      noteLoss(replica.disk(), replica.store(), lost);
      progress.recency().noted(lost);
      progress.lossNoted();
    }
  }

  void leave(HostedReplica replica) {
    if (replica.progress().hasLossToNote() && replica.disk().isHealthy()) {
      noteLoss(replica);
    }
    saveTokens(replica);
  }

  /** Has no effect on a replica that has lost records. */
  void complete(HostedReplica replica) {
    try (Mutex.Hold _ = replica.progress().noting().hold()) {
      if (!replica.progress().hasLostRecords()) {
        noteComplete(replica);
      }
    }
  }

  private static void noteComplete(HostedReplica replica) {
    ReplicaProgress progress = replica.progress();
    // Read before the last sequence number, which then covers all records of that time.
    long inStep = progress.provenInStepMillis();
    Noted noted =
        progress
            .recency()
            .completed(replica.feed().lastSequence(), inStep)
            .completeIn(progress.opening());
    note(replica, noted);
    replica
        .disk()
        .writeNote(
            ReplicaNotes.completeName(replica.partition()),
            ReplicaNotes.complete(replica.store().id()),
            true);
    replica.progress().completed();
  }

  private static void note(HostedReplica replica, Noted noted) {
    write(replica.disk(), replica.store(), noted);
    replica.progress().recency().noted(noted);
  }

  /**
   * Notes an agreement durably, as far as it is worth a note.
   *
   * @return the part of the agreement that is noted
   */
  Agreement agree(HostedReplica replica, Agreement agreed) {
    StalenessCheck recency = replica.progress().recency();
    Agreement agreement = recency.bounded(agreed);
    try (Mutex.Hold _ = replica.progress().noting().hold()) {
      if (recency.isBehind(agreement) && !replica.progress().hasLostRecords()) {
        note(replica, recency.agreed(replica.feed().lastSequence(), agreement));
      }
    }
    return recency.asNoted(agreement);
  }

  /**
   * Writes the tokens of a replica if they have changed and its disk is healthy. Before damage may
   * heal, they are written durably, without the tokens from before the damage. A replica that has
   * lost records saves none, because they may include the lost records.
   */
  void saveTokens(HostedReplica replica) {
    try (Mutex.Hold _ = replica.progress().noting().hold()) {
      if (!replica.progress().hasLostRecords()) {
        saveChangedTokens(replica);
      }
    }
  }

  private static void saveChangedTokens(HostedReplica replica) {
    ReplicaProgress progress = replica.progress();
    long readAgain = progress.readAgainAs();
    boolean isReadAgain = readAgain > replica.damaged().readAgain();
    long damages = replica.damaged().version();
    var changed = progress.takeUnsaved(damages);
    var tokens = isReadAgain ? progress.tokens(damages) : changed;
    if (tokens.isEmpty() || !replica.disk().isHealthy()) {
      return;
    }
    try {
      replica
          .disk()
          .writeNote(
              ReplicaNotes.tokensName(replica.partition()),
              ReplicaNotes.tokens(replica.store().id(), replica.feed().lastSequence(), tokens),
              isReadAgain);
      replica.readAgain(readAgain);
    } catch (AumbryException e) {
      LOG.atWarn()
          .addKeyValue("partition", replica.partition())
          .setCause(e)
          .log(
              "replication tokens not saved; after a restart more records are compared than necessary");
    }
  }

  /**
   * Removes the note of age after the store is gone. Removing it first would make a store that is
   * left behind look as old as possible.
   */
  void forgetAge(ReplicaDisk disk, int partition) {
    disk.deleteNote(ReplicaNotes.recencyName(partition));
  }
}
