package io.aumbry.store.compaction;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A search for blobs that are due, and one more such blob at the same time. */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the next search finds the blob")
@Outcome(expect = Expect.FORBIDDEN, desc = "no search finds the blob")
@State
public class EarliestTimeStress {
  private final EarliestTime earliest = new EarliestTime();
  private volatile boolean isThere;

  @Actor
  public void add() {
    isThere = true;
    earliest.add(5);
  }

  @Actor
  public void search() {
    earliest.clear();
    boolean found = isThere;
    earliest.add(7);
    if (found) {
      earliest.add(5);
    }
  }

  @Arbiter
  public void look(Z_Result result) {
    result.r1 = earliest.isAt(5);
  }
}
