package io.aumbry.deploy.dev;

import java.util.Optional;

/** A running development cluster. */
interface Cluster extends AutoCloseable {
  /** The process that ended by itself first, and why, for an operator. Empty if none has. */
  Optional<String> ended();

  /** Stops all processes, callers before the processes that they call. */
  @Override
  void close();
}
