package io.aumbry.protocol.budget;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.protocol.runtime.Claimant.Scope;

/**
 * How a budget is divided between claimants.
 *
 * @param addressPercent of the budget that one address or one authenticated client may hold, 1 to
 *     100
 */
public record Shares(
    @Setting(
            key = "frontend.connection-share",
            range = "1 to 100",
            text =
                "Percent of router.body-memory and of frontend.max-requests that one connection may"
                    + " hold. Its further requests wait, then get 503.")
        @Default("12")
        int connectionPercent,
    @Setting(
            key = "frontend.address-share",
            range = "1 to 100",
            text =
                "The same for all connections from one address, or one /64 network of IPv6. Set 100"
                    + " where all clients come through one proxy.")
        @Default("50")
        int addressPercent,
    @Setting(
            key = "frontend.slow-rate",
            range = "1 B to 1 GiB",
            text =
                "Minimum bytes per second of an upload or download while other requests wait for"
                    + " memory. Slower ones are aborted, the slowest first. Not enforced while"
                    + " there is enough memory.")
        @Default("64 KiB")
        long slowRate) {
  private static final long MAX_RATE = 1L << 30;

  /** The part of a budget that is not reserved. */
  private static final int GENERAL_PERCENT = 75;

  public Shares {
    Bounds.check("connectionPercent", connectionPercent, 1, 100);
    Bounds.check("addressPercent", addressPercent, 1, 100);
    Bounds.check("slowRate", slowRate, 1, MAX_RATE);
  }

  public static Shares defaults() {
    return Settings.defaults(Shares.class);
  }

  public Shares withAddressPercent(int percent) {
    return new Shares(connectionPercent, percent, slowRate);
  }

  public Shares withConnectionPercent(int percent) {
    return new Shares(percent, addressPercent, slowRate);
  }

  public Shares withSlowRate(long rate) {
    return new Shares(connectionPercent, addressPercent, rate);
  }

  /**
   * Halfway between the share of an address and the part of a budget that is not reserved, so that
   * a client with many /64 networks leaves room for others.
   */
  int networkPercent() {
    return addressPercent >= GENERAL_PERCENT
        ? addressPercent
        : (addressPercent + GENERAL_PERCENT) / 2;
  }

  int percent(Scope scope) {
    return switch (scope) {
      case CONNECTION -> connectionPercent;
      case ADDRESS, IDENTITY -> addressPercent;
      case NETWORK -> networkPercent();
    };
  }
}
