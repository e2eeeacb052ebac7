package io.aumbry.frontend.audit;

/** Receives the events that an auditor wants to see. Thread-safe; never waits. */
@FunctionalInterface
public interface Audit {
  void record(AuditEvent event);
}
