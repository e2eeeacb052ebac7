package io.aumbry.frontend.access;

/** Whether a request is allowed. */
public sealed interface AccessDecision {
  /**
   * The request is allowed.
   *
   * @param by the deciding statement, for the audit log
   */
  record Allowed(String by) implements AccessDecision {}

  /**
   * The request is denied.
   *
   * @param by the deciding statement, or the absence of one, for the audit log
   * @param needsCredentials whether the sender is anonymous: 401 instead of 403
   */
  record Denied(String by, boolean needsCredentials) implements AccessDecision {}

  default boolean isAllowed() {
    return this instanceof Allowed;
  }
}
