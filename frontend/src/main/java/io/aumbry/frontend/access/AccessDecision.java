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
  record Denied(String by, Ground ground, boolean needsCredentials) implements AccessDecision {}

  /** Why a request is denied. */
  enum Ground {
    /** A statement denies it, whatever others allow. */
    STATEMENT,
    /** Nothing allows it. A permission elsewhere may count. */
    NO_PERMISSION
  }

  default boolean isAllowed() {
    return this instanceof Allowed;
  }

  /** Whether a statement denies the request, whatever others allow. */
  default boolean isDeniedByStatement() {
    return this instanceof Denied denied && denied.ground() == Ground.STATEMENT;
  }
}
