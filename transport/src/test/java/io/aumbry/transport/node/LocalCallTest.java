package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A call and the group that counts the calls for which the node works. */
class LocalCallTest extends LocalNodeFixture {
  private final List<String> events = new ArrayList<>();

  private final LocalCall.Group group =
      new LocalCall.Group() {
        @Override
        public void answered(LocalCall call) {
          events.add("answered");
        }

        @Override
        public void over(LocalCall call) {
          events.add("over");
        }

        @Override
        public Object connection() {
          return this;
        }

        @Override
        public Object address() {
          return this;
        }
      };

  private LocalCall call() {
    Body empty = Body.empty();
    return new LocalCall(
        own, LocalTransport.CALLER, group, Messages.put(empty), empty, context(SOON), replies);
  }

  /** Otherwise the group would count down for a call that it did not count. */
  @Test
  void aRefusedCallIsNotCounted() {
    call().drop(ErrorCode.OVERLOADED, "too many");
    assertThat(events).isEmpty();
    assertFails(replies.take(), ErrorCode.OVERLOADED);
  }

  /** However often it ends. */
  @Test
  void anAnsweredCallIsCountedDownOnce() {
    LocalCall call = call();
    call.run(exchange -> exchange.reply(new NodeResponse.Done()));
    call.cancel();
    call.fail(ErrorCode.TIMED_OUT, "late");
    assertThat(events).containsExactly("answered", "over");
    answer().content().close();
  }

  @Test
  void aCancelledCallIsCountedDownOnce() {
    LocalCall call = call();
    call.cancel();
    call.fail(ErrorCode.TIMED_OUT, "late");
    call.run(Messages::echo);
    assertThat(events).containsExactly("answered", "over");
    assertThat(replies.poll()).isEmpty();
  }

  @Test
  void aFailedCallIsCountedDownOnce() {
    LocalCall call = call();
    call.fail(ErrorCode.TIMED_OUT, "late");
    call.cancel();
    call.run(Messages::echo);
    assertThat(events).containsExactly("answered", "over");
    assertFails(replies.take(), ErrorCode.TIMED_OUT);
  }
}
