package io.aumbry.frontend.rest;

import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;

/**
 * The sender and the object of a request. The gate and the operation fill it in; the audit log
 * reads it. Confined to the thread of the request.
 */
public final class AccessTrail {
  private Caller caller = Caller.ANONYMOUS;
  private Resource resource = new Resource.Nothing();
  private String claimed = "";

  /** Anonymous before the gate has admitted the request. */
  public Caller caller() {
    return caller;
  }

  public Resource resource() {
    return resource;
  }

  /** Public name of the key or token in the request, valid or not; empty without one. */
  public String claimed() {
    return claimed;
  }

  public void isFrom(Caller admitted) {
    caller = admitted;
    if (!admitted.credential().isEmpty()) {
      claimed = admitted.credential();
    }
  }

  /** Notes the key or token before it is verified. Never a secret. */
  public void claims(String credential) {
    claimed = credential;
  }

  public void concerns(Resource object) {
    resource = object;
  }
}
