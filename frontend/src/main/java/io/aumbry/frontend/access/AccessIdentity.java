package io.aumbry.frontend.access;

import io.aumbry.frontend.access.policy.Policy;
import io.aumbry.frontend.access.policy.PolicyPrincipal;
import io.aumbry.frontend.access.token.TokenClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sender of a request, with all rights that belong to it.
 *
 * @param principal the names in policies of containers
 * @param policies of the user
 * @param roles of the user
 * @param boundary limits the rights, for example those of a token
 */
public record AccessIdentity(
    Name name,
    PolicyPrincipal principal,
    List<Policy> policies,
    List<GrantedRole> roles,
    List<Policy> boundary) {

  public static final AccessIdentity ANONYMOUS =
      new AccessIdentity(
          new Name(Kind.ANONYMOUS, "", "anonymous", 0, ""),
          PolicyPrincipal.ANONYMOUS,
          List.of(),
          List.of(),
          List.of());

  /** The kinds of senders. */
  public enum Kind {
    ANONYMOUS,
    USER,
    /** A user of an identity provider. */
    FEDERATED
  }

  /**
   * The sender in logs and conditions.
   *
   * @param id of the user in the catalog, or issuer and subject
   * @param account the id of the user's account; 0 for an administrator and for other kinds
   * @param credential public name of the key or token; empty for an anonymous sender
   */
  public record Name(Kind kind, String id, String name, int account, String credential) {
    /** The access key of a user. The credential of a token or a signed URL ends with it. */
    public String key() {
      return credential.substring(credential.lastIndexOf('/') + 1);
    }

    /**
     * Whether a token is the credential, of this cluster or of an identity provider. A request must
     * finish before its token ends. The end of a presigned address limits its begin only.
     */
    boolean isOfToken() {
      return kind == Kind.FEDERATED || credential.startsWith(TokenClaims.CREDENTIAL);
    }
  }

  /**
   * A role and the account to which it is limited.
   *
   * @param account 0 for all
   */
  public record GrantedRole(String name, Policy policy, int account) {}

  public AccessIdentity {
    policies = List.copyOf(policies);
    roles = List.copyOf(roles);
    boundary = List.copyOf(boundary);
  }

  public boolean isAnonymous() {
    return name.kind() == Kind.ANONYMOUS;
  }

  /** The same user with the credential of this request. */
  AccessIdentity with(String credential) {
    Name named = new Name(name.kind(), name.id(), name.name(), name.account(), credential);
    return new AccessIdentity(named, principal, policies, roles, boundary);
  }

  /** The present rights of the same user, with the credential and the limits of this request. */
  AccessIdentity renewedAs(AccessIdentity present) {
    AccessIdentity named = present.with(name.credential());
    return new AccessIdentity(named.name, named.principal, named.policies, named.roles, boundary);
  }

  /** The same sender with other roles. */
  AccessIdentity with(List<GrantedRole> others) {
    return new AccessIdentity(name, principal, policies, others, boundary);
  }

  /** The same sender without the roles that are limited to an account. */
  public AccessIdentity withoutRolesIn(int account) {
    return with(roles.stream().filter(role -> role.account() != account).toList());
  }

  /** The same user with at most the rights of a policy. */
  AccessIdentity limitedBy(Policy limit) {
    List<Policy> limits = new ArrayList<>(boundary);
    limits.add(limit);
    return new AccessIdentity(name, principal, policies, roles, limits);
  }

  /** The value of {@code aws:userid}. */
  Optional<String> userId() {
    return isAnonymous() ? Optional.empty() : Optional.of(name.id());
  }
}
