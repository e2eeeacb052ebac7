package io.aumbry.protocol.runtime;

/** An action that a {@link Carrier} will run later, unless it is cancelled first. */
public interface Timer {
  /** Takes the action back; without effect when it has run. Callable from any thread. */
  void cancel();
}
