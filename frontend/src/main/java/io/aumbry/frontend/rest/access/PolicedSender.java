package io.aumbry.frontend.rest.access;

import io.aumbry.frontend.access.Access;
import io.aumbry.frontend.access.AccessDecision;
import io.aumbry.frontend.access.AccessIdentity;
import io.aumbry.frontend.access.Authentication;
import io.aumbry.frontend.access.Authenticator;
import io.aumbry.frontend.access.RequestFacts;
import io.aumbry.frontend.access.policy.PolicyAction;
import io.aumbry.frontend.gate.AccessTrail;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.frontend.gate.CacheScope;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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
  private final long endMillis;
  private AccessIdentity identity;
  private Optional<SignedBody> body = Optional.empty();

  /** All changes that were authorised. */
  private final List<Change> changes = new ArrayList<>();

  private record Change(Action action, Resource resource) {}

  /**
   * Creates a sender.
   *
   * @param proof of a signed request; empty for other credentials
   */
  PolicedSender(
      Access access,
      Authenticator authenticator,
      Authentication.Accepted accepted,
      RequestFacts facts,
      Optional<BodyProof> proof,
      AccessTrail trail) {
    this.access = access;
    this.authenticator = authenticator;
    this.identity = accepted.identity();
    this.endMillis = accepted.endMillis();
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
          changes.add(new Change(action, resource));
        }
      }
      case AccessDecision.Denied(String by, AccessDecision.Ground _, boolean needsCredentials) -> {
        trail.decidedBy(by);
        throw needsCredentials
            ? Refusal.unauthorised("The request needs credentials", by, AccessGate.CHALLENGES)
            : Refusal.forbidden(reason(action, resource), by);
      }
    }
  }

  @Override
  public CacheScope cacheScope(Action action, Resource resource) {
    boolean isForEveryone =
        action
            .policy()
            .filter(policy -> access.isForEveryone(policy, PolicyTargets.of(action, resource)))
            .isPresent();
    return isForEveryone ? CacheScope.SHARED : CacheScope.ofClient(endMillis);
  }

  /**
   * The action, and the resource if the request has its name. The owner of an id is not mentioned:
   * it would tell strangers which accounts and users exist, and how they are called.
   */
  private static String reason(Action action, Resource resource) {
    String target =
        switch (resource) {
          case Resource.OfContainer _ when action == Action.WRITE_BLOB ->
              "the container of the upload";
          case Resource.OfBlob(Owner _, BlobId id) -> "blob " + id;
          case Resource.OfAccount _ -> "the account";
          case Resource.OfUser _ -> "the user";
          case Resource.OfContainer _, Resource.OfName _, Resource.OfDataset _ ->
              PolicyTargets.of(action, resource).name();
          case Resource.OfRole _, Resource.OfGrant _, Resource.Cluster _ ->
              PolicyTargets.of(action, resource).name();
          case Resource.Nothing _, Resource.InBody _, Resource.ReadableObjects _ -> "this path";
        };
    return "No permission for " + action.policyName() + " on " + target;
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
      return mayAsk
          ? new AccessDecision.Allowed(KNOWN)
          : new AccessDecision.Denied(KNOWN, AccessDecision.Ground.NO_PERMISSION, true);
    }
    return resource instanceof Resource.InBody
        ? LATER
        : decide(action, action.policy().orElseThrow(), resource);
  }

  /**
   * To act as a user, or to give it rights, the sender needs the right wherever it has roles. To
   * take a role away, the right at the home of the user is enough.
   */
  private AccessDecision decide(Action action, PolicyAction policy, Resource resource) {
    AccessDecision decision = decide(identity, action, policy, resource);
    if (resource instanceof Resource.OfUser user && action.changes()) {
      Iterator<Resource> reach = user.reach().iterator();
      while (decision.isAllowed() && reach.hasNext()) {
        decision = decide(action, policy, reach.next());
      }
    }
    Optional<Resource.OfGrant> home =
        resource instanceof Resource.OfGrant grant ? grant.atHome() : Optional.empty();
    return home.isPresent() && !decision.isAllowed() && mayDecideAtHome(action, policy, resource)
        ? decide(action, policy, home.get())
        : decision;
  }

  /**
   * Whether no statement denies a revocation for the account of the grant. If that is not the
   * sender's own account, its roles there do not count: the owners of that account could otherwise
   * keep those of the user's account from the revocation, by a role that denies it.
   */
  private boolean mayDecideAtHome(Action action, PolicyAction policy, Resource grant) {
    int account = PolicyTargets.of(action, grant).account();
    boolean isOwn = account == identity.name().account();
    AccessIdentity others = account == 0 || isOwn ? identity : identity.withoutRolesIn(account);
    return !decide(others, action, policy, grant).isDeniedByStatement();
  }

  private AccessDecision decide(
      AccessIdentity sender, Action action, PolicyAction policy, Resource resource) {
    return access.decide(
        sender, policy, PolicyTargets.of(action, resource), PolicyTargets.facts(facts, resource));
  }

  @Override
  public void requireStillAllowed() {
    if (changes.isEmpty()) {
      return;
    }
    identity =
        authenticator
            .renewed(identity, endMillis)
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.UNAUTHORIZED, "The credentials ended during the request"));
    for (Change made : changes) {
      if (!permits(made.action(), made.resource())) {
        throw new AumbryException(
            ErrorCode.FORBIDDEN,
            reason(made.action(), made.resource()) + " any more; it ended during the request");
      }
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
