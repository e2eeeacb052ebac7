package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.row.ConnectionSetup.Wire;
import java.util.List;

/** Compares a channel for each stream with frames at the connection. */
final class ChannelsRow implements Row {
  private static final int CONNECTIONS = 4;

  @Override
  public int number() {
    return 4;
  }

  @Override
  public String title() {
    return "A channel for each stream, and frames at the connection";
  }

  @Override
  public String reported() {
    return "LinkedIn (Espresso): the first port to HTTP/2, by Netty's multiplex handler, lost 45 % of"
        + " throughput and took p99 from 7 to 11 ms, until stream channels were used again.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        variant("a channel for each stream", Wire.CHANNELS),
        variant("frames at the connection", Wire.HTTP_2));
  }

  private static Variant variant(String name, Wire wire) {
    return new Variant(name, ConnectionSetup.defaults().withConnections(wire, CONNECTIONS));
  }

  @Override
  public List<Load> loads() {
    return List.of(Load.of(4 << 10, 16), Load.of(4 << 10, 128), Load.of(256 << 10, 16));
  }
}
