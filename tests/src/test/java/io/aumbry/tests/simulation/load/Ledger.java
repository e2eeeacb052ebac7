package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What clients were promised, and the judgement of what they are told. A blob whose put was
 * acknowledged is there, byte for byte, until its delete was asked for or it has expired; after its
 * delete was acknowledged the frontend that did so never shows it again, and when the cluster is
 * healed nobody does.
 */
final class Ledger {
  /** By how much clocks are wrong at most, and how long an answer is under way. */
  private static final long WRONG_MILLIS = 15_000;

  private final SimulatedScheduler scheduler;
  private final List<KeptBlob> kept = new ArrayList<>();
  private boolean healed;

  Ledger(SimulatedScheduler scheduler) {
    this.scheduler = scheduler;
  }

  void add(KeptBlob blob) {
    kept.add(blob);
  }

  List<KeptBlob> all() {
    return kept;
  }

  Optional<KeptBlob> any(RandomGenerator random) {
    return kept.isEmpty() ? Optional.empty() : Optional.of(kept.get(random.nextInt(kept.size())));
  }

  /** One of the newest. */
  Optional<KeptBlob> recent(RandomGenerator random) {
    int newest = Math.min(kept.size(), 8);
    return kept.isEmpty()
        ? Optional.empty()
        : Optional.of(kept.get(kept.size() - 1 - random.nextInt(newest)));
  }

  /** From now on all frontends must know all. */
  void healed() {
    healed = true;
  }

  /** Whether it may be that a blob is not to be had any more. */
  boolean mayBeGone(KeptBlob blob) {
    return blob.isDeleteAsked() || blob.mayHaveExpired(scheduler.wallMillis(), WRONG_MILLIS);
  }

  /** What held when an answer was asked for, since it may be true of that moment only. */
  record Before(boolean goneHere, boolean expired) {}

  Before before(KeptBlob blob, String frontend) {
    boolean goneHere = healed ? blob.isDeleted() : blob.isDeletedAt(frontend);
    return new Before(goneHere, blob.hasExpired(scheduler.wallMillis(), WRONG_MILLIS));
  }

  void found(KeptBlob blob, Before before, ByteRange.Resolved range, byte[] bytes, String where) {
    byte[] all = blob.content();
    byte[] expected = Arrays.copyOfRange(all, (int) range.from(), (int) range.to());
    if (!Arrays.equals(bytes, expected)) {
      throw new Finding(
          where
              + " was given wrong bytes for "
              + blob
              + ", from "
              + Arrays.mismatch(bytes, expected));
    }
    if (before.goneHere) {
      throw new Finding(where + " was given " + blob + ", whose delete was acknowledged");
    }
    if (before.expired) {
      throw new Finding(where + " was given " + blob + ", which has expired");
    }
  }

  void missing(KeptBlob blob, Absence absence, String where) {
    boolean right =
        switch (absence) {
          case DELETED -> blob.isDeleteAsked();
          case EXPIRED -> blob.mayHaveExpired(scheduler.wallMillis(), WRONG_MILLIS);
          case NOT_FOUND -> blob.hasExpired(scheduler.wallMillis(), 0);
        };
    if (!right) {
      throw new Finding(where + " was told that " + blob + " is " + absence);
    }
  }
}
