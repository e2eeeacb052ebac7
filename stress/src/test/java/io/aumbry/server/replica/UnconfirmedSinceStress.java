package io.aumbry.server.replica;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads confirm the record that a peer has not confirmed yet. */
final class UnconfirmedSinceStress {
  private static final String PEER = "node-2";

  private UnconfirmedSinceStress() {}

  private static UnconfirmedSince withRecord() {
    UnconfirmedSince since = new UnconfirmedSince();
    since.arrived(PEER, 1, 10);
    return since;
  }

  /** The time of one record is measured once. */
  @JCStressTest
  @Outcome(
      id = {"true, false", "false, true"},
      expect = Expect.ACCEPTABLE,
      desc = "once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "never or twice")
  @State
  public static class ATimeIsMeasuredOnce {
    private final UnconfirmedSince since = withRecord();

    @Actor
    public void confirm(ZZ_Result result) {
      result.r1 = since.confirmed(PEER, 1, 20).isPresent();
    }

    @Actor
    public void repeat(ZZ_Result result) {
      result.r2 = since.confirmed(PEER, 1, 20).isPresent();
    }
  }

  /** A confirmation that another thread has overtaken leaves the next record unconfirmed. */
  @JCStressTest
  @Outcome(id = "15", expect = Expect.ACCEPTABLE, desc = "since the arrival of the next record")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the next record is lost")
  @State
  public static class AnOvertakenConfirmationKeepsTheNextRecord {
    private final UnconfirmedSince since = withRecord();

    @Actor
    public void confirm() {
      since.confirmed(PEER, 1, 20);
    }

    @Actor
    public void goOn() {
      since.confirmed(PEER, 1, 20);
      since.arrived(PEER, 2, 25);
    }

    @Arbiter
    public void confirmNext(J_Result result) {
      result.r1 = since.confirmed(PEER, 2, 40).orElse(-1);
    }
  }
}
