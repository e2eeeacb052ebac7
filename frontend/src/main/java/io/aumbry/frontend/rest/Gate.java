package io.aumbry.frontend.rest;

import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;

/** Authenticates and authorises every request, after routing and before its operation. */
public interface Gate {
  /**
   * Authenticates the sender and authorises the request. A route with {@link Resource.InBody} is
   * only authenticated here. A request with a signed URL, which was verified before, has its signer
   * in its trail. Access is decided for this user, who must still exist.
   *
   * @throws Refusal 401 or 403
   */
  Caller admit(Route route, Call call);

  /**
   * Decides about a resource that was unknown when the request was admitted.
   *
   * @throws Refusal 401 or 403
   */
  void authorise(Caller caller, Action action, Resource resource);

  /** Admits all requests. */
  static Gate open() {
    return new Gate() {
      @Override
      public Caller admit(Route route, Call call) {
        return Caller.ANONYMOUS;
      }

      @Override
      public void authorise(Caller caller, Action action, Resource resource) {
        // Everything is allowed.
      }
    };
  }
}
