package io.aumbry.store.log;

import java.io.IOException;

/** How fast something long may go on beside the requests. */
@FunctionalInterface
public interface Pace {
  /**
   * So many more bytes were read or written; waits as long as that should take.
   *
   * @throws IOException or an unchecked exception to end what goes on
   */
  void moved(long bytes) throws IOException;
}
