package io.aumbry.protocol.budget;

import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.protocol.runtime.Claimant.Scope;

/**
 * How a budget is divided between claimants.
 *
 * @param connectionPercent of the budget that one connection may hold, 1 to 100
 * @param addressPercent of the budget that one address may hold, 1 to 100
 * @param identityPercent of the budget that one authenticated client may hold, 1 to 100
 * @param slowRate in bytes per second: while others wait, claimants below this rate give way, the
 *     slowest first
 */
public record Shares(
    int connectionPercent, int addressPercent, int identityPercent, long slowRate) {
  private static final long MAX_RATE = 1L << 30;

  /** The part of a budget that is not set aside for small requests. */
  private static final int GENERAL_PERCENT = 75;

  public Shares {
    Bounds.check("connectionPercent", connectionPercent, 1, 100);
    Bounds.check("addressPercent", addressPercent, 1, 100);
    Bounds.check("identityPercent", identityPercent, 1, 100);
    Bounds.check("slowRate", slowRate, 1, MAX_RATE);
  }

  /** An eighth for a connection, half for an address or an identity, and 64 KiB per second. */
  public static Shares defaults() {
    return new Shares(12, 50, 50, 64 << 10);
  }

  public Shares withAddressPercent(int percent) {
    return new Shares(connectionPercent, percent, identityPercent, slowRate);
  }

  public Shares withConnectionPercent(int percent) {
    return new Shares(percent, addressPercent, identityPercent, slowRate);
  }

  public Shares withSlowRate(long rate) {
    return new Shares(connectionPercent, addressPercent, identityPercent, rate);
  }

  /**
   * Halfway between the share of an address and the part of a budget that is not set aside. A
   * client that owns many /64 networks thus leaves room to all others.
   */
  int networkPercent() {
    return addressPercent >= GENERAL_PERCENT
        ? addressPercent
        : (addressPercent + GENERAL_PERCENT) / 2;
  }

  int percent(Scope scope) {
    return switch (scope) {
      case CONNECTION -> connectionPercent;
      case ADDRESS -> addressPercent;
      case NETWORK -> networkPercent();
      case IDENTITY -> identityPercent;
    };
  }
}
