package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.LinkProfile;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.row.ConnectionSetup.Tls;
import io.aumbry.bench.network.row.ConnectionSetup.Wire;
import java.time.Duration;
import java.util.List;

/**
 * Compares the old protocol and TLS engine with the new ones, and each of the two changes alone.
 */
final class ProtocolsRow implements Row {
  private static final int POOL = 30;
  private static final int SHARED = 4;

  @Override
  public int number() {
    return 2;
  }

  @Override
  public String title() {
    return "HTTP/1.1 and the JDK's TLS, HTTP/2 and BoringSSL";
  }

  @Override
  public String reported() {
    return "LinkedIn, TLS by the JDK's engine with 30 pooled connections against HTTP/2 by BoringSSL"
        + " with 4: memory 6.6 to 4.9 GB (0.74), CPU 7 to 10 % to 4 % (0.40 to 0.57), p95 100 to"
        + " 38 ms (0.38); peaks of latency from exhausted connections gone. More than "
        + POOL
        + " callers exhaust the pool here.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        variant("HTTP/1.1 by the JDK", Wire.HTTP_1, POOL, Tls.JDK),
        variant("HTTP/1.1 by BoringSSL", Wire.HTTP_1, POOL, Tls.BORINGSSL),
        variant("HTTP/2 by the JDK", Wire.HTTP_2, SHARED, Tls.JDK),
        variant("HTTP/2 by BoringSSL", Wire.HTTP_2, SHARED, Tls.BORINGSSL));
  }

  private static Variant variant(String name, Wire wire, int connections, Tls tls) {
    return new Variant(
        name, ConnectionSetup.defaults().withConnections(wire, connections).withTls(tls));
  }

  /**
   * With a long round trip, connections are exhausted before processors, because a call holds its
   * connection for that time.
   */
  private static Load waiting(int size, Duration roundTrip) {
    return new Load(size, 128, 1, LinkProfile.of(roundTrip));
  }

  @Override
  public List<Load> loads() {
    return List.of(
        Load.of(4 << 10, 16),
        Load.of(4 << 10, 128),
        Load.of(64 << 10, 64),
        Load.of(1 << 20, 64),
        waiting(4 << 10, Duration.ofMillis(1)),
        waiting(4 << 10, Duration.ofMillis(5)),
        waiting(64 << 10, Duration.ofMillis(5)));
  }
}
