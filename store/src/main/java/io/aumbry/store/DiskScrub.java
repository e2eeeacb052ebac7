package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.DiskParts;
import io.aumbry.store.scrub.ScrubState;
import io.aumbry.store.scrub.StoreScrub.Step;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scrubs the open stores of a disk, file by file, in rounds without end; where it is survives a
 * restart. One thread at a time; {@link #state} for any.
 */
final class DiskScrub {
  private static final Logger LOG = LoggerFactory.getLogger(DiskScrub.class);

  /** So many times slower while requests wait. */
  private static final long SLOWER = 4;

  private final DiskParts disk;
  private final UUID id;
  private volatile Position position;
  private final AtomicLong rounds = new AtomicLong();
  private long bytes;
  private int findings;

  /**
   * Where to go on.
   *
   * @param sequence in that partition, 1 to begin with it
   */
  private record Position(int partition, long sequence, long startedMillis) {}

  private DiskScrub(DiskParts disk, UUID id, Position position) {
    this.disk = disk;
    this.id = id;
    this.position = position;
  }

  /** Where the last process left it; a new round if that is not known. */
  static DiskScrub open(DiskParts disk, UUID id) throws IOException {
    Position position = new Position(0, 1, disk.time().wallMillis());
    Disk files = disk.disk();
    if (files.exists(StoreDisk.SCRUBBED)) {
      try {
        FileMark mark = FileMark.readFrom(files, StoreDisk.SCRUBBED, FileMark.SCRUBBED);
        if (mark.owner().equals(id)) {
          position = new Position(mark.number(), mark.first(), mark.second());
        }
      } catch (AumbryException e) {
        LOG.atWarn().addKeyValue("disk", files).setCause(e).log("the scrub begins again");
      }
    }
    return new DiskScrub(disk, id, position);
  }

  ScrubState state(List<PartitionStore> stores) {
    Position at = position;
    long done = 0;
    long total = 0;
    for (PartitionStore store : stores) {
      total += store.bytesOnDisk();
      if (store.partition() < at.partition()) {
        done += store.bytesOnDisk();
      } else if (store.partition() == at.partition()) {
        done += store.bytesBefore(at.sequence());
      }
    }
    return new ScrubState(at.startedMillis(), done, total, rounds.get());
  }

  /** Proves the next file, or ends the round. */
  void step(List<PartitionStore> stores, Pace pace) {
    Position at = position;
    Optional<PartitionStore> next =
        stores.stream().filter(store -> store.partition() >= at.partition()).findFirst();
    if (next.isEmpty()) {
      endRound();
      return;
    }
    PartitionStore store = next.get();
    long sequence = store.partition() == at.partition() ? at.sequence() : 1;
    Position following = new Position(store.partition() + 1, 1, at.startedMillis());
    try {
      Step step = store.scrub().step(sequence, stopping(store, pace));
      bytes += step.bytes();
      findings += step.findings();
      if (step.next() > 0) {
        following = new Position(store.partition(), step.next(), at.startedMillis());
      }
    } catch (AumbryException | IOException e) {
      leave(store, e);
    }
    move(following);
  }

  private void endRound() {
    LOG.atInfo()
        .addKeyValue("disk", disk.disk())
        .addKeyValue("startedMillis", position.startedMillis())
        .addKeyValue("bytes", bytes)
        .addKeyValue("findings", findings)
        .log("scrubbed");
    bytes = 0;
    findings = 0;
    rounds.incrementAndGet();
    disk.metrics().scrub().rounds().increment();
    move(new Position(0, 1, disk.time().wallMillis()));
  }

  /** Durable, so that a restart goes on from there; without it the scrub goes on all the same. */
  private void move(Position to) {
    position = to;
    try {
      new FileMark(FileMark.SCRUBBED, id, to.partition(), to.sequence(), to.startedMillis())
          .writeAs(disk.disk(), "", StoreDisk.SCRUBBED);
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("where the scrub is could not be written");
    }
  }

  void followUp(List<PartitionStore> stores, Pace pace) {
    for (PartitionStore store : stores) {
      try {
        findings += store.scrub().followUp(stopping(store, pace));
      } catch (AumbryException | IOException e) {
        leave(store, e);
      }
    }
  }

  /** A store whose files cannot be read is stopped, and the others are scrubbed. */
  private static void leave(PartitionStore store, Exception cause) {
    if (store.isClosed()) {
      return;
    }
    switch (cause) {
      case AumbryException known when known.code() == ErrorCode.SHUTTING_DOWN -> throw known;
      case AumbryException known ->
          LOG.atWarn()
              .addKeyValue("partition", store.partition())
              .setCause(known)
              .log("a store was not scrubbed to its end");
      case NoSpaceException full ->
          LOG.atWarn()
              .addKeyValue("partition", store.partition())
              .setCause(full)
              .log("no room to note damage; it is found again");
      default -> store.failed("a scrub", cause);
    }
  }

  /** Requests wait for the disk, which is theirs first. */
  private boolean isBusy() {
    return disk.readers().waiting() + disk.writer().waiting() > 0;
  }

  /** Nobody who closes a store waits for a file to be proved. */
  private Pace stopping(PartitionStore store, Pace pace) {
    return moved -> {
      if (store.isClosed()) {
        throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "The store is being closed");
      }
      pace.moved(isBusy() ? SLOWER * moved : moved);
    };
  }
}
