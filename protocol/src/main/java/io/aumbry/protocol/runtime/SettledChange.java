package io.aumbry.protocol.runtime;

/**
 * Recognises changes of a file or the like that is read again and again. A change counts once two
 * reads agree on it, because the first may have seen a file that was not written to its end. Not
 * thread-safe.
 *
 * @param <T> result of a read; equal if nothing has changed
 */
public final class SettledChange<T> {
  private T last;
  private T decided;

  /** Begins with a result that is in use. */
  public SettledChange(T first) {
    this.last = first;
    this.decided = first;
  }

  /** Whether {@code found} is a new result that two reads agree on. Each is reported once. */
  public boolean isNew(T found) {
    boolean isSettled = found.equals(last);
    last = found;
    if (!isSettled || found.equals(decided)) {
      return false;
    }
    decided = found;
    return true;
  }
}
