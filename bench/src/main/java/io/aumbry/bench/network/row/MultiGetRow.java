package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.LinkProfile;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.row.ConnectionSetup.Asking;
import java.util.List;

/** Compares ways to read many keys from many nodes. */
final class MultiGetRow implements Row {
  private static final int KEYS = 100;
  private static final int NODES = 30;
  private static final int CONNECTIONS = 2;

  @Override
  public int number() {
    return 8;
  }

  @Override
  public String title() {
    return KEYS + " keys of " + NODES + " nodes, " + CONNECTIONS + " connections to each";
  }

  @Override
  public String reported() {
    return "LinkedIn (Espresso), HTTP/1.1 to HTTP/2: p99.9 of a multi-read 80 to 20 ms.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        variant("one after the other", Asking.ONE_BY_ONE),
        variant("all at once, in streams", Asking.AT_ONCE));
  }

  private static Variant variant(String name, Asking asking) {
    return new Variant(
        name,
        ConnectionSetup.defaults()
            .withFleet(new ConnectionSetup.Fleet(NODES, false))
            .withAsking(asking));
  }

  @Override
  public List<Load> loads() {
    return List.of(
        new Load(1 << 10, 1, KEYS, LinkProfile.LOOPBACK),
        new Load(4 << 10, 8, KEYS, LinkProfile.LOOPBACK));
  }
}
