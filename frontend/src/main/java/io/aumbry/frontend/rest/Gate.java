package io.aumbry.frontend.rest;

import io.aumbry.frontend.gate.AuthenticatedSender;

/** Authenticates and authorises every request, after routing and before its operation. */
public interface Gate {
  /**
   * Authenticates the sender and authorises the request. A route whose resource is in the body, or
   * that lists several ones, is only authenticated here. A request with a signed URL, which was
   * verified before, has its signer in its trail. Access is decided for this user, who must still
   * exist.
   *
   * @throws Refusal 400, 401, 403 or 503
   */
  AuthenticatedSender admit(Route route, Call call);

  /** Admits all requests. */
  static Gate open() {
    return (route, call) -> AuthenticatedSender.OPEN;
  }
}
