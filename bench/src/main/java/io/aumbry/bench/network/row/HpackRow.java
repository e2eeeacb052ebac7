package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Load;
import io.aumbry.transport.http2.Http2Config;
import java.util.List;

/** Measures HPACK's dynamic table. */
final class HpackRow implements Row {
  private static final int NETTYS_DEFAULT = 4096;

  @Override
  public int number() {
    return 6;
  }

  @Override
  public String title() {
    return "HPACK's dynamic table";
  }

  @Override
  public String reported() {
    return "LinkedIn (Espresso): 3 % of throughput gained by turning it off. All header fields of"
        + " our node messages are in HPACK's static table, so no gain is expected.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(variant("4096 bytes", NETTYS_DEFAULT), variant("off", 0));
  }

  private static Variant variant(String name, int table) {
    Http2Config base = Http2Config.forNodes();
    return new Variant(
        name,
        ConnectionSetup.defaults()
            .withHttp2(
                new Http2Config(
                    base.streamWindow(),
                    base.connectionWindow(),
                    base.frameSize(),
                    base.unsent(),
                    base.maxStreams(),
                    new Http2Config.Headers(base.headers().maxBytes(), table),
                    base.drainTimeout())));
  }

  @Override
  public List<Load> loads() {
    return List.of(Load.of(4 << 10, 16));
  }
}
