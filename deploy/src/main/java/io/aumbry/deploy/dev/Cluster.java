package io.aumbry.deploy.dev;

/** A development cluster that was started. */
interface Cluster extends AutoCloseable {
  /** Stops all, those that ask before those that answer. */
  @Override
  void close();
}
