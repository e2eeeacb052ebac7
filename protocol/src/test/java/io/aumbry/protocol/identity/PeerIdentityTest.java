package io.aumbry.protocol.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerIdentityTest {
  @ParameterizedTest
  @EnumSource(PeerRole.class)
  void bothFormsNameTheSameIdentity(PeerRole role) {
    PeerIdentity identity = new PeerIdentity("Photos-2", role, "dc1-node.1_a");
    assertThat(PeerIdentity.parse(identity.uri())).isEqualTo(identity);
    assertThat(
            PeerIdentity.parse(
                "spiffe://example.org/aumbry/Photos-2/" + role.word() + "/dc1-node.1_a"))
        .isEqualTo(identity);
  }

  @Test
  void theUriIsWrittenAsDocumented() {
    assertThat(new PeerIdentity("photos", PeerRole.FRONTEND, "fe-1").uri())
        .isEqualTo("aumbry://photos/frontend/fe-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aumbry://photos/node",
        "aumbry://photos/node/",
        "aumbry://photos/node/a/",
        "aumbry://photos/node/a/b",
        "aumbry://photos/node/a?role=operator",
        "aumbry://photos/node/a#b",
        "aumbry://user@photos/node/a",
        "aumbry://photos:1175/node/a",
        "aumbry://photos/node/%61",
        "aumbry://photos/node/..",
        "aumbry://photos/node/a b",
        "aumbry://photos/node/a\n",
        "aumbry://photos/node/a\0.b",
        "aumbry:///node/a",
        "aumbry://photos//a",
        "aumbry://photos/Node/a",
        "aumbry://photos/nodes/a",
        "aumbry://photos/admin/a",
        "AUMBRY://photos/node/a",
        "aumbry:photos/node/a",
        "spiffe:///aumbry/photos/node/a",
        "spiffe://Example.org/aumbry/photos/node/a",
        "spiffe://example.org/aumbry/photos/node",
        "spiffe://example.org/aumbry",
        "spiffe://example.org:8443/aumbry/photos/node/a",
      })
  void aMalformedIdentityIsAClaimThatIsRefused(String uri) {
    assertThat(PeerIdentity.isClaimedBy(uri)).isTrue();
    assertThatThrownBy(() -> PeerIdentity.parse(uri)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/aumbry/photos/node/a",
        "spiffe://example.org/ns/default/sa/web",
        "spiffe://example.org/x/aumbry/photos/node/a",
        "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
      })
  void otherUrisOfACertificateClaimNothing(String uri) {
    assertThat(PeerIdentity.isClaimedBy(uri)).isFalse();
  }

  @Test
  void aNameBeyondItsLimitIsNamed() {
    String tooLong = "n".repeat(64);
    assertThatThrownBy(() -> new PeerIdentity("photos", PeerRole.NODE, tooLong))
        .hasMessageContaining(tooLong)
        .hasMessageContaining("1 to 63");
    assertThatThrownBy(() -> PeerIdentity.parse("aumbry://photos/robot/a"))
        .hasMessageContaining("robot")
        .hasMessageContaining("node, frontend, server, controller, zookeeper, operator");
  }
}
