package io.aumbry.tests.simulation.disk;

import io.aumbry.store.disk.DiskFile;

/**
 * Sees each change of a medium that outlives the process, right after it has succeeded. It must not
 * wait, and must not draw from the generator of the run.
 */
public interface DiskObserver {
  /** Observes nothing. */
  DiskObserver NONE =
      new DiskObserver() {
        @Override
        public void forced(String path, DiskFile file) {
          // nothing to note
        }

        @Override
        public void renamed(String from, String to) {
          // nothing to note
        }

        @Override
        public void deleted(String path) {
          // nothing to note
        }
      };

  /**
   * All bytes of a file are durable.
   *
   * @param file may be read, without simulated time
   */
  void forced(String path, DiskFile file);

  /** A file, or a folder with all that is in it, has another name. */
  void renamed(String from, String to);

  /** A file or an empty folder is gone. */
  void deleted(String path);
}
