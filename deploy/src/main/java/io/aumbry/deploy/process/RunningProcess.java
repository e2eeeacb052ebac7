package io.aumbry.deploy.process;

import java.util.Optional;

/** A running process of a cluster. */
public interface RunningProcess extends AutoCloseable {
  String name();

  /** The reason why it is not ready, empty if it is. Callable from any thread; never waits. */
  Optional<String> missing();

  /** Finishes open requests, up to its stop timeout, and stops. */
  @Override
  void close();
}
