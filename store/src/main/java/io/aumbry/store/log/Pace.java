package io.aumbry.store.log;

import java.io.IOException;

@FunctionalInterface
public interface Pace {
  /**
   * Reports bytes read or written, and waits until the task may go on.
   *
   * @throws IOException or an unchecked exception to end the task
   */
  void moved(long bytes) throws IOException;
}
