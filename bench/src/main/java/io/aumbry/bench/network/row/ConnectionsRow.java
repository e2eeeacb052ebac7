package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Load;
import java.util.List;
import java.util.stream.Stream;

/** Compares numbers of connections to a node. */
final class ConnectionsRow implements Row {
  @Override
  public int number() {
    return 1;
  }

  @Override
  public String title() {
    return "Connections to a node";
  }

  @Override
  public String reported() {
    return "LinkedIn: 732 MB/s with one, 891 with 2 (1.22), 963 with 4 (1.32), 971 with 8 (1.33).";
  }

  @Override
  public List<Variant> variants() {
    return Stream.of(1, 2, 4, 8)
        .map(count -> new Variant(count + "", ConnectionSetup.defaults().withConnections(count)))
        .toList();
  }

  @Override
  public List<Load> loads() {
    return List.of(Load.of(4 << 10, 32), Load.of(256 << 10, 16), Load.of(4 << 20, 8));
  }
}
