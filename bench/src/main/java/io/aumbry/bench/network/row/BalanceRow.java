package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Load;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoopConfig.Spread;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Compares ways to choose the loop of a new connection: the loop with the fewest connections, or
 * the next one.
 */
final class BalanceRow implements Row {
  private static final int NODES = 16;

  @Override
  public int number() {
    return 5;
  }

  @Override
  public String title() {
    return "Connections balanced over loops";
  }

  @Override
  public String reported() {
    return "LinkedIn (Espresso): with Netty's default, 20 % of the loops had 50 % of the"
        + " connections. Here "
        + NODES
        + " connections are made while others come and go, 0 to 2 between each.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        variant("in turn, Netty's default", Spread.IN_TURN),
        variant("the loop with the fewest", Spread.FEWEST));
  }

  private static Variant variant(String name, Spread spread) {
    return new Variant(
        name,
        ConnectionSetup.defaults()
            .withConnections(1)
            .withLoops(EventLoopConfig.defaults().withSpread(spread))
            .withFleet(new ConnectionSetup.Fleet(NODES, true)));
  }

  @Override
  public List<Load> loads() {
    return List.of(Load.of(4 << 10, 32), Load.of(256 << 10, 16));
  }

  @Override
  public List<String> findings(RowResults results) {
    return results.measured().stream()
        .map(variant -> describe(variant, results.connections(variant)))
        .toList();
  }

  private static String describe(Variant variant, List<Integer> ofLoops) {
    int all = ofLoops.stream().mapToInt(Integer::intValue).sum();
    return String.format(
        Locale.ROOT,
        "Connections on the server's loops, %s: %s; the busiest has %.2f of its share.",
        variant.name(),
        ofLoops,
        all == 0 ? 0.0 : (double) Collections.max(ofLoops) * ofLoops.size() / all);
  }
}
