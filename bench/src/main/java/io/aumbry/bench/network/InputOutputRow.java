package io.aumbry.bench.network;

import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoopConfig.Io;
import java.util.List;

/** How the loops wait for the network; without TLS, so that this is most of what they do. */
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
    return "Not looked at by LinkedIn, who gained by epoll over the JDK's selector.";
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
        Wiring.defaults().withTls(Wiring.Tls.OFF).withLoops(EventLoopConfig.defaults().withIo(io)));
  }

  @Override
  public List<Load> loads() {
    return List.of(Load.of(4 << 10, 16), Load.of(256 << 10, 16), Load.of(4 << 20, 8));
  }
}
