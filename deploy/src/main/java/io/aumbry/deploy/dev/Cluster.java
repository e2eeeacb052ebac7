package io.aumbry.deploy.dev;

/** A running development cluster. */
interface Cluster extends AutoCloseable {
  /** Stops all processes, callers before the processes that they call. */
  @Override
  void close();
}
