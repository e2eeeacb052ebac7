package io.aumbry.transport.http.server;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Two event loops accept a connection when one more is allowed. */
@JCStressTest
@Outcome(
    id = {"true, false, 1", "false, true, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "one fits")
@Outcome(expect = Expect.FORBIDDEN, desc = "more or less than the limit, or a wrong count")
@State
public class ServerFiguresStress {
  private final ServerFigures figures = new ServerFigures();

  @Actor
  public void first(ZZI_Result result) {
    result.r1 = figures.admit(true, 1);
  }

  @Actor
  public void second(ZZI_Result result) {
    result.r2 = figures.admit(true, 1);
  }

  @Arbiter
  public void count(ZZI_Result result) {
    result.r3 = figures.open();
  }
}
