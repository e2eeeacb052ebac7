package io.aumbry.store.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A reader of the log looks up a position while the writer adds one and the table grows. */
@JCStressTest
@Outcome(
    id = {"80", "90"},
    expect = Expect.ACCEPTABLE,
    desc = "before or after the addition")
@Outcome(expect = Expect.FORBIDDEN, desc = "a position that was never added")
@State
public class PositionTableStress {
  /** The capacity before the table grows. */
  private static final int FULL = 8;

  private final PositionTable table = new PositionTable();

  public PositionTableStress() {
    for (int i = 1; i <= FULL; i++) {
      table.add(i, 10L * i);
    }
  }

  @Actor
  public void add() {
    table.add(FULL + 1, 10L * (FULL + 1));
  }

  @Actor
  public void look(J_Result result) {
    result.r1 = table.before(Long.MAX_VALUE).packed();
  }
}
