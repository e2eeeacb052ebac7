package io.aumbry.cluster.maintenance;

/**
 * The end of a hook.
 *
 * @param text for people: the exit code or the reason, and the last line of the output
 */
public record HookResult(Verdict verdict, String text) {
  public enum Verdict {
    DONE,
    RETRY,
    GIVE_UP
  }
}
