package io.aumbry.frontend.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sender and the object of a request. The gate and the operation fill it in; the audit log
 * reads it. Confined to the thread of the request.
 */
public final class AccessTrail {
  private Optional<AuthenticatedSender> admission = Optional.empty();
  private Resource resource = new Resource.Nothing();
  private String claimed = "";
  private Optional<UrlSignature> signature = Optional.empty();
  private String decision = "";

  /** Replaced by each addition, so that the usual request without one pays nothing. */
  private List<Part> parts = List.of();

  /** One of several changes that a request makes. */
  public record Part(Action action, Resource resource) {}

  /** Anonymous before the gate has admitted the request. */
  public Caller caller() {
    return admission.map(AuthenticatedSender::caller).orElse(Caller.ANONYMOUS);
  }

  public Resource resource() {
    return resource;
  }

  /** Public name of the key or token in the request, valid or not; empty without one. */
  public String claimed() {
    return claimed;
  }

  /** The statement of a policy that decided, or another reason. Not for clients. */
  public String decision() {
    return decision;
  }

  /**
   * The rights of the sender.
   *
   * @throws IllegalStateException before the gate has admitted the request
   */
  public AuthenticatedSender admission() {
    return admission.orElseThrow(() -> new IllegalStateException("not admitted"));
  }

  public void isFrom(AuthenticatedSender admitted) {
    admission = Optional.of(admitted);
    String credential = admitted.caller().credential();
    if (!credential.isEmpty()) {
      claimed = credential;
    }
  }

  /** The signature of the URL of the request. Access is decided for the user of its signer. */
  public Optional<UrlSignature> signature() {
    return signature;
  }

  /** Notes a verified signature, before the gate admits the request. */
  public void isSignedBy(Optional<UrlSignature> verified) {
    signature = verified;
  }

  public void decidedBy(String statement) {
    decision = statement;
  }

  /** Notes the key or token before it is verified. Never a secret. */
  public void claims(String credential) {
    claimed = credential;
  }

  /** Notes a change that has a line of its own in the audit log if the request succeeds. */
  public void changes(Action action, Resource object) {
    List<Part> more = new ArrayList<>(parts);
    more.add(new Part(action, object));
    parts = more;
  }

  public List<Part> parts() {
    return parts;
  }

  public void concerns(Resource object) {
    resource = object;
  }
}
