package io.aumbry.transport.stream;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.StillTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A lost wake-up makes a test hang, which jcstress reports. */
final class OutboundGateStress {
  private OutboundGateStress() {}

  private static OutboundGate withUnsent(long bytes) {
    OutboundGate gate = new OutboundGate(5, new ClientPace(new StillTime()));
    gate.add(bytes);
    return gate;
  }

  /** The writer continues when its bytes are sent. */
  @JCStressTest
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all is sent")
  @Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "less than the mark is unsent")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the writer went on too early")
  @State
  public static class SentWakesWriter {
    private final OutboundGate gate = withUnsent(10);

    @Actor
    public void write(J_Result result) {
      gate.await();
      result.r1 = gate.unsent();
    }

    @Actor
    public void send() {
      gate.sent(6);
      gate.sent(4);
    }
  }

  /** The writer is notified when the connection breaks. */
  @JCStressTest
  @Outcome(id = "CONNECTION_LOST", expect = Expect.ACCEPTABLE, desc = "told")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the writer went on")
  @State
  public static class FailureWakesWriter {
    private final OutboundGate gate = withUnsent(10);

    @Actor
    public void write(L_Result result) {
      try {
        gate.await();
        result.r1 = "went on";
      } catch (AumbryException broken) {
        result.r1 = broken.code();
      }
    }

    @Actor
    public void fail() {
      gate.fail(ErrorCode.CONNECTION_LOST, "reset");
    }
  }

  /** The action after the last byte runs once, whichever thread comes last. */
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "never or twice")
  @State
  public static class TheLastActionRunsOnce {
    private final OutboundGate gate = withUnsent(3);
    private final AtomicInteger runs = new AtomicInteger();

    @Actor
    public void write() {
      gate.whenSent(runs::incrementAndGet);
    }

    @Actor
    public void send() {
      gate.sent(3);
    }

    @Arbiter
    public void count(I_Result result) {
      result.r1 = runs.get();
    }
  }
}
