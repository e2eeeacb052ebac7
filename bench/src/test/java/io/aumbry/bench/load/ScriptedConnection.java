package io.aumbry.bench.load;

/** Fails when used: the workloads of these tests answer by themselves. */
final class ScriptedConnection implements BlobConnection {
  @Override
  public RequestResult put(long number, long size) {
    throw new AssertionError("no blob is written here");
  }

  @Override
  public RequestResult get(StoredBlob blob) {
    throw new AssertionError("no blob is read here");
  }

  @Override
  public void close() {}
}
