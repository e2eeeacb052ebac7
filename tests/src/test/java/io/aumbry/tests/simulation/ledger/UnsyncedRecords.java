package io.aumbry.tests.simulation.ledger;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The records at the ends of logs on a copy of a disk that were not synced yet when it was copied.
 * A store that opens the copy has them.
 */
final class UnsyncedRecords {
  private UnsyncedRecords() {}

  /**
   * Appends the records to the histories of their stores.
   *
   * @param histories returns the synced records of a store at the time of the copy
   */
  static void find(CrashingDisk copy, Function<UUID, Optional<StoreHistory>> histories) {
    for (String path : copy.files()) {
      if (StoreMedium.LOG.matcher(path).matches()) {
        try (DiskFile file = copy.open(path)) {
          LogReader.mark(file)
              .filter(mark -> !mark.isCompacted())
              .flatMap(mark -> histories.apply(mark.store()))
              .ifPresent(history -> append(history, path, file));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static void append(StoreHistory history, String path, DiskFile file) {
    LogReader reader = new LogReader(file, history.endIn(path));
    history.follow(path, reader, LogReader::nextWhole);
  }
}
