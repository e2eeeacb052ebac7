package io.aumbry.router.replica;

import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;

/**
 * The content of one record on its way to replicas, with the memory claimed for it. Each write that
 * sends it holds it, and the last of them gives it back. Belongs to one thread at a time.
 */
public final class Chunk implements AutoCloseable {
  private final Body content;
  private final BlockChecksums checksums;
  private final Claim claim;
  private int holders = 1;

  /** Takes over {@code content} and {@code claim}; the caller is the first holder. */
  public Chunk(Body content, BlockChecksums checksums, Claim claim) {
    this.content = content;
    this.checksums = checksums;
    this.claim = claim;
    claim.shrinkTo(content.size());
  }

  Body content() {
    return content;
  }

  public BlockChecksums checksums() {
    return checksums;
  }

  public int size() {
    return content.size();
  }

  public Chunk hold() {
    holders++;
    return this;
  }

  @Override
  public void close() {
    holders--;
    if (holders == 0) {
      content.close();
      claim.close();
    }
  }
}
