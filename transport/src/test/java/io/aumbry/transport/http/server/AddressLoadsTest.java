package io.aumbry.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressLoadsTest {
  private static final int LIMIT = 10;
  private static final int STREAMS = 100;

  private final AddressLoads loads = new AddressLoads(LIMIT);

  private ConnectionLoad open(String address) {
    return loads.open(new InetSocketAddress(address, 1));
  }

  private static int beginAll(ConnectionLoad connection) {
    int begun = 0;
    while (connection.obstacle(STREAMS).isEmpty()) {
      connection.begin();
      begun++;
    }
    return begun;
  }

  @Test
  void theConnectionsOfAnAddressShareItsBound() {
    ConnectionLoad first = open("192.0.2.1");
    assertThat(beginAll(first)).isEqualTo(LIMIT);
    assertThat(first.obstacle(STREAMS)).hasValue("10 requests of the address are running");
    first.end();
    assertThat(first.obstacle(STREAMS)).isEmpty();
  }

  /** A client must not shut out others behind the same address. */
  @Test
  void aConnectionMayRunOneRequestWhateverItsAddressDoes() {
    beginAll(open("192.0.2.1"));
    assertThat(beginAll(open("192.0.2.1"))).isEqualTo(1);
    assertThat(beginAll(open("192.0.2.2"))).isEqualTo(LIMIT);
  }

  @Test
  void aConnectionRunsNoMoreRequestsThanItHasStreams() {
    ConnectionLoad connection = open("192.0.2.1");
    connection.begin();
    connection.begin();
    assertThat(connection.obstacle(2)).hasValue("2 requests of the connection are running");
  }

  @ParameterizedTest
  @CsvSource({
    // one network of 64 bits
    "2001:db8:1:2::1, 2001:db8:1:2:ffff::1, 1",
    // two networks of one site
    "2001:db8:1:2::1, 2001:db8:1:3::1, 10",
    // two sites
    "2001:db8:1:2::1, 2001:db8:2:2::1, 10",
    // mapped addresses count as IPv4
    "::ffff:192.0.2.1, 192.0.2.1, 1",
    "192.0.2.1, 192.0.2.2, 10"
  })
  void addressesOfOneNetworkOf64BitsShareABound(String busy, String other, int left) {
    beginAll(open(busy));
    assertThat(beginAll(open(other))).isEqualTo(left);
  }

  /** An IPv6 client may own all networks of a site. */
  @Test
  void theNetworksOfASiteShareTwiceTheBoundOfOne() {
    beginAll(open("2001:db8:1:1::1"));
    beginAll(open("2001:db8:1:2::1"));
    assertThat(beginAll(open("2001:db8:1:3::1"))).isEqualTo(1);
    assertThat(beginAll(open("2001:db8:2:1::1"))).isEqualTo(LIMIT);
  }

  @Test
  void anAddressIsForgottenAfterItsLastRequest() {
    ConnectionLoad connection = open("2001:db8::1");
    connection.begin();
    connection.close();
    assertThat(loads.size()).isEqualTo(2);
    assertThat(beginAll(open("2001:db8::1"))).as("beside the running request").isEqualTo(LIMIT - 1);
    connection.end();
    ConnectionLoad other = open("192.0.2.1");
    other.close();
    assertThat(loads.size()).isEqualTo(2);
  }
}
