package io.aumbry.deploy.client;

/** Receives the number of moved bytes, from one thread at a time. */
public interface ProgressListener extends AutoCloseable {
  void advance(long bytes);

  @Override
  void close();

  static ProgressListener none() {
    return new ProgressListener() {
      @Override
      public void advance(long bytes) {
        // shows nothing
      }

      @Override
      public void close() {
        // nothing was drawn
      }
    };
  }
}
