package io.aumbry.protocol.runtime;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A client that leaves when the test says so. */
public record LeavingClaimant(BooleanSupplier left) implements Claimant {
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
    return 0;
  }

  @Override
  public boolean isGone() {
    return left.getAsBoolean();
  }

  @Override
  public void giveWay(String reason) {
    // it has nothing to give
  }
}
