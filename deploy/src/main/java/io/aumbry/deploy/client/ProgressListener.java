package io.aumbry.deploy.client;

/** Is told how many bytes have moved; from one thread at a time. */
public interface ProgressListener extends AutoCloseable {
  void advance(long bytes);

  @Override
  void close();

  /** For output that nobody watches. */
  static ProgressListener none() {
    return new ProgressListener() {
      @Override
      public void advance(long bytes) {
        // nobody watches
      }

      @Override
      public void close() {
        // nothing was drawn
      }
    };
  }
}
