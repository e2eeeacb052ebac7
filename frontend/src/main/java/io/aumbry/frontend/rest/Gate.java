package io.aumbry.frontend.rest;

/** Authenticates and authorises every request, after routing and before its operation. */
public interface Gate {
  /**
   * Authenticates the sender and authorises the request. A route whose resource is in the body, or
   * that lists several ones, is only authenticated here.
   *
   * @throws Refusal 400, 401, 403 or 503
   */
  Admission admit(Route route, Call call);

  /** Admits all requests. */
  static Gate open() {
    return (route, call) -> Admission.OPEN;
  }
}
