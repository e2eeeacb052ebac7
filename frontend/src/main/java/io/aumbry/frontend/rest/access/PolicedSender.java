package io.aumbry.frontend.rest.access;

import io.aumbry.frontend.access.Access;
import io.aumbry.frontend.access.AccessDecision;
import io.aumbry.frontend.access.AccessIdentity;
import io.aumbry.frontend.access.Authenticator;
import io.aumbry.frontend.access.RequestFacts;
import io.aumbry.frontend.access.policy.PolicyAction;
import io.aumbry.frontend.gate.AccessTrail;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Iterator;
import java.util.Optional;

/** The rights of the sender of one request. */
final class PolicedSender implements AuthenticatedSender {
  private static final AccessDecision.Allowed PROBE = new AccessDecision.Allowed("probe");
  private static final AccessDecision.Allowed LATER =
      new AccessDecision.Allowed("decided by the operation");
  private static final String KNOWN = "users only";

  private final Access access;
  private final Authenticator authenticator;
  private final RequestFacts facts;
  private final Optional<BodyProof> proof;
  private final AccessTrail trail;
  private final Caller caller;
  private AccessIdentity identity;
  private Optional<SignedBody> body = Optional.empty();

  /** The last change that was authorised. */
  private Optional<Change> change = Optional.empty();

  private record Change(Action action, Resource resource) {}

  /**
   * Creates a sender.
   *
   * @param proof of a signed request; empty for other credentials
   */
  PolicedSender(
      Access access,
      Authenticator authenticator,
      AccessIdentity identity,
      RequestFacts facts,
      Optional<BodyProof> proof,
      AccessTrail trail) {
    this.access = access;
    this.authenticator = authenticator;
    this.identity = identity;
    this.facts = facts;
    this.proof = proof;
    this.trail = trail;
    AccessIdentity.Name name = identity.name();
    this.caller =
        identity.isAnonymous()
            ? Caller.ANONYMOUS
            : new Caller.Known(name.id(), name.account(), name.credential());
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public Optional<String> unlimitedKey() {
    boolean isWhole =
        identity.name().kind() == AccessIdentity.Kind.USER && identity.boundary().isEmpty();
    return isWhole ? Optional.of(identity.name().key()) : Optional.empty();
  }

  @Override
  public boolean isSigned() {
    return proof.isPresent();
  }

  @Override
  public boolean permits(Action action, Resource resource) {
    return decide(action, resource).isAllowed();
  }

  @Override
  public void authorise(Action action, Resource resource) {
    switch (decide(action, resource)) {
      case AccessDecision.Allowed(String by) -> {
        trail.decidedBy(by);
        if (action.changes()) {
          change = Optional.of(new Change(action, resource));
        }
      }
      case AccessDecision.Denied(String by, boolean needsCredentials) -> {
        trail.decidedBy(by);
        throw needsCredentials
            ? Refusal.unauthorised("The request needs credentials", by, AccessGate.CHALLENGES)
            : Refusal.forbidden(reason(action, resource), by);
      }
    }
  }

  /**
   * The action and the resource, as a policy must name them. The caller named the resource itself,
   * so that its name reveals nothing.
   */
  private static String reason(Action action, Resource resource) {
    return "No permission for "
        + action.policyName()
        + " on "
        + PolicyTargets.of(action, resource).name();
  }

  private AccessDecision decide(Action action, Resource resource) {
    if (action == Action.PROBE) {
      return PROBE;
    }
    boolean isInBody = resource instanceof Resource.InBody && action != Action.WRITE_BLOB;
    boolean isForAnyUser =
        isInBody || resource instanceof Resource.ReadableObjects || action.policy().isEmpty();
    if (isForAnyUser) {
      boolean mayAsk =
          !identity.isAnonymous() || (action == Action.UNROUTABLE && access.isLenient());
      return mayAsk ? new AccessDecision.Allowed(KNOWN) : new AccessDecision.Denied(KNOWN, true);
    }
    return resource instanceof Resource.InBody
        ? LATER
        : decide(action, action.policy().orElseThrow(), resource);
  }

  /** To act as a user, or to give it rights, the sender needs the right wherever it has roles. */
  private AccessDecision decide(Action action, PolicyAction policy, Resource resource) {
    AccessDecision decision =
        access.decide(
            identity,
            policy,
            PolicyTargets.of(action, resource),
            PolicyTargets.facts(facts, resource));
    if (resource instanceof Resource.OfUser user && action.changes()) {
      Iterator<Resource> reach = user.reach().iterator();
      while (decision.isAllowed() && reach.hasNext()) {
        decision = decide(action, policy, reach.next());
      }
    }
    return decision;
  }

  @Override
  public void requireStillAllowed() {
    if (change.isEmpty()) {
      return;
    }
    Change made = change.get();
    identity =
        authenticator
            .renewed(identity)
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.UNAUTHORIZED, "The access key ended during the request"));
    if (!permits(made.action(), made.resource())) {
      throw new AumbryException(
          ErrorCode.FORBIDDEN,
          reason(made.action(), made.resource()) + " any more; it ended during the request");
    }
  }

  @Override
  public ByteSource verified(ByteSource source) {
    body = proof.flatMap(signed -> signed.over(source));
    return body.<ByteSource>map(signed -> signed).orElse(source);
  }

  @Override
  public void requireVerified() {
    body.ifPresent(SignedBody::requireVerified);
  }
}
