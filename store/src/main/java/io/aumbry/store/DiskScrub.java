package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.TooManyFilesException;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.DiskServices;
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
 * Scrubs the open stores of a disk, file by file, in endless rounds. Its position survives a
 * restart. Not thread-safe, except {@link #state}.
 */
final class DiskScrub {
  private static final Logger LOG = LoggerFactory.getLogger(DiskScrub.class);

  /** The slowdown while requests wait for the disk. */
  private static final long SLOWER = 4;

  private final DiskServices disk;
  private final UUID id;
  private volatile Position position;
  private final AtomicLong rounds = new AtomicLong();
  private long bytes;
  private int findings;

  /**
   * How far a round of the scrub has come.
   *
   * @param sequence a record of the next file; 1 for the first file of the partition
   */
  record Position(int partition, long sequence, long startedMillis) {}

  DiskScrub(DiskServices disk, UUID id, Position position) {
    this.disk = disk;
    this.id = id;
    this.position = position;
  }

  /** The recorded position, or the beginning of a new round. */
  static Position positionOn(Disk disk, UUID id, Time time) throws IOException {
    if (disk.exists(StoreDisk.SCRUBBED)) {
      try {
        FileMark mark = FileMark.readFrom(disk, StoreDisk.SCRUBBED, FileMark.SCRUBBED);
        if (mark.owner().equals(id)) {
          return new Position(mark.number(), mark.first(), mark.second());
        }
      } catch (AumbryException e) {
        LOG.atWarn()
            .addKeyValue("disk", disk)
            .setCause(e)
            .log("the position of the scrub is unreadable: a new round begins");
      }
    }
    return new Position(0, 1, time.wallMillis());
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
        .log("scrub round completed");
    bytes = 0;
    findings = 0;
    rounds.incrementAndGet();
    disk.metrics().scrub().rounds().increment();
    move(new Position(0, 1, disk.time().wallMillis()));
  }

  /** The scrub continues even if its position cannot be recorded. */
  private void move(Position to) {
    position = to;
    try {
      new FileMark(FileMark.SCRUBBED, id, to.partition(), to.sequence(), to.startedMillis())
          .writeAs(disk.disk(), "", StoreDisk.SCRUBBED);
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("the position of the scrub could not be written");
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

  /** Stops a store with unreadable files; the scrub goes on with the other stores. */
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
              .log("the scrub of a store failed");
      case NoSpaceException full ->
          LOG.atWarn()
              .addKeyValue("partition", store.partition())
              .setCause(full)
              .log(
                  "no space to record damage, which counts all the same; it is recorded when there is space");
      case TooManyFilesException none ->
          LOG.atWarn()
              .addKeyValue("partition", store.partition())
              .setCause(none)
              .log("the scrub cannot open a file; it tries again later");
      default -> store.failed("a scrub", cause);
    }
  }

  private boolean isBusy() {
    return disk.readers().waiting() + disk.writer().waiting() > 0;
  }

  /** Stops when the store is being closed. */
  private Pace stopping(PartitionStore store, Pace pace) {
    return moved -> {
      if (store.isClosed()) {
        throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "The store is being closed");
      }
      pace.moved(isBusy() ? SLOWER * moved : moved);
    };
  }
}
