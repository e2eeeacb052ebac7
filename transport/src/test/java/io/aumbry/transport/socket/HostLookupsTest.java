package io.aumbry.transport.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Mailbox;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class HostLookupsTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final Mailbox<String> asked = new Mailbox<>();
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private final Mailbox<Optional<InetAddress>> found = new Mailbox<>();

  /** Waits for the gate, and knows only the host "here". */
  private InetAddress resolve(String host) throws UnknownHostException {
    asked.post(host);
    gate.take();
    return switch (host) {
      case "here" -> HERE;
      case "bug" -> throw new IllegalStateException("a test's");
      default -> throw new UnknownHostException(host);
    };
  }

  @Test
  void requestsDuringALookupShareItsResultAndLaterOnesDoNot() {
    HostLookups lookups = new HostLookups(this::resolve);
    for (int i = 0; i < 4; i++) {
      lookups.find("here", found::post);
    }
    gate.post(true);
    for (int i = 0; i < 4; i++) {
      assertThat(found.take()).contains(HERE);
    }
    lookups.find("here", found::post);
    gate.post(true);
    assertThat(found.take()).contains(HERE);
    assertThat(asked.take()).isEqualTo("here");
    assertThat(asked.take()).isEqualTo("here");
    assertThat(asked.poll()).isEmpty();
  }

  @Test
  void aRecipientThatLeavesIsNotToldAndTheLookupIsStillShared() {
    HostLookups lookups = new HostLookups(this::resolve);
    Consumer<Optional<InetAddress>> leaving =
        _ -> {
          throw new IllegalStateException("a test's");
        };
    lookups.find("here", leaving);
    assertThat(asked.take()).isEqualTo("here");
    lookups.leave("here", leaving);
    lookups.leave("elsewhere", leaving);
    lookups.find("here", found::post);
    gate.post(true);
    assertThat(found.take()).contains(HERE);
    assertThat(asked.poll()).isEmpty();
  }

  @Test
  void aLookupDoesNotWaitForThatOfAnotherHost() {
    HostLookups lookups = new HostLookups(host -> host.equals("here") ? HERE : resolve(host));
    for (int i = 0; i < 20; i++) {
      lookups.find("nowhere" + i, _ -> {});
    }
    lookups.find("here", found::post);
    assertThat(found.take()).contains(HERE);
    for (int i = 0; i < 20; i++) {
      gate.post(true);
    }
  }

  @Test
  void anUnknownHostHasNoAddress() {
    assertHasNoAddress("nowhere");
  }

  @Test
  void aLookupThatFailsInAnyOtherWayEndsToo() {
    assertHasNoAddress("bug");
  }

  private void assertHasNoAddress(String host) {
    gate.post(true);
    new HostLookups(this::resolve).find(host, found::post);
    assertThat(found.take()).isEmpty();
  }
}
