package io.aumbry.store.index;

import io.aumbry.store.record.LogPosition;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A lookup acquires a view while the index replaces it. The last holder closes the files of the
 * view, and the view is never acquired again.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "held in time, and still there")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "too late, and closed")
@Outcome(expect = Expect.FORBIDDEN, desc = "a closed view is held, or a held one is closed")
@State
public class IndexViewStress {
  private static final ActiveIndex EMPTY = new ActiveIndex(2, 1, 1, new LogPosition(1, 64));

  private final IndexView view = new IndexView(EMPTY, List.of(), List.of());

  @Actor
  public void look(ZZ_Result result) {
    result.r1 = view.hold();
  }

  @Actor
  public void replace() {
    view.release();
  }

  @Arbiter
  public void lookLater(ZZ_Result result) {
    result.r2 = view.hold();
  }
}
