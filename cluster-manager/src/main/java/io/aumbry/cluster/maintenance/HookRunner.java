package io.aumbry.cluster.maintenance;

import java.util.Map;
import java.util.Optional;

/** Runs hooks. Used by one thread. */
public interface HookRunner {
  /** Sets the fencing number of the executor, which hooks get when they start. */
  void actAs(long number);

  /** The first reason why a hook of an order cannot run, or empty. */
  Optional<String> problem(MaintenanceOrder order);

  /**
   * Hooks may run until a time, unless a later call replaces it. After that time, running hooks are
   * killed and no hook starts: another executor may have taken over while this one hung.
   *
   * @param monotonicNanos by {@link io.aumbry.protocol.runtime.Time#monotonicNanos}
   */
  void allowUntil(long monotonicNanos);

  /**
   * Starts a hook, which ends later. No effect while hooks are not allowed.
   *
   * @param lock the fencing number under which its host is locked
   */
  void start(HookCall call, MaintenanceOrder order, long lock);

  /** The hooks that have ended and were not forgotten. */
  Map<HookCall, HookResult> ended();

  /** Forgets a hook that has ended, because its end is recorded. */
  void forget(HookCall call);

  /** Whether a hook of a host runs, or has ended and was not forgotten. */
  boolean isRunning(String host);

  /** Ends all hooks at once, because another executor takes over. */
  void stopAll();
}
