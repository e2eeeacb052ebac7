package io.aumbry.store.log;

import java.io.IOException;

/** Limits the speed of a long background task. */
@FunctionalInterface
public interface Pace {
  /**
   * Reports bytes read or written, and waits until the task may go on.
   *
   * @throws IOException or an unchecked exception to end the task
   */
  void moved(long bytes) throws IOException;
}
