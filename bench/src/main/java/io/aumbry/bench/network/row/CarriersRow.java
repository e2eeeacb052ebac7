package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Load;
import io.aumbry.transport.loop.EventLoopConfig;
import java.util.List;

/** Compares schedulers for the virtual thread of a request. */
public final class CarriersRow implements Row {
  @Override
  public int number() {
    return 7;
  }

  @Override
  public String title() {
    return "Virtual threads carried by the loop";
  }

  @Override
  public String reported() {
    return "Measured in a trial before this was built, CPU of a proxied request: 30 to 40 µs on the"
        + " JDK's scheduler, 15 to 18 carried by the loop, 14 to 18 with callbacks.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(variant("the JDK's scheduler", false), variant("the loop", true));
  }

  private static Variant variant(String name, boolean carrying) {
    return new Variant(
        name,
        ConnectionSetup.defaults().withLoops(EventLoopConfig.defaults().withCarrying(carrying)));
  }

  @Override
  public List<Load> loads() {
    return List.of(Load.of(4 << 10, 1), Load.of(4 << 10, 16), Load.of(4 << 10, 128));
  }
}
