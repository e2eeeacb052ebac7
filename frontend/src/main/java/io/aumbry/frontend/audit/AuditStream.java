package io.aumbry.frontend.audit;

import io.aumbry.frontend.gate.Caller;

/**
 * A part of the audit log, by the senders that can cause its lines. Each has files and a share of
 * the queue of its own, so that a flood of requests pushes out no line that it could not cause.
 */
enum AuditStream {
  /** Changes, for which a user needs a permission. */
  CHANGES("", 4),
  /** Refusals and tokens, which every user can cause. */
  USERS(".users", 3),
  /** Requests without valid credentials, which everyone can send. */
  ANONYMOUS(".anonymous", 2);

  private final String suffix;
  private final int quarters;

  AuditStream(String suffix, int quarters) {
    this.suffix = suffix;
    this.quarters = quarters;
  }

  static AuditStream of(AuditEvent event) {
    if (!(event.subject().caller() instanceof Caller.Known)) {
      return ANONYMOUS;
    }
    boolean needsNoPermission = event.isRefusal() || event.action().policy().isEmpty();
    return needsNoPermission ? USERS : CHANGES;
  }

  /** The end of the names of its files. */
  String suffix() {
    return suffix;
  }

  /** The number of waiting lines, of all streams, from which on this one loses its lines. */
  int share(int capacity) {
    return (int) ((long) capacity * quarters / 4);
  }
}
