package io.aumbry.protocol.runtime;

/** An action that a {@link Carrier} will run, unless it is cancelled first. */
public interface Timer {
  /** Cancels the action. Has no effect after it ran. Callable from any thread. */
  void cancel();
}
