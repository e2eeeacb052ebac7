package io.aumbry.deploy.process;

import java.util.Optional;

/** A process of a cluster that was started. */
public interface RunningProcess extends AutoCloseable {
  String name();

  /** Why it cannot do its work now; empty when it can. Callable from any thread, never waits. */
  Optional<String> missing();

  /** Finishes what it was asked to do, within its bound, and stops. */
  @Override
  void close();
}
