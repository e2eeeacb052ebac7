package io.aumbry.tests.simulation.disk;

import io.aumbry.store.disk.DiskFile;

/**
 * Observes each change of a medium that survives the process, right after the change. An observer
 * must not wait, and must not draw from the random generator of the run.
 */
public interface DiskObserver {
  DiskObserver NONE =
      new DiskObserver() {
        @Override
        public void forced(String path, DiskFile file) {
          // not observed
        }

        @Override
        public void renamed(String from, String to) {
          // not observed
        }

        @Override
        public void deleted(String path) {
          // not observed
        }
      };

  /**
   * All bytes of a file are durable.
   *
   * @param file may be read, which takes no simulated time
   */
  void forced(String path, DiskFile file);

  void renamed(String from, String to);

  void deleted(String path);
}
