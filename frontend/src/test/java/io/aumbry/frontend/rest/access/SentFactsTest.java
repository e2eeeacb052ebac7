package io.aumbry.frontend.rest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class SentFactsTest {
  /** Ranges in policies have no zone, so that an address with one would be in none of them. */
  @Test
  void anAddressHasNoZone() throws UnknownHostException {
    byte[] linkLocal = new byte[16];
    linkLocal[0] = (byte) 0xfe;
    linkLocal[1] = (byte) 0x80;
    linkLocal[15] = 1;
    InetSocketAddress peer =
        new InetSocketAddress(Inet6Address.getByAddress("client", linkLocal, 7), 1174);
    HttpRequest request = new HttpRequest("GET", "/", "", HttpHeaders.builder().build(), 0, peer);
    assertThat(SentFacts.of(request, false).sourceAddress()).isEqualTo("fe80:0:0:0:0:0:0:1");
  }
}
