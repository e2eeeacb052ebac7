package io.aumbry.frontend.access.policy;

/** A refused policy document. The message names the element and the reason. */
public final class MalformedPolicyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedPolicyException(String element, String reason) {
    super(element.isEmpty() ? reason : element + ": " + reason);
  }
}
