package io.aumbry.server;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.EmptySource;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.access.AccessPolicy.Mode;
import io.aumbry.transport.node.NodeExchange;
import io.aumbry.transport.testing.LogLines;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccessControlTest {
  private static final Pull PULL = new Pull("node-a", List.of(), Pull.Form.NOTHING, 1, 0);

  private final PlainCarrier carrier = new PlainCarrier();
  private final Metrics metrics = new Metrics();
  private final HandViews views = new HandViews();

  @AfterEach
  void stop() {
    carrier.close();
  }

  private record Sent(NodeRequest request, Peer peer, RequestContext context)
      implements NodeExchange {
    @Override
    public ByteSource content() {
      return EmptySource.EMPTY;
    }

    @Override
    public void reply(NodeResponse response, ByteSource answer) {
      answer.close();
    }
  }

  private AccessControl control(Mode mode) {
    return new AccessControl(new AccessPolicy("photos", mode), views, carrier.time(), metrics);
  }

  private Sent sent(PeerRole role, String name) {
    return new Sent(
        PULL, new Peer.Identified(new PeerIdentity("photos", role, name)), carrier.patient());
  }

  @Test
  void theRefusalNamesTheSenderAndTheRule() {
    views.place(HandViews.node("node-b", true));
    assertCode(
            () -> control(Mode.REQUIRED).check(sent(PeerRole.NODE, "node-b")), ErrorCode.FORBIDDEN)
        .hasMessage(
            "pull is accepted only from node 'node-a'; it came from aumbry://photos/node/node-b");
  }

  @Test
  void aNodeIsAcceptedOnceTheViewListsIt() {
    AccessControl control = control(Mode.REQUIRED);
    assertCode(() -> control.check(sent(PeerRole.NODE, "node-a")), ErrorCode.FORBIDDEN)
        .hasMessageContaining("the cluster view has no such node");
    views.place(HandViews.node("node-a", false));
    control.check(sent(PeerRole.NODE, "node-a"));
    assertThat(metrics.value("aumbry_server_forbidden_total", "pull", "unknown_node")).isOne();
  }

  @Test
  void manyDenialsOfAReasonAreOneLogLine() {
    AccessControl control = control(Mode.WARN);
    try (LogLines log = new LogLines(AccessControl.class)) {
      for (int i = 0; i < 100; i++) {
        control.check(sent(PeerRole.OPERATOR, "mallory"));
      }
      control.check(sent(PeerRole.NODE, "node-b"));
      assertThat(log.warnings()).hasSize(2);
      assertThat(log.warnings().getFirst())
          .startsWith("Would be refused if roles were required: pull is accepted only from")
          .contains("aumbry://photos/operator/mallory")
          .contains("reason=WRONG_ROLE")
          .contains("count=1");
      assertThat(log.warnings().getLast()).contains("reason=OTHER_NODE");
    }
    assertThat(metrics.value("aumbry_server_forbidden_total", "pull", "wrong_role")).isEqualTo(100);
  }
}
