package io.aumbry.deploy.operator.hook;

import io.aumbry.cluster.maintenance.HookResult;
import java.util.Optional;

/** A hook that was started. It may be killed by another thread. */
interface HookRun {
  /** The result, when the hook has ended by itself. */
  Optional<HookResult> end();

  /** Ends the hook at once. */
  void kill();

  /** A hook that ended before it began. */
  record Ended(HookResult result) implements HookRun {
    static Ended because(HookResult.Verdict verdict, String why) {
      return new Ended(new HookResult(verdict, why));
    }

    @Override
    public Optional<HookResult> end() {
      return Optional.of(result);
    }

    @Override
    public void kill() {}
  }
}
