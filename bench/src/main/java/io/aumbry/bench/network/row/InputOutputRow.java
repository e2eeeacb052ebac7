package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Load;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoopConfig.Io;
import java.util.List;

/** Compares I/O mechanisms of the loops, without TLS, so that they dominate the cost. */
final class InputOutputRow implements Row {
  @Override
  public int number() {
    return 9;
  }

  @Override
  public String title() {
    return "epoll and io_uring";
  }

  @Override
  public String reported() {
    return "Not measured by LinkedIn, which gained from epoll over the JDK's selector.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        variant("epoll", Io.EPOLL),
        variant("io_uring", Io.IO_URING),
        variant("the JDK's selector", Io.NIO));
  }

  private static Variant variant(String name, Io io) {
    return new Variant(
        name,
        ConnectionSetup.defaults()
            .withTls(ConnectionSetup.Tls.OFF)
            .withLoops(EventLoopConfig.defaults().withIo(io)));
  }

  @Override
  public List<Load> loads() {
    return List.of(Load.of(4 << 10, 16), Load.of(256 << 10, 16), Load.of(4 << 20, 8));
  }
}
