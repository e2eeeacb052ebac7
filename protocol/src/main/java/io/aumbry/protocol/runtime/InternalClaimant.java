package io.aumbry.protocol.runtime;

import java.util.Optional;

/** The process itself as a claimant. */
enum InternalClaimant implements Claimant {
  CLAIMANT;

  @Override
  public Optional<Object> key(Scope scope) {
    return Optional.empty();
  }

  @Override
  public long stalledNanos() {
    return 0;
  }

  @Override
  public long bytesPerSecond() {
    return Long.MAX_VALUE;
  }

  @Override
  public void giveWay(String reason) {
    // There is no remote party to end.
  }
}
